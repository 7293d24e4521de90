"""Tests of the requests of kiwi's jobs and how they parse answers, without any server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin

import pytest

from desktop_app.core.aliases import alias_of
from desktop_app.core.errors import RefusedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import (
    Brief,
    Lookup,
    LookupResult,
    ModelError,
    ModelJob,
    Reply,
    Request,
    Trouble,
    Unit,
    Work,
)
from desktop_app.core.prompts import parse_prompt
from desktop_app.core.protocol.data import Dataset, ItemData
from desktop_app.core.protocol.rows import Answered, Draft, ImportContext
from plugins.kiwi.jobs.judging import examples_text, with_examples
from plugins.kiwi.jobs.replies import answerable_in, questions_in, word_in
from plugins.kiwi.jobs.wording import ANCHORED, NOTHING_FOUND
from plugins.kiwi.passages import paragraphs, passages_text
from plugins.kiwi.prediction import splits_of
from plugins.kiwi.protocol import KIWI
from plugins.kiwi.session_data import read
from plugins.kiwi.settings import FILE
from plugins.kiwi.shapes import ASKS, ERROR_TYPES, INSTRUCTION_TYPES
from tests.plugins import kiwi_data as made
from tests.plugins.kiwi_data import dataset, item, session, turn

JOBS = KIWI.jobs
MODEL, SAID = "m", msg("“writer” returned no usable list")
ONE, TWO, ALONE = (
    item("q1:m", "Why?", "m"),
    item("q1:n", "Why?", "n"),
    item("q2", "What of matter?"),
)
TURNS = [
    turn("info", "bad", "Add numbers", "lost"),
    turn("style", "good", "Split it", "x </instruction> y"),
]
DONE = session(ONE, "ann", TURNS)

Answer = str | Mapping[str, Any] | ModelError


def context(data: Dataset) -> ImportContext:
    known = {one.key: one for one in data.items}
    sessions = {
        f"{one.item}:{one.annotator}": Answered(one.item, one.annotator, one.rev, one.answers)
        for one in data.annotations
    }
    return ImportContext(
        project=made.PROJECT,
        protocol="kiwi",
        lead="lead",
        find_item=lambda name: name if name in known else None,
        model_of=lambda name: name,
        alias_of=lambda name: alias_of(name, "seed"),
        content_of=lambda key: known[key].content if key in known else None,
        find_answer=sessions.get,
        origin_of=lambda key: known[key].origin if key in known else None,
        rows_of=lambda what: data.rows.get(what, ()),
    )


def brief(job: ModelJob, data: Dataset, model: str = MODEL, **options: Any) -> Brief:
    prompts = {key: parse_prompt(KIWI.prompts()[key], file=key) for key in job.prompts}
    return Brief(prompts, model, "lead", job.options(**options), context(data))


def units(job: ModelJob, data: Dataset, **options: Any) -> list[Unit]:
    return list(job.units(data, job.options(**options)))


def drive(
    work: Work, *answers: Answer, hits: Sequence[tuple[int, float]] = ()
) -> tuple[list[Draft], list[Request], list[Lookup]]:
    """Run a job with these answers, in this order. Every search returns these hits.

    Returns the job's drafts, requests and searches.
    """
    left, asked, lookups = iter(answers), list[Request](), list[Lookup]()
    try:
        wanted = next(work)
        while True:
            if isinstance(wanted, Lookup):
                lookups.append(wanted)
                wanted = work.send(LookupResult(list(hits), wanted.retriever))
                continue
            asked.append(wanted)
            answer = next(left)
            if isinstance(answer, ModelError):
                wanted = work.throw(answer)
            else:
                wanted = work.send(reply(wanted, answer, f"call-{len(asked)}"))
    except StopIteration as end:
        assert list(left) == []
        return list(end.value), asked, lookups


def reply(request: Request, answer: str | Mapping[str, Any], call: str) -> Reply:
    if request.answer is None:
        assert isinstance(answer, str)
        return Reply(answer, None, call, MODEL)
    return Reply("", request.answer.model_validate(answer), call, MODEL)


def rows_of(drafts: Sequence[Draft]) -> list[dict[str, Any]]:
    assert {draft.kind for draft in drafts} <= {"data"}
    return [dict(draft.body["row"]) for draft in drafts if draft.body is not None]


def malformed(text: str) -> ModelError:
    return ModelError(Trouble.MALFORMED, SAID, partial=text)


def shown(request: Request) -> str:
    return request.messages[-1].content


# Every job


@pytest.mark.parametrize("job", JOBS.values(), ids=lambda job: job.key)
def test_every_option_says_what_it_is(job: ModelJob) -> None:
    job.options()
    assert set(job.prompts) <= set(KIWI.prompts())
    for name, field in job.options.model_fields.items():
        assert field.title, name
        assert field.description, name
        extra = field.json_schema_extra
        labels = extra["labels"] if isinstance(extra, dict) else {}
        assert set(literals(field.annotation)) == set(labels), name  # type: ignore[arg-type]


def literals(kind: Any) -> Iterator[str]:
    if get_origin(kind) is Literal:
        yield from get_args(kind)
        return
    for part in get_args(kind):
        yield from literals(part)


def test_every_prompt_is_of_a_job_or_of_a_session() -> None:
    used = {key for job in JOBS.values() for key in job.prompts}
    assert used | set(KIWI.live_prompts) == set(KIWI.prompts())


PLACES = {
    "initial": {"documents", "question"},
    "summary": {"documents", "previous", "instruction"},
    "revise_info": {"question", "previous", "instruction", "summary"},
    "revise_style": {"question", "previous", "instruction"},
}


@pytest.mark.parametrize("key", PLACES)
def test_a_session_shows_what_the_paper_has_it_show(key: str) -> None:
    """A request contains one previous answer, never the history. Stylistic instructions need no
    search.
    """
    assert parse_prompt(KIWI.prompts()[key], file=key).places == PLACES[key]


@pytest.mark.parametrize(
    ("key", "codes"),
    [("instruction_type", INSTRUCTION_TYPES), ("error_type", ERROR_TYPES)],
)
def test_prompts_define_every_type_and_give_one_example_of_each(
    key: str, codes: Sequence[str]
) -> None:
    text = KIWI.prompts()[key]
    for code in codes:
        assert text.count(f"\n{code}: ") == 1, code
    assert text.count("\n  Instruction: ") == len(codes)


def test_passages_read_in_their_order_and_what_is_not_there_is_left_out() -> None:
    texts = ["a\n\nb", "c"]
    places, found = paragraphs(texts)
    assert list(zip(places, found, strict=True)) == [((0, 0), "a"), ((0, 1), "b"), ((1, 0), "c")]
    named = [{"paper": 1, "paragraph": 0}, {"paper": 0, "paragraph": 1}]
    wrong = [{"paper": 0, "paragraph": 2}, {"paper": 2, "paragraph": 0}]
    papers = [{"title": "First"}, {}]
    assert passages_text([*named, *wrong], papers, texts) == "[1]\nc\n\n[0] First\nb"
    assert paragraphs([""]) == ([], [])


@pytest.mark.parametrize("job", JOBS.values(), ids=lambda job: job.key)
def test_a_project_without_anything_is_told_what_is_missing(job: ModelJob) -> None:
    with pytest.raises(UsageError) as error:
        units(job, dataset([], []))
    assert error.value.hint


# First answers


def test_first_answers_are_asked_for_with_the_passages_that_were_found() -> None:
    data = dataset([ALONE], [])
    job = JOBS["initial"]
    [unit] = units(job, data)
    work = job.work(unit, brief(job, data))
    drafts, [asked], [lookup] = drive(work, " An answer [2].\n", hits=[(7, 2.5), (0, 1.0)])
    assert (lookup.query, lookup.most, lookup.retriever) == ("What of matter?", 5, "bm25")
    assert len(lookup.texts) == 12  # four papers of three paragraphs
    assert rows_of(drafts) == [
        {
            "item": ALONE.key,
            "answer": "An answer [2].",
            "passages": [
                {"paper": 2, "paragraph": 1, "score": 2.5, "retriever": "bm25"},
                {"paper": 0, "paragraph": 0, "score": 1.0, "retriever": "bm25"},
                # what fills up: the first paragraphs of the other papers
                {"paper": 1, "paragraph": 0, "score": 0.0, "retriever": "bm25"},
                {"paper": 2, "paragraph": 0, "score": 0.0, "retriever": "bm25"},
                {"paper": 3, "paragraph": 0, "score": 0.0, "retriever": "bm25"},
            ],
            "query": "What of matter?",
            "retriever": "bm25",
            "call": "call-1",
        }
    ]
    first = "[2] Title 2\nIn paper 2, paragraph 1 speaks of matter 2-1."
    assert f"<documents>\n{first}\n\n[0] Title 0\n" in shown(asked)
    assert asked.parameters["temperature"] == 0.7  # section 3.2 of the paper
    assert asked.purpose == "initial"


def test_the_projects_settings_and_options_decide_how_passages_are_found() -> None:
    own = KIWI.with_texts({FILE.path: "retriever: hybrid\npassages: 3\ntemperature: 0.2\n"})
    data, job = dataset([ALONE], []), own.jobs["initial"]
    [unit] = units(job, data)
    _, [asked], [lookup] = drive(job.work(unit, brief(job, data)), "A")
    assert (lookup.most, lookup.retriever) == (3, "hybrid")
    assert asked.parameters["temperature"] == 0.2
    assert "[2] Title 2" in shown(asked)
    chosen = brief(job, data, retriever="dense", passages=9, temperature=0.0)
    _, [asked], [lookup] = drive(job.work(unit, chosen), "A")
    assert (lookup.most, lookup.retriever) == (9, "dense")
    assert asked.parameters["temperature"] == 0.0


def test_a_model_writes_for_its_own_items_alone() -> None:
    data, job = dataset([ONE, TWO], []), JOBS["initial"]
    first, second = units(job, data)
    drafts, asked, _ = drive(job.work(first, brief(job, data)), "A")
    assert len(drafts) == len(asked) == 1
    assert drive(job.work(second, brief(job, data))) == ([], [], [])
    # Unless an option names the model whose items the server's model serves.
    [named] = units(job, data, model="alias-n")
    drafts, _, _ = drive(job.work(named, brief(job, data, model="gateway")), "A")
    assert rows_of(drafts)[0]["item"] == TWO.key
    with pytest.raises(UsageError, match="no item belongs to the model"):
        units(job, data, model="other")


def test_a_question_chooses_the_items_of_all_models_and_a_session_its_turns() -> None:
    data = dataset([ONE, TWO, ALONE], [], aliases={"m": "m", "n": "n"})
    chosen = [unit.label for unit in units(JOBS["initial"], data) if "q1" in unit.names]
    assert chosen == ["q1:m", "q1:n"]
    turns = units(JOBS["instructions"], dataset([ONE], [DONE]))
    assert len(turns) == 2
    assert all({"q1:m", ONE.key} <= unit.names for unit in turns)


def test_what_has_an_answer_or_was_worked_on_or_is_closed_is_left_alone() -> None:
    job = JOBS["initial"]
    closed = replace(ALONE, origin={**ALONE.origin, "closed": "it has too few papers"})
    rows = {"initials": [{"item": TWO.key, "answer": "old", "call": "c"}]}
    data = dataset([ONE, TWO, closed], [DONE], rows)
    assert units(job, data) == []
    assert [unit.key for unit in units(job, data, again=True)] == [TWO.key]


def test_papers_without_texts_are_told_as_such() -> None:
    data, job = replace(dataset([ALONE], []), documents={}), JOBS["initial"]
    [unit] = units(job, data)
    drafts, [asked], _ = drive(job.work(unit, brief(job, data)), "A")
    assert NOTHING_FOUND in shown(asked)
    assert "passages" not in rows_of(drafts)[0]


def test_an_empty_answer_is_a_failure() -> None:
    data, job = dataset([ALONE], []), JOBS["initial"]
    [unit] = units(job, data)
    with pytest.raises(ModelError) as error:
        drive(job.work(unit, brief(job, data)), "<think>hm</think> ")
    assert error.value.trouble is Trouble.EMPTY


# Drafting questions

EMPTY = {"id": "p9", "title": "Nine", "document": made.keys.document_key("")}
PAPERS = [{"id": f"p{n}", "title": f"Paper {n}", "document": "d" * 64} for n in range(6)]
ABOUT = {"id": "par", "text": "Many have studied it [p0, p1].", "papers": ["p0", "p1", "p2", "p3"]}


def on_earlier_work(**fields: Any) -> Dataset:
    rows = {"papers": [*PAPERS, EMPTY], "paragraphs": [{**ABOUT, **fields}]}
    return dataset([], [], rows)


def draft(data: Dataset, *answers: Answer, **options: Any) -> tuple[list[Any], list[Request]]:
    job = JOBS["draft"]
    [unit] = units(job, data)
    drafts, asked, _ = drive(job.work(unit, brief(job, data, **options)), *answers)
    return rows_of(drafts), asked


def test_questions_are_drafted_filtered_and_checked() -> None:
    said = {
        "questions": ["How is A done?", "What do the authors find?", "how is a done?", "Why B?"]
    }
    rows, asked = draft(
        on_earlier_work(),
        said,
        {"reason": "So.", "verdict": "Yes"},
        {"reason": "Half.", "verdict": "partially"},
    )
    assert [(r["question"], r.get("filtered"), r.get("answerable")) for r in rows] == [
        ("How is A done?", None, "yes"),
        ("What do the authors find?", "anchored", None),
        ("Why B?", None, "partially"),
    ]
    assert {row["paragraph"] for row in rows} == {"par"}
    assert {tuple(row["papers"]) for row in rows} == {("p0", "p1", "p2", "p3")}
    assert {row["model"] for row in rows} == {MODEL}
    assert len({row["id"] for row in rows}) == 3
    assert "Write 5 questions" in shown(asked[0])
    assert asked[0].parameters["temperature"] == 1.0  # appendix A.6
    assert [one.parameters["temperature"] for one in asked[1:]] == [0.0, 0.0]
    assert "How is A done?" in shown(asked[1])


def test_no_more_questions_are_kept_than_were_asked_for() -> None:
    said = {"questions": [f"How is {n} done?" for n in range(9)]}
    yes = {"reason": "", "verdict": "yes"}
    rows, asked = draft(on_earlier_work(), said, yes, yes, number=2)
    assert len(rows) == 2
    assert "Write 2 questions" in shown(asked[0])


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"papers": ["p0", "p1", "p2"]}, "has 3 papers"),
        ({"papers": ["p0", "p1", "p2", "p9"]}, "has 3 papers"),
        ({"missing": 2}, "2 of 6 papers"),
        ({"papers": ["p0", "p1", "p2", "p3", "gone", "p9"]}, "2 of 6 papers"),
    ],
)
def test_paragraphs_whose_papers_are_not_there_are_refused(fields: Any, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        draft(on_earlier_work(**fields))


def test_a_paragraph_that_lacks_less_than_a_third_is_taken() -> None:
    fields = {"papers": [f"p{n}" for n in range(5)], "missing": 2}  # 2 of 7: 29 %
    said = {"questions": ["Why does this paper matter?"]}
    [row], _ = draft(on_earlier_work(**fields), said)
    assert row["filtered"] == "anchored"


@pytest.mark.parametrize(
    "question",
    [
        "What does this paper propose?",
        "What do the authors of these studies find?",
        "Which of the methods mentioned is best?",
        "Was schlägt diese Arbeit vor?",
        "How do Smith et al. do it?",
    ],
)
def test_questions_about_their_own_source_are_told(question: str) -> None:
    assert ANCHORED.search(question)


@pytest.mark.parametrize(
    "question",
    [
        "How are texts above a certain length summarised?",
        "Which methods work on paper forms?",
        "How is authorship established?",
        "How do models find the passage that answers?",
    ],
)
def test_other_questions_are_not(question: str) -> None:
    assert not ANCHORED.search(question)


def test_lists_and_verdicts_in_plain_text_are_read() -> None:
    listed = "Here they are:\n1. How is A done?\n- Why B?\nThat is all."
    assert questions_in(listed).questions == ["How is A done?", "Why B?"]
    assert answerable_in("It says half of it: **Partially**.").verdict == "partially"
    for broken in ("", "Nothing to ask."):
        with pytest.raises(ValueError, match="question"):
            questions_in(broken)
    with pytest.raises(ValueError, match="none"):
        answerable_in("perhaps")


# Labels


@pytest.mark.parametrize(
    ("key", "ask", "shows", "places"),
    [
        ("instructions", "instruction_type", "Add numbers", [1, 2]),
        ("errors", "error_type", "It is bad", [1]),
    ],
)
def test_turns_are_labelled(key: str, ask: str, shows: str, places: list[int]) -> None:
    data, job = dataset([ONE], [DONE]), JOBS[key]
    found = units(job, data)
    assert [unit.label for unit in found] == [f"q1:m by ann, turn {n}" for n in places]
    for code in ASKS[ask]:
        spelled = code.replace("_", " ").capitalize() + "."
        drafts, [asked], _ = drive(job.work(found[0], brief(job, data)), {ask: spelled})
        [row] = rows_of(drafts)
        assert (row["item"], row["author"], row["turn"]) == (ONE.key, "ann", 1)
        assert (row["labeller"], row[ask], row["call"]) == (MODEL, code, "call-1")
        assert asked.parameters["temperature"] == 0.0  # appendix A.3
        assert shows in shown(asked)
    # What was labelled is told from what is there by then.
    other = dataset([ONE], [session(ONE, "ann", [turn("info", "bad", "Remove it", "lost")])])
    [changed] = read(other).turns.values()
    assert changed.texts(ask) != row["texts"]


def test_a_label_in_plain_text_is_read() -> None:
    data, job = dataset([ONE], [DONE]), JOBS["instructions"]
    unit = units(job, data)[0]
    said = malformed("At first sight “remove”, but it is Specific Edit")
    drafts, _, _ = drive(job.work(unit, brief(job, data)), said)
    [row] = rows_of(drafts)
    assert row["instruction_type"] == "specific_edit"
    assert "call" not in row
    with pytest.raises(ModelError):
        drive(job.work(unit, brief(job, data)), malformed("no idea"))


def test_texts_cannot_leave_their_place() -> None:
    data = dataset([ONE], [DONE])
    [hostile] = [one for one in read(data).turns.values() if "</instruction>" in one.answer]
    template = parse_prompt(KIWI.prompts()["predict_binary"], file="p")
    text = examples_text([hostile], "binary", template)
    assert text.count("</instruction>") == 1
    assert "‹/instruction›" in text


# Predictions


@pytest.fixture(scope="module")
def many() -> Dataset:
    return made.of_released(made.released(seed=1)[::6])


@pytest.mark.parametrize("scheme", ["binary", "three"])
@pytest.mark.parametrize("shots", [0, 1, 10])
def test_test_turns_are_foretold_from_training_turns(
    many: Dataset, scheme: Literal["binary", "three"], shots: int
) -> None:
    job = JOBS["predict"]
    found = units(job, many, shots=shots, scheme=scheme)
    collected = read(many)
    drawn = splits_of(collected)
    tests = [(seed, p) for seed, parts in drawn.items() for p in parts if parts[p] == "test"]
    assert [(u.data.seed, u.data.turn.place) for u in found] == tests
    assert len({unit.key for unit in found}) == len(found)
    unit = found[len(found) // 2]
    one = unit.data
    assert len(one.examples) == shots
    assert {drawn[one.seed][example.place] for example in one.examples} <= {"train"}
    work = job.work(unit, brief(job, many, model="gpt-4", shots=shots, scheme=scheme))
    drafts, [asked], _ = drive(work, {"rating": "Good"})
    [row] = rows_of(drafts)
    assert (row["item"], row["author"], row["turn"]) == tuple(one.turn.place)
    assert row["method"] == f"gpt-4 {shots}-shot"
    assert (row["rating"], row["scheme"], row["seed"]) == ("good", scheme, one.seed)
    assert asked.template == f"predict_{scheme}"
    text = shown(asked)
    assert text.count("<instruction>") == shots + 1
    assert text.rindex("<instruction>") == text.rindex(f"<instruction>\n{one.turn.instruction}")
    ratings = [line for line in text.splitlines() if line.startswith("Rating: ")]
    truth = [e.rating if scheme == "three" or e.rating == "good" else "bad" for e in one.examples]
    assert ratings == [f"Rating: {rating}" for rating in truth]
    if scheme == "binary":
        with pytest.raises(ValueError, match="rating"):
            drive(job.work(unit, brief(job, many, shots=shots)), {"rating": "neutral"})


def test_examples_are_the_nearest_instructions_the_nearest_last() -> None:
    instructions = ["zebra quokka walrus", "zebra quokka badger", "zebra heron magpie"]
    instructions += [f"lemur{n} otter{n} raven{n}" for n in range(30)]
    place = item("q1:m", "Why?", "m")
    sessions = [
        session(place, f"person-{n:02}", [turn("info", "good", text)])
        for n, text in enumerate(instructions)
    ]
    found = read(dataset([place], sessions))
    by_text = {one.instruction: spot for spot, one in found.turns.items()}
    parts = dict.fromkeys(found.turns, "train")
    parts[by_text[instructions[0]]] = "test"
    [(asked, examples)] = with_examples(found, parts, 3)
    assert asked.instruction == instructions[0]
    assert [one.instruction for one in examples[1:]] == [instructions[2], instructions[1]]
    assert examples[0].instruction == instructions[3]  # nothing in common: fills up the number
    [(_, none)] = with_examples(found, parts, 0)
    assert none == []


def test_the_rating_named_last_counts_in_plain_text() -> None:
    read_rating = word_in("rating", ("good", "neutral", "bad"))
    assert read_rating("It looks good, but: bad").model_dump() == {"rating": "bad"}
    with pytest.raises(ValueError, match="none"):
        read_rating("goodness")


def test_items_are_only_those_of_sessions() -> None:
    page = ItemData("l" * 32, "g", {"question": "?", "turn": {}}, {}, "label")
    data = dataset([ALONE, page], [])
    assert [unit.key for unit in units(JOBS["initial"], data)] == [ALONE.key]
