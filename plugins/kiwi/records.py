"""Helpers for all kinds of rows: names in exported files, records of rows, and field types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Annotated, Any

from pydantic import Field

from desktop_app.core import row_conversion
from desktop_app.core.fields import Blank, Row, Whole, words_in
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.core.row_conversion import row_by_form
from plugins.kiwi.project_questions import Question, questions_of
from plugins.kiwi.shapes import KEY, SESSION


class Names(row_conversion.Names):
    """The ids of questions and sessions, and the aliases of models, in one dataset."""

    def __init__(self, dataset: Dataset, reveal_models: bool) -> None:
        super().__init__(dataset, reveal_models)
        self.items: Mapping[str, ItemData] = {item.key: item for item in dataset.items}

    @cached_property
    def _questions(self) -> Mapping[str, Question]:
        return questions_of(self.dataset)

    def question(self, item: Any) -> str:
        """Return the id of an item's question, or the item's own name if that is unknown."""
        item_data = self.items.get(str(item))
        question = self._questions.get(str(item_data.origin.get("question"))) if item_data else None
        return question.label if question else self.item(item)

    def model_of(self, item: Any) -> str | None:
        """Return the name or alias of an item's model; None if the item has no model."""
        item_data = self.items.get(str(item))
        name = item_data.origin.get("model") if item_data else None
        return str(self.model(name)) if name else None

    def session(self, item: Any, author: Any) -> str:
        """Return the id of a session.

        It is the id with which the session was imported, or else “question:annotator”, with the
        model in between if that is ambiguous.
        """
        return self._sessions.get((str(item), str(author)), f"{item}:{author}")

    @cached_property
    def _sessions(self) -> Mapping[tuple[str, str], str]:
        sessions = [one for one in self.dataset.annotations if one.stage == SESSION]
        result = {(one.item, one.annotator): self._plain(one) for one in sessions}
        times = Counter(result.values())
        # An annotator may have worked on one question with several models.
        for (item, author), name in result.items():
            if times[name] > 1:
                result[item, author] = f"{self.question(item)}:{self.model_of(item)}:{author}"
        return result

    def _plain(self, session: AnnotationData) -> str:
        named = session.extra.get("id")
        return str(named) if named else f"{self.question(session.item)}:{session.annotator}"


Count = Annotated[Annotated[Whole, Field(ge=0, le=100_000)] | None, Blank]


def word_list(value: Any) -> Any:
    """Split a text such as “a; b” into a list; None becomes an empty list."""
    return [] if value is None else words_in(value)


def stored(row: Row, **changed: Any) -> dict[str, Any]:
    """Return all fields of a row, including unknown ones, for a lead-only record.

    `changed`: fields whose values replace those of the row; None leaves a field out
    """
    fields = {name: getattr(row, name) for name in type(row).model_fields}
    return {**row.extra(), **fields, **changed}


# `data` returns the draft of a lead-only record of a row; `annotation_body` returns the body of an
# annotation of any stage.
data = partial(row_conversion.kept_row, KEY)
annotation_body = partial(row_conversion.annotation_body, KEY)


_MODELS = ("model", "labeller", "method")
# Fields of stored rows that are not exported.
_OWN = ("key", "author", "of")


def kept_rows(
    names: Names, rows: Iterable[Mapping[str, Any]], form: type[Row]
) -> Iterator[dict[str, Any]]:
    """Yield lead-only stored rows so that they can be imported again.

    Items are named by question and model. Models have aliases unless `names` reveals them.
    """
    for kept in rows:
        row = {name: value for name, value in kept.items() if name not in _OWN}
        row |= {name: names.rater(row[name]) for name in _MODELS if isinstance(row.get(name), str)}
        if "item" in row:
            row |= {"item": names.question(kept["item"]), "model": names.model_of(kept["item"])}
        yield row_by_form(form, row, row)
