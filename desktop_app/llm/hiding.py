"""Keys that a server repeats: made unreadable in all that comes from it, before it is kept.

A server, or a proxy before it, may say the key in its answers: in words, in the name of its model,
in pieces of a stream. What is kept of an answer travels home in bundles, where no key may be.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from desktop_app.core.asking import TokenChance

if TYPE_CHECKING:
    from desktop_app.llm.keys import Key

HIDDEN = "•••"
LEAST = 8  # characters of a key, or of its beginning, that are a secret: “x” or “ollama” are none


class Veil:
    """Hides a key in one answer that comes piece by piece, over the borders of pieces too.

    What may be the beginning of the key is held back until more comes; see `rest`.
    """

    def __init__(self, key: Key | None) -> None:
        secret = key.reveal() if key is not None else ""
        self._secrets = spellings(secret) if len(secret) >= LEAST else ()
        self._escaped = _escaped(secret) if self._secrets else None
        self._held = {"text": "", "refusal": ""}

    def over(self, piece: Mapping[str, Any]) -> dict[str, Any]:
        """Return a piece as it may be kept and shown."""
        if not self._secrets:
            return dict(piece)
        found = dict(piece)
        for name in self._held:
            if piece.get(name):
                found[name] = self._passed(name, piece[name])
        for name in ("served", "finish"):
            if piece.get(name):
                found[name] = self.hidden(piece[name])
        return found

    def rest(self) -> dict[str, Any]:
        """Return what was held back when no more comes. A long beginning of the key is hidden."""
        found = {name: self.hidden(held) for name, held in self._held.items() if held}
        self._held = dict.fromkeys(self._held, "")
        return found

    def hidden(self, text: str) -> str:
        """Return a text without the key, nor a long beginning of it where the text is cut off."""
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        begun = max((_begun(text, secret) for secret in self._secrets), default=0)
        return text[: len(text) - begun] + HIDDEN if begun >= LEAST else text

    def hidden_in_whole(self, text: str) -> str:
        """Return a whole text without the key, however JSON may spell it: by escapes too."""
        text = self.hidden(text)
        if self._escaped is not None and "\\u" in text:
            text = self._escaped.sub(HIDDEN, text)
        return text

    def over_chances(self, chances: list[TokenChance]) -> list[TokenChance]:
        """Return the tokens of a whole answer without those that the key is made of."""
        spelled = "".join(one.token for one in chances)
        spans = []
        for secret in self._secrets:
            start = spelled.find(secret)
            while start >= 0:
                spans.append((start, start + len(secret)))
                start = spelled.find(secret, start + 1)
            begun = _begun(spelled, secret)
            if begun >= LEAST:
                spans.append((len(spelled) - begun, len(spelled)))
        found, begin = [], 0
        for one in chances:
            end = begin + len(one.token)
            if any(begin < last and end > first for first, last in spans):
                found.append(replace(one, token=HIDDEN, others={}))
            else:
                others = {self.hidden(name): value for name, value in one.others.items()}
                found.append(replace(one, others=others))
            begin = end
        return found

    def _passed(self, name: str, piece: str) -> str:
        text = self._held[name] + piece
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        begun = max(_begun(text, secret) for secret in self._secrets)
        self._held[name] = text[len(text) - begun :]
        return text[: len(text) - begun]


def spellings(secret: str) -> tuple[str, ...]:
    """Return a key as it may stand in texts: as it is, and as JSON writes it."""
    quoted = secret.replace("\\", "\\\\").replace('"', '\\"')
    return tuple(dict.fromkeys((secret, quoted, quoted.replace("/", "\\/"))))


def _escaped(secret: str) -> re.Pattern[str]:
    """Return what finds a key of which any letter may be escaped, as JSON allows (RFC 8259, 7)."""
    letters = []
    for letter in secret:
        units = letter.encode("utf-16-be", "surrogatepass")
        by_number = "".join(rf"\\u(?i:{units[n : n + 2].hex()})" for n in range(0, len(units), 2))
        letters.append(rf"(?:\\?{re.escape(letter)}|{by_number})")
    return re.compile("".join(letters))


def _begun(text: str, secret: str) -> int:
    """Return how many characters at the end of a text are the beginning of a key, not all of it."""
    for length in range(min(len(secret) - 1, len(text)), 0, -1):
        if text.endswith(secret[:length]):
            return length
    return 0
