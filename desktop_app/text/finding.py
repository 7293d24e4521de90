"""Search in one pane's text for a text that a person selected in the other pane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from desktop_app.text.matching import DEFAULT_THRESHOLD, Matcher, check_threshold
from desktop_app.text.spans import NOWHERE, Kind, Places
from desktop_app.text.words import IntArray, split_words


@dataclass(frozen=True, slots=True)
class SelectionMatch:
    """The places of a selection; `kind` is None if and only if there are none."""

    kind: Kind | None
    places: Places


def find_selection(
    matcher: Matcher, selection: str, threshold: float = DEFAULT_THRESHOLD
) -> SelectionMatch:
    """Return the places where the words of a selection follow each other in a matcher's document.

    `threshold`: as in `Matcher.match`

    The words are searched as they are (folded), then by their stems, then by similar spelling. The
    first method that finds anything provides all places. Function words count here, because the
    person selected them. A selection without any word, such as a dash or an emoji, is searched
    character by character. For the other direction, use `matcher.beside(answer)`.
    """
    check_threshold(threshold)
    index = matcher.index
    forms = split_words(selection, index.lexicon.language.style, index.lexicon.folded).forms
    if not forms:
        return _literally(index.text, selection.strip())
    # From the strictest to the weakest method; the first one with a result counts.
    kind = Kind.EXACT
    places = _sequence(matcher, [[form] for form in forms])
    if not len(places):
        kind = Kind.INFLECTED
        places = _sequence(matcher, [matcher.alike(form, None) for form in forms])
    # One word of the selection may be two words in the document, or the other way round.
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
    """Return the places at which the wanted words follow each other, each by its first word.

    `wanted`: the accepted forms of each word
    """
    index = matcher.index
    places = np.unique(np.concatenate([index.where(form) for form in wanted[0]]))
    # The selection must not extend beyond the end of the text.
    places = places[places + len(wanted) <= len(index.ids)]
    for step, forms in enumerate(wanted):
        numbers = [index.table[form] for form in forms if form in index.table]
        places = places[np.isin(index.ids[places + step], numbers)]
        if not len(places):
            break
    return places


def _literally(text: str, wanted: str) -> SelectionMatch:
    """Return the places of a selection that contains no word, by plain text search."""
    starts = []
    at = text.find(wanted) if wanted else -1
    while at >= 0:
        starts.append(at)
        at = text.find(wanted, at + len(wanted))
    if not starts:
        return SelectionMatch(None, NOWHERE)
    firsts = np.array(starts, dtype=np.int64)
    return SelectionMatch(Kind.EXACT, Places(firsts, firsts + len(wanted)))
