"""Parser of the small part of YAML that forms use, which also records the place of every value.

It uses the events of the YAML library, not its objects. So no tag ever constructs an object,
aliases cannot expand exponentially, nesting cannot exhaust the stack, and the line of every value
is known. Unquoted words are texts, except `true`, `false`, `null`, `~` and decimal numbers: `no` is
a text (it is also a language code), and a time or a version number stays as written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from desktop_app.core.form_problems import Flaw, FlawList, FormError, Path, shown
from desktop_app.core.messages import msg

MAX_CHARACTERS = 256 * 1024
MAX_VALUES = 20_000
MAX_DEPTH = 32

# The parser in C, which PyYAML may have been built without.
_FAST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WORDS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# Only numbers that would be written back identically are parsed as numbers. 007 and +1 stay texts.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,14}", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]{1,15}\.[0-9]{1,30}", re.ASCII)


class _RefusedError(Exception):
    """YAML that this format does not support. Contains the parser's position."""

    def __init__(self, reason: str, mark: Any) -> None:
        super().__init__(reason)
        self.mark = mark


@dataclass
class _Open:
    """A list or mapping that is being parsed. `name` is the field whose value is parsed next."""

    value: list[Any] | dict[str, Any]
    path: Path
    name: str | None = None


@dataclass
class Source:
    """A form file as plain data.

    `places`: (line, column) by path, counted from 1; for a field, the place of its name
    `repeated`: paths of duplicate fields, with their places; the value of the first one is used
    """

    data: Any = None
    places: dict[Path, tuple[int, int]] = field(default_factory=dict)
    repeated: list[tuple[Path, tuple[int, int]]] = field(default_factory=list)

    def flaw_list(self, file: str) -> FlawList:
        """Return a list of errors for this file, with the errors found by parsing."""
        flaws = FlawList(file, self.data, self.places)
        for path, place in self.repeated:
            flaws.add(
                path,
                msg("occurs twice, first in line {places}", places=self.places[path][0]),
                place,
            )
        return flaws


def read_yaml(text: str, *, file: str, shipped: bool = False) -> Source:
    """Return the data of a form file.

    `shipped`: whether the form comes with the program, so that it is known to be valid. It is read
        by a parser that is ten times as fast, but accepts some texts that other YAML parsers refuse

    Raises FormError for invalid YAML, more than one document, tags, anchors, aliases, directives,
    and for more than `MAX_CHARACTERS`, `MAX_VALUES` or `MAX_DEPTH`.
    """
    if len(text) > MAX_CHARACTERS:
        raise _error(
            msg(
                "is too large: forms have at most {max_characters} characters",
                max_characters=MAX_CHARACTERS,
            ),
            file,
        )
    loader = None
    try:
        if shipped:
            return _build(_FAST(text))
        loader = yaml.SafeLoader(text)
        return _build(loader)
    except _RefusedError as error:
        raise _error(str(error), file, error.mark) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        reason = msg("contains a character that YAML does not allow: save the file as UTF-8 text")
        raise FormError([Flaw("", reason, line)], file=file) from None
    except yaml.MarkedYAMLError as error:
        raise _error(_reason(error), file, error.problem_mark or error.context_mark) from None
    except (yaml.YAMLError, ValueError, OverflowError):
        # Escapes beyond Unicode and very long version numbers raise built-in exceptions inside the
        # parser.
        mark = loader.get_mark() if loader else None
        raise _error(msg("is not valid YAML"), file, mark) from None


def _build(loader: Any) -> Source:
    """Return the data that the parser's events describe. Raises _RefusedError."""
    # The stack is explicit, so that nested data cannot exhaust Python's stack.
    source, stack, count = Source(), list[_Open](), 0
    documents = 0
    while loader.check_event():
        event = loader.get_event()
        mark = event.start_mark
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _RefusedError(msg("contains more than one document (“---”)"), mark)
            if event.version or event.tags:
                raise _RefusedError(msg("directives (“%…”) are not used in forms"), mark)
        elif isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
        elif isinstance(event, yaml.NodeEvent):
            count += 1
            if count > MAX_VALUES:
                raise _RefusedError(
                    msg("contains more than {max_values} values", max_values=MAX_VALUES), mark
                )
            _refuse_special(event)
            _take(source, stack, event)
            if len(stack) > MAX_DEPTH:
                raise _RefusedError(
                    msg("is nested more than {max_depth} levels deep", max_depth=MAX_DEPTH), mark
                )
    return source


def _refuse_special(event: Any) -> None:
    """Raise _RefusedError for aliases, anchors and tags."""
    mark = event.start_mark
    if isinstance(event, yaml.AliasEvent):
        raise _RefusedError(
            msg("aliases (“*name”) are not used in forms: write the value out"), mark
        )
    if event.anchor is not None:
        raise _RefusedError(msg("anchors (“&name”) are not used in forms"), mark)
    if event.tag is not None:
        raise _RefusedError(msg("tags (“!name”) are not used in forms"), mark)


def _take(source: Source, stack: list[_Open], event: Any) -> None:
    """Add one value, or the start of a list or mapping, at its place in the data."""
    mark = event.start_mark
    here = (mark.line + 1, mark.column + 1)
    top = stack[-1] if stack else None
    # In a mapping, events alternate between the name of a field and its value.
    if top and isinstance(top.value, dict) and top.name is None:
        if not isinstance(event, yaml.ScalarEvent):
            raise _RefusedError(msg("the name of a field must be a single word"), mark)
        top.name = _whole(event.value)
        path = (*top.path, top.name)
        if path in source.places:
            source.repeated.append((path, here))
        else:
            source.places[path] = here
        return
    value = _scalar(event) if isinstance(event, yaml.ScalarEvent) else _empty(event)
    if top is None:
        path = ()
        source.data, source.places[path] = value, here
    elif isinstance(top.value, dict):
        assert top.name is not None
        path = (*top.path, top.name)
        if top.name in top.value:
            # The value of a duplicate field is parsed but not used. Its own path (a negative index)
            # keeps its errors separate from those of the first one.
            path = (*path, -len(source.repeated))
        else:
            top.value[top.name] = value
        top.name = None
    else:
        path = (*top.path, len(top.value))
        top.value.append(value)
        source.places.setdefault(path, here)
    if isinstance(value, list | dict):
        stack.append(_Open(value, path))


def _empty(event: Any) -> list[Any] | dict[str, Any]:
    return [] if isinstance(event, yaml.SequenceStartEvent) else {}


def _scalar(event: yaml.ScalarEvent) -> Any:
    """Return the value of a scalar: a string, a number, a boolean or None."""
    text = _whole(event.value)
    # Only quoted scalars have a style, and they are always texts; others have None or “”.
    if event.style:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text


def _whole(text: str) -> str:
    r"""Join surrogate pairs, which JSON writes as two escapes (\ud83d\ude00)."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _reason(error: yaml.MarkedYAMLError) -> str:
    """Return the message for a syntax error."""
    problem = str(error.problem or error.context or "")
    # The two most common mistakes have messages of their own.
    if "'\\t'" in problem:
        return msg("is not valid YAML: indent with spaces, not with tabs")
    if "'?'" in problem:
        return msg("is not valid YAML: inside { } and [ ], texts with “?” need quotes")
    return (
        msg("is not valid YAML: “{problem}”", problem=shown(problem))
        if problem
        else msg("is not valid YAML")
    )


def _error(reason: str, file: str, mark: Any = None) -> FormError:
    """Return a FormError with one error at the parser's position."""
    if mark is None:
        return FormError([Flaw("", reason)], file=file)
    line, column = mark.line + 1, mark.column + 1
    return FormError(
        [Flaw("", msg("{reason} (column {column})", reason=reason, column=column), line, column)],
        file=file,
    )
