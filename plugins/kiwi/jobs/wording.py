"""Fixed texts that models receive in addition to the prompts, and patterns for their answers.

The texts are English in every interface language.
"""

from __future__ import annotations

import re

NOTHING_FOUND = "(The papers hold no passage on this.)"
NONE = "none of the words that were asked for"
NO_QUESTION = "there is no question"

EXAMPLES = "\nThese were rated before:\n\n{examples}\n\nNow foretell this one.\n"
# With the prompt's own tags. Texts that contain such tags get other brackets.
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

# English and German words that show that a question refers to the text it was drafted from.
ANCHORED = re.compile(
    r"\b(?:(?:this|these) (?:paper|article|paragraph|passage|section|text|work|stud)(?:s|y|ies)?"
    r"|the (?:paper|article|paragraph)s?|authors?|mentioned|aforementioned|described above|et al"
    r"|diese[rnms]? (?:arbeit|studie|aufsatz|absatz|abschnitt)(?:e?s|en)?"
    r"|autor(?:en|in|innen)?|erwähnte?[nrs]?)\b",
    re.IGNORECASE,
)
# Made-up questions, as many as can be requested. The cost of a run is estimated with them.
QUESTIONS = tuple(f"How is matter {number} dealt with?" for number in range(20))
