"""The rules of a good critique, as hints beside it (the CnR paper, section 3; spec of `cnr`).

    generic        a point names nothing in particular: “The overall quality is high.”
    first_person   a point speaks of its author: “In my opinion …”
    not_mended     a negative point, and nothing was changed where it points to
    not_kept       a positive point, and what it points to was changed
    not_ticked     a point of which nobody said whether the revision takes account of it
    unmentioned    a change that belongs to no point

A lead says of each whether it is off, a hint, or must be fixed (`severities.py`). Offsets count
code points of the response as it is shown. No Qt; nothing here raises on what someone wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from desktop_app.text.hunks import Hunk, HunkKind
from plugins.cnr.severities import STANDARD, Rule, Severity

NEAR: Final = 24  # characters around an anchor in which a change still fixes it
_MOST_WORDS = 14  # a longer point says something, whatever its words

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
_QUOTED = re.compile(r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|\"[^\"]*\"|‘[^’]*’(?!\w)")
_VIEW = (
    "view|opinion|eyes|feeling|impression|perspective|taste|mind|liking|preference|experience"
    "|knowledge|understanding|judge?ment|guess|sense|point of view"
)
_FIRST_PERSON = re.compile(
    rf"\b(?:in|from|to|by|for)? ?(?:my|our) (?:\w+ )?(?:{_VIEW})\b|\bim(?:h)?o\b"
    r"|\bwe (?:feel|think|believe|find)\b|\bmyself\b|\bich\b|\bwir (?:finden|meinen|denken)\b"
    r"|\bmein(?:e[mnrs]?)? (?:\w+ )?"
    r"(?:Meinung|Ansicht|Auffassung|Sicht|Augen|Eindruck|Gefühl|Erachtens|Geschmack)\b",
    re.IGNORECASE,
)
_ME = re.compile(r"\b(?:me|mir|mich)\b")
# “I” is also a numeral (World War I, Class I), a letter (I/O, A.I.) and an index (“where i is 0”).
_I = re.compile(
    r"(?:\b([^\W\d_]+)[ \u00a0]+)?(?<![\w./&-])([Ii])\b(?![./&)-])(?:[’'](\w+)|\s+([\w’']+))?"
)
_OPENERS: Final = """
also although and as because but first frankly generally here honestly however if initially
last maybe now or overall perhaps personally since so sometimes still that then there though
unfortunately until what when where which while why yet
"""
_NUMBERED: Final = """
act annex appendix article book chapter class column factor figure grade group index kind
letter level line numeral page part phase pronoun section stage step table title type
variable vitamin volume vowel war
"""
# What a first person alone does, by the verb's form: a king or a war “thinks”, “has”, “is”.
_OWN_VERBS: Final = """
agree am appreciate believe disagree dislike don't doubt enjoy expect feel find guess hate
have haven't hope know like love miss need prefer see suggest suppose think understand want
wish wonder
"""
_OWN_PASTS: Final = """
believed did didn't disliked enjoyed expected felt found had hated hoped knew liked loved
missed needed noticed personally preferred saw thought wanted was wasn't wished wondered
would wouldn't cannot can't couldn't
"""
_AFTER_OPENERS: Final = frozenset(_OPENERS.split())
_NUMBERED_THINGS: Final = frozenset(_NUMBERED.split())
_VERBS: Final = frozenset(_OWN_VERBS.split())
_PASTS: Final = frozenset(_OWN_PASTS.split())

# Words that a point can be made of without saying what it is about: English and German.
_EMPTY_WORDS: Final = """
a about all also an and answer answers are as at be been but by can could do does for from good
great has have high in is it its just less low many more most much no nor not of ok okay on one
only or overall part parts point points quality quite rather really response responses result
seems should so some somewhat still style text than that the there they thing things this to
too useful very was way well were what whole with work would written writing
bad best better clear clearly correct could excellent fine generally helpful improve improved
improvement improvements mistakes errors nice perfect poor poorly problem problems right wrong
aber alle allem alles als am an auch auf aus bei besser dem den der des die das doch ein eine
einem einen einer eines er es etwas fast für ganz gut gute guten guter gutes hat hoch hohe im in
insgesamt ist kann kein keine klar könnte macht man mehr mit nicht noch nur oder richtig recht
schlecht schlechte schon sehr sein seine sie sind so soll sollte super text toll und unklar
viel viele vom von war weniger wenig werden wie wird wurde zu ziemlich zum zur
antwort antworten arbeit ergebnis fehler problem probleme punkt punkte qualität sache stil teil
falsch geschrieben hilfreich nützlich perfekt verbessern verbesserung verbesserungen
absolutely acceptable accurate adequate amazing any average awesome awful bit brilliant complete
completely confusing contains decent deficient disappointing don't doesn't enough entirely error
extremely fantastic flaw flawed flaws full fully hardly helps highly horrible impressive inadequate
inaccurate incomplete incorrect incorrectly informative insufficient interesting isn't issue issues
it's lacking little lot lots makes mediocre mistake mostly needs partially partly pretty
satisfactory satisfying simply solid sound strength strengths strong terrible totally unacceptable
unclear unhelpful unsatisfactory useless weak weakness weaknesses wonderful
ausgezeichnet ausreichend brauchbar enthält enttäuschend fehlerhaft fehlerhafte fehlerhafter
fehlern genau genug hervorragend informativ inkorrekt korrekt leider mangel mangelhaft mangelhafte
mängel mittelmäßig nutzlos schwach schwache schlimm stark teilweise unbrauchbar ungenau ungenügend
unrichtig unvollständig unzureichend voll voller vollkommen vollständig völlig weist
"""
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())


@dataclass(frozen=True)
class Finding:
    """One thing that a rule noticed.

    side, place  which point, counted from 0; an empty side: none
    hunk         the number of the change it is about, -1 where it is about none
    """

    rule: Rule
    severity: Severity
    side: str = ""
    place: int = -1
    hunk: int = -1


def is_generic(text: str) -> bool:
    """Return whether a statement names nothing: its few words could be below any response."""
    words = [word.casefold().replace("’", "'") for word in _WORD.findall(text)]
    return 0 < len(words) <= _MOST_WORDS and all(word in _EMPTY for word in words)


def is_first_person(text: str) -> bool:
    """Return whether a statement speaks of its author, other than in a quotation."""
    own = _QUOTED.sub(" ", text)
    if _FIRST_PERSON.search(own) or _ME.search(own):
        return True
    return any(_is_pronoun(*found.groups()) for found in _I.finditer(own))


def _is_pronoun(before: str | None, spelled: str, short: str | None, after: str | None) -> bool:
    """Return whether an “I” between two words is the person who writes."""
    if short is not None:
        return short.casefold() in ("m", "d", "ve", "ll")
    verb = (after or "").casefold().replace("’", "'")
    if verb in _VERBS:
        return True
    if spelled == "i":
        return verb in _PASTS
    word = before or ""
    is_name = word[:1].isupper() and word.casefold() not in _AFTER_OPENERS
    return not is_name and word.casefold() not in _NUMBERED_THINGS


def touches(hunk: Hunk, start: int, end: int, *, near: int = 0) -> bool:
    """Return whether a change is within a stretch of the response, or `near` characters of it."""
    first, last = hunk.before.start, hunk.before.end
    if near:
        return first <= end + near and last >= start - near
    if first == last:  # something was put in there
        return start < first < end
    return first < end and last > start


def points_at(answers: Mapping[str, Any], hunk: Hunk) -> list[tuple[str, int]]:
    """Return the points that point to where a change is: side, and place from 0 on."""
    return [
        (side, place)
        for side in ("positive", "negative")
        for place, point in enumerate(answers.get(side) or ())
        if _anchor(point) and touches(hunk, *_anchored(point), near=NEAR)
    ]


def findings(
    answers: Mapping[str, Any],
    hunks: Sequence[Hunk],
    severities: Mapping[Rule, Severity] = STANDARD,
    *,
    at_submit: bool = True,
) -> list[Finding]:
    """Return what the rules notice, point by point, then change by change.

    at_submit  also what is plainly not done yet while someone still writes: points not ticked
    """
    loud = [hunk for hunk in hunks if not hunk.quiet]
    found: list[Finding] = []

    def note(rule: Rule, side: str = "", place: int = -1, hunk: int = -1) -> None:
        severity = severities.get(rule, "hint")
        if severity != "off":
            found.append(Finding(rule, severity, side, place, hunk))

    for side in ("positive", "negative"):
        for place, point in enumerate(answers.get(side) or ()):
            text = str(point.get("text", ""))
            if not text.strip():
                continue
            if not _anchor(point) and is_generic(text):
                note("generic", side, place)
            if is_first_person(text):
                note("first_person", side, place)
            if side == "negative" and loud and not _is_corrected(point, loud):
                note("not_mended", side, place)
            if side == "negative" and not loud and (at_submit or point.get("addressed")):
                note("not_mended", side, place)
            if side == "positive" and _is_lost(point, loud):
                note("not_kept", side, place)
            done = point.get("addressed") or (
                side == "negative" and "addressed" not in point and is_fixed_in_place(point, loud)
            )
            if at_submit and not done:
                note("not_ticked", side, place)
    for number in unmentioned(answers, hunks):
        note("unmentioned", hunk=number)
    return found


def unmentioned(answers: Mapping[str, Any], hunks: Sequence[Hunk]) -> list[int]:
    """Return the numbers of the changes that belong to no point.

    A negative point without an anchor may be about anything: it takes whatever no other has.
    """
    negatives = [point for point in answers.get("negative") or () if point.get("text")]
    if any(not _anchor(point) for point in negatives):
        return []
    return [
        number
        for number, hunk in enumerate(hunks)
        if not hunk.quiet
        and not (hunk.kind is HunkKind.MOVED and hunk.before.start == hunk.before.end)
        and not points_at(answers, hunk)
    ]


def _anchor(point: Mapping[str, Any]) -> bool:
    return isinstance(point.get("start"), int) and isinstance(point.get("end"), int)


def _anchored(point: Mapping[str, Any]) -> tuple[int, int]:
    return int(point["start"]), int(point["end"])


def is_fixed_in_place(point: Mapping[str, Any], hunks: Iterable[Hunk]) -> bool:
    """Return whether the author changed the response just where a point points to."""
    return _anchor(point) and _is_corrected(point, hunks)


def _is_corrected(point: Mapping[str, Any], hunks: Iterable[Hunk]) -> bool:
    if not _anchor(point):
        return any(True for _ in hunks)
    return any(touches(hunk, *_anchored(point), near=NEAR) for hunk in hunks)


def _is_lost(point: Mapping[str, Any], hunks: Iterable[Hunk]) -> bool:
    return _anchor(point) and any(
        hunk.kind is not HunkKind.MOVED and touches(hunk, *_anchored(point)) for hunk in hunks
    )
