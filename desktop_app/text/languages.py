"""Language data of the matcher: function words, stemmers, number formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import Stemmer  # type: ignore[import-not-found,import-untyped,unused-ignore]

from desktop_app.text.stopwords import negating_prefixes, number_words, stop_words
from desktop_app.text.words import LONGEST_WORD, NumberStyle, fold

# ISO 639-1 codes and the names of the Snowball algorithms.
_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
# Languages that write a comma before decimals.
_DECIMAL_COMMA = re.compile(
    "bg|c[as]|d[ae]|e[ltus]|f[ir]|h[ruy]|i[dst]|l[tv]|n[blno]|p[lt]|r[ou]|s[klrv]|tr|u[kz]|vi"
)
# Languages in which an apostrophe separates words (l’eau, dell’arte).
_APOSTROPHE_ENDS_WORD = frozenset(("ca", "fr", "it"))
_SAME = {"nb": "no", "nn": "no"}

# In Korean, particles follow a noun without a space. Snowball has no Korean stemmer.
_HANGUL = re.compile("[\uac00-\ud7a3]{3,}")
_PARTICLE = re.compile(
    "(?<=..)(?:에서는|에게서|으로써|으로서|에서|에게|한테|까지|부터|처럼|보다|마다|조차|으로|이나"
    "|은|는|이|가|을|를|의|에|로|와|과|도|만|나)$"
)


@dataclass(frozen=True, slots=True)
class Language:
    """Data of one language. Every part may be empty.

    `code`: two small letters, or "" for an unknown language
    `stop_words`: folded function words
    `number_words`: folded number words, which never match by similarity
    `negating_prefixes`: prefixes that turn a word into its opposite
    `style`: how numbers and apostrophes are parsed
    `stemmer`: returns the stems of words; None if there is no stemmer
    """

    code: str
    stop_words: frozenset[str]
    number_words: frozenset[str]
    negating_prefixes: tuple[str, ...]
    style: NumberStyle
    stemmer: Callable[[Sequence[str]], list[str]] | None

    def stems(self, forms: Sequence[str]) -> list[str]:
        """Return the stem of each folded form, in order.

        A form is its own stem if the language has no stemmer, if it contains a digit, or if it is
        longer than any real word. Korean nouns lose their particle in every language.
        """
        stems = list(forms)
        if self.stemmer is not None:
            # Only words that consist of letters are stemmed, because Snowball would change codes
            # such as “a320s”.
            places = [
                place
                for place, form in enumerate(stems)
                if len(form) <= LONGEST_WORD and form.replace("'", "").isalpha()
            ]
            result = self.stemmer([stems[place] for place in places])
            for place, stem in zip(places, result, strict=True):
                stems[place] = stem
        for place, form in enumerate(stems):
            if not form.isascii() and len(form) <= LONGEST_WORD and _HANGUL.fullmatch(form):
                stems[place] = _PARTICLE.sub("", form)
        return stems

    def opposites(self, one: str, other: str) -> bool:
        """Return whether one form is the other one with a negating prefix: possible, impossible."""
        if len(one) > len(other):
            one, other = other, one
        return other.endswith(one) and other[: len(other) - len(one)] in self.negating_prefixes


@lru_cache(maxsize=64)
def language(code: str) -> Language:
    """Return the data of a language.

    `code`: a language tag, of which only the first part counts, ignoring case (“en”, “en-GB”,
        “de_AT”)

    An unknown language is not an error: its words match if they are equal or similar.
    """
    code = re.split("[-_]", code.strip().lower())[0]
    listed = _SAME.get(code, code)
    algorithm = _ALGORITHMS.get(code)
    return Language(
        code=code,
        stop_words=frozenset(map(fold, stop_words(listed))),
        number_words=frozenset(map(fold, number_words(listed))),
        negating_prefixes=negating_prefixes(listed),
        style=NumberStyle(
            _DECIMAL_COMMA.fullmatch(code) is not None, code in _APOSTROPHE_ENDS_WORD
        ),
        stemmer=None if algorithm is None else Stemmer.Stemmer(algorithm).stemWords,
    )
