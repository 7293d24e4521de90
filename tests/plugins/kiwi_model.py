"""A model for tests of kiwi's jobs, with answers that tests can predict.

`by_prompt` is a rule for the test server. Its answers depend only on the texts in the request.
"""

from __future__ import annotations

import re

from plugins.kiwi.shapes import ERROR_TYPES, INSTRUCTION_TYPES
from tests.llm import server as say
from tests.llm.reading import number_of, shown


def answer_of(question: str, documents: str, model: str) -> str:
    cited = sorted(set(re.findall(r"^\[\d+\]", documents, re.MULTILINE)))
    return f"{model} on “{question}”, as {''.join(cited)} say."


def questions_of(paragraph: str) -> list[str]:
    first = paragraph.split()[0]
    asks = [f"How is {first} part {n} done?" for n in range(4)]
    return [*asks, "What do the authors leave open?", "A seventh?"]


def answerable(question: str) -> str:
    return ("yes", "no", "partially")[number_of(question, 3)]


def type_of(instruction: str) -> str:
    return INSTRUCTION_TYPES[number_of(instruction, len(INSTRUCTION_TYPES))]


def error_of(comment: str) -> str:
    return ERROR_TYPES[number_of(comment, len(ERROR_TYPES))]


def rating_of(answer: str, ratings: tuple[str, ...]) -> str:
    return ratings[number_of(answer, len(ratings))]


def by_prompt(asked: say.Asked) -> say.Answer | None:
    """Return the answer to any request of kiwi's jobs."""
    form = asked.form
    names = set(form["properties"]) if form is not None else set()
    if "questions" in names:
        return say.data({"questions": questions_of(shown(asked, "paragraph"))})
    if "verdict" in names:
        verdict = answerable(shown(asked, "question"))
        return say.data({"reason": "So it is.", "verdict": verdict})
    if "instruction_type" in names:
        return say.data({"instruction_type": type_of(shown(asked, "instruction"))})
    if "error_type" in names:
        return say.data({"error_type": error_of(shown(asked, "comment"))})
    if "rating" in names:
        last = asked.text.rpartition("<answer>\n")[2].partition("\n</answer>")[0]
        three = "neutral:" in asked.text
        ratings = ("good", "neutral", "bad") if three else ("good", "bad")
        return say.data({"rating": rating_of(last, ratings)})
    if "<documents>" in asked.text:
        question, documents = shown(asked, "question"), shown(asked, "documents")
        return say.text(answer_of(question, documents, asked.model))
    return None
