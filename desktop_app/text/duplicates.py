"""Texts that are nearly the same: the same task described twice.

Likeness is that of `rapidfuzz` (Indel: 2 · common words in order / words of both), over the words
of both texts, folded, so that a moved comma or a capital does not count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from rapidfuzz.distance import Indel

from desktop_app.text.words import NumberStyle, split_words

AT_LEAST = 0.8
_STYLE = NumberStyle()


def near_duplicates(
    texts: Mapping[str, str], at_least: float = AT_LEAST, groups: Mapping[str, str] | None = None
) -> list[tuple[str, str, float]]:
    """Return the pairs of texts that are alike: (key, other key, likeness), the most alike first.

    at_least  of likeness, above 0, at most 1; 1 means the same words in the same order
    groups    key → group; then only texts of one group are compared, and those without a group
              with none
    In a pair, the key that was given first is first. Texts without words are like no other.
    """
    if not 0 < at_least <= 1:
        raise ValueError("a likeness is above 0 and at most 1")
    kept: dict[str, list[str]] = defaultdict(list)
    for key in texts:
        if groups is None:
            kept[""].append(key)
        elif key in groups:
            kept[groups[key]].append(key)
    known: dict[str, str] = {}
    order = {key: place for place, key in enumerate(texts)}
    found = []
    for keys in kept.values():
        if len(keys) > 1:
            words = [split_words(texts[key], _STYLE, known).forms for key in keys]
            found += [
                (keys[one], keys[other], likeness)
                for one, other, likeness in _pairs(words, at_least)
            ]
    return sorted(found, key=lambda pair: (-pair[2], order[pair[0]], order[pair[1]]))


def _pairs(words: Sequence[Sequence[str]], at_least: float) -> Iterator[tuple[int, int, float]]:
    for one, other in sorted(_candidates(words, at_least)):
        likeness = Indel.normalized_similarity(
            words[one], words[other], score_cutoff=at_least - 1e-9
        )
        if likeness >= at_least - 1e-9 and likeness > 0:
            yield one, other, float(likeness)


def _candidates(words: Sequence[Sequence[str]], at_least: float) -> set[tuple[int, int]]:
    """Return the pairs that may be alike, all of those that are among them.

    Two texts that are alike share so many words that one of the rarest of each is shared as well
    (prefix filtering: Chaudhuri et al. 2006): only texts with a rare word in common are compared.
    """
    bags = [_numbered(text) for text in words]
    often = Counter(word for bag in bags for word in bag)
    holders: dict[tuple[str, int], list[int]] = defaultdict(list)
    pairs = set[tuple[int, int]]()
    sizes = list(map(len, bags))
    for place, bag in enumerate(bags):
        size = sizes[place]
        # 2 · common ≥ t · (size + other), and other ≥ t / (2 − t) · size.
        common = ceil(at_least / (2 - at_least) * size - 1e-6)
        rare = sorted(bag, key=lambda word: (often[word], word))[: size - common + 1]
        near = set[int]()
        for word in rare:
            near.update(holders[word])
            holders[word].append(place)
        for other in near:
            less, more = sorted((size, sizes[other]))
            if 2 * less >= at_least * (less + more) - 1e-6:
                pairs.add((other, place))
    return pairs


def _numbered(words: Sequence[str]) -> list[tuple[str, int]]:
    """Return words told apart by how often they came before, so that a bag is a set."""
    seen = Counter[str]()
    bag = []
    for word in words:
        bag.append((word, seen[word]))
        seen[word] += 1
    return bag
