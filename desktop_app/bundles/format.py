"""Bundle format: entries, manifest, limits. All names of the format are defined here.

A bundle is a ZIP archive of a strict profile (`archive.py`), which any unzip program can open:

    manifest.json     what this is, from whom, for whom, and the exact list of the other entries
    signature.json    Ed25519 signature of a fixed prefix and the bytes of manifest.json (missing
                      if unsigned)
    records.jsonl     one record a line, `{"rev":"<64 hex>","record":{…}}`, sorted by rev
    background.jsonl  the same, for answers to the background questionnaire (only if there are any)

An encrypted bundle is such an archive inside an age file (`sealing.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from desktop_app.core.errors import DamagedError, FieldError, InputError
from desktop_app.core.messages import msg

SUFFIX = ".proofdesk"
FORMAT = "proofdesk-bundle"
VERSION = 1

MANIFEST = "manifest.json"
SIGNATURE = "signature.json"
RECORDS = "records.jsonl"
BACKGROUND = "background.jsonl"
BACKGROUND_KIND = "background"

# The order of the entries in the archive. Later versions may add only names that match
# `PLAIN_NAME`.
ENTRY_ORDER = (MANIFEST, SIGNATURE, RECORDS, BACKGROUND)
PLAIN_NAME = re.compile(rb"[a-z][a-z0-9_-]{0,39}(?:/[a-z0-9][a-z0-9_-]{0,39})?\.jsonl?\Z")

# The JSON library writes at most 254 levels.
MAX_NESTING = 200
# In bytes. Both entries are unpacked in memory before their content is verified.
MAX_MANIFEST_BYTES = 1 << 18
MAX_SIGNATURE_BYTES = 1 << 10


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper limits for a bundle. A reader refuses a bundle that exceeds one.

    A person can change `packed` and `unpacked` in the settings.

    `entries`: number of entries in the archive
    `packed`: bytes of the archive (for an encrypted bundle, of the archive inside)
    `unpacked`: bytes of all entries together
    `ratio`: ratio of unpacked to packed bytes of one entry; entries of up to `ratio_from` bytes are
        exempt
    `line`: bytes of one line
    `nesting`: levels of objects and lists in a record; the record itself is the first level
    `memory`: estimated bytes of memory for the parsed records
    `memory_base`, `memory_ratio`: a file may need at most `memory_base` + `memory_ratio` × its
        packed bytes of memory, so that a small file cannot claim much. Typical ratios: 40 for
        annotations, 120 for 60 equal answers
    """

    entries: int = 64
    packed: int = 64 << 20
    unpacked: int = 256 << 20
    ratio: int = 200
    ratio_from: int = 64 << 10
    line: int = 4 << 20
    nesting: int = 64
    memory: int = 2 << 30
    memory_base: int = 64 << 20
    memory_ratio: int = 150

    def __post_init__(self) -> None:
        if self.nesting > MAX_NESTING:
            raise FieldError(
                "nesting",
                msg("at most {max_nesting} levels can be written", max_nesting=MAX_NESTING),
            )


DEFAULT = Limits()


class Entry(BaseModel):
    """One entry in the manifest's list: its name, size in bytes, hash and number of records.

    `proofs`: how many of its records only prove who made the others; reports do not count these
    """

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    name: str
    size: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    records: int = Field(ge=0)
    # Absent in bundles of older versions.
    proofs: int = Field(default=0, ge=0)

    @property
    def counted(self) -> int:
        """The number of records that reports count, as far as it is known without reading them."""
        return max(0, self.records - self.proofs)


# Without control characters, because these texts are printed and a terminal would interpret them.
Shown = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f-\x9f]*$", max_length=1000)]
Text = Annotated[Shown, Field(min_length=1)]


class Manifest(BaseModel):
    """The description of a bundle, from the bundle itself. Unknown fields are kept.

    `project`: id of the project; `title` is its title
    `sender`: id of the person who made the bundle
    `recipient`: id of the person it is for, if any
    `sender_recipient`: the sender's public age key (`age1…`), to which a reply can be encrypted
    `signing_key`: public Ed25519 key of the signature; None if unsigned. Removing or replacing a
        signature would change the manifest, and therefore the digest
    `created`: wall-clock time, for display only
    `program`: the version that wrote the file

    Nothing in a manifest can be trusted before its signature has been checked against a pinned key.
    """

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    format: Literal["proofdesk-bundle"]
    version: int = Field(ge=1)
    purpose: Literal["assignment", "results", "project"]
    project: Text
    # The other fields are printed too, so none of them may contain control characters.
    title: Shown
    sender: Text
    recipient: Text | None
    sender_recipient: Annotated[str, Field(pattern=r"^age1[0-9a-z]{1,200}$")] | None
    signing_key: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")] | None
    created: Shown
    program: Shown
    entries: list[Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestDraft:
    """The fields of a manifest that the caller of the writer sets; see `Manifest`."""

    purpose: Literal["assignment", "results", "project"]
    project: str
    title: str
    sender: str
    recipient: str | None = None
    sender_recipient: str | None = None
    created: str = ""
    program: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the fields of the manifest, without those that the writer adds."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "purpose": self.purpose,
            "project": self.project,
            "title": self.title,
            "sender": self.sender,
            "recipient": self.recipient,
            "sender_recipient": self.sender_recipient,
            "created": self.created,
            "program": self.program,
        }


class RefusalError(Exception):
    """The reason why a bundle is refused.

    Readers convert it with `as_error`, which adds the file's name, before it reaches the user. The
    reason contains places, sizes and fixed words. The only text from inside the bundle is the name
    of an entry, which contains no special characters (`PLAIN_NAME`).
    """

    def __init__(
        self,
        reason: str,
        *,
        entry: str = "",
        line: int | None = None,
        hint: str = "",
        kind: type[InputError] = InputError,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.entry = entry
        self.line = line
        self.hint = hint
        self.kind = kind

    def as_error(self, file: str) -> InputError:
        """Return the error for the user, with the file's name, the place in it, and a hint."""
        place = f"{file} ({self.entry})" if self.entry else file
        # Damage happens in transfer, so it helps to request the bundle again. Any other fault was
        # already in the bundle when it was sent.
        hint = self.hint or (ASK_AGAIN if issubclass(self.kind, DamagedError) else DO_NOT_USE)
        return self.kind(self.reason, file=place, line=self.line, hint=hint)


ASK_AGAIN = msg("The file was changed or truncated in transfer. Ask the sender for it again.")
DO_NOT_USE = msg("Proofdesk does not write such files. Ask the sender how this one was made.")


# What to do about a file that is not a bundle.
CHOOSE_A_BUNDLE = msg("Choose a file that Proofdesk has written.")


def damaged(reason: str, *, entry: str = "", line: int | None = None) -> RefusalError:
    """Return the refusal for bytes that fail verification."""
    return RefusalError(reason, entry=entry, line=line, kind=DamagedError)
