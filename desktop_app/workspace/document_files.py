"""Documents from a lead's files: text, Markdown, HTML and PDF.

Unreadable files are reported, and the others are read. In a folder, hidden files and links are
skipped. Invalid bytes are not an error; a guessed encoding is reported in a note.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from desktop_app.core.errors import InputError, os_reason
from desktop_app.core.messages import msg

KINDS = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
}
# Maximum size of one file.
MAX_BYTES = 64 << 20
# Maximum number of files that are read at once.
MOST_FILES = 20_000
# Maximum number of characters that are read at once.
MOST_AT_ONCE = 300_000_000
# Characters; longer texts are cut, because the parsers would need more than a few seconds.
_MOST_MARKUP = {"html": 8_000_000, "markdown": 2_000_000}
# In characters.
_LONGEST_HEADING = 150
# Titles that programs write into untitled files.
_USELESS_TITLE = re.compile(r"untitled|microsoft word - |powerpoint presentation|document1")

Progress = Callable[[int, int], None]


def _unseen(done: int, total: int) -> None:
    return None


@dataclass(frozen=True)
class Document:
    """A text and its source: the file's path relative to the folder, or a web address."""

    source: str
    title: str
    text: str


@dataclass
class ReadResult:
    """The outcome of reading files.

    `problems`: messages about files that could not be read
    """

    documents: list[Document] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    characters: int = 0


def text_of(
    data: bytes,
    kind: str,
    source: str,
    *,
    charset: str = "",
    named: str = "",
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Document, list[str]]:
    """Return the document in the content of a file or page, and notes about it.

    `kind`: one of the values of `KINDS`
    `source`: path or address, for messages and the document
    `charset`: the encoding according to the server; empty: unknown
    `named`: title for a document without a title or heading; empty: the name of the file

    Raises InputError, with `file`, if the content cannot be read or has no text.
    """
    notes: list[str] = []
    title = ""
    if kind == "pdf":
        from desktop_app.workspace.pdf_reader import pdf_text

        result = pdf_text(data, source, stop=stop)
        text, title = result.text, result.title
        if result.cut:
            notes.append(result.cut)
    else:
        try:
            text, guessed = decoded(data, declared=charset, is_html=kind == "html")
        except InputError as error:
            raise InputError(error.reason, file=source, hint=error.hint) from None
        if guessed:
            notes.append(guessed)
        if len(text) > (most := _MOST_MARKUP.get(kind, len(text))):
            # Cut before a tag: part of a tag would be read as text.
            text = text[: max(0, text.rfind("<", 0, most))] if kind == "html" else text[:most]
            notes.append(msg("longer than {most} characters: truncated", most=f"{most:,}"))
        if kind == "html":
            from desktop_app.text.markup import html_text

            title, text = html_text(text)
        elif kind == "markdown":
            from desktop_app.text.markup import markdown_text

            title = _markdown_heading(text)
            text = markdown_text(text)
    text, cut = clean(text)
    if cut:
        notes.append(cut)
    if not text:
        raise InputError(msg("contains no text"), file=source)
    title = one_line(title)
    if not title or _USELESS_TITLE.match(title.casefold()):
        title = _heading(text) if kind != "pdf" else ""
    title = title or one_line(named) or one_line(Path(source).stem) or source
    return Document(one_line(source, 2_000), title, text), [
        msg("{source}: {one}", source=source, one=one) for one in notes
    ]


def _markdown_heading(text: str) -> str:
    for line in text[:10_000].splitlines():
        if line.startswith("#"):
            return line.strip("# \t")
    return ""


def _heading(text: str) -> str:
    """Return the first line if it is short and an empty line follows; else ""."""
    first, _, rest = text[: 2 * _LONGEST_HEADING].partition("\n")
    alone = not rest.partition("\n")[0].strip()
    return one_line(first) if rest and alone and len(first) <= _LONGEST_HEADING else ""


def read_places(
    places: Sequence[Path],
    *,
    progress: Progress = _unseen,
    stop: Callable[[], bool] = lambda: False,
) -> ReadResult:
    """Read the documents in files, folders and their subfolders; each folder is ordered by name.

    `stop`: returns whether to stop and return the documents read so far

    Of several documents with equal texts, only the first is returned. After more than
    `MOST_AT_ONCE` characters, the remaining files are not read. Raises InputError for a missing
    file or folder, and for more than `MOST_FILES` files.
    """
    result = ReadResult()
    others: Counter[str] = Counter()
    # All files are listed before the first is read, so that too many are refused at once.
    files = files_of(places, result, others, MOST_FILES)
    seen: dict[str, str] = {}
    # False once a stop has left something out, even part of the last file.
    is_whole = True
    for done, (name, path) in enumerate(files):
        if stop():
            is_whole = False
            break
        progress(done, len(files))
        if result.characters > MOST_AT_ONCE:
            result.problems.append(
                msg("{name} and all following files: too much text for one import", name=name)
            )
            break
        is_whole = _take(name, path, result, seen, others, stop)
    if not is_whole:
        result.notes.append(msg("stopped; the rest was not read"))
    progress(len(files), len(files))
    if others:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(others.items())[:20])
        result.notes.append(
            msg(
                "skipped: {kinds} (supported: {kinds2}; hidden files are ignored)",
                kinds=kinds,
                kinds2=", ".join(KINDS),
            )
        )
    return result


def files_of(
    places: Sequence[Path], found: ReadResult, others: Counter[str], most: int
) -> list[tuple[str, Path]]:
    """Return (name, path) of the files in files and folders; the name is relative to the folder.

    `found`: receives problems with folders and links
    `others`: counts ignored files by kind

    Raises InputError for a missing file or folder, and for more than `most` files.
    """
    files: list[tuple[str, Path]] = []
    for place in places:
        if not place.exists():
            raise InputError(msg("there is no such file or folder"), file=str(place))
        for one in _listed(place, found, others) if place.is_dir() else [(place.name, place)]:
            files.append(one)
            if len(files) > most:
                raise InputError(
                    msg("more than {most} files", most=f"{most:,}"),
                    file=str(place),
                    hint=msg("Choose folders that contain only the intended files."),
                )
    return files


def _take(
    name: str,
    path: Path,
    found: ReadResult,
    seen: dict[str, str],
    others: Counter[str],
    stop: Callable[[], bool],
) -> bool:
    """Read a file; return False if a stop interrupted the reading."""
    # File names need not be valid text.
    name = name.encode("utf-8", "replace").decode()
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        others[one_line(path.suffix, 20) or msg("no extension")] += 1
        return True
    try:
        document, notes = text_of(bytes_of(path, name), kind, name, stop=stop)
    except InputError as error:
        # A stop raises an error too, which says nothing about the file.
        if stop():
            return False
        found.problems.append(str(error))
        return True
    found.notes += notes
    first = seen.setdefault(document.text, document.source)
    if first != document.source:
        found.notes.append(
            msg("{source}: the same text as {first}", source=document.source, first=first)
        )
        return True
    found.documents.append(document)
    found.characters += len(document.text)
    return True


def _listed(folder: Path, found: ReadResult, others: Counter[str]) -> Iterator[tuple[str, Path]]:
    """Yield (name, path) of the files in a folder, ordered by name, then those in its subfolders.

    Hidden files and links are skipped. Links that point outside the folder are reported; the
    targets of other links are listed anyway.
    """
    # A stack instead of recursion: deep folders must not exhaust the interpreter.
    inside = folder.resolve()
    waiting = [(folder, "")]
    while waiting:
        place, prefix = waiting.pop()
        try:
            with os.scandir(place) as entries:
                listed = sorted(entries, key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            found.problems.append(
                msg(
                    "{place}: {error}",
                    place=prefix or folder,
                    error=os_reason(error),
                )
            )
            continue
        folders = []
        for entry in reversed(listed):
            name = f"{prefix}{entry.name}"
            if entry.name.startswith("."):
                others["hidden"] += 1
            elif entry.is_symlink():
                if not _leads_inside(Path(entry.path), inside):
                    found.problems.append(
                        msg("{name}: a link that points outside the folder", name=name)
                    )
            elif entry.is_dir(follow_symlinks=False):
                folders.append((Path(entry.path), f"{name}/"))
            elif entry.is_file(follow_symlinks=False):
                yield name, Path(entry.path)
            else:
                others["no file"] += 1
        waiting += reversed(folders)


def _leads_inside(link: Path, folder: Path) -> bool:
    try:
        return link.resolve().is_relative_to(folder)
    # The link is broken or points to itself.
    except (OSError, RuntimeError):
        return False


def bytes_of(path: Path, name: str) -> bytes:
    """Return the content of a file. Raises InputError if it is too large or not a regular file."""
    try:
        # Non-blocking, because opening a named pipe would wait for a writer.
        descriptor = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        with os.fdopen(descriptor, "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise InputError(msg("is not a file"), file=name)
            if about.st_size > MAX_BYTES:
                raise InputError(
                    msg("is larger than {value} MiB", value=MAX_BYTES >> 20),
                    file=name,
                    hint=msg("Split the file, or exclude it."),
                )
            # Limited again, because the file may have grown in the meantime.
            return file.read(MAX_BYTES + 1)[:MAX_BYTES]
    except OSError as error:
        raise InputError(
            msg("cannot be read ({error})", error=os_reason(error)), file=name
        ) from None


# Decoding of files and pages that declare no encoding, or a wrong one
# Maximum number of characters stored per document: about 800 pages of 2,500 characters.
MOST_TEXT = 2_000_000
# A page must declare its encoding within this number of bytes; zeros are counted in them too.
_SAMPLE = 4096

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    # Before UTF-16, because this mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Only these: Python also has codecs that are not text encodings, and extremely slow ones.
_NAMES = re.compile(
    r"utf-?8|utf-?16(?:-?[lb]e)?|us-ascii|ascii|iso-?8859-?\d{1,2}|latin-?[1-9]|windows-12\d\d"
    r"|cp12\d\d|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)|gb2312|gbk|gb18030|big5|mac-?roman"
)
_META = re.compile(rb"<meta[^>]{0,300}?charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_-]{2,20})")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff]+")
# Surrogates: halves of characters, which UTF-8 cannot encode.
_HALVES = re.compile("[\ud800-\udfff]")


def decoded(data: bytes, *, declared: str = "", is_html: bool = False) -> tuple[str, str]:
    """Return the decoded text, and a note if the encoding was guessed, else "".

    `declared`: the encoding according to the server; empty: unknown
    `is_html`: whether to look for a declaration in the page

    The encoding is the first that applies: the byte order mark, the server's encoding, the
    declaration in an HTML page, UTF-16 if every second byte is zero, UTF-8, Windows-1252 with
    undefined bytes replaced. Raises InputError for binary data.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return (data[len(mark) :] if name == "utf-8" else data).decode(name, "replace"), ""
    meta = _META.search(data[:_SAMPLE].lower()) if is_html else None
    named = [declared, meta.group(1).decode("ascii") if meta else ""]
    for name in (one.strip().strip("\"'").lower() for one in named):
        if _NAMES.fullmatch(name):
            try:
                # A page whose declaration is readable as ASCII cannot be UTF-16.
                return data.decode("utf-8" if name.startswith("utf-16") and meta else name), ""
            except (UnicodeDecodeError, LookupError):
                # The declaration is wrong, or Python does not have this encoding.
                continue
    wide = _wide(data)
    if wide:
        return data.decode(wide, "replace"), msg(
            "read as {upper}, since every second byte is zero", upper=wide.upper()
        )
    if b"\0" in data[:_SAMPLE]:
        raise InputError(
            msg("is not a text file: it contains zero bytes"),
            hint=msg("Save the file as UTF-8 text, or exclude it."),
        )
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
        return text, msg("not UTF-8: read as Windows-1252; check special characters")


def _wide(data: bytes) -> str:
    """Return the UTF-16 encoding of bytes without a byte order mark; "" if it is another one."""
    sample = data[:_SAMPLE]
    if len(sample) < 4:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    # Latin text in UTF-16 has a zero in every second byte; binary data have zeros everywhere.
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return ""


def clean(text: str) -> tuple[str, str]:
    r"""Return a text that can be stored, and a note if it was cut, else "".

    Line ends become “\n”; control characters and surrogates are replaced; at most `MOST_TEXT`
    characters are kept.
    """
    # Cut roughly first, because processing all of a huge text would be slow.
    text = text[: 2 * MOST_TEXT].replace("\r\n", "\n").replace("\r", "\n")
    text = _HALVES.sub("\ufffd", _CONTROL.sub(" ", text)).strip()
    if len(text) <= MOST_TEXT:
        return text, ""
    return text[:MOST_TEXT].rstrip(), msg(
        "longer than {most_text} characters: truncated", most_text=f"{MOST_TEXT:,}"
    )


def one_line(text: str, most: int = 300) -> str:
    """Return a title or an address as one line of at most `most` characters."""
    line = " ".join(_HALVES.sub("\ufffd", _CONTROL.sub(" ", text[: 4 * most])).split())
    return line if len(line) <= most else line[: most - 1] + "…"
