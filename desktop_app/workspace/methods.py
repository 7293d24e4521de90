"""A paragraph for the methods section of a paper, generated from a project.

`study_facts` collects the facts from a dataset; `methods_text` writes them as text and is a pure
function. The facts contain numbers, titles and questions only, never ids or names of people or
models.

The module is longer than most because all sentences of one paragraph are composed from the same
facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from desktop_app.catalogue import LANGUAGES, in_language, look_up
from desktop_app.core.errors import AppError
from desktop_app.core.messages import join, msg
from desktop_app.core.numbers import number_text, whole_seconds
from desktop_app.core.ordering import natural_order
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import AnnotationData, Dataset
from desktop_app.version import __version__
from desktop_app.workspace.coded_answers import Agreement, agreement_of, agreements, set_aside
from desktop_app.workspace.earlier_texts import answers_to_earlier_texts

# Below this number of items, the bootstrap interval is too narrow (`stats/intervals.py`, which is
# not imported here because it loads numpy).
_FEW = 30
# Seconds per minute.
_MINUTE = 60


@dataclass(frozen=True)
class StageFacts:
    """The facts about one stage.

    `title`: empty if the protocol has only one stage
    `least`, `most`: smallest and largest number of annotators of an answered item
    `mean`: mean number of annotators of an answered item
    `shared`: number of items with answers by two or more annotators
    `seconds`: median active time per answer; None without times
    """

    title: str
    items: int
    answers: int
    people: int
    least: int
    most: int
    mean: float
    shared: int
    seconds: float | None
    adjudicated: int
    agreement: tuple[Agreement, ...] = ()


@dataclass(frozen=True)
class StudyFacts:
    """The facts about a project that its methods paragraph states.

    `fields`: the annotators' fields of expertise
    `form`: title of the project's own form in its own language; empty without one
    `form_titles`: this title by language
    `form_version`: its current version, as text
    `versions`: numbers of answers by the version of that form that they answer, the oldest first
    `other_scales`: number of answers of which a part does not count, because it is on another scale
        than in the current version, or because that version no longer asks it
    `blinded`: whether models' names were hidden from annotators
    `consented`: number of annotators who agreed to the consent text; None without such a text
    `reported`: number of annotators whose agreement only another lead has
    `earlier_texts`: number of answers about an earlier text of their item
    `conflicts`: number of answers that are excluded because of unresolved conflicts
    `resolved`: number of answers of which the lead decided between versions of their author
    `left_out`: numbers of answers that are excluded for other reasons, by reason
    `second`: second opinions: a sentence on the result, which may be empty, and their agreement
    """

    stages: tuple[StageFacts, ...]
    people: int
    fields: tuple[str, ...] = ()
    guidelines: bool = False
    form: str = ""
    form_titles: Mapping[str, str] = field(default_factory=dict)
    form_version: str = ""
    versions: tuple[tuple[str, int], ...] = ()
    other_scales: int = 0
    blinded: bool = False
    consented: int | None = None
    reported: int = 0
    earlier_texts: int = 0
    conflicts: int = 0
    resolved: int = 0
    left_out: tuple[tuple[str, int], ...] = ()
    second: tuple[tuple[str, Agreement | None], ...] = ()
    version: str = __version__


def study_facts(
    protocol: Protocol, dataset: Dataset, *, has_guidelines: bool, asks_consent: bool
) -> StudyFacts:
    """Return the facts about a dataset. Takes time: α is bootstrapped."""
    people = {one.annotator for one in dataset.annotations}
    fields = Counter(
        str(field)
        for person in people
        for field in dataset.people.get(person, {}).get("fields", ())
    )
    form, titles = "", dict[str, str]()
    if protocol.form_path:
        try:
            current = protocol.stages[0].form()
            form = str(current.text(current.title, current.head.language))
            titles = {language: current.text(current.title, language) for language in LANGUAGES}
        except AppError:
            pass  # The form has not arrived.
    consents = Counter(dataset.consents.get(person, {}).get("state") for person in people)
    return StudyFacts(
        stages=tuple(_stages(protocol, dataset)),
        people=len(people),
        fields=tuple(sorted(fields)),
        guidelines=has_guidelines,
        form=form,
        form_titles=titles,
        form_version=_number(protocol.form_name),
        versions=_versions(protocol, dataset),
        other_scales=set_aside(protocol, dataset).answers,
        blinded=bool(dataset.aliases),
        consented=consents["agreed"] if asks_consent else None,
        reported=consents["reported"] if asks_consent else 0,
        earlier_texts=len(answers_to_earlier_texts(dataset)),
        conflicts=dataset.conflicts,
        resolved=dataset.resolved,
        left_out=tuple(dataset.left_out.items()),
        second=tuple((one.words, agreement_of(one)) for one in protocol.second_opinions(dataset)),
    )


def methods_text(facts: StudyFacts, language: str = "en") -> str:
    """Return the paragraph in a language: who judged how much, overlap, agreement, decisions."""
    if not facts.people:
        return in_language(msg("No answers have been merged yet."), look_up(language))
    write = _Numbers(language)
    sentences = []
    for stage in facts.stages:
        sentences += _stage_sentences(stage, write)
    sentences += _conduct(facts, language)
    for stage in facts.stages:
        sentences += _agreement_sentences(stage, write)
    for words, agreement in facts.second:
        sentences += [words] if words else []
        sentences += _second_sentences(agreement, write)
    sentences += _decisions(facts)
    sentences.append(
        msg("Answers were collected and merged with Proofdesk {version}.", version=facts.version)
    )
    return in_language(join(" ", sentences), look_up(language))


def _stages(protocol: Protocol, dataset: Dataset) -> list[StageFacts]:
    agreement = agreements(protocol, dataset)
    adjudicated = Counter(body["stage"] for body in dataset.decisions())
    used: dict[str, list[AnnotationData]] = {}
    for one in dataset.annotations:
        used.setdefault(one.stage, []).append(one)
    result = []
    for stage in protocol.stages:
        answers = used.get(stage.key, [])
        if not answers:
            continue
        per_item = Counter(one.item for one in answers)
        times = [one.seconds for one in answers if one.seconds is not None]
        result.append(
            StageFacts(
                title=stage.title if len(used) > 1 else "",
                items=len(per_item),
                answers=len(answers),
                people=len({one.annotator for one in answers}),
                least=min(per_item.values()),
                most=max(per_item.values()),
                mean=len(answers) / len(per_item),
                shared=sum(number > 1 for number in per_item.values()),
                seconds=median(times) if times else None,
                adjudicated=adjudicated[stage.key],
                agreement=agreement.get(stage.key, ()),
            )
        )
    return result


def _versions(protocol: Protocol, dataset: Dataset) -> tuple[tuple[str, int], ...]:
    """Return the numbers of answers by the version of the project's form, the oldest first."""
    # Answers of earlier program versions name no form version and count as those of the current.
    names = Counter(one.form or protocol.form_name for one in dataset.annotations)
    several = Counter(map(_number, names))
    return tuple(
        # Two leads may have created different versions with the same number. Their files in an
        # export have the digest in their names too.
        (_number(name) if several[_number(name)] == 1 else _number(name, with_digest=True), count)
        for name, count in sorted(names.items(), key=lambda one: natural_order(one[0]))
        if name
    )


def _number(name: str, *, with_digest: bool = False) -> str:
    """Return the number of a form version, from its name; see `form_name`."""
    head, _, digest = name.partition("#")
    number = head.rpartition("@")[2]
    return f"{number}-{digest}" if with_digest else number


class _Numbers:
    """Writes numbers as a language does: with a decimal comma in German."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._comma = language == "de"

    def __call__(self, value: float, digits: int = 2) -> str:
        text = number_text(value, digits)
        return text.replace(".", ",") if self._comma else text

    def interval(self, low: float, high: float) -> str:
        """Return “[0.10, 0.20]”; with decimal commas, “[0,10; 0,20]”."""
        return f"[{self(low)}{'; ' if self._comma else ', '}{self(high)}]"


def _people(number: int) -> str:
    return msg("one annotator") if number == 1 else msg("{number} annotators", number=number)


def _items(number: int) -> str:
    return msg("one item") if number == 1 else msg("{number} items", number=number)


def _answers(number: int) -> str:
    return msg("one answer") if number == 1 else msg("{number} answers", number=number)


def _stage_sentences(stage: StageFacts, write: _Numbers) -> list[str]:
    """Return sentences about the work at a stage: people, items, overlap, time."""
    answers, items, people = _answers(stage.answers), _items(stage.items), _people(stage.people)
    result = [
        msg(
            "At the stage “{stage}”, we collected {answers} on {items} from {people}.",
            stage=stage.title,
            answers=answers,
            items=items,
            people=people,
        )
        if stage.title
        else msg(
            "We collected {answers} on {items} from {people}.",
            answers=answers,
            items=items,
            people=people,
        )
    ]
    if stage.least == stage.most:
        result.append(
            msg("Every item was judged by {people}.", people=_people(stage.most))
            if stage.items > 1
            else msg("It was judged by {people}.", people=_people(stage.most))
        )
    else:
        result.append(
            msg(
                "An item was judged by {least} to {most} annotators (mean {mean}); {shared} of "
                "{items} items had two or more.",
                least=stage.least,
                most=stage.most,
                mean=write(stage.mean, 1),
                shared=stage.shared,
                items=stage.items,
            )
        )
    if stage.seconds is not None:
        result.append(
            msg("The median active time per answer was {time}.", time=_time(stage.seconds))
        )
    return result


def _time(seconds: float) -> str:
    minutes, rest = divmod(whole_seconds(seconds), _MINUTE)
    if not minutes:
        return msg("{seconds} s", seconds=rest)
    return msg("{minutes} min {seconds} s", minutes=minutes, seconds=f"{rest:02}")


def _conduct(facts: StudyFacts, language: str) -> list[str]:
    """Return how annotators worked: expertise, guidelines, form, blinding, consent."""
    result = []
    if facts.fields:
        result.append(
            msg("Their fields of expertise were: {fields}.", fields=join(", ", facts.fields))
        )
    if facts.form:
        result += _form_sentences(facts, language)
    if facts.guidelines:
        result.append(msg("They followed written guidelines."))
    if facts.blinded:
        result.append(msg("They did not see which model had written a text."))
    if facts.consented is not None:
        result.append(
            msg("All of them had agreed to a written consent text.")
            if facts.consented == facts.people
            else msg(
                "On record, {number} of {people} had agreed to a written consent text.",
                people=_people(facts.people),
                number=facts.consented,
            )
        )
        if facts.reported:
            result.append(
                msg(
                    "The agreement of {number} of them is known only from another project lead.",
                    number=facts.reported,
                )
            )
    return result


def _form_sentences(facts: StudyFacts, language: str) -> list[str]:
    """Return which versions of the form were answered, and what of the answers does not count."""
    title = facts.form_titles.get(language, facts.form)
    versions = [
        msg("version {version}: {answers}", version=version, answers=_answers(count))
        for version, count in facts.versions
    ]
    result = [
        msg(
            "Annotators completed the form “{title}” ({versions}).",
            title=title,
            versions=join("; ", versions),
        )
        if len(versions) > 1
        else msg(
            "Annotators completed the form “{title}” (version {version}).",
            title=title,
            version=facts.versions[0][0] if facts.versions else facts.form_version,
        )
    ]
    if facts.other_scales:
        result.append(
            msg(
                "Agreement and final answers are those of version {version}: parts of {answers} "
                "do not count, because they are on another scale or are no longer asked.",
                version=facts.form_version,
                answers=_answers(facts.other_scales),
            )
        )
    return result


def _agreement_sentences(stage: StageFacts, write: _Numbers) -> list[str]:
    """Return the agreement on each question of a stage."""
    figures = [
        msg(
            "{figure} for “{question}” ({level}, n = {items})",
            figure=figure,
            question=one.texts.get(write.language, one.name),
            level=_LEVELS[one.level],
            items=one.items,
        )
        for one in stage.agreement
        if (figure := _figure(one, write))
    ]
    result = []
    if figures:
        listed = join("; ", figures)
        result.append(
            msg(
                "Agreement at the stage “{stage}” (Krippendorff’s α with a 95 % bootstrap interval "
                "over items): {figures}.",
                stage=stage.title,
                figures=listed,
            )
            if stage.title
            else msg(
                "Agreement (Krippendorff’s α with a 95 % bootstrap interval over items): "
                "{figures}.",
                figures=listed,
            )
        )
    if any(one.low is not None and one.items < _FEW for one in stage.agreement):
        result.append(
            msg(
                "Intervals from fewer than {few} items are too narrow; read them with care.",
                few=_FEW,
            )
        )
    same = [
        one.texts.get(write.language, one.name)
        for one in stage.agreement
        if one.alpha is None and one.unanimous
    ]
    result += [
        msg("All answers to “{question}” were equal, so α is undefined.", question=name)
        for name in same
    ]
    return result


def _figure(one: Agreement, write: _Numbers) -> str:
    """Return α with its interval; empty if it is undefined."""
    if one.alpha is None:
        return ""
    figure = write(one.alpha)
    if one.low is not None and one.high is not None:
        return f"{figure} {write.interval(one.low, one.high)}"
    return figure


def _second_sentences(one: Agreement | None, write: _Numbers) -> list[str]:
    """Return the agreement of second opinions."""
    if one is None:
        return []
    if one.alpha is None:
        return [msg("{title} were all equal, so α is undefined.", title=one.name)]
    return [
        msg(
            "{title}: Krippendorff’s α {figure} ({level}, n = {items}).",
            title=one.name,
            figure=_figure(one, write),
            level=_LEVELS[one.level],
            items=one.items,
        )
    ]


_LEVELS = {
    "nominal": msg("nominal"),
    "ordinal": msg("ordinal"),
    "interval": msg("interval"),
}


def _decisions(facts: StudyFacts) -> list[str]:
    """Return how disagreement and conflicts were resolved, and what is excluded."""
    adjudicated = sum(stage.adjudicated for stage in facts.stages)
    result = []
    if adjudicated:
        result.append(
            msg(
                "The project lead adjudicated {items}; elsewhere the most frequent answer is "
                "final, and a tie has no final answer.",
                items=_items(adjudicated),
            )
        )
    elif any(stage.shared for stage in facts.stages):
        result.append(
            msg("Disagreements were not adjudicated; the individual answers are reported.")
        )
    if facts.resolved:
        result.append(
            msg(
                "Decided by the project lead because of conflicting versions from one annotator: "
                "{answers}.",
                answers=_answers(facts.resolved),
            )
        )
    if facts.earlier_texts:
        result.append(
            msg(
                "Answered before the text of the item was changed, and included: {answers}.",
                answers=_answers(facts.earlier_texts),
            )
        )
    if facts.conflicts:
        result.append(
            msg(
                "Excluded because of unresolved conflicts: {answers}.",
                answers=_answers(facts.conflicts),
            )
        )
    result += [
        msg("Excluded: {answers} ({reason}).", answers=_answers(number), reason=reason)
        for reason, number in facts.left_out
    ]
    return result
