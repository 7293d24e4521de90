"""Contamination check: search for examples in a corpus on which models may have been trained.

An example is contaminated if at least 70 % of its 8-grams occur in the corpus (DOLOMITES paper,
section 3.4.3, after Chowdhery et al. 2022). The corpus is a folder of files. It is read once, in
pieces, and not stored.
"""

from __future__ import annotations

import gzip
import json
import os
import stat
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, cast

from desktop_app.core.errors import InputError, UsageError, os_reason
from desktop_app.core.messages import msg
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.document_files import (
    KINDS,
    Progress,
    ReadResult,
    bytes_of,
    files_of,
    text_of,
)
from desktop_app.workspace.gathering import gathers
from desktop_app.workspace.workspace import Workspace

MOST_FILES = 1_000_000
# Files with one JSON object per line and the text in one of these fields, as in C4 and Dolma.
_LINES = (".jsonl", ".ndjson", ".json")
_TEXT_FIELDS = ("text", "content", "document", "raw_content")
# In bytes.
_LONGEST_LINE = 64 << 20
# Size of the pieces in which a text is compared, in bytes.
_PIECE = 4 << 20
# Number of bytes by which pieces overlap, so that no 8-gram between two of them is missed.
_SHARED = 4_096


@dataclass
class ContaminationReport:
    """The outcome of a contamination check.

    `texts`: number of texts that were searched for
    `flagged`: number of these that are contaminated
    `corpus`: number of corpus entries read; an entry is a file, a line of JSON, or a piece of a
        long plain text
    `found`: the result for each text; `share` is 0–1, or None for fewer than eight words
    """

    texts: int = 0
    flagged: int = 0
    corpus: int = 0
    stopped: bool = False
    found: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


def contamination(
    workspace: Workspace,
    folder: Path,
    *,
    protocol: str | None = None,
    progress: Progress = lambda done, total: None,
    stop: Callable[[], bool] = lambda: False,
) -> ContaminationReport:
    """Return the share of each example and post-edit that occurs in the files of a folder.

    `stop`: returns whether to stop and return the result so far

    Reads text, Markdown, HTML and PDF files, and files of JSON lines with a text. JSON lines and
    plain texts may have any size and be compressed with gzip. Raises UsageError if there are no
    examples yet, InputError for a missing folder.
    """
    from desktop_app.text.overlap import contamination as shares_of

    workspace.require_lead(msg("Checking for contamination"))
    chosen = gathers(workspace, protocol)
    texts = chosen.made_texts(dataset_of(workspace, chosen.key))
    if not texts:
        raise UsageError(
            msg("there are no examples yet"),
            hint=msg("Create them (proofdesk run DIR), or import them."),
        )
    report = ContaminationReport(len(texts))
    # A generator, so that the corpus is never in memory as a whole.
    corpus = _corpus(folder, report, progress, stop)
    for name, share in shares_of(texts, corpus).items():
        names = {
            "text": name,
            "share": share.share,
            "found": share.found,
            "runs": share.total,
            "source": share.source,
            "contaminated": share.is_contaminated,
        }
        report.found.append(names)
        report.flagged += share.is_contaminated
    report.found.sort(key=lambda one: (-(one["share"] or 0.0), one["text"]))
    if not report.corpus and not report.problems:
        report.problems.append(msg("{folder}: contains nothing readable", folder=folder))
    return report


def _corpus(
    folder: Path, report: ContaminationReport, progress: Progress, stop: Callable[[], bool]
) -> Iterator[tuple[str, str]]:
    """Yield (file name, text) of the corpus; add counts, problems and notes to the report."""
    read = ReadResult(problems=report.problems)
    others: Counter[str] = Counter()
    files = files_of([folder], read, others, MOST_FILES)
    for done, (name, path) in enumerate(files):
        progress(done, len(files))
        try:
            for text in _texts_of(path, name, others, stop):
                if stop():
                    break
                report.corpus += 1
                yield name, text
        except InputError as error:
            report.problems.append(str(error))
        if stop():
            report.stopped = True
            report.notes.append(msg("cancelled: the rest of the corpus was not read"))
            break
    progress(len(files), len(files))
    if others:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(others.items())[:20])
        report.notes.append(msg("skipped: {kinds}", kinds=kinds))


def _texts_of(
    path: Path, name: str, others: Counter[str], stop: Callable[[], bool]
) -> Iterator[str]:
    """Yield the texts of a file. Raises InputError."""
    packed = path.suffix.lower() == ".gz"
    suffix = Path(path.stem if packed else path).suffix.lower()
    if suffix in _LINES:
        yield from _from_lines(path, name, packed)
    elif KINDS.get(suffix) == "text":
        yield from _from_pieces(path, name, packed)
    elif suffix in KINDS and not packed:
        document, _ = text_of(bytes_of(path, name), KINDS[suffix], name, stop=stop)
        yield document.text
    else:
        others[suffix or msg("no extension")] += 1


def _opened(path: Path, name: str, packed: bool) -> BinaryIO:
    """Return a regular file, opened for reading and decompressing. Raises InputError."""
    try:
        # Non-blocking: a named pipe would otherwise wait for a writer forever.
        descriptor = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        file = os.fdopen(descriptor, "rb")
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise InputError(msg("is not a file"), file=name)
    except OSError as error:
        raise InputError(
            msg("cannot be read ({error})", error=os_reason(error)), file=name
        ) from None
    return cast(BinaryIO, gzip.GzipFile(fileobj=file)) if packed else file


def _pieces(path: Path, name: str, packed: bool, most: int) -> Iterator[bytes]:
    """Yield the decompressed content of a file, at most `most` bytes at a time."""
    with closing(_opened(path, name, packed)) as file:
        while True:
            try:
                piece = file.read(most)
            except (OSError, EOFError, zlib.error):
                raise InputError(msg("is damaged or incomplete"), file=name) from None
            if not piece:
                return
            yield piece


def _from_pieces(path: Path, name: str, packed: bool) -> Iterator[str]:
    """Yield a plain text in overlapping pieces, so that it is never in memory as a whole."""
    before = b""
    for piece in _pieces(path, name, packed, _PIECE):
        # A character cut at the end of a piece is complete in the next one, which overlaps.
        yield (before + piece).decode("utf-8", "replace")
        before = piece[-_SHARED:]


def _from_lines(path: Path, name: str, packed: bool) -> Iterator[str]:
    """Yield the texts of a file of JSON lines.

    Raises InputError for a line that is too long, and after the last line if lines had no text.
    """
    # The start of a line that continues in the next piece.
    waiting, length = [b""], 0
    broken = 0
    for piece in _pieces(path, name, packed, 1 << 20):
        *whole, rest = piece.split(b"\n")
        if whole:
            whole[0] = b"".join([*waiting, whole[0]])
            waiting, length = [], 0
            for line in whole:
                text = _text_in(line)
                broken += text is None
                if text:
                    yield text
        waiting.append(rest)
        length += len(rest)
        if length > _LONGEST_LINE:
            raise InputError(
                msg("contains a line of more than {value} MiB", value=_LONGEST_LINE >> 20),
                file=name,
            )
    text = _text_in(b"".join(waiting))
    if text:
        yield text
    broken += text is None
    if broken:
        raise InputError(
            msg("lines that are not a JSON object with a text: {broken}", broken=broken),
            file=name,
            hint=msg(
                "The text is read from the fields {text_fields}.",
                text_fields=", ".join(_TEXT_FIELDS),
            ),
        )


def _text_in(line: bytes) -> str | None:
    """Return the text in a line; "" for an empty line, None if there is no text."""
    if not line.strip():
        return ""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict):
        return None
    return next((row[one] for one in _TEXT_FIELDS if isinstance(row.get(one), str)), None)
