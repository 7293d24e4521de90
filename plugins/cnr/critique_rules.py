"""The rules of a good critique, shown as hints (the CnR paper, section 3).

    generic        a point is unspecific: “The overall quality is high.”
    first_person   a point refers to its author: “In my opinion …”
    not_mended     a negative point whose passage was not changed
    not_kept       a positive point whose passage was changed
    not_ticked     a point that is not ticked
    unmentioned    a change that belongs to no point
    low_score      a score of 1 or 2 with “Nothing to improve”

A point is ticked if its author states that the revision takes account of it. For each rule, a
lead sets whether it is off, a hint, or required (`severities.py`). Offsets count code points of the
response as displayed. This module is independent of Qt. Its functions raise no exception, whatever
the texts of a critique contain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from desktop_app.text.diff_tokens import Hunk, HunkKind
from plugins.cnr.severities import STANDARD, Rule, Severity

# Number of characters before and after an anchor within which a change may be the fix. It may also
# belong to another point, so it ticks no point.
NEAR: Final = 24
# Highest score that contradicts “Nothing to improve”.
_LOW: Final = 2
# Maximum number of words of an unspecific point. A longer point counts as specific.
_MOST_WORDS = 14

_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)*")
# Quotations are removed before the search for the first person. “»…«” and single quotes need
# separate patterns.
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
# Words that may be followed by the pronoun “I” although they are capitalised at the start of a
# sentence.
_OPENERS: Final = """
also although and as because but first frankly generally here honestly however if initially
last maybe now or overall perhaps personally since so sometimes still that then there though
unfortunately until what when where which while why yet
"""
# Nouns that are followed by a numeral: “World War I”, “Class I”.
_NUMBERED: Final = """
act annex appendix article book chapter class column factor figure grade group index kind
letter level line numeral page part phase pronoun section stage step table title type
variable vitamin volume vowel war
"""
# Verb forms that follow the pronoun “I”. A king or a war would be followed by “thinks” or “has”.
_OWN_VERBS: Final = """
agree am appreciate believe disagree dislike don't doubt enjoy expect feel find guess hate
have haven't hope know like love miss need prefer see suggest suppose think understand want
wish wonder
"""
# The past tense has the same form after a name (“Elizabeth I knew”), so it counts only after a
# lower-case “i”.
_OWN_PASTS: Final = """
believed did didn't disliked enjoyed expected felt found had hated hoped knew liked loved
missed needed noticed personally preferred saw thought wanted was wasn't wished wondered
would wouldn't cannot can't couldn't
"""
_AFTER_OPENERS: Final = frozenset(_OPENERS.split())
_NUMBERED_THINGS: Final = frozenset(_NUMBERED.split())
_VERBS: Final = frozenset(_OWN_VERBS.split())
_PASTS: Final = frozenset(_OWN_PASTS.split())

# An unspecific point consists only of these words, in English and German.
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
    """A violation of a rule in a critique.

    `side`, `place`: the point, by its side and its index from 0; an empty side if the violation
        concerns no point; −1 if it concerns the whole side
    `hunk`: the index of the change; −1 if the violation concerns no change
    """

    rule: Rule
    severity: Severity
    side: str = ""
    place: int = -1
    hunk: int = -1


def is_generic(text: str) -> bool:
    """Return whether a statement is unspecific, which means short and true of any response."""
    words = [word.casefold().replace("’", "'") for word in _WORD.findall(text)]
    return 0 < len(words) <= _MOST_WORDS and all(word in _EMPTY for word in words)


def is_first_person(text: str) -> bool:
    """Return whether a statement refers to its author outside quotations."""
    own = _QUOTED.sub(" ", text)
    if _FIRST_PERSON.search(own) or _ME.search(own):
        return True
    return any(_is_pronoun(*match.groups()) for match in _I.finditer(own))


def _is_pronoun(before: str | None, spelled: str, short: str | None, after: str | None) -> bool:
    """Return whether an “I” in a text is the pronoun.

    `before`: the word before the “I”; None if there is none
    `spelled`: “I” or “i”
    `short`: the letters after an apostrophe (“m” in “I’m”); None if there is no apostrophe
    `after`: the word after the “I”; None if there is none
    """
    # I'm, I'd, I've, I'll.
    if short is not None:
        return short.casefold() in ("m", "d", "ve", "ll")
    verb = (after or "").casefold().replace("’", "'")
    if verb in _VERBS:
        return True
    if spelled == "i":
        return verb in _PASTS
    word = before or ""
    # Any other capitalised word before “I” is probably a name: “Elizabeth I”.
    is_name = word[:1].isupper() and word.casefold() not in _AFTER_OPENERS
    return not is_name and word.casefold() not in _NUMBERED_THINGS


def touches(hunk: Hunk, start: int, end: int, *, near: int = 0) -> bool:
    """Return whether a change overlaps a range of the response, extended by `near` characters."""
    first, last = hunk.before.start, hunk.before.end
    if near:
        return first <= end + near and last >= start - near
    if first == last:  # The change is an insertion.
        return start < first < end
    return first < end and last > start


def points_at(answers: Mapping[str, Any], hunk: Hunk) -> list[tuple[str, int]]:
    """Return the points with a change in their anchor, or at most NEAR characters away.

    Each point is (side, index from 0).
    """
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
    """Return the violations of the rules: of the score, point by point, then change by change.

    `at_submit`: whether the critique is about to be submitted; while it is being written, points
        that are not ticked are normal and not reported, and nor is a low score
    """
    # Changes of white space only are not counted.
    loud = [hunk for hunk in hunks if not hunk.quiet]
    result: list[Finding] = []

    def note(rule: Rule, side: str = "", place: int = -1, hunk: int = -1) -> None:
        severity = severities.get(rule, "hint")
        if severity != "off":
            result.append(Finding(rule, severity, side, place, hunk))

    score = answers.get("score")
    # While a critique is written, either of the two may be about to change.
    if at_submit and answers.get("nothing_to_improve") and isinstance(score, int) and score <= _LOW:
        note("low_score", "negative")
    for side in ("positive", "negative"):
        # An empty point is reported when the critique is submitted, not by these rules.
        for place, point in enumerate(answers.get(side) or ()):
            text = str(point.get("text", ""))
            if not text.strip():
                continue
            # The anchor of a point shows what the point is about, so its text may be short.
            if not _anchor(point) and is_generic(text):
                note("generic", side, place)
            if is_first_person(text):
                note("first_person", side, place)
            # `not_mended` has two cases: other passages were changed but not this one, or nothing
            # was changed at all. In the second case, the revision may not have been started, so
            # before submission only a ticked point is reported.
            if side == "negative" and loud and not _is_corrected(point, loud):
                note("not_mended", side, place)
            if side == "negative" and not loud and (at_submit or point.get("addressed")):
                note("not_mended", side, place)
            if side == "positive" and _is_lost(point, loud):
                note("not_kept", side, place)
            # A negative point whose passage was fixed counts as ticked, unless the author unticked
            # it.
            done = point.get("addressed") or (
                side == "negative" and "addressed" not in point and is_fixed_in_place(point, loud)
            )
            if at_submit and not done:
                note("not_ticked", side, place)
    for number in unmentioned(answers, hunks):
        note("unmentioned", hunk=number)
    return result


def unmentioned(answers: Mapping[str, Any], hunks: Sequence[Hunk]) -> list[int]:
    """Return the indices of the changes that belong to no point.

    A negative point without an anchor may be about anything, so all changes may belong to it.
    """
    negatives = [point for point in answers.get("negative") or () if point.get("text")]
    if any(not _anchor(point) for point in negatives):
        return []
    return [
        number
        for number, hunk in enumerate(hunks)
        if not hunk.quiet
        # Moved text is two hunks. The one with an empty range in the response is its new place;
        # only the other one is reported.
        and not (hunk.kind is HunkKind.MOVED and hunk.before.start == hunk.before.end)
        and not points_at(answers, hunk)
    ]


def _anchor(point: Mapping[str, Any]) -> bool:
    return isinstance(point.get("start"), int) and isinstance(point.get("end"), int)


def _anchored(point: Mapping[str, Any]) -> tuple[int, int]:
    return int(point["start"]), int(point["end"])


def is_fixed_in_place(point: Mapping[str, Any], hunks: Iterable[Hunk]) -> bool:
    """Return whether the author changed the anchor of a point, not only the text beside it."""
    return _anchor(point) and any(touches(hunk, *_anchored(point)) for hunk in hunks)


def _is_corrected(point: Mapping[str, Any], hunks: Iterable[Hunk]) -> bool:
    # Without an anchor, any change may be the fix.
    if not _anchor(point):
        return any(True for _ in hunks)
    return any(touches(hunk, *_anchored(point), near=NEAR) for hunk in hunks)


def _is_lost(point: Mapping[str, Any], hunks: Iterable[Hunk]) -> bool:
    return _anchor(point) and any(
        hunk.kind is not HunkKind.MOVED and touches(hunk, *_anchored(point)) for hunk in hunks
    )
