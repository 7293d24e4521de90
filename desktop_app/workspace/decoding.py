"""Decoding of files and pages that do not declare their encoding, or declare a wrong one.

Nothing here fails on invalid bytes; a guess is reported in a note.
"""

from __future__ import annotations

import codecs
import re

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

# Characters stored per document: some 400 printed pages.
MOST_TEXT = 2_000_000
# Bytes in which a page declares its encoding, and in which zeros are counted.
_SAMPLE = 4096

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    # Before UTF-16, whose mark is the beginning of this one.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Python also has codecs that are no text encodings, and some that are extremely slow.
_NAMES = re.compile(
    r"utf-?8|utf-?16(?:-?[lb]e)?|us-ascii|ascii|iso-?8859-?\d{1,2}|latin-?[1-9]|windows-12\d\d"
    r"|cp12\d\d|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)|gb2312|gbk|gb18030|big5|mac-?roman"
)
_META = re.compile(rb"<meta[^>]{0,300}?charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_-]{2,20})")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff]+")
# Surrogates: halves of characters, which UTF-8 cannot encode.
_HALVES = re.compile("[\ud800-\udfff]")


def decoded(data: bytes, *, declared: str = "", is_html: bool = False) -> tuple[str, str]:
    """Return the text of some bytes, and a note where their encoding was guessed.

    told     the encoding that a server named, or ""
    is_html  whether a declaration in the page counts

    The order is: a byte order mark, the server's encoding, the declaration of an HTML page, UTF-8.
    Everything else is read as Windows-1252, in which any bytes are valid. Raises InputError for
    bytes that are no text.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _lenient(data[len(mark) :] if name == "utf-8" else data, name), ""
    meta = _META.search(data[:_SAMPLE].lower()) if is_html else None
    named = [declared, meta.group(1).decode("ascii") if meta else ""]
    for name in (one.strip().strip("\"'").lower() for one in named):
        if _NAMES.fullmatch(name):
            try:
                # A page whose declaration is readable as ASCII cannot be UTF-16.
                return data.decode("utf-8" if name.startswith("utf-16") and meta else name), ""
            except (UnicodeDecodeError, LookupError):
                # The declaration is wrong, or Python does not know the encoding.
                continue
    wide = _wide(data)
    if wide:
        return _lenient(data, wide), msg(
            "read as {upper}, since every second byte is zero", upper=wide.upper()
        )
    if b"\0" in data[:_SAMPLE]:
        raise InputError(
            msg("is not a text file: it contains zero bytes"),
            hint=msg("Save it as text in UTF-8, or leave it out."),
        )
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
        return text, msg("not UTF-8: read as Windows-1252 (Latin-1); check special characters")


def _lenient(data: bytes, name: str) -> str:
    return data.decode(name, errors="replace")


def _wide(data: bytes) -> str:
    """Return which UTF-16 the bytes without a mark are in, by the zero bytes of Latin letters."""
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
    """Return a text that can be stored, and a note where it was cut.

    Line ends become “\n”; control characters and surrogates are replaced; at most `MOST_TEXT`
    characters are kept.
    """
    # Cut roughly first, so that a huge text is not processed whole.
    text = text[: 2 * MOST_TEXT].replace("\r\n", "\n").replace("\r", "\n")
    text = _HALVES.sub("\ufffd", _CONTROL.sub(" ", text)).strip()
    if len(text) <= MOST_TEXT:
        return text, ""
    return text[:MOST_TEXT].rstrip(), msg(
        "longer than {most_text} characters: truncated", most_text=f"{MOST_TEXT:,}"
    )


def one_line(text: str, most: int = 300) -> str:
    """Return a title or an address on one line, without control characters, at most `most` long."""
    line = " ".join(_HALVES.sub("\ufffd", _CONTROL.sub(" ", text[: 4 * most])).split())
    return line if len(line) <= most else line[: most - 1] + "…"
