"""Tests of the requests of dolomites' jobs and their parsing of answers, without server or
workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, get_args, get_origin

import pytest

from desktop_app.core import keys
from desktop_app.core.aliases import alias_of
from desktop_app.core.errors import UsageError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import (
    Brief,
    ModelError,
    ModelJob,
    Reply,
    Request,
    TokenChance,
    Trouble,
    Unit,
)
from desktop_app.core.prompts import parse_prompt
from desktop_app.core.protocol.data import AnnotationData, Dataset, ItemData
from desktop_app.core.protocol.rows import Draft, ImportContext
from plugins.dolomites.examples import example_key
from plugins.dolomites.jobs import replies
from plugins.dolomites.jobs.entailing import AskedModel, EntailJob, EntailmentScore
from plugins.dolomites.protocol import DOLOMITES
from plugins.dolomites.shapes import EDIT, KEY, VALIDATE

PROJECT, SEED, MODEL = "p" * 32, "seed", "writer"
SAID = msg("“writer” returned no usable list")  # of any error
JOBS = DOLOMITES.jobs
TASK: dict[str, Any] = {
    "field": "Law",
    "objective": "Draft a petition",
    "procedure": "Read, then write.",
    "input_sections": [{"title": "Facts", "description": ""}],
    "output_sections": [
        {"title": "Grounds", "description": ""},
        {"title": "Relief", "description": ""},
    ],
}
TASK_KEY = keys.external_item_key(PROJECT, KEY, "task")
SET_KEY = example_key(PROJECT, "task#1")
GOOD = "=== INPUT ===\n**Facts:** f\n=== OUTPUT ===\n**Grounds:** g\n**Relief:** r"
NO = "INSUFFICIENT CONTEXT\nToo little."

Answer = str | Mapping[str, Any] | ModelError | list[TokenChance]


def sides(**texts: str) -> list[dict[str, str]]:
    return [{"title": title, "text": text} for title, text in texts.items()]


VARIANT = {"id": "v1", "input": sides(Facts="f"), "output": sides(Grounds="g", Relief="r")}
ITEMS = [
    ItemData(TASK_KEY, TASK_KEY, {"task": TASK}, {"external_id": "task"}, VALIDATE),
    ItemData(
        SET_KEY,
        "g",
        {"task": TASK, "variants": [{**VARIANT, "critique": [], "evidence": []}]},
        {"external_id": "task#1", "task": TASK_KEY, "variants": {"v1": {"model": "m"}}},
        EDIT,
    ),
]
EDITED = AnnotationData(
    SET_KEY,
    "ana",
    EDIT,
    {
        "chosen": "v1",
        "edited": {"input": sides(Facts="f"), "output": sides(Grounds="G", Relief="R")},
    },
    None,
    "rev",
)


def documents(*texts: str) -> tuple[list[dict[str, Any]], dict[str, str]]:
    found = {keys.document_key(text): text for text in texts}
    return [{"document": key, "task": TASK_KEY} for key in found], found


def dataset(*texts: str, edited: bool = False, **rows: Sequence[Mapping[str, Any]]) -> Dataset:
    """Return a project with one task, one example, and documents for the task."""
    sources, found = documents(*texts)
    return Dataset(
        project=PROJECT,
        protocol=KEY,
        title="",
        items=ITEMS,
        annotations=[EDITED] if edited else [],
        documents=found,
        people={},
        background={},
        rows={"tasks": [{**TASK, "task": TASK_KEY, "id": "task"}], "sources": sources, **rows},
        aliases={"beta": alias_of("beta", SEED)},
    )


def context() -> ImportContext:
    known = {item.key: item for item in ITEMS}
    names = {"task": TASK_KEY, "example:task#1": SET_KEY}
    return ImportContext(
        project=PROJECT,
        protocol=KEY,
        lead="lead",
        find_item=lambda name: names.get(name, name if name in known else None),
        model_of=lambda name: name,
        alias_of=lambda name: alias_of(name, SEED),
        content_of=lambda key: known[key].content if key in known else None,
        origin_of=lambda key: known[key].origin if key in known else None,
    )


def brief(job: ModelJob, model: str = MODEL, **options: Any) -> Brief:
    prompts = {key: parse_prompt(DOLOMITES.prompts()[key], file=key) for key in job.prompts}
    return Brief(prompts, model, "lead", job.options(**options), context())


def units(job: ModelJob, data: Dataset, **options: Any) -> list[Unit]:
    return list(job.units(data, job.options(**options)))


def drive(
    work: Generator[Request, Reply, Any], *answers: Answer
) -> tuple[list[Draft], list[Request]]:
    """Run a job with these answers, in this order; return its drafts and its requests."""
    left, asked = iter(answers), []
    try:
        request = next(work)
        while True:
            asked.append(request)
            answer = next(left)
            if isinstance(answer, ModelError):
                request = work.throw(answer)
            else:
                request = work.send(reply(request, answer, len(asked)))
    except StopIteration as end:
        assert list(left) == []
        return list(end.value), asked


def reply(request: Request, answer: Any, number: int) -> Reply:
    call = f"call-{number}"
    if isinstance(answer, list):
        return Reply(answer[0].token, None, call, MODEL, chances=answer)
    if request.answer is None:
        assert isinstance(answer, str)
        return Reply(answer, None, call, MODEL)
    return Reply("", request.answer.model_validate(answer), call, MODEL)


def malformed(text: str) -> ModelError:
    return ModelError(Trouble.MALFORMED, SAID, partial=text)


def rows_of(drafts: Sequence[Draft]) -> list[dict[str, Any]]:
    assert {draft.kind for draft in drafts} <= {"data"}
    return [dict(draft.body["row"]) for draft in drafts if draft.body is not None]


# Every job


@pytest.mark.parametrize("job", JOBS.values(), ids=lambda job: job.key)
def test_every_job_names_prompts_that_there_are_and_needs_no_option(job: ModelJob) -> None:
    assert set(job.prompts) <= set(DOLOMITES.prompts())
    job.options()
    assert JOBS[job.key] is job


def test_every_prompt_is_used() -> None:
    used = {key for job in JOBS.values() for key in job.prompts}
    assert used == set(DOLOMITES.prompts())


@pytest.mark.parametrize("job", JOBS.values(), ids=lambda job: job.key)
def test_every_option_says_what_it_is(job: ModelJob) -> None:
    for name, field in job.options.model_fields.items():
        assert field.title, name
        assert field.description, name
        codes = list(literals(field.annotation))
        extra = field.json_schema_extra
        labels = extra["labels"] if isinstance(extra, dict) else {}
        assert set(codes) == set(labels), name  # type: ignore[arg-type]


def literals(kind: Any) -> Iterator[str]:
    from typing import Literal

    if get_origin(kind) is Literal:
        yield from get_args(kind)
    for part in get_args(kind):
        if get_origin(kind) is not Literal:
            yield from literals(part)


# Queries and sites


def queries(*answers: Answer, **options: Any) -> tuple[list[dict[str, Any]], list[Request]]:
    job = JOBS["queries"]
    [unit] = units(job, dataset())
    drafts, asked = drive(job.work(unit, brief(job, **options)), *answers)
    return rows_of(drafts), asked


def test_queries_are_kept_with_the_task_and_the_call() -> None:
    [row], [asked] = queries({"queries": ["one", " two  words ", ""]}, number=2)
    assert row == {
        "task": TASK_KEY,
        "model": MODEL,
        "queries": ["one", "two words"],
        "call": "call-1",
    }
    assert asked.about == {"item": TASK_KEY}
    assert "Draft a petition" in asked.messages[-1].content


@pytest.mark.parametrize("name", ["queries", "domains", "generate", "critique", "output"])
def test_models_write_as_in_the_paper_unless_asked_otherwise(name: str) -> None:
    # Appendix B: temperature 0.1, at most 4,096 tokens.
    job = JOBS[name]
    there = {"task": TASK_KEY, "variant_set": "task#1", "model": "m", "variant": "1"}
    example = {**there, "input": sides(Facts="f"), "output": sides(Grounds="g", Relief="r")}
    rows = {"examples": [example]} if name == "critique" else {}
    data = dataset("A petition was drafted.", edited=True, **rows)
    more = {"split": "all"} if name == "output" else {}

    def parameters(**options: Any) -> Mapping[str, Any]:
        unit = units(job, data, **more, **options)[0]
        return next(job.work(unit, brief(job, **more, **options))).parameters

    assert parameters() == {"temperature": 0.1, "max_tokens": 4096}
    assert parameters(temperature=1.0, max_tokens=900) == {"temperature": 1.0, "max_tokens": 900}


def test_too_few_are_asked_for_once_and_what_there_is_then_is_kept() -> None:
    [row], asked = queries({"queries": ["a", "A"]}, {"queries": ["b", "a"]}, number=5)
    assert row["queries"] == ["a", "b"]
    assert [one.role for one in asked[1].messages] == ["system", "user", "assistant", "user"]
    assert "Give 4 more" in asked[1].messages[-1].content
    [row], _ = queries({"queries": ["a"]}, ModelError(Trouble.CUT, SAID), number=5)
    assert row["queries"] == ["a"]


def test_a_model_without_any_query_fails_by_itself() -> None:
    with pytest.raises(ModelError) as error:
        queries({"queries": []}, {"queries": [" "]})
    assert error.value.trouble is Trouble.MALFORMED
    with pytest.raises(ModelError):
        queries(malformed(""), malformed(""))


def test_a_server_that_refuses_is_asked_nothing_else() -> None:
    error = ModelError(Trouble.REFUSED, SAID)
    with pytest.raises(ModelError) as raised:
        queries(error)
    assert raised.value is error


def test_sites_are_host_names_each_once_and_no_more_than_wanted() -> None:
    job = JOBS["domains"]
    [unit] = units(job, dataset())
    said = ["https://A.example/x", "a.example", "not one", "b.example", "c.example", "d.example"]
    drafts, asked = drive(job.work(unit, brief(job, least=2, most=3)), {"domains": said})
    [row] = rows_of(drafts)
    assert row["domains"] == ["a.example", "b.example", "c.example"]
    assert "2 to 3" in asked[0].messages[-1].content


def test_without_accepted_tasks_there_is_nothing_to_search_for() -> None:
    rejected = [{"task": TASK_KEY, "decision": "reject"}]
    for job in ("queries", "domains", "generate"):
        with pytest.raises(UsageError, match="no accepted tasks"):
            units(JOBS[job], dataset("petition", decisions=rejected))


# Examples


LONG = [f"A petition about case {n}: the petition was drafted. " * 4 for n in range(3)]
ONE: dict[str, Any] = {"examples": 1, "variants": 1}


def generated(
    data: Dataset, *answers: Answer, place: int = 0, model: str = MODEL, **options: Any
) -> tuple[list[dict[str, Any]], list[Request]]:
    job = JOBS["generate"]
    unit = units(job, data, **options)[place]
    drafts, asked = drive(job.work(unit, brief(job, model, **options)), *answers)
    return rows_of(drafts), asked


def test_an_example_is_kept_with_the_passages_it_was_made_from() -> None:
    [row], [asked] = generated(dataset(*LONG), GOOD, **ONE)
    assert (row["variant_set"], row["variant"], row["mode"]) == ("task#1", "1", "multi")
    assert row["input"] == sides(Facts="f")
    assert row["output"] == sides(Grounds="g", Relief="r")
    assert row["call"] == "call-1"
    assert [one["rank"] for one in row["evidence"]] == [1, 2, 3]
    for passage in row["evidence"]:
        assert passage["text"] in asked.messages[-1].content
        assert passage["query"] == "Draft a petition"


def test_a_task_chooses_all_its_examples_and_an_example_all_its_outputs() -> None:
    made = units(JOBS["generate"], dataset(*LONG))
    assert len(made) > 1
    assert all({"task", TASK_KEY} <= unit.names for unit in made)
    outputs = [output(model, Grounds="g", Relief="r") for model in ("alpha", "beta")]
    for key in ("score", "entail", "judge", "output"):
        more = {"split": "all"} if key == "output" else {}
        made = units(JOBS[key], dataset(edited=True, outputs=outputs), **more)
        assert made
        assert all({SET_KEY, "task#1", TASK_KEY} <= unit.names for unit in made), key
    shown = [example("alpha", "1"), example("alpha", "2")]
    made = units(JOBS["critique"], dataset(examples=shown))
    assert len(made) == 2
    assert all({SET_KEY, "task#1", "task", TASK_KEY} <= unit.names for unit in made)


def test_sections_that_are_missing_stay_missing() -> None:
    [row], _ = generated(dataset(*LONG), GOOD.replace("**Relief:** r", ""), **ONE)
    assert row["output"] == sides(Grounds="g")


def test_other_passages_are_tried_where_some_do_not_suffice() -> None:
    rows, asked = generated(dataset(*LONG), NO, GOOD, mode="single", **ONE)
    assert [row.get("insufficient", False) for row in rows] == [True, False]
    assert [row["variant"] for row in rows] == ["1/1", "1"]
    assert rows[0]["reason"] == "Too little."
    documents = [{one["document"] for one in row["evidence"]} for row in rows]
    assert [len(one) for one in documents] == [1, 1]
    assert documents[0] != documents[1]
    assert asked[0].messages != asked[1].messages
    rows, _ = generated(dataset(*LONG), NO, NO, mode="single", contexts=2, **ONE)
    assert [row["variant"] for row in rows] == ["1/1", "1/2"]
    assert all(row["insufficient"] and "output" not in row for row in rows)


def test_the_next_query_gives_the_next_passages_of_several_documents() -> None:
    words = [{"task": TASK_KEY, "queries": ["apples", "pears"]}]
    texts = ["apples " * 30, "pears and apples " * 30, "pears " * 30]
    rows, _ = generated(dataset(*texts, queries=words), NO, GOOD, mode="multi", **ONE)
    assert [row["evidence"][0]["query"] for row in rows] == ["apples", "pears"]
    options: dict[str, Any] = {"examples": 2, "variants": 1, "mode": "multi"}
    [row], _ = generated(dataset(*texts, queries=words), GOOD, place=1, **options)
    assert (row["variant_set"], row["evidence"][0]["query"]) == ("task#2", "pears")


def test_what_was_said_of_contexts_is_kept_though_a_later_one_fails() -> None:
    failing = ModelError(Trouble.CUT, SAID)
    with pytest.raises(ModelError) as error:
        generated(dataset(*LONG), NO, failing, mode="single", **ONE)
    assert [row["variant"] for row in rows_of(list(error.value.made))] == ["1/1"]


def test_an_answer_without_sections_is_mended_once() -> None:
    [row], asked = generated(dataset(*LONG), "Once upon a time. " * 60, GOOD, **ONE)
    assert row["call"] == "call-2"
    assert [one.role for one in asked[1].messages][-2:] == ["assistant", "user"]
    with pytest.raises(ModelError) as error:
        generated(dataset(*LONG), "Once. " * 200, "Twice. " * 200, **ONE)
    assert error.value.trouble is Trouble.MALFORMED


def test_a_draw_is_told_apart_from_every_other_one() -> None:
    job, data = JOBS["generate"], dataset(*LONG)
    options: dict[str, Any] = {"examples": 3, "variants": 4, "mode": "multi"}
    found = units(job, data, **options)
    firsts = [next(job.work(unit, brief(job, **options))) for unit in found]
    assert len({(str(one.messages), one.sample) for one in firsts}) == len(found) == 12
    assert len({unit.key for unit in found}) == 12


def test_the_same_seed_draws_the_same_documents_and_another_one_others() -> None:
    def drawn(chance: int) -> list[str]:
        options: dict[str, Any] = {
            "examples": 10,
            "variants": 1,
            "mode": "single",
            "chance": chance,
        }
        job, data = JOBS["generate"], dataset(*LONG)
        found = units(job, data, **options)
        return [next(job.work(one, brief(job, **options))).messages[-1].content for one in found]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def example(model: str, variant: str, **more: Any) -> dict[str, Any]:
    return {
        "task": TASK_KEY,
        "variant_set": "task#1",
        "model": model,
        "variant": variant,
        "mode": "multi",
        "input": VARIANT["input"],
        "output": VARIANT["output"],
        **more,
    }


def test_a_set_is_filled_up_to_four_and_nothing_is_made_twice() -> None:
    there = [example("other", "1"), example("other", "2"), example(MODEL, "1")]
    short = example("other", "3/1", insufficient=True, output=[])
    data = dataset(*LONG, examples=[*there, short])
    options: dict[str, Any] = {"examples": 1, "variants": 4}
    job = JOBS["generate"]
    made: list[Request] = []
    for unit in units(job, data, **options):
        made += list(islice(job.work(unit, brief(job, **options)), 1))
    assert len(made) == 1  # two of another model, one of its own: one more
    [row], _ = generated(data, GOOD, again=True, **ONE)
    assert row["variant"] == "1"


def test_without_passages_a_hint_takes_their_place_if_that_is_allowed() -> None:
    with pytest.raises(UsageError, match="no documents have been retrieved"):
        units(JOBS["generate"], dataset())
    words = [{"task": TASK_KEY, "queries": ["tenancy in Leeds"]}]
    [row], [asked] = generated(dataset(queries=words), GOOD, without_evidence=True, **ONE)
    assert "evidence" not in row
    assert asked.template == "example_alone"
    assert "tenancy in Leeds" in asked.messages[-1].content
    with pytest.raises(UsageError, match="no retrieved passage matches"):
        generated(dataset("bananas " * 40), **ONE)


# Critiques


def test_a_critique_becomes_part_of_the_variants_own_row() -> None:
    job = JOBS["critique"]
    kept = example("other", "1", evidence=[{"text": "p", "rank": 1}], call="call-0")
    data = dataset(examples=[kept, example("other", "2", critique=[{"text": "x"}])])
    [unit] = units(job, data)
    points = [{"aspect": "depth", "text": "Say more."}]
    drafts, _ = drive(job.work(unit, brief(job)), {"points": points})
    [row] = rows_of(drafts)
    assert row == {**kept, "critique": points, "critic": MODEL, "critique_call": "call-1"}
    assert len(units(job, data, again=True)) == 2
    text = "**Depth**\n- Say more.\n- And more.\nStructure: No relief."
    drafts, _ = drive(job.work(unit, brief(job)), malformed(text))
    [row] = rows_of(drafts)
    assert [one["aspect"] for one in row["critique"]] == ["depth", "depth", "structure"]
    assert "critique_call" not in row
    with pytest.raises(ModelError):
        drive(job.work(unit, brief(job)), malformed("All is well."))


# Outputs and judges


def output(model: str, **texts: str) -> dict[str, Any]:
    return {"example": SET_KEY, "model": model, "output": sides(**texts)}


OUTPUTS = [
    output("gamma", Grounds="gc", Relief="rc"),
    output("alpha", Grounds="ga", Relief="ra"),
    output("beta", Relief="rb"),
]


def test_an_output_is_cut_at_its_sections_and_stays_short_of_what_it_lacks() -> None:
    job = JOBS["output"]
    [unit] = units(job, dataset(edited=True), split="all")
    drafts, [asked] = drive(
        job.work(unit, brief(job)), "## Relief\nSet aside.\n\n## Grounds\nNone."
    )
    [row] = rows_of(drafts)
    assert row["output"] == sides(Relief="Set aside.", Grounds="None.")
    assert row["split"] in ("dev", "test")
    assert "**Facts:**\nf" in asked.messages[-1].content
    assert "**Grounds:**\nG" not in asked.messages[-1].content
    drafts, _ = drive(job.work(unit, brief(job)), "I would say that it is void.")
    [row] = rows_of(drafts)
    assert (row["output"], row["unformatted"]) == ([], "I would say that it is void.")
    with pytest.raises(ModelError) as error:
        drive(job.work(unit, brief(job)), "  ")
    assert error.value.trouble is Trouble.EMPTY


@pytest.mark.parametrize("said", ["1", "2", "same"])
def test_a_verdict_is_about_the_models_whichever_is_shown_first(said: str) -> None:
    job, data = JOBS["judge"], dataset(edited=True, outputs=OUTPUTS)
    found = units(job, data, both_orders=True)
    assert len(found) == 3 * 2
    for unit in found:
        answer = {"reason": "So.", "verdict": said}
        drafts, [asked] = drive(job.work(unit, brief(job)), answer)
        [row] = rows_of(drafts)
        text = asked.messages[-1].content
        first = text.partition("<first_output>")[2].partition("</first_output>")[0]
        shown = {"gc": "gamma", "ga": "alpha", "rb": "beta"}
        [model] = [shown[mark] for mark in shown if mark in first]
        numbered = [row["model_1"], row["model_2"]]
        assert numbered == sorted(numbered)
        assert numbered[row["order"] - 1] == model
        other = next(name for name in numbered if name != model)
        preferred = {"1": model, "2": other}.get(said)
        assert row["verdict"] == (str(numbered.index(preferred) + 1) if preferred else "same")
        assert "**Grounds:**\nG" in text.partition("<reference>")[2].partition("</reference>")[0]


def test_a_base_model_is_compared_with_all_others_alone() -> None:
    job, data = JOBS["judge"], dataset(edited=True, outputs=OUTPUTS)
    for base in ("beta", alias_of("beta", SEED)):
        models = [unit.data.models for unit in units(job, data, base=base)]
        assert models == [("alpha", "beta"), ("beta", "gamma")]
    with pytest.raises(UsageError, match="has written no outputs"):
        units(job, data, base="delta")
    with pytest.raises(UsageError, match="no two models"):
        units(job, dataset(edited=True, outputs=OUTPUTS[:1]))
    with pytest.raises(UsageError, match="no examples with a reference"):
        units(job, dataset(outputs=OUTPUTS))


def test_which_output_is_first_is_a_coin_of_the_seed() -> None:
    job, data = JOBS["judge"], dataset(edited=True, outputs=OUTPUTS)

    def orders(chance: int) -> list[int]:
        return [unit.data.order for unit in units(job, data, chance=chance)]

    assert orders(3) == orders(3)
    assert {tuple(orders(seed)) for seed in range(40)} == {
        (a, b, c) for a in (1, 2) for b in (1, 2) for c in (1, 2)
    }


def test_ratings_are_kept_with_their_reason() -> None:
    job, data = JOBS["score"], dataset(edited=True, outputs=OUTPUTS)
    axes = dict(zip(("adherence", "accuracy", "depth", "completeness", "coherence"),
                    (1, 2, 3, 4, 5), strict=True))  # fmt: skip
    found = units(job, data)
    assert len(found) == 3
    drafts, _ = drive(job.work(found[0], brief(job)), {"reason": "Thin.", **axes})
    [row] = rows_of(drafts)
    assert {name: row[name] for name in axes} == axes
    assert (row["example"], row["model"], row["judge"]) == (SET_KEY, "alpha", MODEL)
    assert row["reason"] == "Thin."
    text = ", ".join(f"{name}: {value}" for name, value in axes.items())
    drafts, _ = drive(job.work(found[0], brief(job)), malformed(text))
    assert {name: rows_of(drafts)[0][name] for name in axes} == axes
    with pytest.raises(ModelError):
        drive(job.work(found[0], brief(job)), malformed("I liked it."))


# Entailment


def chances(yes: float) -> list[TokenChance]:
    from math import log

    others = {"Yes": log(yes / 2), " yes": log(yes / 2), "no": log((1 - yes) / 2)}
    return [TokenChance("no", log((1 - yes) / 2), others)]


def refused(status: int | None) -> ModelError:
    return ModelError(Trouble.SERVER, SAID, status=status)


def test_the_probability_of_yes_is_read_and_told_apart_from_a_stated_one() -> None:
    job, data = JOBS["entail"], dataset(edited=True, outputs=OUTPUTS)
    units_ = {unit.label.partition(": ")[2]: unit for unit in units(job, data)}
    assert set(units_) == {"alpha", "beta", "gamma"}
    unit = units_["beta"]  # it has one of the two sections
    drafts, asked = drive(job.work(unit, brief(job)), chances(0.8), refused(400),
                          {"reason": "", "probability": 0.3})  # fmt: skip
    rows = rows_of(drafts)
    # yes: 0.4 and 0.4, no: 0.1, of what is told
    assert [row["value"] for row in rows] == pytest.approx([0.8 / 0.9, 0.3])
    assert [row["scorer"] for row in rows] == [f"{MODEL}/weighted", MODEL]
    assert [row["direction"] for row in rows] == ["forward", "reverse"]
    assert {row["section"] for row in rows} == {"Relief"}
    premise = asked[0].messages[-1].content.partition("</premise>")[0]
    assert premise.rstrip().endswith("R")  # forward: the reference is the premise
    assert asked[2].messages[-1].content.partition("</premise>")[0].rstrip().endswith("rb")


@pytest.mark.parametrize(("status", "by"), [(500, "auto"), (400, "probabilities")])
def test_a_stated_number_never_stands_in_for_a_failure(status: int, by: str) -> None:
    job, data = JOBS["entail"], dataset(edited=True, outputs=OUTPUTS[2:])
    [unit] = units(job, data)
    with pytest.raises(ModelError) as error:
        drive(job.work(unit, brief(job, by=by)), chances(0.5), refused(status))
    assert [row["direction"] for row in rows_of(list(error.value.made))] == ["forward"]


def test_stated_alone_asks_for_nothing_else_and_one_direction_can_do() -> None:
    job, data = JOBS["entail"], dataset(edited=True, outputs=OUTPUTS[2:])
    [unit] = units(job, data)
    options = {"by": "stated", "direction": "reverse"}
    drafts, asked = drive(job.work(unit, brief(job, **options)), malformed("I say 0.25."))
    assert [row["value"] for row in rows_of(drafts)] == [0.25]
    assert asked[0].answer is replies.SaidShare


class CountsWords:
    """A scorer without a model: the share of the hypothesis's words that are in the premise."""

    def score(
        self, premise: str, hypothesis: str, brief: Brief, about: Mapping[str, str], *, by: str
    ) -> Generator[Request, Reply, EntailmentScore]:
        yield from ()
        words = hypothesis.split()
        return EntailmentScore(sum(word in premise.split() for word in words) / len(words), "words")


def test_another_scorer_takes_the_place_of_the_model() -> None:
    job = EntailJob(CountsWords())
    data = dataset(edited=True, outputs=[output("m", Grounds="G x", Relief="y")])
    [unit] = units(job, data)
    drafts, asked = drive(job.work(unit, brief(job)))
    assert asked == []
    assert {(row["section"], row["direction"]): row["value"] for row in rows_of(drafts)} == {
        ("Grounds", "forward"): 0.5,
        ("Grounds", "reverse"): 1.0,
        ("Relief", "forward"): 0.0,
        ("Relief", "reverse"): 0.0,
    }
    assert {row["scorer"] for row in rows_of(drafts)} == {"words"}


# Labels


def test_every_post_edit_is_labelled_and_nothing_is_an_answer() -> None:
    job = JOBS["edit_types"]
    second = replace(EDITED, annotator="ben")
    data = replace(dataset(edited=True), annotations=[EDITED, second])
    found = units(job, data)
    assert [unit.label for unit in found] == ["task#1 by ana", "task#1 by ben"]
    none = dict.fromkeys(
        ("fact_added", "fact_deleted", "fact_updated", "style", "reorganised"), False
    )
    drafts, [asked] = drive(job.work(found[1], brief(job)), {**none, "style": True})
    [row] = rows_of(drafts)
    assert (row["annotator"], row["edit_types"], row["labeller"]) == ("ben", ["style"], MODEL)
    assert drafts[0].author == f"metric:{MODEL}"
    text = asked.messages[-1].content
    assert text.index("**Grounds:**\ng") < text.index("</before>") < text.index("**Grounds:**\nG")
    drafts, _ = drive(job.work(found[0], brief(job)), none)
    assert "edit_types" not in rows_of(drafts)[0]


def test_the_lowest_rated_outputs_are_looked_at_by_the_mean_of_all_judges() -> None:
    job = JOBS["error_patterns"]

    def rated(model: str, judge: str, value: int) -> dict[str, Any]:
        axes = ("adherence", "accuracy", "depth", "completeness", "coherence")
        return {"example": SET_KEY, "model": model, "judge": judge, **dict.fromkeys(axes, value)}

    scores = [rated("alpha", "x", 1), rated("alpha", "y", 5), rated("beta", "x", 2),
              rated("gamma", "x", 5)]  # fmt: skip
    data = dataset(edited=True, outputs=OUTPUTS, scores=scores)
    assert [unit.data[1] for unit in units(job, data)] == ["beta"]
    assert [unit.data[1] for unit in units(job, data, share=0.5)] == ["beta", "alpha"]
    # A rating of a text that has been replaced does not count.
    outdated = {**rated("gamma", "y", 1), "texts": "of another text"}
    data = dataset(edited=True, outputs=OUTPUTS, scores=[*scores, outdated, outdated])
    assert [unit.data[1] for unit in units(job, data, share=0.5)] == ["beta", "alpha"]
    [unit] = units(job, data)
    said = {"lacking_depth": True, "verbose": False, "missing_information": True}
    drafts, _ = drive(job.work(unit, brief(job)), said)
    [row] = rows_of(drafts)
    assert row["error_patterns"] == ["lacking_depth", "missing_information"]
    assert (row["example"], row["model"]) == (SET_KEY, "beta")


def test_the_asked_model_is_a_scorer() -> None:
    scorer: Callable[..., Any] = AskedModel().score
    job = JOBS["entail"]
    work = scorer("p", "h", brief(job), {}, by="auto")
    assert next(work).parameters["logprobs"] is True
