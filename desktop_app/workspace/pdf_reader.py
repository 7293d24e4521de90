"""Text of PDF files, extracted in a separate process.

A small PDF file can keep a parser busy for hours or fill the memory. It is therefore parsed in
another process, which has limits for time and memory and can be killed. That process is this
program with the argument `--read-pdf`; it reads the file from standard input and writes one JSON
document to standard output.
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
from typing import Any

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.files import this_program

WORD = "--read-pdf"
MOST_PAGES = 2_000
# Maximum time for one file.
SECONDS = 90.0
# Bytes of address space, where the system supports a limit.
_MEMORY = 2 << 30
# In characters.
_MOST_TEXT = 4_000_000
# Seconds between checks whether to stop.
_LOOK = 0.1


@dataclass(frozen=True)
class PdfText:
    """The text of a PDF file, with an empty line between pages.

    `cut`: a message about pages that were left out; empty: none
    """

    text: str
    title: str
    pages: int
    cut: str = ""


def pdf_text(
    data: bytes, name: str, *, seconds: float = SECONDS, stop: Callable[[], bool] = lambda: False
) -> PdfText:
    """Return the text of a PDF file.

    `name`: name of the file in messages

    Raises InputError if the file is encrypted, damaged or a scan without text, if reading it takes
    longer than `seconds` or too much memory, or after a stop.
    """
    result = _ask(data, name, seconds, stop)
    problem = result.get("problem")
    if problem == "encrypted":
        raise InputError(
            msg("is encrypted: its text cannot be read without a password"),
            file=name,
            hint=msg("Save it without a password first, if you are allowed to."),
        )
    if problem == "memory":
        raise InputError(msg("needs too much memory"), file=name)
    if problem:
        raise InputError(
            msg("is damaged or not a PDF file"),
            file=name,
            hint=msg("Check whether another program can open it."),
        )
    text = str(result.get("text", ""))
    if not text.strip():
        raise InputError(
            msg("contains no text, only images (a scan?)"),
            file=name,
            hint=msg("Run text recognition (OCR) on it first."),
        )
    return PdfText(
        text, str(result.get("title", "")), int(result.get("pages", 0)), str(result["cut"])
    )


def _ask(data: bytes, name: str, seconds: float, stop: Callable[[], bool]) -> dict[str, Any]:
    """Return the answer of the other process: {"text", "title", "pages", "cut"} or {"problem"}."""
    command, flags = this_program(WORD), 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    # Messages of the library on standard error would not help anybody.
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
        result = json.loads(out)
    except ValueError:
        # If the system killed the process, it probably ran out of memory.
        return {"problem": "memory" if child.returncode else "damaged"}
    return result if isinstance(result, dict) else {"problem": "damaged"}


def _heard(
    child: subprocess.Popen[bytes],
    data: bytes,
    name: str,
    ends: float,
    stop: Callable[[], bool],
) -> bytes:
    """Return the output of a child process. Raises InputError after a stop or the time limit."""
    to_send: bytes | None = data
    while True:
        try:
            return child.communicate(to_send, timeout=_LOOK)[0]
        except subprocess.TimeoutExpired:
            # `communicate` continues with the rest of the data on the next call.
            to_send = None
        if stop():
            raise InputError(msg("reading was stopped"), file=name)
        if time.monotonic() > ends:
            raise InputError(msg("takes too long to read"), file=name)


# The other process
def run() -> int:
    """Read a PDF file from standard input; write its content as JSON to standard output."""
    logging.disable(logging.CRITICAL)
    # The limits are set before the first byte of the file is read.
    _bound_ourselves()
    try:
        result = _read(sys.stdin.buffer.read())
    except MemoryError:
        result = {"problem": "memory"}
    except RecursionError:
        result = {"problem": "damaged"}
    sys.stdout.buffer.write(json.dumps(result).encode("ascii"))
    sys.stdout.buffer.flush()
    return 0


def _bound_ourselves() -> None:
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, _MEMORY), (resource.RLIMIT_CPU, 4 * int(SECONDS))):
        # macOS accepts no limit of the memory.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def _read(data: bytes) -> dict[str, Any]:
    """Return the content of a PDF file, or {"problem": “encrypted” or “damaged”}."""
    from io import BytesIO

    from pypdf import PdfReader

    try:
        reader = PdfReader(BytesIO(data), strict=False)
        # Many files have an empty password, which only forbids printing or copying.
        if reader.is_encrypted and not reader.decrypt(""):
            return {"problem": "encrypted"}
        title = _title(reader)
        count = len(reader.pages)
    except MemoryError:
        raise
    # For a damaged file, the library may raise any exception.
    except Exception as error:
        return {"problem": "encrypted" if "decrypt" in str(error).lower() else "damaged"}
    pages: list[str] = []
    length, broken, cut = 0, 0, ""
    for number in range(min(count, MOST_PAGES)):
        try:
            text = reader.pages[number].extract_text()
        except MemoryError:
            raise
        # The other pages may be intact.
        except Exception:
            broken += 1
            continue
        # Some programs write tabs between words.
        pages.append(text.replace("\t", " "))
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
        result = reader.metadata.title if reader.metadata else ""
    # Metadata may be damaged too.
    except Exception:
        return ""
    return result if isinstance(result, str) else ""
