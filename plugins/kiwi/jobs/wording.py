"""Fixed texts sent to models in addition the prompts, and keywords for parsing their answers.

Both are English in every interface language.
"""

from __future__ import annotations

import re

NOTHING_FOUND = "(The papers hold no passage on this.)"
NONE = "none of the words that were asked for"
NO_QUESTION = "there is no question"

EXAMPLES = "\nThese were rated before:\n\n{examples}\n\nNow foretell this one.\n"
# In the prompt's own tags: a text that imitates them gets other brackets.
EXAMPLE = """<question>
{question}
</question>

<previous>
{previous}
</previous>

<instruction>
{instruction}
</instruction>

<answer>
{answer}
</answer>

Rating: {rating}"""

# Words by which a question shows that it speaks of the text it was drafted from.
ANCHORED = re.compile(
    r"\b(?:(?:this|these) (?:paper|article|paragraph|passage|section|text|work|stud)(?:s|y|ies)?"
    r"|the (?:paper|article|paragraph)s?|authors?|mentioned|aforementioned|described above|et al"
    r"|diese[rnms]? (?:arbeit|studie|aufsatz|absatz|abschnitt)(?:e?s|en)?"
    r"|autor(?:en|in|innen)?|erwähnte?[nrs]?)\b",
    re.IGNORECASE,
)
# As many questions as may be asked for: what a run costs is estimated with them.
QUESTIONS = tuple(f"How is matter {number} dealt with?" for number in range(20))
