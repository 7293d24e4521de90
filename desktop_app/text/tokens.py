"""Word and sentence counts, the edit distance in words, and the Flesch–Kincaid grade level.

All follow simple rules instead of a language model, so that the same text has the same figures on
every computer, and no data need to be downloaded.

Source of the grade level: Kincaid, Fishburne, Rogers and Chissom, “Derivation of new readability
formulas …”, 1975. The formula is for English. Syllables are counted by spelling rules and some
exceptions instead of a dictionary, so that every word has a count: see `syllable_count`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# Scripts that are written without spaces. Each character counts as a word, because finding words
# would require a dictionary.
_SPACELESS = (
    "\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff6f\uff71-\uff9d\U00020000-\U0003ffff"
)
_JOINED_LETTER = re.compile("[\u0e01-\u0e30\u0e81-\u0eb0\u1000-\u102a\u1780-\u17b3]")
_SPACELESS_CHARACTER = re.compile(f"[{_SPACELESS}]")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")

_CLOSING = "\"'”’»)\\]"
_END = re.compile(rf"(?<![.!?…])[.!?…]++[{_CLOSING}]*+(?=\s|$)|[。！？]+[”’」』）]*")
_BREAK = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*•–]|\d+[.)])[ \t])")
_BULLET = re.compile(r"\s*(?:[-*•–]|\d+[.)])[ \t]+")
_VISIBLE = re.compile(r"\S")
_BEFORE_WORD = re.compile(r"[\s(\"'“‘\[]")
# Number of characters before a period that are searched for an abbreviation.

_LONGEST = 8
_ABBREVIATION = re.compile(
    "mrs?|ms|dr|prof|[sj]r|st|vs|etc|e\\.g|i\\.e|cf|al|figs?|eq|nos?|vol|pp?|approx|dept|est|inc|ltd"
    "|corp?|gov|sen|rep|gen|col|lt|capt|sgt|rev|hon|jan|feb|mar|apr|ju[nl]|aug|sept?|oct|nov|dec"
    "|[ap]\\.m",
    re.IGNORECASE,
)
# Abbreviations that may also end a sentence.
_MAY_END = re.compile("etc|inc|ltd|corp?|[sj]r|[ap]\\.m|al|no", re.IGNORECASE)


def word_count(text: str) -> int:
    """Return the number of words, ≥ 0.

    A word is a run of characters between white space that contains a letter or digit: “don't”,
    “well-known”, “3.14” and “a/b” are one word each, and a dash on its own is none. Each Chinese
    character and each Japanese kana counts as one word.
    """
    spaceless = len(_SPACELESS_CHARACTER.findall(text))
    if spaceless:
        text = _SPACELESS_CHARACTER.sub(" ", text)
    return spaceless + sum(1 for run in text.split() if _LETTER_OR_DIGIT.search(run))


def separates_words(text: str) -> bool:
    """Return whether the words of a text can be counted.

    They cannot be counted if most letters are Thai, Lao, Burmese or Khmer: these scripts have no
    spaces between words, so only a dictionary could find the words.
    """
    joined = len(_JOINED_LETTER.findall(text))
    return joined == 0 or 2 * joined <= sum(map(str.isalpha, text))


def to_whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range of a text, extended to the words that it cuts.

    A range in a script without spaces between words stays as it is.
    """
    if start < end and separates_words(text[start:end]):
        while start > 0 and _is_in_word(text, start):
            start -= 1
        while end < len(text) and _is_in_word(text, end):
            end += 1
    return start, end


def _is_in_word(text: str, place: int) -> bool:
    """Return whether a place between two characters is inside a word."""
    return all(
        (one.isalnum() or unicodedata.category(one)[0] == "M")
        and not _SPACELESS_CHARACTER.match(one)
        for one in text[place - 1 : place + 1]
    )


def character_count(text: str) -> int:
    """Return the number of characters, ≥ 0, as people see them.

    White space, and marks above and below letters, do not count.
    """
    return sum(not sign.isspace() and unicodedata.category(sign)[0] != "M" for sign in text)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in order, without surrounding white space.

    A sentence ends at . ! ? or … before white space, at the full-width forms of these marks, at an
    empty line, and before a list item. Common English abbreviations, initials (“J. Smith”), list
    numbers (“1. ”) and periods before a small letter do not end a sentence. Pieces without a letter
    or digit are dropped.
    """
    return [piece for piece in _pieces(text) if _LETTER_OR_DIGIT.search(piece)]


def sentence_count(text: str) -> int:
    """Return the number of sentences, ≥ 0, that `sentences` returns."""
    return len(sentences(text))


def _pieces(text: str) -> Iterator[str]:
    """Yield the parts of a text between sentence ends."""
    for block in _BREAK.split(text):
        bullet = _BULLET.match(block)
        start = bullet.end() if bullet else 0
        for match in _END.finditer(block, start):
            if _ends(block, start, match):
                yield block[start : match.end()].strip()
                start = match.end()
        yield block[start:].strip()


def _ends(block: str, start: int, mark: re.Match[str]) -> bool:
    """Return whether a sentence ends at a punctuation mark."""
    following = _VISIBLE.search(block, mark.end())
    signs = mark.group()
    # Only a single period is ambiguous.
    if following is None or "." not in signs or not set(signs).isdisjoint("!?…"):
        return True
    if following.group().islower():
        return False
    if signs.startswith(".."):
        return True
    name = _BEFORE_WORD.split(block[max(start, mark.start() - _LONGEST) : mark.start()])[-1]
    # A single capital letter is an initial, except “I”.
    if len(name) == 1 and name.isupper() and name != "I":
        return False
    if _ABBREVIATION.fullmatch(name):
        # “etc.” and “Inc.” may end a sentence, which is decided by whether a capital letter
        # follows.
        return bool(_MAY_END.fullmatch(name)) and following.group().isupper()
    return True


_WORD = re.compile(r"(?<![\d\w])[^\W\d_]+(?:['’][^\W\d_]+)*")
_AFTER_STOP = re.compile(r"""[.!?]["'”’)\]]{0,3}\s[^\W\d_]""")
# Number of letters of a word that are examined.
_LONGEST_WORD = 64

_VOWELS = re.compile("[aeiouy]+")
# Silent e: at the end of a word, and inside it.
_SILENT_ENDS = tuple(
    map(
        re.compile,
        (
            r"[^aeiouylr]e$|[aeiouylr]le$|[aeiouyr]re$",
            r"[^aeiouycgsxzhlr]es$|[aeiouylr]les$|[aeiouyr]res$|[^cs]hes$|[aeiou]yes$",
            r"[^aeiouytdlr]ed$|[aeiouylr]led$|[aeiouyr]red$|[aeiou]yed$",
            r"[gq]ue[sd]?$",
        ),
    )
)
_SILENT_INSIDE = re.compile(
    r"[^aeiouyl]ements?$|[^aeiouyl][^aeiouy]?e(?:ly|less|ful(?:ly)?|ness|some)|[aeiou]le(?:ly|ss|ness)"
    r"|some(?=[^aeiouyrs]|one)|^fore(?=c|m|g|s[ehi])|every|^eve(?=ni)|^there(?=[bf])|where(?=[bfv])|^whereas|ically$"
    r"|^(?:home|life|safe|base|time|more|hope|care|fire|wide|side|name|love|face|line|make"
    r"|take|like|sure|pure|nine|game|price|live|wave|cave|date|gate|note|grape|pipe|lone|else"
    r"|spoke|sale|police)(?=[bcfghjkmpvw]|t[yeoi]|l[aioey]|s[htpcekm])"
    r"|^(?:state|house|white|space|place|trade|score|store|frame|horse|stake|wholes?)"
    r"(?=[bcfghjkmpvw]|l[aioe]|s[htpck])"
)
_GLIDES = re.compile(r"(?<=[aeiou])y(?=[aeiou])|^y(?=[aeiou])|(?<=[gq])u(?=[aeiouy])")
# Adjacent vowels that form two syllables. Each rule applies at most once per word.
_APART = tuple(
    map(
        re.compile,
        (
            r"[^ctglnsr]ia|[ct]iat|^gia|^lia|[^r]ria(?!ge)|[aeiou]lia[bs]|[^l]lian[ct]|nia[lc]"
            r"|rria[lh]|sias",
            r"[^ctgsxlnvh]io|[^ctgsxl]ious|nio(?![nru])|^lio|olio|viol|[^aeiou]vious|nvio",
            r"[^g]iu|ii|iet|[aeiouy].*iest$|[^ct]ien[tc]|^scien|[aeiouy].*[^i]iers?$",
            r"[dr]eas?$|(?<!s)creat(?!u)|[^s]creas?$|^rea(?:ct|l[il]|ss|d[jm])|thea[tv]"
            r"|[aeiouy].*[^cl]eans?$|nuclea|linea|^prea|^beat[ri]|urea",
            r"[^pg]eos?$|^geo(?!r)|theo|neo|leo(?=n)|[^gc]eous|eum|eing|^reu[sn]",
            r"[^gqs]ua|sual|uou|[^gq]ue(?:ls?$|nt|nc|t$)|[^gqb]ui(?:d|n(?!t)|t[yi])|uici|fluor",
            r"oing|oe[tmv]|ao[st]|^coope|^coord|^coal[ie]|^zool|oas[ei]",
            r"[^aeiou]y[ai]",
        ),
    )
)
_HUMMED = re.compile("[aiy]sms?$|thms?$")
_SPOKEN_APART = re.compile("[^aeiouyr]n't$|ven't$")
_HISSING = re.compile("(?:s|x|z|ch|sh|[cgsxz]e)$")

# Words for which the rules give a wrong count.
_EXCEPTIONS = {
    "mr": 2, "mrs": 2, "dr": 2, "tv": 2, "pm": 2, "vs": 2, "km": 4, "etc": 4, "uk": 2, "usa": 3,
    "maybe": 2, "business": 2, "businesses": 3, "area": 3, "areas": 3, "idea": 3, "ideas": 3,
    "people": 2, "people's": 2, "colonel": 2, "used": 1, "use": 1, "argue": 2, "argues": 2,
    "argued": 2, "nevertheless": 4, "nonetheless": 3, "ideal": 3, "alien": 3, "aliens": 3,
    "being": 2, "beings": 2, "wednesday": 2, "lion": 2, "lions": 2, "recipe": 3, "recipes": 3,
    "apostrophe": 4, "catastrophe": 4, "karate": 3, "acne": 2, "simile": 3, "cafe": 2, "cafes": 2,
    "resume": 2, "soldier": 2, "soldiers": 2, "conscience": 2, "queue": 1, "forever": 3,
    "sometimes": 2, "anyone": 3, "everyone": 3, "someone": 2, "naked": 2, "wicked": 2, "sacred": 2,
    "hundred": 2, "hundreds": 2, "kindred": 2, "hatred": 2, "beloved": 3, "aged": 1, "riot": 2,
    "chocolate": 2, "vegetable": 4, "comfortable": 4, "interesting": 3, "different": 3,
    "favorite": 3, "family": 3, "evening": 2, "twelve": 1, "one": 1, "once": 1, "eye": 1,
    "eyes": 1, "bye": 1, "hockey": 2, "real": 2, "really": 2, "create": 2, "created": 3,
    "creates": 2, "theory": 3, "theories": 3, "ocean": 2, "oceans": 2, "bureau": 2, "beauty": 2,
    "beautiful": 3, "science": 2, "sciences": 3, "quiet": 2, "client": 2, "clients": 2,
    "through": 1, "though": 1, "thought": 1, "world": 1, "fire": 1, "hour": 1, "hours": 1,
    "our": 1, "are": 1, "were": 1, "there": 1, "where": 1, "don't": 1, "won't": 1, "can't": 1,
    "aren't": 1, "weren't": 1, "ain't": 1, "we're": 1, "they're": 1, "you're": 1, "i'm": 1,
    "it'll": 2, "that'll": 2, "would've": 2, "could've": 2, "should've": 2, "didn't": 2,
}  # fmt: skip


def flesch_kincaid(text: str) -> float | None:
    """Return the U.S. school grade level of a text; None if it has no words.

    0.39 · words / sentences + 11.8 · syllables / words − 15.59; may be below 0 and has no upper
    limit. Words are runs of letters; the parts of hyphenated words count separately, and numbers do
    not count. A title or list item without a full stop is a sentence if an empty line or a new item
    ends it, see `desktop_app.text.tokens`.
    """
    words = _WORD.findall(text)
    if not words:
        return None
    if not any(map(str.isupper, text)):
        # In a text without capitals, nothing shows where a sentence begins.
        text = _AFTER_STOP.sub(lambda found: found[0].upper(), text)
    sentences = max(1, sentence_count(text))
    syllables = sum(map(syllable_count, words))
    return 0.39 * len(words) / sentences + 11.8 * syllables / len(words) - 15.59


@lru_cache(maxsize=20_000)
def syllable_count(word: str) -> int:
    """Return the number of syllables of an English word, ≥ 1, estimated from its spelling."""
    spelled = word[:_LONGEST_WORD].replace("’", "'")
    lowered = spelled.lower()
    if lowered in _EXCEPTIONS:
        return _EXCEPTIONS[lowered]
    if spelled.isupper() and _is_spelled_out(spelled):
        # If a word is spelled out, every letter is one syllable, except “double-u”, which has
        # three.
        return len(spelled) + 2 * spelled.count("W")
    more = 0
    stem, apostrophe, ending = lowered.rpartition("'")
    if not apostrophe:
        stem = ending
    elif ending == "t":
        more = bool(_SPOKEN_APART.search(lowered))
        stem = stem.removesuffix("n")
    elif ending == "s":
        more = bool(_HISSING.search(stem))
    elif ending not in ("d", "ll", "m", "re", "ve"):
        stem += ending
    return max(1, _in_plain(_bare(stem)) + more)


def _is_spelled_out(word: str) -> bool:
    """Return whether an abbreviation is pronounced letter by letter: BBC, UK, but not NASA."""
    return 1 < len(word) <= 5 and (len(word) == 2 or not _VOWELS.search(word.lower()))


def _in_plain(word: str) -> int:
    """Return the number of syllables of a word of plain letters, by the rules above."""
    count = len(_VOWELS.findall(_GLIDES.sub("w", word)))
    count -= sum(1 for rule in _SILENT_ENDS if rule.search(word))
    count -= _SILENT_INSIDE.search(word) is not None
    count += sum(1 for rule in _APART if rule.search(word))
    return count + bool(_HUMMED.search(word))


def _bare(word: str) -> str:
    """Return a word without accents.

    A final é is pronounced, so it becomes “ee”, because a single “e” would count as silent.
    """
    if word.isascii():
        return word
    if word.endswith(("é", "és")):
        word = word.replace("é", "ee")
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def spaced(text: str) -> str:
    """Return a text on one line, with single spaces between its words."""
    return " ".join(text.split())


def one_line(text: str, most: int) -> str:
    """Return a text on one line, shortened to at most `most` characters."""
    line = spaced(text)
    return line if len(line) <= most else line[: most - 1] + "…"


def word_edit_distance(before: str, after: str, most: int | None = None) -> int:
    """Return the smallest number of words to insert, delete or replace to get `after`.

    `most`: any larger distance is returned as `most + 1`, which is much faster for long texts. This
        suits callers that only need to know whether enough was changed

    Words are separated by white space.
    """
    from rapidfuzz.distance import Levenshtein  # Loads thirty modules, which few commands need.

    return int(Levenshtein.distance(before.split(), after.split(), score_cutoff=most))


def words(text: str) -> int:
    """Return the number of words of a text, separated by white space."""
    return len(text.split())
