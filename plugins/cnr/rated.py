"""The scores of responses as a question with numbers, for automatic raters."""

from __future__ import annotations

from desktop_app.core.forms import Form
from desktop_app.core.protocol.data import Dataset, RatedPart, RatedQuestion
from desktop_app.core.rated_questions import rated_question
from plugins.cnr.critiques import form_file
from plugins.cnr.reviews import Finals, finals_of
from plugins.cnr.rows import CRITIQUE


def rated_questions(dataset: Dataset, form: Form) -> list[RatedQuestion]:
    """Return the question for the score of a response, with the scores of all critiques.

    `form`: the form of critiques
    """
    return questions_of(dataset, finals_of(dataset), form)


def questions_of(dataset: Dataset, finals: Finals, form: Form | None = None) -> list[RatedQuestion]:
    """Return the same for critiques that were read already. Responses to a prompt are a group."""
    scores: dict[str, list[object]] = {}
    for one in finals.all:
        scores.setdefault(one.item.key, []).append(one.answers.get("score"))
    form = form or form_file("critique")
    question = next(one for one in form.questions if one.key == "score")
    answered = []
    for item in dataset.items:
        # Items to critique are stored without a stage.
        if item.stage in ("", CRITIQUE):
            prompt, response = (str(item.content.get(name, "")) for name in ("prompt", "response"))
            part = RatedPart(
                item.key,
                response,
                document=prompt,
                name=item.name,
                group=item.group,
                material=f"Prompt:\n{prompt}\n\nResponse:\n{response}",
            )
            answered.append((part, scores.get(item.key, [])))
    rated = rated_question(question, form, answered)
    return [rated] if rated is not None else []
