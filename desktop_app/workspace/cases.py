"""Cases that a lead decides: conflicts between versions, and items on which annotators disagree.

A case is plain data: what is compared, field by field, with the differences marked. `adjudicating`
saves the decisions. The module is longer than most because both kinds of cases are made from the
same parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from desktop_app.catalogue import in_language, look_up
from desktop_app.core.errors import AppError, RefusedError
from desktop_app.core.forms import HIDDEN, Form
from desktop_app.core.keys import decision_key
from desktop_app.core.merging import body_of, same_body, statement_of
from desktop_app.core.messages import msg
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.data import AnnotationData, Dataset, is_outdated
from desktop_app.core.protocol.stage import Stage, TurnParts
from desktop_app.core.protocol.wording import AnswerContext, ItemWords
from desktop_app.core.records import Record
from desktop_app.workspace.background import background_form
from desktop_app.workspace.case_fields import (
    MISSING,
    CaseField,
    field_title,
    fields_of,
    is_same,
    plain_value,
)
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.earlier_texts import is_about_earlier_text
from desktop_app.workspace.forms import FormHistory
from desktop_app.workspace.item_index import is_readable, judged_texts, mean_share
from desktop_app.workspace.item_work import project_work
from desktop_app.workspace.work import texts_of
from desktop_app.workspace.workspace import Workspace

What = Literal["versions", "annotators"]
# Which of the items on which annotators disagree are listed.
Part = Literal["all", "undecided", "outdated"]
# The kind of the case, and the kind and key of the thing to decide.
CaseId: TypeAlias = tuple[What, str, str]
# Title and text of a part of an item, and whether it is a document that the item is about.
ItemText: TypeAlias = tuple[str, str, bool]

# Kinds of records whose answers can be decided question by question.
_BY_QUESTION = ("annotation", "adjudication", "background")
# Fields of a body that are not part of what is decided: they are equal or incidental.
_OWN_FIELDS = frozenset(
    ("answers", "seconds", "item", "item_rev", "annotator", "stage", "protocol", "form", "compared")
)


@dataclass(frozen=True)
class Version:
    """One of the versions or answers that are compared.

    `revs`: the records that state it: several if their content is equal
    `author`: who stated it; for an adjudication the lead
    `body`: the record's body; None if it was withdrawn
    `is_latest`: whether no other version has a later time; times come from the computers' clocks
    `is_earlier`: whether these answers are about an earlier text of the item
    """

    revs: tuple[str, ...]
    author: str
    device: str
    time: str
    seconds: float | None
    body: Mapping[str, Any] | None
    is_latest: bool = False
    is_earlier: bool = False

    @property
    def rev(self) -> str:
        return self.revs[0]


@dataclass(frozen=True)
class Case:
    """A case to decide, with everything that the lead needs to see.

    `name`: the item's name, or what else it is about
    `person`: whose answers are in conflict; “” if several people disagree
    `texts`: those of the item, its documents first
    `language`: code of the language of the texts
    `form`: the form that the answers belong to; None if it is decided as a whole
    `parts`: how answers that consist of turns are decided; None for other answers
    `in_body`: whether the fields are those of the body and not those of its answers
    `previous`: the decision that would be replaced
    `is_outdated`: whether answers have changed since that decision
    """

    id: CaseId
    name: str
    item: str
    stage: str
    person: str
    protocol: str
    versions: tuple[Version, ...]
    fields: tuple[CaseField, ...]
    texts: tuple[ItemText, ...] = ()
    language: str = "en"
    form: Form | None = None
    parts: TurnParts | None = None
    is_whole: bool = False
    in_body: bool = False
    previous: Mapping[str, Any] | None = None
    is_outdated: bool = False

    @property
    def what(self) -> What:
        return self.id[0]

    def units(self, *, required: bool = True) -> list[str]:
        """Return the units that differ, in the order of their fields.

        `required`: only those that must be decided
        """
        if self.is_whole:
            return [""]
        return list(
            dict.fromkeys(
                one.unit for one in self.fields if one.differs and (one.is_required or not required)
            )
        )

    def majority(self, unit: str) -> int | None:
        """Return the first version with the answer that most versions have.

        Returns None if no answer is given more often than every other one.
        """
        groups = {self.agreeing(unit, place) for place in range(len(self.versions))}
        best = max(groups, key=len)
        others = [group for group in groups if len(group) == len(best)]
        return best[0] if len(best) > 1 and len(others) == 1 else None

    def agreeing(self, unit: str, place: int) -> tuple[int, ...]:
        """Return the versions that state the same as the version at `place`, itself included."""
        fields = [one for one in self.fields if one.unit == unit]
        return tuple(
            other
            for other in range(len(self.versions))
            if all(is_same(one.values[other], one.values[place]) for one in fields)
        )

    def differing_headings(self) -> tuple[str, ...]:
        """Return the headings of what differs, in the order of the fields."""
        return tuple(dict.fromkeys(one.unit_heading for one in self.fields if one.differs))

    def is_without(self, one: CaseField, place: int) -> bool:
        """Return whether a version lacks the part to which a field belongs."""
        same = [other for other in self.fields if other.unit == one.unit]
        return bool(one.part) and all(other.values[place] is MISSING for other in same)


@dataclass(frozen=True)
class CaseLine:
    """A case in the list of cases.

    `people`: whose answers they are
    `fields`: names of the fields that differ
    `distance`: mean share of pairs of annotators that differ; None for a conflict
    `by_question`: this share by question
    `is_decided`: whether the lead has decided it, and no answer has changed since
    `is_outdated`: whether the lead has decided it, but answers have changed since
    `revs`: the versions or answers that are compared, so that they need not be read again, which
        is slow in a large project
    """

    id: CaseId
    name: str
    item: str
    people: tuple[str, ...]
    fields: tuple[str, ...]
    distance: float | None = None
    by_question: Mapping[str, float] = field(default_factory=dict)
    is_decided: bool = False
    is_outdated: bool = False
    revs: tuple[str, ...] = ()

    def share(self, question: str) -> float:
        """Return the share of pairs that differ on a question; “”: the mean over all questions."""
        return self.by_question.get(question, 0.0) if question else self.distance or 0.0


# Lists of cases


def conflict_lines(workspace: Workspace, language: str = "") -> list[CaseLine]:
    """Return all conflicts, those about items first, in natural order of their names.

    `language`: of the texts of the questions that differ; “”: that of the form
    """
    lines = [
        CaseLine(
            case.id,
            case.name,
            case.item,
            (case.person,) if case.person else (),
            case.differing_headings(),
            revs=tuple(one.rev for one in case.versions),
        )
        for case in conflict_cases(workspace, language)
    ]
    lines.sort(key=lambda one: (not one.item, natural_order(one.name), one.id))
    return lines


def conflict_cases(workspace: Workspace, language: str) -> Iterator[Case]:
    """Yield all conflicts by kind and key, without the texts of their items."""
    forms = FormHistory(workspace)
    for kind, key in workspace.records.conflicts():
        yield _conflict(workspace, kind, key, language, forms)


def disagreement_lines(workspace: Workspace) -> list[CaseLine]:
    """Return the items on which annotators disagree, the largest disagreement first.

    The disagreement is the one shown on the page *Items*, for each stage separately. Answers that
    analyses exclude are excluded here as well. Items whose decision is outdated are included even
    if their answers are now equal, or only one is left, so that the lead can confirm or change it.
    """
    lines = []
    decisions = {one.key: body_of(one) for one in workspace.records.all_current("adjudication")}
    for entry in project_work(workspace).index.entries:
        if entry.excluded:
            continue
        # A stage with a single answer has no shares.
        stages: dict[str, Mapping[str, float]] = {one.stage: {} for one in entry.decisions}
        stages.update(entry.shares)
        for stage, shares in stages.items():
            given = [one for one in entry.answers if one.stage == stage and one.is_compared]
            key = decision_key(entry.key, stage)
            decision = decisions.get(key)
            revs = tuple(one.rev for one in given)
            outdated = decision is not None and bool(revs) and is_outdated(decision, revs)
            if not outdated and not any(shares.values()):
                continue
            lines.append(
                CaseLine(
                    ("annotators", "adjudication", key),
                    entry.line.name,
                    entry.key,
                    tuple(one.person for one in given),
                    tuple(field_title((name,)) for name, share in shares.items() if share),
                    mean_share(shares.values()),
                    shares,
                    decision is not None and not is_outdated(decision, revs),
                    outdated,
                    revs=revs,
                )
            )
    lines.sort(key=lambda one: (-(one.distance or 0), natural_order(one.name), one.id))
    return lines


def question_titles(
    workspace: Workspace, lines: Sequence[CaseLine], language: str
) -> dict[str, str]:
    """Return {question: its text in a language} for all questions of disagreements.

    Questions without a text, and those that share it, have a name made from their key, too.
    """
    texts: dict[str, str] = {}
    for form in project_work(workspace).index.forms.values():
        for one in form.questions:
            texts.setdefault(one.key, form.text(one.text, language).strip())
    result = {name: texts.get(name, "") for line in lines for name in line.by_question}
    shared = Counter(result.values())
    for name, text in result.items():
        if not text:
            result[name] = field_title((name,))
        elif shared[text] > 1:
            result[name] = f"{text} ({name})"
    return result


def queue_of(
    lines: Sequence[CaseLine], question: str = "", least: float = 0.0, part: Part = "all"
) -> list[CaseLine]:
    """Return the items with a disagreement of `least` or more, the largest first.

    Without `question` and `least`, items whose decision is outdated are included even if their
    answers are now equal.

    `lines`: in the order of `disagreement_lines`
    `question`: only the disagreement on this question counts; “”: the mean over all questions
    `part`: all items, only undecided ones, or only those whose decision is outdated
    """
    is_any = not question and not least
    least = max(least, 1e-9)
    found = [
        one
        for one in lines
        if (one.share(question) >= least or (is_any and one.is_outdated))
        and (part == "all" or (one.is_outdated if part == "outdated" else not one.is_decided))
    ]
    if question:
        # `sort` is stable: equal distances keep their order.
        found.sort(key=lambda one: -one.share(question))
    return found


def _by_place(dataset: Dataset) -> dict[tuple[str, str], list[AnnotationData]]:
    """Return the answers by (item, stage), of items that at least two people answered."""
    result: dict[tuple[str, str], list[AnnotationData]] = {}
    for one in dataset.annotations:
        result.setdefault((one.item, one.stage), []).append(one)
    return {place: given for place, given in result.items() if len(given) > 1}


# One case


def case_of(workspace: Workspace, case: CaseId, language: str, revs: Sequence[str] = ()) -> Case:
    """Return a case with its texts, in a language of its form.

    `revs`: for a disagreement, the revs of the compared answers, as stated by its `CaseLine`; if
        empty, these answers are searched for again

    Raises RefusedError if there is nothing left to decide.
    """
    what, kind, key = case
    forms = FormHistory(workspace)
    if what == "versions":
        if (kind, key) not in workspace.records.conflicts():
            raise RefusedError(
                msg("this conflict has already been resolved"), hint=msg("Choose another conflict.")
            )
        made = _conflict(workspace, kind, key, language, forms)
    else:
        made = _disagreement(workspace, key, language, forms, revs)
    texts, spoken = _item_texts(workspace, made, language)
    return replace(made, texts=texts, language=spoken)


def _conflict(workspace: Workspace, kind: str, key: str, language: str, forms: FormHistory) -> Case:
    """Return a conflict as a case, without the item's texts."""
    records = workspace.records
    versions = _versions(workspace, records.heads(kind, key))
    body = records.stated_body(kind, key) or {}
    item = str(body.get("item") or (key if kind in ("item", "origin") else ""))
    stage, person = str(body.get("stage") or ""), str(body.get("annotator") or "")
    if kind in ("person", "background"):
        person = key
    name = workspace.item_name(item) if item else _thing_name(kind, key, body)
    protocol = str(body.get("protocol") or "")
    if not protocol and item:
        protocol = str((records.stated_body("item", item) or {}).get("protocol") or "")
    form, of_answers = _form_of(workspace, kind, protocol, stage, versions, forms)
    bodies = [version.body for version in versions]
    if None in bodies:
        of_answers = None
    parts = of_answers.turn_parts if of_answers is not None else None
    whole = kind not in _BY_QUESTION or form is None or None in bodies
    whole = whole or (of_answers is not None and of_answers.has_turns and parts is None)
    has_answers = kind in _BY_QUESTION and None not in bodies
    states: list[Mapping[str, Any]] = []
    for one in bodies:
        if one is None:
            states.append({})
        elif has_answers:
            # Other fields of the body, such as comments of an import, come after the answers.
            more = {name: value for name, value in one.items() if name not in _OWN_FIELDS}
            # Answers that nobody sees are not compared.
            seen = {name: value for name, value in one["answers"].items() if name != HIDDEN}
            states.append({"answers": seen, **more})
        else:
            states.append(one)
    fields = fields_of(
        states,
        form,
        language,
        whole=whole,
        everything=True,
        stage=of_answers,
        content=_content(workspace, item),
    )
    if not any(one.differs for one in fields):
        # They differ in something that is not shown, such as an answer that is null.
        whole = True
    return Case(
        ("versions", kind, key),
        name,
        item,
        stage,
        person,
        protocol,
        versions,
        tuple(fields),
        form=form,
        parts=parts,
        is_whole=whole,
        in_body=True,
    )


def _thing_name(kind: str, key: str, body: Mapping[str, Any]) -> str:
    """Return the name of a thing that is not an item."""
    if kind == "project":
        return str(body.get("title") or key)
    if kind == "material":
        return str(body.get("path") or key)
    return key


def _form_of(
    workspace: Workspace,
    kind: str,
    protocol: str,
    stage: str,
    versions: Sequence[Version],
    forms: FormHistory,
) -> tuple[Form | None, Stage | None]:
    """Return the form that all versions answer, or None, and their stage."""
    if kind == "background":
        with suppress(AppError):
            return background_form(workspace), None
    names = {str(one.body.get("form") or "") for one in versions if one.body is not None}
    if kind not in _BY_QUESTION or len(names) != 1:
        return None, None
    with suppress(AppError):
        chosen = workspace.protocol(protocol)
        found = chosen.find_stage(stage)
        if found is not None:
            form = forms.form(chosen, names.pop()) if chosen.form_path else found.form()
            return form, found
    return None, None


def _versions(workspace: Workspace, heads: Sequence[Record]) -> tuple[Version, ...]:
    """Return the different versions among the heads of a thing, the earliest first."""
    groups: list[list[Record]] = []
    for head in heads:
        for group in groups:
            if same_body(statement_of(group[0]), statement_of(head)):
                group.append(head)
                break
        else:
            groups.append([head])
    made = []
    for group in groups:
        first = min(group, key=lambda one: (one.time, one.rev))
        body = None if first.body is None else body_of(first)
        seconds = (body or {}).get("seconds")
        revs = (first.rev, *(one.rev for one in group if one is not first))
        made.append(
            Version(
                revs,
                first.author,
                first.device,
                first.time,
                seconds,
                body,
                is_earlier=all(_is_earlier(workspace, one) for one in group),
            )
        )
    made.sort(key=lambda one: (one.time, one.rev))
    latest = max(one.time for one in made)
    return tuple(replace(one, is_latest=one.time == latest) for one in made)


def _is_earlier(workspace: Workspace, record: Record) -> bool:
    """Return whether a record contains answers about an earlier text of their item."""
    is_answer = record.kind == "annotation" and record.body is not None
    return is_answer and is_about_earlier_text(workspace.records, record.body or {})


def _disagreement(
    workspace: Workspace, key: str, language: str, forms: FormHistory, revs: Sequence[str]
) -> Case:
    """Return the answers of several people about an item as a case."""
    item, _, stage = key.partition(":")
    body = workspace.records.stated_body("item", item) or {}
    protocol = workspace.protocol(str(body.get("protocol") or "") or None)
    given = _current_answers(workspace, revs)
    if not given:
        given = _by_place(dataset_of(workspace, protocol.key)).get((item, stage), [])
    if not given:
        raise RefusedError(
            msg("this item no longer has valid answers from two people"),
            hint=msg("Choose another item."),
        )
    form = protocol.stage(stage).form()
    records = workspace.records
    versions, states = [], []
    for one in given:
        record = records.get(one.rev)
        answers: Mapping[str, Any] = one.answers
        if one.form and one.form != protocol.form_name:
            answers = forms.carried(protocol, answers, one.form).kept
        versions.append(
            Version(
                (one.rev,),
                one.annotator,
                record.device if record is not None else "",
                record.time if record is not None else "",
                one.seconds,
                {"answers": answers},
                is_earlier=record is not None and _is_earlier(workspace, record),
            )
        )
        states.append({"answers": {k: v for k, v in answers.items() if k != HIDDEN}})
    of_answers = protocol.stage(stage)
    parts = of_answers.turn_parts
    whole = of_answers.has_turns and parts is None
    fields = fields_of(
        states,
        form,
        language,
        whole=whole,
        everything=False,
        stage=of_answers,
        content=body.get("content"),
    )
    current = records.current("adjudication", key)
    return Case(
        ("annotators", "adjudication", key),
        workspace.item_name(item),
        item,
        stage,
        "",
        protocol.key,
        tuple(versions),
        tuple(fields),
        form=form,
        parts=parts,
        is_whole=whole,
        previous=body_of(current) if current is not None else None,
        is_outdated=current is not None
        and is_outdated(body_of(current), [one.rev for one in versions]),
    )


def _current_answers(workspace: Workspace, revs: Sequence[str]) -> list[AnnotationData]:
    """Return the answers with these revs; an empty list if one is no longer current."""
    result = []
    for rev in revs:
        record = workspace.records.get(rev)
        if record is None or record.body is None:
            return []
        heads = workspace.records.heads("annotation", record.key)
        if rev not in {head.rev for head in heads}:
            return []
        body = record.body
        result.append(
            AnnotationData(
                body["item"],
                body["annotator"],
                body["stage"],
                body["answers"],
                body.get("seconds"),
                rev,
                {},
                body.get("form") or "",
            )
        )
    return result


# Texts of items


def _content(workspace: Workspace, item: str) -> Mapping[str, Any]:
    """Return the content of an item; empty if it has not arrived."""
    stated = workspace.records.stated_body("item", item) if item else None
    return (stated or {}).get("content") or {}


def _item_texts(
    workspace: Workspace, case: Case, language: str
) -> tuple[tuple[ItemText, ...], str]:
    """Return the documents and texts of a case's item, and the code of their language."""
    item = case.item
    heads = [head for head in workspace.records.heads("item", item) if head.body is not None]
    if not heads:
        return (), "en"
    content = body_of(heads[0])["content"]
    documents = list(texts_of(workspace, heads[0]).values())
    spoken = str(content.get("language") or "en")
    words = _item_words(workspace, case, content, language)
    titles = words.documents if words is not None else ()
    result: list[ItemText] = []
    for place, text in enumerate(documents, start=1):
        title = msg("Document {number}", number=place) if documents[1:] else msg("Document")
        if len(titles) == len(documents):
            title = titles[place - 1] or title
        result.append((title, text, True))
    if words is not None:
        result += [(one.title, one.text, False) for one in words.texts if is_readable(one.text)]
        return tuple(result), spoken
    judged = judged_texts(content)
    for place, (title, text) in enumerate(judged, start=1):
        usual = msg("Text {number}", number=place) if judged[1:] else msg("Text")
        result.append((title or usual, text, False))
    for name, value in content.items():
        if judged and name == "texts":
            continue
        text = plain_value(value, language)
        # Keys of documents and of other records tell people nothing.
        is_shown = name not in ("document", "documents", "language")
        if name == "model":
            # The lead sees the name, and annotators its alias.
            origin = workspace.records.current("origin", item)
            text = str(body_of(origin).get("model") or text) if origin is not None else text
        if is_shown and is_readable(text):
            result.append((field_title((str(name),)), text, False))
    return tuple(result), spoken


def _item_words(
    workspace: Workspace, case: Case, content: Mapping[str, Any], language: str
) -> ItemWords | None:
    """Return an item as the stage of a case words it, or None."""
    with suppress(AppError):
        stage = workspace.protocol(case.protocol or None).find_stage(case.stage)
        if stage is not None:
            words = stage.item_in_words(AnswerContext({}, content, None, language))
            return in_language(words, look_up(language))
    return None
