"""Tests of key files: created once, kept private, read strictly, never quoted in messages."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from pyrage import x25519

from desktop_app.bundles import keys
from desktop_app.core.errors import InputError
from tests.bundles.samples import SIGNER, STRANGER


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PROOFDESK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def private(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def test_keys_are_made_once_per_project_and_person_and_kept(home: Path) -> None:
    first = keys.identity_for("p1", "ada")
    again = keys.identity_for("p1", "ada")
    assert (first.public_key, first.recipient) == (again.public_key, again.recipient)
    assert first.warnings == ()
    others = [keys.identity_for("p1", "bob"), keys.identity_for("p2", "ada")]
    prints = {one.fingerprint for one in (first, *others)}
    assert len(prints) == 3
    assert len(list((home / "keys").iterdir())) == 3


def test_a_key_file_is_private_and_not_named_after_anybody(home: Path) -> None:
    hostile = "../../etc/passwd\0 ada@example.org"
    identity = keys.identity_for("..", hostile)
    path = keys.identity_path("..", hostile)
    assert path.parent == home / "keys"
    assert path.is_file()
    assert set(path.stem) <= set("0123456789abcdef-")
    assert identity.fingerprint
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_missing_keys_are_not_made_when_that_was_not_asked(home: Path) -> None:
    with pytest.raises(InputError, match="no keys") as caught:
        keys.identity_for("p1", "ada", create=False)
    assert caught.value.hint
    assert not home.exists()


def test_a_damaged_key_file_is_refused_and_never_overwritten() -> None:
    keys.identity_for("p1", "ada")
    path = keys.identity_path("p1", "ada")
    path.write_bytes(b"")
    with pytest.raises(InputError, match="not a key file"):
        keys.identity_for("p1", "ada")
    assert path.read_bytes() == b""


def test_of_two_processes_making_keys_at_once_one_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = keys.create_identity()
    path = keys.identity_path("p1", "ada")

    def slow(fresh: Path, data: bytes) -> None:
        fresh.parent.mkdir(parents=True)
        fresh.write_bytes(data)
        private(path, keys.key_file_bytes(theirs))

    monkeypatch.setattr(keys, "private_file_write", slow)
    assert keys.identity_for("p1", "ada").public_key == theirs.public_key
    assert list(path.parent.iterdir()) == [path]


def test_keys_can_be_made_where_files_have_one_name_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", no_links)
    made = keys.identity_for("p1", "ada")
    assert keys.identity_for("p1", "ada").public_key == made.public_key
    assert len(list(keys.identity_path("p1", "ada").parent.iterdir())) == 1


def test_without_links_the_faster_process_still_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = keys.create_identity()
    path = keys.identity_path("p1", "ada")

    def no_links(*_: object) -> None:
        private(path, keys.key_file_bytes(theirs))
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", no_links)
    assert keys.identity_for("p1", "ada").public_key == theirs.public_key
    assert list(path.parent.iterdir()) == [path]


def test_a_key_file_survives_the_round_trip(tmp_path: Path) -> None:
    path = private(tmp_path / "my.key", keys.key_file_bytes(SIGNER))
    loaded = keys.load_identity(path)
    assert loaded.public_key == SIGNER.public_key
    assert loaded.recipient == SIGNER.recipient
    lines = path.read_text().splitlines()
    assert sum(line.startswith("PROOFDESK-SIGNING-KEY-1 ") for line in lines) == 1
    assert sum(line.startswith("AGE-SECRET-KEY-1") for line in lines) == 1
    assert all(line.startswith("#") for line in lines if "KEY-1" not in line)


def test_editors_may_add_a_mark_and_windows_line_ends(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + keys.key_file_bytes(SIGNER).replace(b"\n", b"\r\n")
    loaded = keys.load_identity(private(tmp_path / "my.key", data))
    assert loaded.public_key == SIGNER.public_key


def test_a_plain_age_identity_file_is_taken_for_decryption(tmp_path: Path) -> None:
    first, second = x25519.Identity.generate(), x25519.Identity.generate()
    text = f"# created: 2026-01-02\n# public key: {first.to_public()}\n{first}\n\n{second}\n"
    loaded = keys.load_identity(private(tmp_path / "age.txt", text.encode()))
    assert [str(key) for key in loaded.age_keys] == [str(first), str(second)]
    assert loaded.recipient == str(first.to_public())
    assert loaded.public_key is None
    assert loaded.fingerprint == ""
    assert keys.key_file_bytes(loaded).count(b"PROOFDESK") == 0
    with pytest.raises(ValueError, match="no signing key"):
        keys.sign(loaded, b"x")


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_key_file_others_can_read_gives_a_warning(tmp_path: Path, mode: int) -> None:
    path = private(tmp_path / "my.key", keys.key_file_bytes(SIGNER))
    assert keys.load_identity(path).warnings == ()
    path.chmod(mode)
    (warning,) = keys.load_identity(path).warnings
    assert str(path) in warning


SECRET = str(SIGNER.age_keys[0])
SIGNING_LINE = next(
    line for line in keys.key_file_bytes(SIGNER).decode().splitlines() if "SIGNING" in line
)


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "no AGE-SECRET-KEY-1", None),
        ("# nothing\n", "no AGE-SECRET-KEY-1", None),
        (SIGNING_LINE, "no AGE-SECRET-KEY-1", None),
        (f"{SECRET[:-1]}\n", "not an age key", 1),
        (f"# x\n{SECRET}Q\n", "not an age key", 2),
        (f"{SECRET}\nhello\n", "not a line of a key file", 2),
        (f"{SECRET}\n{SIGNING_LINE}\n{SIGNING_LINE}\n", "not a line of a key file", 3),
        (f"{SECRET}\n{SIGNING_LINE[:-3]}\n", "not a signing key", 2),
        (f"{SECRET}\n{SIGNING_LINE.replace('=', '!')}\n", "not a signing key", 2),
        (f"{SECRET}\nPROOFDESK-SIGNING-KEY-1 é\n", "not a signing key", 2),
        ("PROOFDESK-SIGNING-KEY-2 AAAA\n", "not a line of a key file", 1),
        ("\n" * 70_000, "too large", None),
    ],
)
def test_what_is_no_key_file_is_refused_without_quoting_it(
    tmp_path: Path, text: str, reason: str, line: int | None
) -> None:
    path = private(tmp_path / "my.key", text.encode())
    with pytest.raises(InputError, match=reason) as caught:
        keys.load_identity(path)
    error = caught.value
    assert error.file == str(path)
    assert error.line == line
    assert_no_secret(str(error) + error.hint + repr(error) + repr(error.__cause__))


def test_a_key_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.key", tmp_path):
        with pytest.raises(InputError, match="cannot be read") as caught:
            keys.load_identity(path)
        assert caught.value.file == str(path)


def assert_no_secret(text: str) -> None:
    assert SECRET[16:40] not in text
    assert SIGNING_LINE.split()[1][:12] not in text


def test_identities_show_no_secrets() -> None:
    assert_no_secret(repr(SIGNER) + str(SIGNER) + format(SIGNER))


def test_fingerprints_are_shown_in_groups() -> None:
    assert SIGNER.fingerprint == keys.fingerprint(SIGNER.public_key or b"")
    assert len(SIGNER.fingerprint) == 32
    assert keys.grouped("0123456789abcdef") == "0123 4567 89ab cdef"
    assert len(keys.grouped(SIGNER.fingerprint)) == 39


def test_a_signature_holds_for_its_key_and_bytes_only() -> None:
    public, other = SIGNER.public_key, STRANGER.public_key
    assert public
    assert other
    signature = keys.sign(SIGNER, b"manifest")
    assert keys.verify(public, signature, b"manifest")
    assert not keys.verify(public, signature, b"manifest ")
    assert not keys.verify(other, signature, b"manifest")
    assert not keys.verify(public, signature[:-1], b"manifest")
    assert not keys.verify(public[:-1], signature, b"manifest")
    assert SIGNER.signing_key
    bare = SIGNER.signing_key.sign(b"manifest")
    assert not keys.verify(public, bare, b"manifest")


def test_recipients_come_as_texts_and_files(tmp_path: Path) -> None:
    one, two = SIGNER.recipient, STRANGER.recipient
    path = tmp_path / "team.txt"
    path.write_text(f"# the team\n{two}\n\n {one} \n")
    assert keys.parse_recipients([one, str(path), one.upper()]) == [one, two]
    assert keys.parse_recipients([]) == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (SIGNER.recipient[:-1], "not a public age key"),
        (SIGNER.recipient[:-1] + ("q" if SIGNER.recipient[-1] != "q" else "p"), "not a public age"),
        ("age1yubikey1qqqqqqqqqq", "not a public age key"),
        (SECRET, "a secret key was given"),
        (SECRET.lower(), "a secret key was given"),
        (SIGNING_LINE, "a secret key was given"),
        ("no/such/file", "cannot be read"),
        ("a\0b", "cannot be read: not a file name"),
    ],
)
def test_what_is_no_recipient_is_refused(value: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        keys.parse_recipients([value])
    assert_no_secret(str(caught.value) + caught.value.hint)


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("# nobody\n", "contains no public key", None),
        (f"{SIGNER.recipient}\nhello\n", "not a public age key", 2),
        (f"{SECRET}\n", "a secret key instead of", 1),
        ("#" * 70_000, "too large", None),
    ],
)
def test_what_is_no_list_of_recipients_is_refused(
    tmp_path: Path, text: str, reason: str, line: int | None
) -> None:
    path = tmp_path / "team.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=reason) as caught:
        keys.parse_recipients([str(path)])
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert_no_secret(str(caught.value))
