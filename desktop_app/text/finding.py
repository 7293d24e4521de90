"""Finding what a person selected in one pane in the text of the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from desktop_app.text.matching import DEFAULT_THRESHOLD, Matcher, check_threshold
from desktop_app.text.spans import NOWHERE, Kind, Places
from desktop_app.text.words import IntArray, split_words


@dataclass(frozen=True, slots=True)
class SelectionMatch:
    """Where a selection was found; `kind` is None if and only if it was not."""

    kind: Kind | None
    places: Places


def find_selection(
    matcher: Matcher, selection: str, threshold: float = DEFAULT_THRESHOLD
) -> SelectionMatch:
    """Return where the selected words follow each other in a matcher's document.

    They are looked for as they are (folded), then by their stems, then nearly; the first way that
    finds anything counts, and gives all places. Here function words count as well, for someone
    asked for them. A selection without any word, such as a dash or an emoji, is looked for sign
    by sign. For the other direction ask `matcher.beside(answer)`.
    """
    check_threshold(threshold)
    index = matcher.index
    forms = split_words(selection, index.lexicon.language.style, index.lexicon.folded).forms
    if not forms:
        return _literally(index.text, selection.strip())
    kind = Kind.EXACT
    places = _sequence(matcher, [[form] for form in forms])
    if not len(places):
        kind = Kind.INFLECTED
        places = _sequence(matcher, [matcher.alike(form, None) for form in forms])
    if not len(places) and len(forms) <= 2:
        if len(forms) == 2:
            group = matcher.joined("".join(forms))
        else:
            group = matcher.word(forms[0], threshold)
        if group is not None:
            return SelectionMatch(group.kind, group.places)
    if not len(places):
        kind = Kind.NEAR
        places = _sequence(matcher, [matcher.alike(form, threshold) for form in forms])
    if not len(places):
        return SelectionMatch(None, NOWHERE)
    return SelectionMatch(kind, Places(index.starts[places], index.ends[places + len(forms) - 1]))


def _sequence(matcher: Matcher, wanted: list[list[str]]) -> IntArray:
    """Return where words follow each other, each one of several, by the number of the first."""
    index = matcher.index
    places = np.unique(np.concatenate([index.where(form) for form in wanted[0]]))
    places = places[places + len(wanted) <= len(index.ids)]
    for step, forms in enumerate(wanted):
        numbers = [index.table[form] for form in forms if form in index.table]
        places = places[np.isin(index.ids[places + step], numbers)]
        if not len(places):
            break
    return places


def _literally(text: str, wanted: str) -> SelectionMatch:
    starts = []
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        starts.append(at)
        at = text.find(wanted, at + len(wanted))
    if not starts:
        return SelectionMatch(None, NOWHERE)
    firsts = np.array(starts, dtype=np.int64)
    return SelectionMatch(Kind.EXACT, Places(firsts, firsts + len(wanted)))
