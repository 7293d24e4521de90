"""Tests of training records: three chat forms, preference pairs, splits, growing subsets."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.core.errors import UsageError
from desktop_app.core.protocol.data import Dataset, OwnExport
from plugins.cnr.protocol import CNR
from tests.plugins.cnr_data import critique, dataset, item, review

FORMS = ("picr", "pir", "pr", "dpo")


def export(found: Dataset, form: str, reveal: bool = False, **options: Any) -> OwnExport:
    return CNR.export_format(found, form, options, reveal_models=reveal)


def study(prompts: int = 40, people: int = 2) -> Dataset:
    items = [
        item(f"x{n}-{twin}", f"one two {n}", prompt=f"Prompt {n}")
        for n in range(prompts)
        for twin in range(2)
    ]
    annotations = [
        critique(
            one, f"p{who}", rev=f"{number:04}{who}{'0' * 59}", revision=f"better {number} {who}"
        )
        for number, one in enumerate(items)
        for who in range(people)
    ]
    return dataset(items, annotations)


def rows(found: OwnExport) -> list[dict[str, Any]]:
    return [dict(r) for name in ("train.jsonl", "validation.jsonl") for r in found.files[name]]


def prompt_of(row: dict[str, Any]) -> str:
    return str((row.get("messages") or row["prompt"])[0]["content"])


def one_record(form: str, reveal: bool = False, **answers: Any) -> dict[str, Any]:
    one = item("x1", "Old text.", prompt="Do it.")
    found = export(dataset([one], [critique(one, revision="New text.", **answers)]), form, reveal)
    (row,) = rows(found)
    return row


def test_the_whole_record_is_a_chat_with_response_and_critique_as_turns_of_the_assistant() -> None:
    row = one_record("picr", score=2, positive=[{"text": "short"}], negative=[{"text": "wrong"}])
    assert [turn["role"] for turn in row["messages"]] == ["user", "assistant"] * 3
    texts = [turn["content"] for turn in row["messages"]]
    assert (texts[0], texts[1], texts[5]) == ("Do it.", "Old text.", "New text.")
    assert texts[3] == (
        "Overall score: 2/5\nPositive aspects:\n- short\nNegative aspects:\n- wrong"
    )


def test_the_other_forms_leave_out_critique_and_response() -> None:
    pir, pr = one_record("pir")["messages"], one_record("pr")["messages"]
    assert [turn["content"] for turn in (pir[0], pir[1], pir[3])] == [
        "Do it.", "Old text.", "New text."
    ]  # fmt: skip
    assert pr == [
        {"role": "user", "content": "Do it."}, {"role": "assistant", "content": "New text."}
    ]  # fmt: skip
    assert one_record("dpo") | {"id": ""} == {
        "id": "",
        "prompt": [{"role": "user", "content": "Do it."}],
        "chosen": [{"role": "assistant", "content": "New text."}],
        "rejected": [{"role": "assistant", "content": "Old text."}],
    }


@pytest.mark.parametrize("form", FORMS)
def test_who_wrote_the_response_is_told_only_when_asked(form: str) -> None:
    assert "gamma" not in str(one_record(form))
    assert one_record(form, reveal=True)["author"] == "gamma"


@pytest.mark.parametrize("form", FORMS)
def test_no_prompt_is_in_both_parts_and_the_seed_decides(form: str) -> None:
    found = export(study(), form, validation=0.25, seed=3)
    train, held = ({prompt_of(dict(r)) for r in found.files[name]}
                   for name in ("train.jsonl", "validation.jsonl"))  # fmt: skip
    assert not train & held
    assert len(train) + len(held) == 40
    assert 2 <= len(held) <= 18  # 10 on average, with a standard deviation of 2.7
    assert len(rows(found)) == 160
    assert export(study(), form, validation="0.25", seed="3") == found
    other = export(study(), form, validation=0.25, seed=4)
    assert {prompt_of(dict(r)) for r in other.files["validation.jsonl"]} != held


def test_a_prompt_stands_in_the_same_part_in_every_form_and_as_data_grow() -> None:
    """Otherwise a model trained on one form would be validated on training data of another."""
    everything = study(60)
    # A record that one form leaves out must not move any other prompt.
    odd = [
        critique(of, "q", rev=f"{number:04}q{'0' * 59}", revision=None if number % 3 else "b")
        for number, of in enumerate(everything.items[:40])
    ]
    small = dataset(everything.items, odd)
    places: dict[str, set[str]] = {}
    for found in (everything, small):
        for form in FORMS:
            made = export(found, form, validation=0.2, seed=11)
            for name in ("train.jsonl", "validation.jsonl"):
                for row in made.files[name]:
                    places.setdefault(prompt_of(dict(row)), set()).add(name)
    assert len(places) == 60
    assert {len(names) for names in places.values()} == {1}
    held = sum("validation.jsonl" in names for names in places.values())
    assert held == 12


@pytest.mark.parametrize("seed", range(5))
def test_the_share_of_validation_is_exact(seed: int) -> None:
    prompts = export(study(17), "picr", validation=0.2, seed=seed).facts["prompts"]
    assert prompts == {"train": 14, "validation": 3}


def test_the_share_is_kept_on_average_and_none_at_all_is_said() -> None:
    many = study(400, people=1)
    shares = [
        export(many, "pr", validation=0.25, seed=seed).facts["prompts"]["validation"] / 400
        for seed in range(5)
    ]
    assert sum(shares) / 5 == pytest.approx(0.25, abs=0.04)
    seeds = [export(study(2), "pr", validation=0.1, seed=seed) for seed in range(8)]
    empty = [made for made in seeds if not made.files["validation.jsonl"]]
    assert empty
    assert all(any("no prompt is in the validation set" in n for n in made.notes) for made in empty)
    assert export(study(2), "pr", validation=0).notes == []


def test_growing_subsets_hold_all_smaller_ones() -> None:
    found = export(study(), "picr", sizes="20/60/100/5000", validation=0.1)
    names = [name for name in found.files if name.startswith("train-")]
    assert names == ["train-20.jsonl", "train-60.jsonl", "train-100.jsonl"]
    ids = {name: [row["id"] for row in found.files[name]] for name in (*names, "train.jsonl")}
    assert [len(ids[name]) for name in names] == [20, 60, 100]
    for smaller, larger in zip([*names], [*names[1:], "train.jsonl"], strict=True):
        assert ids[larger][: len(ids[smaller])] == ids[smaller]
    assert len(set(ids["train.jsonl"])) == len(ids["train.jsonl"])
    other = [row["id"] for row in export(study(), "picr", seed=1).files["train.jsonl"]]
    assert ids["train.jsonl"] != sorted(ids["train.jsonl"])
    shared = set(other) & set(ids["train.jsonl"])
    assert [one for one in other if one in shared] != [
        one for one in ids["train.jsonl"] if one in shared
    ]
    assert any("5000" in note for note in found.notes)
    assert export(study(), "pr", sizes="paper").facts["seed"] == 0


def test_the_text_after_review_counts_and_what_was_sent_back_does_not() -> None:
    one = item("x1", "Old text.")
    own = [critique(one, who) for who in ("p", "q", "r")]
    after = {"score": 5, "negative": [{"text": "x"}], "revision": "Reviewed."}
    found = dataset(
        [one],
        [*own, review(own[0], "change", after=after), review(own[1], "send_back", note="n")],
    )
    everything = export(found, "pr")
    assert sorted(r["messages"][-1]["content"] for r in rows(everything)) == [
        "Reviewed.", "one two four"
    ]  # fmt: skip
    assert everything.facts["critiques_left_out"] == {"returned to its author": 1}
    reviewed = export(found, "pr", reviewed="true")
    assert [r["messages"][-1]["content"] for r in rows(reviewed)] == ["Reviewed."]


def test_what_would_teach_nothing_is_left_out_and_counted() -> None:
    empty, same = item("x1", ""), item("x2", "Fine.", prompt="Q")
    answers = [critique(empty, revision="New."), critique(same, revision="Fine.")]
    found = dataset([empty, same], answers)
    sizes = {form: len(rows(export(found, form))) for form in FORMS}
    assert sizes == {"picr": 1, "pir": 1, "pr": 2, "dpo": 0}
    assert export(found, "dpo").facts["critiques_left_out"] == {
        "the initial response is empty": 1,
        "the revision is the initial response": 1,
    }


@pytest.mark.parametrize(
    "options",
    [{"validation": 1}, {"validation": "half"}, {"seed": -1}, {"sizes": "0"}, {"sizes": "a/b"},
     {"reviewed": "maybe"}, {"colour": "blue"}],
)  # fmt: skip
def test_options_it_cannot_take_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        export(study(2), "pr", **options)
