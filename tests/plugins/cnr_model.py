"""A model for tests of cnr's jobs, with answers that tests can predict.

`by_form` is a rule for the test server. Its answers depend only on the texts in the request.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tests.llm import server as say
from tests.llm.reading import number_of, shown


def score_of(text: str, *, is_first: bool) -> float:
    """Return this judge's score of a text: the text shown first gets half a point more."""
    return 1 + number_of(text, 9) + (0.5 if is_first else 0)


def critique_of(response: str) -> dict[str, Any]:
    """Return this model's critique; every fourth response needs no improvement."""
    words = response.split()
    quote = words[0] if words else ""
    fine = number_of(response, 4) == 0
    negative = [] if fine else [{"text": f"“{quote}” is a weak beginning.", "quote": quote}]
    return {
        "score": 5 if fine else 1 + number_of(response, 4),
        "positive": [{"text": "It ends where it should.", "quote": words[-1] if words else ""}],
        "negative": negative,
        "nothing_to_improve": fine,
    }


def by_form(asked: say.Asked) -> say.Answer | None:
    """Return the answer to any request of cnr."""
    form = asked.form
    names = set(form["properties"]) if form is not None else set()
    if "nothing_to_improve" in names:
        return say.data(critique_of(shown(asked, "response")))
    if "first_score" in names:
        first, second = shown(asked, "first_response"), shown(asked, "second_response")
        return say.data(
            {
                "first_score": score_of(first, is_first=True),
                "second_score": score_of(second, is_first=False),
                "review": f"The first has {len(first)} characters.",
            }
        )
    if "pattern" in names:
        shorter = len(shown(asked, "other_response")) < len(shown(asked, "preferred_response"))
        return say.data({"reason": "So.", "pattern": "less detailed" if shorter else "other"})
    if "clarity" in names:
        return say.data({name: name in mentioned(shown(asked, "critique")) for name in names})
    if "feedback" in names:
        number = re.search(r"number (\d+)", asked.text)
        category = re.search("The kind of fault: ([^.]*)", asked.text)
        assert number is not None
        assert category is not None
        about = f"{category[1]} {number[1]}"
        return say.data(
            {"prompt": f"Ask {about}", "response": f"Say {about}", "feedback": f"Lacks {about}"}
        )
    if "coarse" in names:
        feedback = shown(asked, "feedback")
        return say.data({"detailed": f"{feedback}, there.", "coarse": f"{feedback[:5]}"})
    if "value" in names:
        return say.data({"reason": "Because.", "value": value_of(asked)})
    if "<critique>" in asked.text:
        return say.text(revised(shown(asked, "response"), asked.model))
    if "Write a better response" in asked.text:
        return say.text(f"Better: {shown(asked, 'response')}")
    if form is None and len(asked.messages) == 1:
        return say.text(f"{asked.model} on {asked.text.strip()}")
    return None


def revised(response: str, model: str) -> str:
    """Return the model's revision of a response: half of its words and a note."""
    words = response.split()
    return f"{' '.join(words[: len(words) // 2])} Revised by {model}: {number_of(response, 10**6)}."


def value_of(asked: say.Asked) -> int:
    """Return a rating from 1 to 5 that depends only on the rated text."""
    return 1 + number_of(what_is_rated(asked), 5)


def what_is_rated(asked: say.Asked) -> str:
    tags = ("revision",) if "<revision>" in asked.text else ("critique", "feedback")
    return json.dumps([shown(asked, tag) for tag in (*tags, "critique")])


def mentioned(critique: str) -> set[str]:
    """Return the categories whose first word occurs in a critique."""
    found = re.findall("[a-z]+", critique.casefold())
    words = {
        "instruction_following": "instruction",
        "correctness": "wrong",
        "relevance": "beside",
        "completeness": "missing",
        "clarity": "unclear",
        "safety": "danger",
    }
    return {code for code, word in words.items() if word in found}
