"""Pairs of responses to compare, for judges and for people.

Every round of revision is compared with the *initial* response, the three settings with each other,
and models with each other or with one of them. Source: the CnR paper, sections 5 and 6.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, cast, get_args

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import UsageError
from desktop_app.core.job_options import drop_empty
from desktop_app.core.messages import msg
from desktop_app.core.protocol.data import Dataset, ItemData, OwnExport
from plugins.cnr.other_rows import SETTINGS, implied_source
from plugins.cnr.pairs import OWN, source_named
from plugins.cnr.rows import COMPARE, CRITIQUE, author_of

# Maximum length of an id in a row, in characters.
LONGEST_NAME = 300

Compared = Literal["revisions", "settings", "models", "pairs"]


@dataclass(frozen=True)
class Matchup:
    """Two responses to a prompt, and the attributes of their comparison.

    `models`: the authors of the responses
    `pair`: key of the item of the stage “compare”; without such an item, `question` names the
        comparison
    `item`: key of the item that the comparison is about
    `using`: the source of the critique that the second response follows: “own”, “people” or a
        model's name; empty if unknown
    """

    prompt: str
    responses: tuple[str, str]
    models: tuple[str, str]
    item: str
    pair: str = ""
    question: str = ""
    setting: str = ""
    iteration: int | None = None
    category: str = ""
    using: str = ""

    @property
    def place(self) -> tuple[Any, ...]:
        """The identity of the comparison, used to find its judgements."""
        return (
            self.pair or self.question, *self.models, self.setting, str(self.iteration or "")
        )  # fmt: skip

    @property
    def texts(self) -> str:
        """A digest of the texts. A judgement with another digest is outdated."""
        # 32 hexadecimal digits are enough to detect a change.
        return sha256_hex(canonical_bytes([self.prompt, *self.responses]))[:32]

    @property
    def names(self) -> tuple[str, ...]:
        """The names by which a lead may choose it for a job, alone or with its item."""
        return tuple(name for name in (self.question, self.pair, self.item) if name)

    @property
    def label(self) -> str:
        more = f", {self.setting}" if self.setting else ""
        more += f", {self.iteration}" if self.iteration else ""
        return f"{self.question or self.pair[:8]}: {' vs '.join(self.models)}{more}"

    def fields(self) -> dict[str, Any]:
        """Return the fields that identify this comparison in rows."""
        result = {
            "pair": self.pair,
            "question": self.question,
            "model_1": self.models[0],
            "model_2": self.models[1],
            "setting": self.setting,
            "iteration": self.iteration,
            "category": self.category,
            "using": self.using,
            "texts": self.texts,
        }
        return drop_empty(result)


def matchups(dataset: Dataset, compared: Compared, against: str = "") -> list[Matchup]:
    """Return the comparisons of one kind.

    `compared`: “revisions” with initial responses; “settings” with each other; “models” that
        answered the same prompts; “pairs” that people compare
    `against`: for models: compare only with this model (a name or an alias), which is then the
        first of the two

    Raises UsageError if there are none.
    """
    if compared == "revisions":
        result = list(_revisions(dataset))
        why = UsageError(
            msg("there are no revisions to compare"),
            hint=msg("Create revisions with a model first: run DIR revise, or run DIR iterate."),
        )
    elif compared == "settings":
        result = list(_settings(dataset))
        why = UsageError(
            msg("no model has answered a prompt in two settings"),
            hint=msg("Create responses with a model first: run DIR chain."),
        )
    elif compared == "models":
        result = list(_models(dataset, dataset.model_named(against)))
        why = UsageError(
            msg("there are no responses of different models to the same prompt"),
            hint=msg("Import some, and check the option “against”."),
        )
    else:
        result = list(_pairs(dataset))
        why = UsageError(
            msg("there are no pairs to compare"), hint=msg("Import some: --what pairs.")
        )
    if not result:
        raise why
    return result


def all_matchups(dataset: Dataset) -> dict[tuple[Any, ...], Matchup]:
    """Return all possible comparisons, by their places."""
    result = [*_revisions(dataset), *_settings(dataset), *_pairs(dataset)]
    # Imported judgements may name the models in either order.
    result += _models(dataset, "", both_ways=True)
    return {one.place: one for one in result}


def _items(dataset: Dataset) -> dict[str, ItemData]:
    return {item.key: item for item in dataset.items if item.stage in ("", CRITIQUE)}


def _text(item: ItemData, field: str) -> str:
    return str(item.content.get(field, ""))


def _about(
    item: ItemData, responses: tuple[str, str], models: tuple[str, str], **more: Any
) -> Matchup:
    """Return a comparison about an item, with the prompt and the category of the item."""
    category = str(item.origin.get("category") or "")
    return Matchup(
        _text(item, "prompt"), responses, models, item.key, **{"category": category, **more}
    )


def _responses(dataset: Dataset) -> Iterator[tuple[ItemData, Mapping[str, Any]]]:
    """Yield models' responses to items, in the order of the items."""
    items = _items(dataset)
    by_item: dict[str, list[Mapping[str, Any]]] = {}
    for row in dataset.rows.get("responses", ()):
        by_item.setdefault(str(row["item"]), []).append(row)
    for key, item in items.items():
        rows = by_item.get(key, [])
        # Rows are in the order of merging, which differs between leads.
        rows.sort(key=lambda row: (row["model"], row["setting"], row.get("iteration") or 0))
        yield from ((item, row) for row in rows)


def _revisions(dataset: Dataset) -> Iterator[Matchup]:
    """Yield every revision of an item's response together with that response."""
    for item, row in _responses(dataset):
        # Revisions of a model's own initial response do not revise the item's response.
        if row["setting"] != "pr" and not row.get("initial"):
            number = row.get("iteration")
            name = f"{item.name}#{row['id']}" if row.get("id") else item.name
            yield _about(
                item,
                (_text(item, "response"), str(row["response"])),
                (author_of(item.origin), str(row["model"])),
                question=name,
                setting=str(row["setting"]),
                iteration=int(number) if number else None,
                using=critique_source(dataset, row),
            )


def critique_source(dataset: Dataset, row: Mapping[str, Any]) -> str:
    """Return the source of the critique that a response follows.

    It is “own”, “people” or a model's name; empty if it is unknown.
    """

    # `model_named` returns an unknown alias unchanged, so only known models count.
    def model_of(alias: str) -> str:
        model = dataset.model_named(alias)
        return model if model in dataset.aliases else ""

    source = str(row.get("using") or "")
    return (OWN if source == row["model"] else source) or implied_source(row, model_of)


def _settings(dataset: Dataset) -> Iterator[Matchup]:
    """Yield pairs of one model's texts for one item in two settings, fewer steps first.

    If a model started with its own response, its revisions of the item's response are left out.
    """
    made: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    by_others: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    items = _items(dataset)
    for item, row in _responses(dataset):
        # An id without an initial response means a critique by another source (`implied_source`).
        if not row.get("iteration") and row.get("id") and not row.get("initial"):
            by_others.setdefault((item.key, str(row["model"])), []).append(row)
        elif not row.get("iteration") and not row.get("id"):
            own = made.setdefault((item.key, str(row["model"])), {})
            # A revision of the model's own response takes precedence over a revision of the item's
            # response.
            if row.get("initial") or row["setting"] not in own:
                own[str(row["setting"])] = row
    for (key, model), by_setting in made.items():
        item = items[key]
        if not any(row.get("initial") for row in by_setting.values()):
            yield from _with_other_critiques(dataset, item, by_setting, by_others.get((key, model)))
        else:
            by_setting = {
                name: row for name, row in by_setting.items() if row.get("initial") or name == "pr"
            }
        # In the order of SETTINGS, which is by number of steps.
        for first, second in combinations([s for s in SETTINGS if s in by_setting], 2):
            yield _about(
                item,
                (str(by_setting[first]["response"]), str(by_setting[second]["response"])),
                (model, model),
                question=item.name,
                setting=f"{first} vs {second}",
                using=critique_source(dataset, by_setting[second]),
            )


def _with_other_critiques(
    dataset: Dataset,
    item: ItemData,
    by_setting: Mapping[str, Mapping[str, Any]],
    others: Sequence[Mapping[str, Any]] | None,
) -> Iterator[Matchup]:
    """Yield revisions with critiques by other sources, each paired with settings of fewer steps."""
    for row in others or ():
        setting = str(row["setting"])
        for first in SETTINGS[: SETTINGS.index(setting)]:
            if first in by_setting:
                yield _about(
                    item,
                    (str(by_setting[first]["response"]), str(row["response"])),
                    (str(row["model"]), str(row["model"])),
                    question=f"{item.name}#{row['id']}",
                    setting=f"{first} vs {setting}",
                    using=critique_source(dataset, row),
                )


def _models(dataset: Dataset, against: str, *, both_ways: bool = False) -> Iterator[Matchup]:
    """Yield the responses of different models to one prompt.

    `against`: the first of the two models; if empty, the first one by name
    `both_ways`: whether to yield each pair in both orders
    """
    by_prompt: dict[str, list[ItemData]] = {}
    for item in _items(dataset).values():
        by_prompt.setdefault(item.group, []).append(item)
    for items in by_prompt.values():
        items.sort(key=lambda item: (author_of(item.origin), item.key))
        for first, second in combinations(items, 2):
            names = author_of(first.origin), author_of(second.origin)
            # A model is not compared with itself.
            if names[0] == names[1] or (against and against not in names):
                continue
            if both_ways or against != names[1]:
                yield _of_models(first, second)
            if both_ways or against == names[1]:
                yield _of_models(second, first)


def _of_models(first: ItemData, second: ItemData) -> Matchup:
    name = f"{first.name} {second.name}"
    return _about(
        first,
        (_text(first, "response"), _text(second, "response")),
        (author_of(first.origin), author_of(second.origin)),
        # Names of items can be too long for an id; their keys are not.
        question=name if len(name) <= LONGEST_NAME else f"{first.key} {second.key}",
        category=str(first.origin.get("category") or second.origin.get("category") or ""),
    )


def _pairs(dataset: Dataset) -> Iterator[Matchup]:
    """Yield the pairs that people compare, with responses 1 and 2 in this order."""
    for item in dataset.items:
        if item.stage == COMPARE:
            # “left” is the number of the response that is shown left.
            sides = ("left", "right") if item.origin.get("left", 1) == 1 else ("right", "left")
            number = item.origin.get("iteration")
            yield _about(
                item,
                (_text(item, sides[0]), _text(item, sides[1])),
                (str(item.origin.get("model_1")), str(item.origin.get("model_2"))),
                pair=item.key,
                using=str(item.origin.get("using") or ""),
                setting=str(item.origin.get("setting") or ""),
                iteration=int(number) if number else None,
            )


# Pairs for people to compare, as rows for `import`. They become items of the stage “compare”, which
# hides the models (CnR paper, table 1 and section 6.2).

_OPTIONS = ("compare", "against", "n", "seed")
# “pairs” are excluded, because they already are items for people.
_KINDS = tuple(kind for kind in get_args(Compared) if kind != "pairs")


def export_pairs(dataset: Dataset, options: Mapping[str, Any], *, reveal_models: bool) -> OwnExport:
    """Return “pairs.jsonl”: rows of kind “pairs”, without votes.

    Models have aliases unless revealed.

    `options`: “compare” (revisions, settings or models), “against” (for models: compare only with
        this one), “n” (size of a random sample; default: all pairs), “seed” (of the sample)

    Raises UsageError for invalid options, and if there is nothing to compare.
    """
    known = _OPTIONS
    for name in options:
        if name not in known:
            raise UsageError(
                msg("unknown option “{name}” for pairs", name=name),
                hint=msg("Options: {known}.", known=", ".join(known)),
            )
    kind = str(options.get("compare", "revisions"))
    if kind not in _KINDS:
        raise UsageError(
            msg("the option “compare” must be one of {kinds}", kinds=", ".join(_KINDS))
        )
    try:
        seed = int(str(options.get("seed", 0)))
        n = int(str(options["n"])) if "n" in options else None
    except ValueError:
        raise UsageError(msg("options “n” and “seed” must be whole numbers")) from None
    if seed < 0 or (n is not None and n < 1):
        raise UsageError(msg("the option “seed” must be at least 0, “n” at least 1"))
    pairs = matchups(dataset, cast("Compared", kind), str(options.get("against", "")))
    chosen = pairs
    if n is not None and n < len(pairs):
        # Sorted, so that a sample keeps the order of the dataset.
        places = random.Random(f"pairs:{seed}").sample(range(len(pairs)), n)  # noqa: S311
        chosen = [pairs[place] for place in sorted(places)]
    # With an empty mapping, names are written unchanged.
    aliases = {} if reveal_models else dataset.aliases
    rows = [_row(one, aliases) for one in chosen]
    facts = {"compare": kind, "seed": seed, "pairs": len(rows), "of": len(pairs)}
    note = msg("To have people compare them: import the file with --what pairs.")
    return OwnExport({"pairs.jsonl": rows}, facts, [note])


def _row(one: Matchup, aliases: Mapping[str, str]) -> dict[str, Any]:
    named = {
        name: aliases.get(model, model)
        for name, model in zip(("model_1", "model_2"), one.models, strict=True)
    }
    row = {
        "prompt": one.prompt,
        "response_1": one.responses[0],
        "response_2": one.responses[1],
        **named,
        "setting": one.setting,
        "iteration": one.iteration,
        "category": one.category,
        "using": source_named(one.using or None, lambda model: aliases.get(model, model)),
    }
    # Empty fields are dropped, except the texts of a pair, which are required columns.
    texts = {name: row[name] for name in ("prompt", "response_1", "response_2")}
    return drop_empty(row) | texts
