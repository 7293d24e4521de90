"""The model jobs that revise: with or without a critique, in every setting, and in rounds.

Source: the CnR paper, sections 4 (the settings), 6.3 (iterations) and 7.3 (diagnostic samples).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, Field

from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import Asking, parted, request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Reply, Request, Unit, Work
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import Draft
from desktop_app.core.replies import reply_text
from plugins.cnr.critiques import check_critique, critique_in_words
from plugins.cnr.jobs.drafting import critique_of, critique_request
from plugins.cnr.jobs.replies import OF, diagnostics_of, items_of, needed, one_a_prompt, texts_of
from plugins.cnr.other_rows import ResponseRow, build_response
from plugins.cnr.reviews import finals_of

# Values of the option “using” that are not the name of a model.
OWN, PEOPLE, NONE = "own", "people", "none"
PAPER_ROUNDS = 5
MOST_ROUNDS = 20

Setting = Literal["pr", "pir", "picr"]


class ReviseOptions(Asking):
    """Options of the job `revise`.

    Diagnostic samples are revised with each of their own critiques; `using` is then ignored.
    """

    of: Literal["items", "diagnostics"] = Field(
        default="items",
        title=msg("Responses to revise"),
        json_schema_extra={"labels": OF},
        description=msg("“items”, or “diagnostics”: the diagnostic samples"),
    )
    using: str = Field(
        default=OWN,
        min_length=1,
        max_length=300,
        title=msg("Critique to use"),
        description=msg(
            "whose critique: “own”, “people”, “none”, or the name of a model that has "
            "written critiques"
        ),
    )


class ReviseJob:
    """Revise each response."""

    key: ClassVar[str] = "revise"
    title: ClassVar[str] = msg("Revise responses")
    prompts: ClassVar[Sequence[str]] = ("critique", "revise", "improve")
    options: ClassVar[type[BaseModel]] = ReviseOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        assert isinstance(options, ReviseOptions)
        if options.of == "diagnostics":
            yield from _of_samples(dataset)
        # With its own critique or without one, a model revises each item only once. The revision
        # then needs no name.
        elif options.using in (OWN, NONE):
            for item in needed(items_of(dataset), options.of):
                yield Unit(item.key, item.name, (item, None, ""))
        elif options.using == PEOPLE:
            yield from _by_people(dataset)
        else:
            yield from _by_model(dataset, options.using)

    def work(self, unit: Unit, brief: Brief) -> Work:
        options = brief.options
        assert isinstance(options, ReviseOptions)
        if options.of == "diagnostics":
            item, follows = unit.data
            return _by_words(item, follows, brief)
        item, critique, name = unit.data
        if options.using == NONE:
            return _without(item, brief)
        return _by_critique(item, critique, name, brief)


def _unit(item: ItemData, name: str, label: str, data: object) -> Unit:
    """Return one of several units about an item."""
    return Unit(f"{item.key}:{name}", label, data, groups=(item.name, item.key))


def _of_samples(dataset: Dataset) -> Iterable[Unit]:
    samples = needed(diagnostics_of(dataset), "diagnostics")
    result = False
    for item in samples:
        for follows in ("detailed", "coarse"):
            if item.origin.get(follows):
                result = True
                yield _unit(item, follows, f"{item.name}, {follows}", (item, follows))
    if not result:
        raise UsageError(
            msg("no diagnostic sample has a detailed or a coarse critique"),
            hint=msg("Have a model write the critiques: run DIR feedback."),
        )


def _by_people(dataset: Dataset) -> Iterable[Unit]:
    result = False
    for one in finals_of(dataset).all:
        if one.counts and critique_in_words(one.answers):
            result = True
            # As in the ids of training records, the name contains neither item nor person.
            name = one.annotation.rev[:16]
            label = f"{one.item.name}:{one.annotation.annotator}"
            yield _unit(one.item, name, label, (one.item, one.answers, name))
    if not result:
        raise UsageError(msg("there are no critiques by people that may be used"))


def _by_model(dataset: Dataset, model: str) -> Iterable[Unit]:
    # The option may be the name of a model or its alias.
    model = dataset.model_named(model)
    items = {item.key: item for item in items_of(dataset)}
    result = False
    for row in dataset.rows.get("critiques", ()):
        item = items.get(str(row["item"]))
        if item is not None and row["model"] == model:
            result = True
            # The alias instead of the name, because this becomes an id, and exports show ids to
            # people who must not know the model.
            alias = dataset.aliases.get(model, "")
            name = f"{alias}/{row['id']}" if row.get("id") else alias
            yield _unit(item, name, f"{item.name}, {model}", (item, row, name))
    if not result:
        raise UsageError(
            msg("there are no critiques by “{model}”", model=model),
            hint=msg(
                "“using” must be own, people, none, or the name of a model that has "
                "written critiques."
            ),
        )


def _by_critique(
    item: ItemData, critique: Mapping[str, Any] | None, name: str, brief: Brief
) -> Work:
    options = brief.options
    assert isinstance(options, ReviseOptions)
    step = yield from _step(item, texts_of(item), critique, brief)
    if options.using == PEOPLE:
        # A person's critique is not copied, because the copy would remain after a withdrawal of
        # consent. The id identifies the critique.
        step = {field: value for field, value in step.items() if field != "critique"}
    return _draft(item, brief, step, id=name or None)


def _without(item: ItemData, brief: Brief) -> Work:
    reply = yield request(brief, "improve", {"item": item.key}, texts_of(item), purpose="revise")
    step = {"setting": "pir", "response": reply_text(reply), "call": reply.call}
    return _draft(item, brief, step)


def _by_words(item: ItemData, follows: str, brief: Brief) -> Work:
    words = str(item.origin[follows])
    texts = {**texts_of(item), "critique": words}
    reply = yield request(brief, "revise", {"item": item.key}, texts)
    step = {"setting": "picr", "response": reply_text(reply), "call": reply.call}
    return _draft(item, brief, step, follows=follows)


def _step(
    item: ItemData,
    texts: Mapping[str, str],
    critique: Mapping[str, Any] | None,
    brief: Brief,
) -> Generator[Request, Reply, dict[str, Any]]:
    """Critique a response, unless there is a critique already, and revise it.

    Returns the fields of the revision. A response that needs no improvement stays unchanged,
    without a request.
    """
    more: dict[str, Any] = {}
    if critique is None:
        reply = yield critique_request(brief, item.key, texts)
        critique = critique_of(reply, texts["response"])
        more["critique_call"] = reply.call
    kept = {name: critique[name] for name in _KEPT if name in critique}
    step = {"setting": "picr", "critique": check_critique(kept), **more}
    # An empty response is revised even if its critique finds nothing to improve.
    if critique.get("nothing_to_improve") and texts["response"]:
        return {**step, "response": texts["response"]}
    asked = {**texts, "critique": critique_in_words(critique)}
    reply = yield request(brief, "revise", {"item": item.key}, asked)
    return {**step, "response": reply_text(reply), "call": reply.call}


# Fields of a critique that are stored with a revision. `addressed` is not stored, because it refers
# to the author's own revision.
_KEPT = ("score", "positive", "negative", "nothing_to_improve", "categories")


def _draft(item: ItemData, brief: Brief, step: Mapping[str, Any], **more: Any) -> list[Draft]:
    row = {"item": item.key, "model": brief.model, **step, **more}
    return list(build_response(ResponseRow.model_validate(row), brief.context))


# Rounds.
class IterateOptions(Asking):
    """Options of `iterate`."""

    rounds: int = Field(
        default=PAPER_ROUNDS,
        ge=1,
        le=MOST_ROUNDS,
        title=msg("Rounds of revision"),
        description=msg("number of rounds of critique and revision per response"),
    )


class IterateJob:
    """Critique and revise each response repeatedly, and keep every round.

    If a round produces a different text from an earlier run of the same model, the later rounds of
    that run are withdrawn, because they continue a text that no longer exists.
    """

    key: ClassVar[str] = "iterate"
    title: ClassVar[str] = msg("Critique and revise in rounds")
    prompts: ClassVar[Sequence[str]] = ("critique", "revise")
    options: ClassVar[type[BaseModel]] = IterateOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        # Rounds of earlier runs by item, model and number of the round.
        made: dict[str, dict[str, dict[int, str]]] = {}
        for row in dataset.rows.get("responses", ()):
            # Rows with an id, “follows” or “initial” were written by other jobs.
            if row.get("iteration") and not any(row.get(n) for n in ("id", "follows", "initial")):
                by_model = made.setdefault(str(row["item"]), {})
                rounds = by_model.setdefault(str(row["model"]), {})
                rounds[int(row["iteration"])] = str(row["response"])
        for item in needed(items_of(dataset), "items"):
            yield Unit(item.key, item.name, (item, made.get(item.key, {})))

    def work(self, unit: Unit, brief: Brief) -> Work:
        item: ItemData
        item, made = unit.data
        before: Mapping[int, str] = made.get(brief.model, {})
        options = brief.options
        assert isinstance(options, IterateOptions)
        texts, is_other = texts_of(item), False
        drafts: list[Draft] = []
        for number in range(1, options.rounds + 1):
            try:
                step = yield from _step(item, texts, None, brief)
            except ModelError as error:
                # Rounds that were complete before the error are saved.
                error.made = [*drafts, *_taken_back(item, brief, before, number, is_other)]
                raise
            # The next round revises this revision.
            texts = {**texts, "response": step["response"]}
            is_other = is_other or before.get(number, step["response"]) != step["response"]
            drafts += _draft(item, brief, step, iteration=number)
        return [*drafts, *_taken_back(item, brief, before, options.rounds + 1, is_other)]


def _taken_back(
    item: ItemData, brief: Brief, before: Mapping[int, str], first: int, is_other: bool
) -> list[Draft]:
    """Return the withdrawals of rounds from `first` on, if an earlier round `is_other` now."""
    step = {"setting": "picr", "response": ""}
    gone = [number for number in sorted(before) if is_other and number >= first]
    # A draft without a body withdraws the record with its key. The key does not depend on the text.
    drafts = [draft for n in gone for draft in _draft(item, brief, step, iteration=n)]
    return [replace(draft, body=None) for draft in drafts]


# Chains of settings.
class ChainOptions(Asking):
    """Options of `chain`."""

    settings: Annotated[
        tuple[Setting, ...],
        BeforeValidator(parted),
        Field(
            min_length=1,
            title=msg("Settings to run"),
            description=msg(
                "“pr”: a response; “pir”: the response revised; “picr”: the response "
                "critiqued and revised"
            ),
        ),
    ] = ("pr", "pir", "picr")


class ChainJob:
    """Answer each prompt in every setting, starting with a response by the model itself."""

    key: ClassVar[str] = "chain"
    title: ClassVar[str] = msg("Respond, critique and revise in a chain")
    prompts: ClassVar[Sequence[str]] = ("draft", "critique", "revise", "improve")
    options: ClassVar[type[BaseModel]] = ChainOptions

    def units(self, dataset: Dataset, options: BaseModel) -> Iterable[Unit]:
        for item in one_a_prompt(needed(items_of(dataset), "items")):
            yield Unit(item.key, item.name, item)

    def work(self, unit: Unit, brief: Brief) -> Work:
        item: ItemData = unit.data
        options = brief.options
        assert isinstance(options, ChainOptions)
        prompt = texts_of(item)["prompt"]
        # The initial response is requested even without “pr”, because the other settings revise it.
        about = {"item": item.key}
        first = yield request(brief, "draft", about, {"prompt": prompt})
        initial = reply_text(first)
        texts = {"prompt": prompt, "response": initial}
        drafts: list[Draft] = []
        if "pr" in options.settings:
            step = {"setting": "pr", "response": initial, "call": first.call}
            drafts += _draft(item, brief, step)
        if "pir" in options.settings:
            reply = yield request(brief, "improve", about, texts, purpose="revise")
            step = {"setting": "pir", "response": reply_text(reply), "call": reply.call}
            drafts += _draft(item, brief, step, initial=initial)
        if "picr" in options.settings:
            step = yield from _step(item, texts, None, brief)
            drafts += _draft(item, brief, step, initial=initial)
        return drafts
