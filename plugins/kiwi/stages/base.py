"""Base classes of kiwi's stages, which determine rows, items, exports, settings and analysis.

A stage is a class in a module of this package, listed in `STAGES` in `protocol.py`. No other module
names it. `TurnStage` is the base of stages at which people answer questions about turns of sessions
that others have submitted.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from desktop_app.core.errors import FieldError, RefusedError
from desktop_app.core.fields import Row
from desktop_app.core.json_values import entries
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, OwnExport
from desktop_app.core.protocol.rows import Draft, ImportContext, RowSpec
from desktop_app.core.protocol.stage import Stage, refuse_foreign
from desktop_app.core.protocol.wording import AnswerContext, ItemWords, PartWords
from desktop_app.core.row_conversion import external_annotation, known_item
from plugins.kiwi import wording
from plugins.kiwi.records import annotation_body
from plugins.kiwi.settings import Settings
from plugins.kiwi.shapes import SESSION, present
from plugins.kiwi.turn_items import Turn, TurnItem

if TYPE_CHECKING:
    from desktop_app.core.analysis import Figure, Table
    from desktop_app.core.forms import Form
    from plugins.kiwi.measures import KiwiOptions
    from plugins.kiwi.session_data import Collected

# Fields of a row of answers that are no answers.
_NO_ANSWERS = ("item", "annotator", "seconds")


def form_text(name: str) -> str:
    """Return the text of one of this protocol's form files."""
    return files("plugins.kiwi").joinpath("forms", f"{name}.yaml").read_text("utf-8")


@cache
def form_file(name: str) -> Form:
    """Return one of this protocol's forms."""
    from desktop_app.core.forms import parse_form  # Only needed where questions are asked.

    return parse_form(form_text(name), file=f"{name}.yaml", shipped=True)


def who_prefers(topic: Any, dataset: Dataset, people: Collection[str]) -> list[str]:
    """Return those of `people` who chose this topic.

    Case and white space are ignored. People choose topics in rows of preferences, in the
    questionnaire about their background and on the roster. Never raises.
    """
    name = _plain(topic)
    if not name:
        return []
    rows = {str(row.get("annotator")): row for row in dataset.rows.get("preferences", ())}
    result = []
    for person in people:
        places = (rows, dataset.background, dataset.people)
        named = (place.get(person, {}).get("topics") for place in places)
        if any(name == _plain(one) for topics in named for one in entries(topics)):
            result.append(person)
    return result


def _plain(topic: Any) -> str:
    return " ".join(topic.split()).casefold() if isinstance(topic, str) else ""


@dataclass(frozen=True)
class Shown:
    """What an analysis shows of a stage's figures. Tables without rows are left out."""

    tables: Sequence[Table] = ()
    figures: Sequence[Figure | None] = ()
    notes: Sequence[str] = ()


S = TypeVar("S", bound=Settings)


class KiwiStage(Stage, Generic[S]):
    """Base class of the stages: each has a form; items go first to people who chose their topic.

    `settings_type`: the settings with those that only this stage has, as a subclass of `Settings`
    `formats`: the export formats of its answers, each with a short description, by name
    `is_about_turns`: whether its items are turns of submitted sessions (see `items_of_turns`)
    `not_drawn`: why an item about turns is closed if the stage no longer asks about any of them;
        stored with items, so it must not change
    `content_field`: a field of the content that only items of this stage have, so that rows of
        answers show which stage is meant (see `answer_rows`)
    `counted`: title of the column with the number of a person's answers, in the table of
        annotators; empty: no column
    `is_analysed_last`: whether its tables follow those of the other stages
    """

    prefers_people = True
    settings_type: ClassVar[type[Settings]] = Settings
    formats: ClassVar[Mapping[str, str]] = {}
    is_about_turns: ClassVar[bool] = False
    not_drawn: ClassVar[str] = ""
    content_field: ClassVar[str] = ""
    counted: ClassVar[str] = ""
    is_analysed_last: ClassVar[bool] = False

    def __init__(self, settings: S, stages: Iterable[type[Stage]] = ()) -> None:
        self._settings = settings
        self._stages = tuple(stages)

    def form(self) -> Form:
        return self.anchored(form_file(self.key))

    def check(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        refuse_foreign(self, answers, self._stages)
        return self.normal_form(answers)

    @abstractmethod
    def normal_form(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return answers in normal form, without fields of other stages.

        Raises FieldError for an invalid field.
        """

    def complete(self, content: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        # An empty `current` stands for a turn that was not begun. A turn in progress must be kept.
        return {name: value for name, value in answers.items() if value or name != "current"}

    def preferred(
        self,
        content: Mapping[str, Any],
        origin: Mapping[str, Any],
        dataset: Dataset,
        people: Collection[str],
    ) -> Collection[str]:
        return who_prefers(content.get("topic"), dataset, people)

    def in_words(
        self, path: tuple[str, ...], value: Any, context: AnswerContext
    ) -> PartWords | None:
        return wording.in_words(path, value, context)

    def item_in_words(self, context: AnswerContext) -> ItemWords | None:
        # The form of a session words the turns, whichever stage judges them.
        return wording.item_in_words(replace(context, form=form_file(SESSION)))

    # Rows and exports

    @property
    def row_kinds(self) -> Mapping[str, RowSpec]:
        """The kinds of rows about its answers, in the order of import."""
        return {}

    def export_format(
        self, dataset: Dataset, format_: str, options: Mapping[str, Any], *, reveal_models: bool
    ) -> OwnExport:
        """Return the files of one of its `formats`, as `Protocol.export_format` does."""
        raise NotImplementedError(f"stage {self.key} has no format {format_}")

    # Items

    def items_of_turns(
        self,
        dataset: Dataset,
        turns: Sequence[Turn],
        context: ImportContext,
        given: Collection[str],
    ) -> Iterable[TurnItem]:
        """Return the stage's items about turns of submitted sessions.

        `given`: keys of items that were assigned or answered; only their keys count, because their
            content does not change any more
        """
        return ()

    # The analysis

    def analysis_json(
        self, dataset: Dataset, found: Collected, options: KiwiOptions
    ) -> Mapping[str, Any]:
        """Return the stage's entries of the JSON document of an analysis.

        `found`: the sessions, with the ratings and labels of their turns
        """
        return {}

    def shown(self, data: Mapping[str, Any]) -> Shown:
        """Return the stage's tables, figures and notes, from the JSON document of an analysis."""
        return Shown()


# A stage with whatever settings.
AnyStage: TypeAlias = KiwiStage[Any]


class TurnStage(KiwiStage[S]):
    """A stage whose answers are about turns of submitted sessions."""

    is_about_turns = True

    def body(
        self, row: Any, item: str, annotator: str, content: Mapping[str, Any]
    ) -> dict[str, Any]:
        given = present(
            {name: getattr(row, name) for name in type(row).model_fields if name not in _NO_ANSWERS}
        )
        answers = self.check(given)
        return annotation_body(item, annotator, self.key, answers, row.seconds, row.extra())


def answer_rows(
    what: str,
    model: type[Row],
    stages: Sequence[AnyStage],
    *,
    title: str = "",
    export: Callable[[Any], Iterable[dict[str, Any]]] | None = None,
) -> RowSpec:
    """Return the kind of rows with answers at one or several stages about turns.

    `model`: the fields of a row: `item`, `annotator`, `seconds`, and the answers
    `stages`: the stages; the content of an item shows which of them is meant
    """

    def build(row: Any, context: ImportContext) -> Iterable[Draft]:
        """Yield the records of answers collected elsewhere: an external person and an annotation.

        Raises FieldError for missing or invalid answers; raises RefusedError for an unknown item,
        an item of another stage, and answers about one's own session where these do not count.
        """
        if row.annotator is None:
            raise FieldError("annotator", msg("is missing"))
        item = known_item(row.item, context)
        content = context.content_of(item) or {}
        stage = next((one for one in stages if one.content_field in content), None)
        if stage is None:
            raise RefusedError(
                msg("“{item}” is an item for sessions", item=row.item),
                hint=msg("Import sessions with --what sessions."),
            )
        if stage.own == "never" and (context.origin_of(item) or {}).get("author") == row.annotator:
            raise RefusedError(
                msg(
                    "“{annotator}” cannot rate a session of their own again",
                    annotator=row.annotator,
                )
            )
        body = stage.body(row, item, row.annotator, content)
        stage.check_about(content, body["answers"])
        yield from external_annotation(body, context, f"{row.item} by {row.annotator}")

    return RowSpec(what, model, build, title=title, export=export)
