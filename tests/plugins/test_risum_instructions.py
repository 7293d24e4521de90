"""Tests of the stage at which people compare sets of instructions, without a workspace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.core import keys
from desktop_app.core.aliases import alias_of
from desktop_app.core.errors import FieldError
from desktop_app.core.protocol.data import CLOSED, AnnotationData, Dataset, ItemData
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.core.protocol.wording import AnswerContext
from desktop_app.stats.question_agreement import question_agreements
from desktop_app.workspace.coded_answers import agreements
from plugins.risum.analysis import analyse
from plugins.risum.corpus import corpus_json, read, votes_json
from plugins.risum.instructions import GONE, VOTED
from plugins.risum.protocol import RISUM
from plugins.risum.rows import SETS
from tests.plugins.risum_data import dataset, item, note

STAGE = RISUM.stage("instructions")
TEXT = "The river rose and the mill stood still."
MODELS = ("birch", "cedar", "elm")


def context(seed: str = "s") -> ImportContext:
    return ImportContext(
        "p" * 32, "risum", "lead", lambda _: None, lambda name: name, lambda n: alias_of(n, seed)
    )


def drafted(*models: str, text: str = TEXT) -> list[dict[str, Any]]:
    return [{"document": text, "model": one, "instructions": [f"Do {one}."]} for one in models]


def derived(
    found: Dataset, given: tuple[str, ...] = (), seed: str = "s"
) -> dict[str, list[Mapping[str, Any]]]:
    """Return the bodies of the derived records by kind."""
    result: dict[str, list[Mapping[str, Any]]] = {"item": [], "origin": [], "document": []}
    for draft in RISUM.derived_items(found, context(seed), given):
        assert isinstance(draft, Draft)
        assert draft.body is not None
        result[draft.kind].append(draft.body)
    return result


def compared(found: Dataset) -> Dataset:
    """Return a dataset with its derived items."""
    drafts = list(RISUM.derived_items(found, context(), ()))
    origins = {one.key: one.body or {} for one in drafts if one.kind == "origin"}
    items = [
        ItemData(one.key, one.body["group"], one.body["content"], origins[one.key], "instructions")
        for one in drafts
        if one.kind == "item" and one.body is not None
    ]
    documents = {one.key: (one.body or {})["text"] for one in drafts if one.kind == "document"}
    return replace(found, items=[*found.items, *items], documents={**found.documents, **documents})


def judged(found: Dataset, who: str, **verdicts: str) -> Dataset:
    """Return a dataset in which somebody has judged the sets of the first derived item."""
    about = next(one for one in found.items if one.stage == "instructions")
    answers = {**verdicts, "comment": "Clear."}
    made = AnnotationData(about.key, who, "instructions", answers, 3.0, f"r-{who}")
    return replace(found, annotations=[*found.annotations, made])


def test_an_item_shows_the_sets_of_a_document_without_their_models() -> None:
    found = derived(dataset([], rows={"instruction_sets": drafted(*MODELS)}))
    (content,) = (one["content"] for one in found["item"])
    assert {*content} == {"title", "document", "sets"}
    assert content["title"] == TEXT
    (origin,) = found["origin"]
    # Only the origin, which leads have, says whose the sets are.
    assert [[f"Do {one['model']}."] for one in origin["sets"]] == content["sets"]
    assert {one["model"] for one in origin["sets"]} == {*MODELS}


def test_the_order_of_the_sets_follows_from_the_secret_seed() -> None:
    rows = {"instruction_sets": drafted(*MODELS)}
    orders = {
        tuple(map(tuple, one["content"]["sets"]))
        for seed in "abcdefgh"
        for one in derived(dataset([], rows=rows), seed=seed)["item"]
    }
    assert len(orders) > 1
    again = {"instruction_sets": drafted(*reversed(MODELS))}
    assert derived(dataset([], rows=rows)) == derived(dataset([], rows=again))


def test_of_many_sets_eight_are_compared() -> None:
    rows = {"instruction_sets": drafted(*(f"m{number}" for number in range(12)))}
    (one,) = derived(dataset([], rows=rows))["item"]
    assert len(one["content"]["sets"]) == len(SETS)


@pytest.mark.parametrize(
    "rows", [drafted("birch"), [], drafted("birch") + drafted("elm", text="T")]
)
def test_a_single_set_is_not_compared(rows: list[dict[str, Any]]) -> None:
    assert not derived(dataset([], rows={"instruction_sets": rows}))["item"]


def test_an_empty_set_is_not_compared() -> None:
    empty = {"document": TEXT, "model": "elm", "instructions": []}
    rows = {"instruction_sets": [*drafted("birch"), empty]}
    assert not derived(dataset([], rows=rows))["item"]


def test_an_item_whose_instructions_are_gone_is_closed_and_opened_again() -> None:
    rows = {"instruction_sets": drafted(*MODELS)}
    made = compared(dataset([], rows=rows))
    (origin,) = derived(replace(made, rows={}))["origin"]
    assert origin[CLOSED] == GONE
    closed = replace(made, items=[replace(made.items[0], origin=origin)])
    (again,) = derived(closed, given=(made.items[0].key,))["origin"]
    assert CLOSED not in again
    vote = {"document": TEXT, "model": "elm", "evaluator": "e", "verdict": "bad"}
    voted = replace(made, rows={**rows, "instruction_votes": [vote]})
    (origin,) = derived(voted)["origin"]
    assert origin[CLOSED] == VOTED
    assert {GONE, VOTED} <= {*RISUM.closed_reasons}


def test_verdicts_are_votes_of_the_models() -> None:
    made = compared(dataset([], rows={"instruction_sets": drafted(*MODELS)}))
    order = [one["model"] for one in made.items[0].origin["sets"]]
    found = judged(made, "ana", set_a="good", set_b="bad", set_c="bad")
    models = votes_json(found)["models"]
    assert {name: one["good"] for name, one in models.items()} == {
        name: int(name == order[0]) for name in MODELS
    }
    assert [models[name]["won"] for name in order] == [1, 0, 0]
    names = {name: alias_of(name, "s") for name in MODELS}
    rows = list(RISUM.export_rows(replace(found, aliases=names), "instruction_votes",
                                  reveal_models=True))  # fmt: skip
    assert [(one["model"], one["verdict"]) for one in rows] == [
        (order[0], "good"), (order[1], "bad"), (order[2], "bad"),
    ]  # fmt: skip
    assert rows[0]["instructions"] == [f"Do {order[0]}."]
    assert (rows[0]["document"], rows[0]["evaluator"]) == (TEXT, "ana")


def test_items_about_instructions_are_not_rated_answers() -> None:
    rated = dataset(
        [item("i1", "g", "birch"), item("i2", "g", "elm")], [note("i1", "ana", True, 4)]
    )
    made = compared(replace(rated, rows={"instruction_sets": drafted(*MODELS)}))
    found = judged(made, "ben", set_a="good", set_b="bad", set_c="bad")
    assert len(found.items) == 3
    assert read(found).models == ["birch", "elm"]
    assert list(read(found).annotators) == ["ana"]
    assert read(found).ignored == 0
    assert corpus_json(found)["total"]["items"] == 2
    assert [one.item for one in RISUM.rated_texts(found)] == ["i1", "i2"]
    told = analyse(found, {"runs": 10}).data
    assert (told["items"], told["annotations"], told["groups"]) == (2, 1, 1)
    for kind, names in (("items", ["i1", "i2"]), ("answers", ["i1"])):
        rows = RISUM.export_rows(found, kind, reveal_models=True)
        assert [row.get("id", row.get("item")) for row in rows] == names
    (row,) = RISUM.export_rows(found, "instruction_answers", reveal_models=True)
    assert {name: row[name] for name in ("annotator", "set_a", "set_c", "comment", "seconds")} == {
        "annotator": "ben", "set_a": "good", "set_c": "bad", "comment": "Clear.", "seconds": 3.0,
    }  # fmt: skip
    options = {key: job.options() for key, job in RISUM.jobs.items()}
    for key in ("refer", "choose", "repeat", "discuss"):
        labels = {unit.label for unit in RISUM.jobs[key].units(found, options[key])}
        assert not any(made.items[2].key in label for label in labels), key


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ({"set_a": "good"}, "set_b"),
        ({"set_a": "good", "set_b": "bad", "set_c": "bad"}, "set_c"),
    ],
)
def test_exactly_the_sets_of_an_item_are_judged(answers: dict[str, str], field: str) -> None:
    content = {"document": "d", "sets": [["Do."], ["Say."]]}
    with pytest.raises(FieldError) as found:
        STAGE.check_about(content, STAGE.check(answers))
    assert found.value.field == field
    STAGE.check_about(content, STAGE.check({"set_a": "good", "set_b": "bad"}))


@pytest.mark.parametrize("answers", [{}, {"comment": "C."}, {"set_a": "superb"}])
def test_invalid_verdicts_are_refused(answers: dict[str, str]) -> None:
    with pytest.raises(FieldError):
        STAGE.check(answers)


def test_the_form_asks_the_same_of_each_set() -> None:
    form = STAGE.form()
    assert [one.key for one in form.questions] == [*SETS, "comment"]
    assert [form.text(one.text, "en") for one in form.questions[:2]] == ["Set A", "Set B"]
    assert form.text(form.question("set_h").text, "de") == "Liste H"
    assert not form.untranslated("de")
    assert {one.level for one in form.questions[:-1]} == {"ordinal"}


def test_agreement_is_computed_over_all_sets_together() -> None:
    found = compared(dataset([], rows={"instruction_sets": drafted(*MODELS)}))
    found = judged(found, "ana", set_a="good", set_b="bad", set_c="neutral")
    found = judged(found, "ben", set_a="good", set_b="bad", set_c="bad")
    (one,) = question_agreements(RISUM, found, draws=50)
    assert (one.title, one.level) == ("Comparing instructions", "ordinal")
    assert (one.answers, one.items) == (6, 3)
    # The same as in the analysis, which also counts votes from files.
    assert one.alpha is not None
    assert one.alpha == pytest.approx(votes_json(found)["agreement"]["alpha"])
    assert dict(zip(one.codes, one.counts["ben"], strict=True)) == {
        "good": 1, "neutral": 0, "bad": 2,
    }  # fmt: skip
    # What divides people is named by its item and its set, and opens the item.
    (item,) = found.items
    (divisive,) = one.divisive
    assert (divisive.key, divisive.name) == (item.key, f"Set C · {item.key}")
    assert divisive.answers == {"ana": "Neutral", "ben": "Bad"}
    assert one.items_of("ana", "ben") == {item.key}
    (again,) = agreements(RISUM, found)["instructions"]
    assert (again.name, again.items, again.alpha) == (one.title, 3, one.alpha)
    (german,) = question_agreements(RISUM, found, draws=0, language="de")
    assert german.title == "Anweisungen vergleichen"


def test_leads_read_the_sets_under_their_titles() -> None:
    content = {"document": "d", "sets": [["Do.", "Say."], ["Write."]]}
    words = STAGE.item_in_words(AnswerContext({}, content, None, "de"))
    assert words is not None
    assert [(one.title, one.text) for one in words.texts] == [
        ("Liste A", "1. Do.\n\n2. Say."), ("Liste B", "1. Write."),
    ]  # fmt: skip
    assert STAGE.item_in_words(AnswerContext({}, {}, None, "")) is None


def test_lists_name_items_by_their_documents() -> None:
    content = {"title": TEXT, "document": keys.document_key(TEXT), "sets": [["Do."], ["Say."]]}
    assert RISUM.item_title("k", content, {"document_id": "doc-1"}).startswith("doc-1 · ")


def test_lists_name_made_items_by_their_model_and_instruction() -> None:
    content = {"document": "d", "instruction": "Say it."}
    assert RISUM.item_title("k", content, {"model": "owl"}) == "owl · Say it."
    assert RISUM.item_title("k", content, {"model": "owl", "external_id": "k"}) == ""
