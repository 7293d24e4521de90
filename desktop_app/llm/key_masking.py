"""Keys that a server repeats: made unreadable in all that comes from it, before it is kept.

A server, or a proxy before it, may say the key in its answers: in words, in the name of its model,
in pieces of a stream. What is kept of an answer travels home in bundles, where no key may be.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from desktop_app.core.model_jobs import TokenChance

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
        if self._secrets and "\\u" in text:
            for secret in self._secrets:
                text = _escaped(secret).sub(HIDDEN, text)
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
        wait = self._may_grow(text)
        ready, held = text[: len(text) - wait], text[len(text) - wait :]
        for secret in self._secrets:
            ready = ready.replace(secret, HIDDEN)
        if not held:
            begun = max(_begun(ready, secret) for secret in self._secrets)
            ready, held = ready[: len(ready) - begun], ready[len(ready) - begun :]
        self._held[name] = held
        return ready

    def _may_grow(self, text: str) -> int:
        """Return how many characters at the end of a text are a whole spelling that the next piece
        may turn into a longer one: base64 ends in a character that holds a part of a byte."""
        found = 0
        for secret in self._secrets:
            begun = _begun(text, secret)
            if begun > found and any(
                text.startswith(other, len(text) - begun) for other in self._secrets
            ):
                found = begun
        return found


def spellings(secret: str) -> tuple[str, ...]:
    """Return a key as it may occur in texts, the longest first: as it is, as JSON writes it, and
    in base64."""
    quoted = secret.replace("\\", "\\\\").replace('"', '\\"')
    plain = (secret, quoted, quoted.replace("/", "\\/"))
    found = {*plain, *_in_base64(secret)}
    return tuple(sorted(found, key=lambda one: (-len(one), one)))


def _escaped(secret: str) -> re.Pattern[str]:
    """Return what finds a key of which any letter may be escaped, as JSON allows (RFC 8259, 7)."""
    letters = []
    for letter in secret:
        units = letter.encode("utf-16-be", "surrogatepass")
        by_number = "".join(rf"\\u(?i:{units[n : n + 2].hex()})" for n in range(0, len(units), 2))
        letters.append(rf"(?:\\?{re.escape(letter)}|{by_number})")
    return re.compile("".join(letters))


def _in_base64(secret: str) -> set[str]:
    """Return how a key may be spelled inside base64 (RFC 4648, both alphabets, with and without
    padding), whatever stands before and after it in the encoded text: “Bearer KEY”, “user:KEY”.
    """
    data = secret.encode("utf-8", "surrogatepass")
    found = set()
    # Three bytes make four characters, so only the number of bytes before the key modulo 3 matters,
    # and the byte before it, of which the key's first character may hold some bits.
    for before in (b"", b":", b" ", b"?:", b"? "):
        bits = 8 * len(before)
        encoded = base64.b64encode(before + data).decode("ascii").rstrip("=")
        whole = (bits + 8 * len(data)) // 6  # characters that nothing behind the key can change
        for start in {bits // 6, -(-bits // 6)}:  # with and without the byte before
            found |= {encoded[start:], encoded[start:whole]}
    found |= {one.replace("+", "-").replace("/", "_") for one in found}
    return found | {one.replace("/", "\\/") for one in found}  # as JSON may write it


def _begun(text: str, secret: str) -> int:
    """Return how many characters at the end of a text are the beginning of a key, not all of it."""
    # Called for every piece of a stream and every spelling: only where the first character occurs
    # can the key begin.
    tail = text[-(len(secret) - 1) :]
    start = tail.find(secret[0])
    while start >= 0:
        if secret.startswith(tail[start:]):
            return len(tail) - start
        start = tail.find(secret[0], start + 1)
    return 0
