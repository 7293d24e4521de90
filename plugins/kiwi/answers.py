"""Answers of the later stages as rows, for people who work with files instead of the window.

The answers are exported as second ratings and labels, which other projects can import.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import Blank, Identifier, OptionalId, OptionalText, Row, Seconds
from desktop_app.core.messages import msg
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.row_conversion import external_annotation, known_item
from plugins.kiwi.checks import again_about, check_again, check_label, label_about
from plugins.kiwi.records import annotation_body
from plugins.kiwi.shapes import AGAIN, ASKS, LABEL, present


class AnswerRow(Row):
    """A person's answers about turns of one session.

    At the stage of second ratings, `ratings` maps the numbers of turns to ratings. All other fields
    are labels of one turn.
    """

    json_fields: ClassVar[frozenset[str]] = frozenset(("ratings",))

    item: Identifier
    annotator: OptionalId = None
    ratings: Annotated[dict[str, Any] | None, Blank] = None
    instruction_type: OptionalText = None
    error_type: OptionalText = None
    retrieval: OptionalText = None
    seconds: Seconds = None

    def answers(self, stage: str) -> dict[str, Any]:
        """Return the answers in normal form. Raises FieldError."""
        given = present({name: getattr(self, name) for name in ("ratings", *ASKS)})
        return check_again(given) if stage == AGAIN else check_label(given)

    def body(self, item: str, annotator: str, stage: str) -> dict[str, Any]:
        """Return the body of the annotation for this row. Raises FieldError."""
        answers = self.answers(stage)
        return annotation_body(item, annotator, stage, answers, self.seconds, self.extra())


def build_answer(row: AnswerRow, context: ImportContext) -> Iterable[Draft]:
    """Turn answers from another source into an external person and an annotation.

    Raises RefusedError for an item of another stage, and for ratings of one's own session.
    """
    if row.annotator is None:
        raise FieldError("annotator", msg("is missing"))
    item = known_item(row.item, context)
    content = context.content_of(item) or {}
    # The item's content shows its stage: second ratings have turns, labels have one turn.
    stage = AGAIN if "turns" in content else LABEL
    # An item with neither is a session's.
    if stage == LABEL and "turn" not in content:
        raise RefusedError(
            msg("“{item}” is already part of a session", item=row.item),
            hint=msg("Import sessions with --what sessions."),
        )
    # A second rating is for agreement between people, so it must be another person's.
    if stage == AGAIN and (context.origin_of(item) or {}).get("author") == row.annotator:
        raise RefusedError(
            msg("“{annotator}” cannot rate a session of their own again", annotator=row.annotator)
        )
    body = row.body(item, row.annotator, stage)
    if stage == AGAIN:
        again_about(content, body["answers"])
    else:
        label_about(content, body["answers"])
    yield from external_annotation(body, context, f"{row.item} by {row.annotator}")


ROW_KINDS: Mapping[str, RowSpec] = {"answers": RowSpec("answers", AnswerRow, build_answer)}
