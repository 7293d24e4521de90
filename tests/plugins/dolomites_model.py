"""A model for tests of dolomites' jobs, with answers that tests can predict.

`by_prompt` is a rule for the test server. Its answers depend only on the texts in the request.
"""

from __future__ import annotations

import re
from typing import Any

from tests.llm import server as say
from tests.llm.reading import number_of, shown

USELESS = "nothing of use to anybody"  # in passages: the model says that they do not suffice
AXES = ("adherence", "accuracy", "depth", "completeness", "coherence")


def titles_in(plan: str) -> list[str]:
    """Return the titles of sections in a prompt's list of sections."""
    return re.findall(r"^\d+\. (.*?)(?: \(expected length: .*\))?$", plan, re.MULTILINE)


def sides_of(task: str) -> tuple[list[str], list[str]]:
    """Return the titles of a task's input sections and of its output sections."""
    inputs, _, outputs = task.partition("\n\nOutput sections:\n")
    return titles_in(inputs.partition("\n\nInput sections:\n")[2]), titles_in(outputs)


def written(titles: list[str], about: str, model: str) -> str:
    """Return sections with this model's texts."""
    parts = [f"**{one}:** {model} on {one}, {number_of(one + about, 1000)}." for one in titles]
    return "\n\n".join(parts)


def queries_of(task: str, number: int, start: int = 1) -> list[str]:
    subject = task.partition("Objective: ")[2].split()[0:3]
    return [f"{' '.join(subject)} case {place}" for place in range(start, start + number)]


def quality(text: str) -> int:
    """Return the quality that every judge attributes to an output, 0 to 4."""
    return number_of(text, 5)


def verdict_of(first: str, second: str) -> str:
    one, other = quality(first), quality(second)
    return "same" if one == other else "1" if one > other else "2"


def entailed(premise: str, hypothesis: str) -> float:
    """Return the probability of “yes”."""
    return (1 + number_of(premise + hypothesis, 8)) / 10


def scores_of(output: str) -> dict[str, int]:
    return {axis: 1 + (quality(output) + place) % 5 for place, axis in enumerate(AXES)}


def by_prompt(asked: say.Asked) -> say.Answer | None:
    """Return the answer to any request of dolomites."""
    form = asked.form
    names = set(form["properties"]) if form is not None else set()
    if "queries" in names:
        number = re.search(r"Give (\d+) search queries", asked.text)
        assert number is not None
        return say.data({"queries": queries_of(shown(asked, "task"), int(number[1]))})
    if "domains" in names:
        hosts = [f"https://www.site-{n}.example.org/about" for n in range(25)]
        return say.data({"domains": [*hosts, "not a host", "SITE-0.example.org"]})
    if "points" in names:
        return say.data({"points": points_of(shown(asked, "output"))})
    if "verdict" in names:
        first, second = shown(asked, "first_output"), shown(asked, "second_output")
        return say.data({"reason": "So.", "verdict": verdict_of(first, second)})
    if "adherence" in names:
        return say.data({"reason": "Because.", **scores_of(shown(asked, "output"))})
    if "probability" in names:
        value = entailed(shown(asked, "premise"), shown(asked, "hypothesis"))
        return say.data({"reason": "It may be.", "probability": value})
    if "fact_added" in names:
        longer = len(shown(asked, "after")) > len(shown(asked, "before"))
        return say.data({name: longer and name in ("fact_added", "style") for name in names})
    if "verbose" in names:
        return say.data({name: name == "lacking_depth" for name in names})
    if "<hypothesis>" in asked.text:
        yes = entailed(shown(asked, "premise"), shown(asked, "hypothesis"))
        return say.Answer("yes", chances={"yes": yes, "no": 1 - yes})
    if "INSUFFICIENT CONTEXT" in asked.text:
        if "<passages>" in asked.text and USELESS in shown(asked, "passages"):
            return say.text("INSUFFICIENT CONTEXT\nThe passages are about something else.")
        about = asked.text + asked.model
        inputs, outputs = sides_of(shown(asked, "task"))
        sides = written(inputs, about, asked.model), written(outputs, about, asked.model)
        return say.text(f"=== INPUT ===\n{sides[0]}\n\n=== OUTPUT ===\n{sides[1]}")
    if "Write the output sections" in asked.text:
        _, outputs = sides_of(shown(asked, "task"))
        return say.text(written(outputs, shown(asked, "input") + asked.model, asked.model))
    return None


def points_of(output: str) -> list[dict[str, Any]]:
    first = output.split("\n")[0]
    return [
        {"aspect": "depth", "text": f"{first} stays general."},
        {"aspect": "factual", "text": "Check the figures of the first section."},
        {"aspect": "inconsistencies", "text": "The second section contradicts the first."},
    ]
