"""Prompt files: messages with named placeholders.

    # A comment for people who edit this file; such lines may precede the first message.
    [system]
    You judge answers.
    [user]
    The question:
    {{question}}

A line `[system]`, `[user]` or `[assistant]` starts a message; white space around a message is
ignored. Placeholders are filled in one pass: inserted text is never searched for placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

_ROLE = re.compile(r"\[(system|user|assistant)\]")
_LIKE_A_ROLE = re.compile(r"\[\s*[A-Za-z]+\s*\]")
_PLACE = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}")
_TAG = re.compile(r"<([a-z][a-z0-9_]{0,40})>")
_VERSION_DIGITS = 16

Role = Literal["system", "user", "assistant"]


@dataclass(frozen=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True)
class Prompt:
    """A parsed and validated prompt.

    `messages`: roles and texts, with unfilled placeholders
    `places`: the names of the placeholders
    `version`: a digest of the messages, so that prompts that differ only in comments have equal
        versions
    `optional`: the names of placeholders that may be missing
    """

    messages: Sequence[tuple[Role, str]]
    places: frozenset[str]
    version: str
    optional: frozenset[str] = frozenset()

    def fill(self, **texts: str) -> list[Message]:
        """Return the messages with all placeholders filled.

        Raises ValueError unless `texts` has exactly the prompt's placeholders; it may also have
        optional ones, which are then not used.
        """
        wrong = (texts.keys() ^ self.places) - (self.optional - self.places)
        if wrong:
            raise ValueError(", ".join(sorted(wrong)))
        # A function as replacement, because re.sub would interpret backslashes in a string.
        return [
            Message(role, _PLACE.sub(lambda match: texts[match[1]], text))
            for role, text in self.messages
        ]

    def tagless(self, text: str) -> str:
        """Return a text in which this prompt's own tags are neutralised.

        In anything that looks like one of these tags (“</answer>”), the brackets are replaced. The
        text stays readable, but cannot end the section into which it is inserted.
        """
        names = {name.casefold() for _, words in self.messages for name in _TAG.findall(words)}
        if not names or "<" not in text:
            return text
        # The quantifiers are limited, so that matching takes linear time on long texts. Models
        # accept tags with other cases and spaces too.
        mine = "|".join(sorted(map(re.escape, names)))
        tag = re.compile(rf"<([\s/]{{0,8}}(?:{mine})\b[^<>\n]{{0,80}})>?", re.IGNORECASE)
        return tag.sub(r"‹\1›", text)


def places_in(text: str) -> frozenset[str]:
    """Return the names of the placeholders in a prompt's text, without validation."""
    return frozenset(_PLACE.findall(text))


def parse_prompt(
    text: str,
    *,
    file: str,
    known: Collection[str] | None = None,
    optional: Collection[str] = (),
) -> Prompt:
    """Parse and validate a prompt.

    `known`: the names of the placeholders: each must occur, and no others may; None allows any
    `optional`: those of them that need not occur

    Raises InputError with file and line.
    """
    messages: list[tuple[Role, list[str]]] = []
    # Editors on Windows may write a byte order mark at the start, which would hide the first role.
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        role = _ROLE.fullmatch(line.strip())
        if role is not None:
            messages.append((cast("Role", role[1]), []))
            continue
        # Otherwise a misspelt role, such as [sytem], would become part of a message unnoticed.
        if _LIKE_A_ROLE.fullmatch(line.strip()):
            raise InputError(
                msg("“{strip}” does not start a message", strip=line.strip()[:40]),
                file=file,
                line=number,
                hint=msg("Messages start with [system], [user] or [assistant]."),
            )
        if not messages:
            if line.strip() and not line.startswith("#"):
                raise InputError(
                    msg("there is text before the first message"),
                    file=file,
                    line=number,
                    hint=msg("Messages start with [system], [user] or [assistant]."),
                )
            continue
        # Validated line by line, so that the error can state the line.
        _check_places(line, known, file=file, line=number)
        messages[-1][1].append(line)
    result = [(role, "\n".join(lines).strip()) for role, lines in messages]
    _check_messages(result, file=file)
    places = frozenset(name for _, words in result for name in _PLACE.findall(words))
    missing = sorted(set(known or ()) - places - set(optional))
    if missing:
        raise InputError(
            msg(
                "the placeholder {{{missing}}} is missing, so the model would not see that text",
                missing=missing[0],
            ),
            file=file,
            line=len(text.splitlines()) or 1,
            hint=msg("Placeholders of this prompt: {value}.", value=_listed(known or ())),
        )
    # Computed from the parsed messages: comments and white space do not change the version.
    digest = sha256_hex(canonical_bytes([list(one) for one in result]))
    return Prompt(tuple(result), places, digest[:_VERSION_DIGITS], frozenset(optional))


def _check_places(text: str, known: Collection[str] | None, *, file: str, line: int) -> None:
    """Raise InputError for a malformed or unknown placeholder in a line."""
    if "{{" in _PLACE.sub("", text):
        raise InputError(
            msg("a placeholder that is not of the form {{name}}"),
            file=file,
            line=line,
            hint=msg("Names may contain lower-case letters, digits and _."),
        )
    unknown = sorted(set(_PLACE.findall(text)) - set(known)) if known is not None else []
    if unknown:
        raise InputError(
            msg("the placeholder {{{unknown}}} is not known", unknown=unknown[0]),
            file=file,
            line=line,
            hint=msg("Placeholders of this prompt: {value}.", value=_listed(known or ())),
        )


def _listed(names: Collection[str]) -> str:
    return ", ".join(f"{{{{{name}}}}}" for name in sorted(names))


def _check_messages(messages: Sequence[tuple[Role, str]], *, file: str) -> None:
    """Raise InputError unless the messages form a conversation that a model can answer."""
    reason = ""
    if not messages:
        reason = msg("the prompt has no message")
    elif any(not words for _, words in messages):
        reason = msg("a message of the prompt is empty")
    elif messages[-1][0] != "user":
        reason = msg("the last message must be from the user")
    elif any(role == "system" for role, _ in messages[1:]):
        reason = msg("a system message must be the first message")
    if reason:
        raise InputError(
            reason,
            file=file,
            hint=msg("Messages start with [system], [user] or [assistant]."),
        )
