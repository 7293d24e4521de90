"""Visible texts of a form: their places, the choice of a language, missing translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from desktop_app.core.form_parts import (
    Head,
    Hint,
    NumberQuestion,
    Part,
    Section,
    options_of,
    tag,
)
from desktop_app.core.form_problems import Path
from desktop_app.core.messages import msg

AnyWords = str | Mapping[str, str]


def visible_texts(
    head: Head | None, parts: Sequence[tuple[int, Part]], hints: Sequence[tuple[int, Hint]]
) -> Iterator[tuple[Path, AnyWords]]:
    """Yield every text that people may see, with its path, in reading order."""
    if head is not None:
        yield from _present((), title=head.title, help=head.help)
    for index, part in parts:
        path: Path = ("questions", index)
        if isinstance(part, Section):
            yield from _present(path, title=part.title, text=part.text)
            continue
        yield from _present(path, text=part.text, help=part.help)
        if isinstance(part, NumberQuestion):
            yield from _present(path, unit=part.unit)
        for position, option in enumerate(options_of(part)):
            place = (*path, "options", position)
            yield from _present(place, label=option.words, help=option.help)
    for index, hint in hints:
        yield from _present(("hints", index), message=hint.message)


def _present(path: Path, **words: AnyWords | None) -> Iterator[tuple[Path, AnyWords]]:
    """Yield those of the given texts that are not None, each with its path."""
    for name, value in words.items():
        if value is not None:
            yield (*path, name), value


def without_source(
    texts: Iterator[tuple[Path, AnyWords]], language: str
) -> Iterator[tuple[Path, str]]:
    """Yield an error for each text that lacks the form's own language, and so has no fallback."""
    for path, words in texts:
        if isinstance(words, Mapping) and _find(words, language) is None:
            yield (
                path,
                msg(
                    "has no text in the form’s own language, “{language}” (or set “language”)",
                    language=language,
                ),
            )


def choose(words: AnyWords, language: str, source: str) -> str:
    """Return a text in `language`, or in the nearest language: “de-at” → “de” → `source`."""
    if isinstance(words, str):
        return words
    result = _find(words, language) or _find(words, source)
    return result if result is not None else next(iter(words.values()), "")


def is_translated(words: AnyWords, language: str, source: str) -> bool:
    """Return whether a text is available in `language`.

    Texts without letters (“0–5”, “%”) need no translation.
    """
    if not any(character.isalpha() for character in choose(words, source, source)):
        return True
    known = {source: words} if isinstance(words, str) else words
    return _find(known, language) is not None


def _find(words: Mapping[str, str], language: str) -> str | None:
    """Return the text for a language, or for its nearest parent language; None if there is none."""
    # “pt-br” also matches a text for “pt”.
    parts = tag(language).split("-")
    for length in range(len(parts), 0, -1):
        if (result := words.get("-".join(parts[:length]))) is not None:
            return result
    return None
