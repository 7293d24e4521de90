"""The ratings of turns as a question with numbers, for automatic raters."""

from __future__ import annotations

from desktop_app.core.forms import Form
from desktop_app.core.protocol.data import Dataset, RatedPart, RatedQuestion
from desktop_app.core.rated_questions import rated_question
from plugins.kiwi.session_data import Collected, Place, Turn, read
from plugins.kiwi.shapes import SESSION
from plugins.kiwi.stages.base import form_file


def rated_questions(dataset: Dataset, form: Form) -> list[RatedQuestion]:
    """Return the question about each turn, with the ratings of its author and of other people.

    `form`: the form of sessions
    """
    return questions_of(read(dataset), form)


def questions_of(found: Collected, form: Form | None = None) -> list[RatedQuestion]:
    """Return the same for sessions that were read already. The turns of a session are a group."""
    ratings: dict[Place, list[str]] = {
        place: [turn.rating] if turn.rating else [] for place, turn in found.turns.items()
    }
    for one in found.seconds:
        ratings[one.place].append(one.rating)
    form = form or form_file(SESSION)
    question = next(one for one in form.questions if one.key == "rating")
    answered = [(_part(turn), ratings[place]) for place, turn in found.turns.items()]
    # Its first step is “good”.
    rated = rated_question(question, form, answered, is_descending=True)
    return [rated] if rated is not None else []


def _part(turn: Turn) -> RatedPart:
    item, author, number = turn.place
    texts = {
        "Question": turn.question,
        "Previous answer": turn.previous,
        "Instruction": turn.instruction,
        "New answer": turn.answer,
    }
    return RatedPart(
        item,
        turn.answer,
        annotator=author,
        part=str(number),
        name=f"{turn.session}, {author}, {number}",
        group=f"{item}:{author}",
        material="\n\n".join(f"{name}:\n{text}" for name, text in texts.items()),
        # Several people have sessions about one question, with the same papers.
        about=turn.question,
    )
