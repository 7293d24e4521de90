"""Citations in answers: numbers in square brackets that refer to the item's papers, from 0."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

# The numbers of digits and of members are bounded, so that long texts stay fast to search.
_GROUP = re.compile(r"\[[ ]?(\d{1,4}(?:[ ]?[,;\u2013-][ ]?\d{1,4}){0,30})[ ]?\]")
_NUMBER = re.compile(r"\d+")
# Words of fewer than three letters are too common to tell passages apart.
_WORD = re.compile(r"\w{3,}")


class Citation(NamedTuple):
    """A citation of one paper in a text.

    start, end  character positions, which include the brackets if they contain no other number
    paper       the number of the paper, whether or not the item has a paper with this number
    """

    start: int
    end: int
    paper: int


def citations(text: str) -> list[Citation]:
    """Return the citations of a text in order.

    One for “[2]”, two for “[0, 3]”, and the first and the last for “[0–3]”.
    """
    result = []
    for group in _GROUP.finditer(text):
        numbers = list(_NUMBER.finditer(text, group.start(), group.end()))
        if len(numbers) == 1:
            result.append(Citation(group.start(), group.end(), int(numbers[0].group())))
        else:
            result += [Citation(*one.span(), int(one.group())) for one in numbers]
    return result


def nearest_first(sentence: str, passages: Sequence[str]) -> list[int]:
    """Return the indices of passages, sorted by the number of words they share with a sentence.

    The passages that share most words come first. Passages with equal counts keep the order of the
    retriever.
    """
    wanted = set(_WORD.findall(sentence.casefold()))

    def shared(place: int) -> int:
        return len(wanted.intersection(_WORD.findall(passages[place].casefold())))

    # `sorted` is stable with `reverse=True` too.
    return sorted(range(len(passages)), key=shared, reverse=True)
