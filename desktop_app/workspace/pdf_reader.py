"""The text of PDF files, read by a process of its own.

A PDF file is a program in disguise: one of a few kilobytes can keep a reader busy for hours or fill
the memory. Whoever reads one here is another process, which may take so much time and memory and
no more, and which can be ended. It is this program again, with the word `--read-pdf`: bytes in,
one JSON document out.
"""

from __future__ import annotations

import contextlib
import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

WORD = "--read-pdf"
MOST_PAGES = 2_000
SECONDS = 90.0  # for one file
_MEMORY = 2 << 30  # bytes of address space, where the system can be told
_MOST_TEXT = 4_000_000  # characters
_LOOK = 0.1  # seconds between looks whether someone wants to stop


@dataclass(frozen=True)
class PdfText:
    """The text of a PDF file, pages parted by empty lines; `cut` says what was left out."""

    text: str
    title: str
    pages: int
    cut: str = ""


def pdf_text(
    data: bytes, name: str, *, seconds: float = SECONDS, stop: Callable[[], bool] = lambda: False
) -> PdfText:
    """Return the text of a PDF file. `name` is for messages.

    Raises InputError for a file that is encrypted, damaged, without text (a scan), or that takes
    longer than `seconds` or more memory than it may.
    """
    found = _ask(data, name, seconds, stop)
    problem = found.get("problem")
    if problem == "encrypted":
        raise InputError(
            msg("is encrypted: its text cannot be read without a password"),
            file=name,
            hint=msg("Save it without a password first, if you may."),
        )
    if problem == "memory":
        raise InputError(msg("takes more memory than a PDF file may"), file=name)
    if problem:
        raise InputError(
            msg("is damaged, or no PDF file"),
            file=name,
            hint=msg("See whether another program opens it."),
        )
    text = str(found.get("text", ""))
    if not text.strip():
        raise InputError(
            msg("holds no text, only pictures of it (a scan?)"),
            file=name,
            hint=msg("Put it through text recognition (OCR) first."),
        )
    return PdfText(text, str(found.get("title", "")), int(found.get("pages", 0)), str(found["cut"]))


def _ask(data: bytes, name: str, seconds: float, stop: Callable[[], bool]) -> dict[str, Any]:
    command, flags = _ourselves(), 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    with subprocess.Popen(  # noqa: S603 - ourselves
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=flags,
    ) as child:
        try:
            out = _heard(child, data, name, time.monotonic() + seconds, stop)
        except BaseException:
            child.kill()
            raise
    try:
        found = json.loads(out)
    except ValueError:
        # It was ended by the system: in all likelihood for want of memory.
        return {"problem": "memory" if child.returncode else "damaged"}
    return found if isinstance(found, dict) else {"problem": "damaged"}


def _heard(
    child: subprocess.Popen[bytes],
    data: bytes,
    name: str,
    ends: float,
    stop: Callable[[], bool],
) -> bytes:
    """Return all that a child says about some bytes. Raises InputError when its time is up."""
    given: bytes | None = data
    while True:
        try:
            return child.communicate(given, timeout=_LOOK)[0]
        except subprocess.TimeoutExpired:
            given = None  # the rest of it continues its way
        if stop():
            raise InputError(msg("reading was stopped"), file=name)
        if time.monotonic() > ends:
            raise InputError(msg("takes longer to read than a PDF file may"), file=name)


def _ourselves() -> list[str]:
    """Return the command that reads a PDF file.

    Nothing is imported from the folder we are in, which may be one of downloaded files: `-P`.
    """
    if getattr(sys, "frozen", False):  # which is its own interpreter, and has no option -m
        program = Path(sys.executable)
        # The program for the window has no standard output on Windows.
        return [str(program.with_name("proofdesk" + program.suffix)), WORD]
    place = str(Path(__file__).parents[2])
    start = f"import sys; sys.path.append({place!r}); from desktop_app.__main__ import main; main()"
    return [sys.executable, "-P", "-c", start, WORD]


# What the other process does


def run() -> int:
    """Read a PDF file from standard input; write what is in it to standard output."""
    logging.disable(logging.CRITICAL)
    _bound_ourselves()
    try:
        found = _read(sys.stdin.buffer.read())
    except MemoryError:
        found = {"problem": "memory"}
    except RecursionError:
        found = {"problem": "damaged"}
    sys.stdout.buffer.write(json.dumps(found).encode("ascii"))
    sys.stdout.buffer.flush()
    return 0


def _bound_ourselves() -> None:
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CPU, 4 * int(SECONDS))):
        with contextlib.suppress(ValueError, OSError):  # macOS takes no bound of the memory
            resource.setrlimit(what, (most, most))


def _read(data: bytes) -> dict[str, Any]:
    from io import BytesIO

    from pypdf import PdfReader

    try:
        reader = PdfReader(BytesIO(data), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return {"problem": "encrypted"}
        title = _title(reader)
        count = len(reader.pages)
    except MemoryError:
        raise
    except Exception as error:  # what a broken file makes a library raise can be anything
        return {"problem": "encrypted" if "decrypt" in str(error).lower() else "damaged"}
    pages: list[str] = []
    length, broken, cut = 0, 0, ""
    for number in range(min(count, MOST_PAGES)):
        try:
            text = reader.pages[number].extract_text()
        except MemoryError:
            raise
        except Exception:  # one page may be broken and the others not
            broken += 1
            continue
        pages.append(text.replace("\t", " "))  # some programs write one between any two words
        length += len(text)
        if length > _MOST_TEXT:
            break
    if count > MOST_PAGES:
        cut = msg(
            "only the first {most_pages} of its {count} pages were read",
            most_pages=f"{MOST_PAGES:,}",
            count=f"{count:,}",
        )
    elif broken:
        cut = msg("{broken} of its {count} pages could not be read", broken=broken, count=count)
    if broken and broken == min(count, MOST_PAGES):
        return {"problem": "damaged"}
    return {"text": "\n\n".join(pages), "title": title, "pages": count, "cut": cut}


def _title(reader: Any) -> str:
    try:
        found = reader.metadata.title if reader.metadata else ""
    except Exception:  # metadata are as broken as the rest can be
        return ""
    return found if isinstance(found, str) else ""
