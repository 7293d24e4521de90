"""Tests of the check of the catalogues: each test causes one error that the check must find."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

pytest.importorskip("PySide6")

from desktop_app.files import resource
from tools import translations
from tools.translations import Entry, check, faults, message_templates, read, update, write

PAGE = """
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

class Page(QWidget):
    def show(self):
        self.tr("Open a bundle…")
        self.tr("&File")
        self.tr(
            "One sentence that is longer than a line "
            "{name}"
        ).format(name=1)
        self.tr("%n word(s)", "", 3)
        self.tr("Close", "the window")

def outside():
    return QCoreApplication.translate("Durations", "{hours} h")
"""
GERMAN = {
    "Open a bundle…": ("Paket öffnen…",),
    "&File": ("&Datei",),
    "One sentence that is longer than a line {name}": ("Ein Satz {name}",),
    "%n word(s)": ("%n Wort", "%n Wörter"),
    "Close": ("Schließen",),
    "{hours} h": ("{hours} Std.",),
}


class House:
    """A small program with complete catalogues."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder = root, root / "resources" / "i18n"
        self.page = root / "desktop_app" / "ui" / "page.py"

    def build(self) -> None:
        self.page.parent.mkdir(parents=True)
        self.folder.mkdir(parents=True)
        self.page.write_text(PAGE, "utf-8")
        update(self.root, self.folder)
        also = {text: (text,) for text in message_templates(self.root)[0]}
        self.translate("proofdesk_de", also | GERMAN)
        self.translate("proofdesk_en", {"%n word(s)": ("%n word", "%n words")})

    def translate(self, name: str, texts: dict[str, tuple[str, ...]]) -> None:
        file = self.folder / f"{name}.ts"
        entries = read(file)
        changed = {k: Entry(texts[k[1]], e.plural) for k, e in entries.items() if k[1] in texts}
        write(file, entries | changed)
        update(self.root, self.folder)

    def change(self, old: str, new: str) -> None:
        text = self.page.read_text("utf-8")
        assert old in text
        self.page.write_text(text.replace(old, new), "utf-8")

    def german(self) -> dict[str, tuple[str, ...]]:
        """Return the German translations of the window's own texts."""
        entries = read(self.folder / "proofdesk_de.ts")
        return {key[1]: e.forms for key, e in entries.items() if key[0] != translations.CONTEXT}

    def problems(self) -> str:
        return "\n".join(check(self.root, self.folder))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Such a program, built only once, because Qt's tools are slow."""
    house = House(tmp_path_factory.mktemp("built") / "house")
    house.build()
    return house.root


@pytest.fixture
def house(tmp_path: Path, built: Path) -> House:
    return House(Path(shutil.copytree(built, tmp_path, dirs_exist_ok=True)))


def test_complete_catalogues_pass(house: House) -> None:
    assert house.problems() == ""
    assert house.german() == GERMAN


def test_checking_changes_nothing(house: House) -> None:
    house.change("&File", "&Files")
    before = {file.name: file.read_bytes() for file in house.folder.iterdir()}
    assert house.problems()
    assert {file.name: file.read_bytes() for file in house.folder.iterdir()} == before


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("&File", "&Files", "proofdesk_de: not in the catalogue: “&Files” (Page)"),
        ("&File", "&Files", "proofdesk_de: no longer in the code: “&File” (Page)"),
        ('self.tr("&File")', "f\"{self.tr('&Nowhere')}\"", "lupdate does not find “&Nowhere”"),
        ('self.tr("&File")', "self.tr(name)", "must be written out"),
        ('self.tr("&File")', 'self.tr(f"{name}")', "must be written out"),
        ('self.tr("&File")', 'other.tr("&File")', "call tr() on self"),
        (
            "def outside():",
            "class Other(Page):\n    pass\n\ndef outside():",
            "others inherit from Page",
        ),
    ],
)
def test_code_that_left_its_catalogue_behind(house: House, old: str, new: str, said: str) -> None:
    house.change(old, new)
    assert said in house.problems()


def test_a_message_of_a_layer_without_qt(house: House) -> None:
    file = house.root / "desktop_app" / "core" / "rules.py"
    file.parent.mkdir()
    file.write_text(
        """def refuse(path, error, words):
    '''A docstring is no message, and neither is msg("this").'''
    hint = msg("Choose another "
               "place.")
    place = msg("{path}: {error}", path=path, error=error)
    raise ValueError(msg("{name}: not saved ({error})", name=path, error=error))
    msg(words)
    msg(f"{words} again")
    msg("nothing for {name} here", other=words)
""",
        "utf-8",
    )
    problems = house.problems()
    assert "not in the catalogue: “{name}: not saved ({error})” (Messages)" in problems
    assert "“Choose another place.”" in problems
    assert "“this”" not in problems
    assert "“{path}: {error}”" not in problems  # it has no words
    assert "rules.py:7: a template must be written out" in problems
    assert "rules.py:8: a template must be written out" in problems
    assert "rules.py:9: other values than places: “nothing for {name} here”" in problems


def test_an_english_plural_needs_its_forms(house: House) -> None:
    house.change("%n word(s)", "%n item(s)")
    assert "proofdesk_en: not in the catalogue: “%n item(s)”" in house.problems()
    update(house.root, house.folder)
    assert "proofdesk_en: not translated: “%n item(s)”" in house.problems()


@pytest.mark.parametrize(
    ("source", "forms", "said"),
    [
        ("A {name}", ("Ein {namen}",), "other placeholders"),
        ("%1 of %2", ("%1 von",), "other placeholders"),
        ("%n words", ("ein Wort", "viele Wörter"), "other placeholders"),
        ("&File", ("Datei",), "other mnemonics"),
        ("Open…", ("Öffnen",), "ends in “n”"),
        ("Open", ("Öffnen…",), "ends in “…”"),
        ("Done ", ("Fertig",), "other blanks"),
        ("The form", ('Das "Formular"',), "straight quotes"),
        ("The form", ("",), "not translated"),
    ],
)
def test_an_unsound_translation(source: str, forms: tuple[str, ...], said: str) -> None:
    assert said in "\n".join(faults(source, Entry(forms, plural=len(forms) > 1)))


def test_sound_translations_pass() -> None:
    assert not list(faults("%n words", Entry(("ein Wort", "%n Wörter"), plural=True)))
    assert not list(faults("Salt & pepper", Entry(("Salz & Pfeffer",))))


def test_an_unfinished_translation(house: House) -> None:
    file = house.folder / "proofdesk_de.ts"
    entries = read(file)
    key = next(key for key in entries if key[1] == "Close")
    write(file, entries | {key: Entry(("Schließen",), finished=False)})
    assert "not translated: “Close”" in house.problems()


def test_a_compiled_catalogue_that_is_stale_or_gone(house: House) -> None:
    file = house.folder / "proofdesk_de.ts"
    file.write_text(file.read_text("utf-8").replace("Ein Satz", "Irgendein Satz"), "utf-8")
    assert "proofdesk_de.qm: out of date" in house.problems()
    update(house.root, house.folder)
    assert house.problems() == ""
    file.with_suffix(".qm").unlink()
    assert "proofdesk_de.qm: out of date" in house.problems()


def test_no_catalogue_at_all(house: House) -> None:
    (house.folder / "proofdesk_de.ts").unlink()
    assert "proofdesk_de.ts: is missing" in house.problems()


def test_a_text_that_moves_keeps_its_german(house: House) -> None:
    house.change("class Page", "class Sheet")
    update(house.root, house.folder)
    assert house.problems() == ""
    assert house.german() == GERMAN


def test_both_sides_of_a_conflict_are_joined(house: House, git: Callable[..., None]) -> None:
    git("init", "-b", "main")
    git("add", "-A")
    git("commit", "-m", "both")
    for branch, text, german in (("one", "Apples", "Äpfel"), ("two", "Bananas", "Bananen")):
        git("checkout", "-b", branch, "main")
        house.change('self.tr("&File")', f'self.tr("&File")\n        self.tr("{text}")')
        update(house.root, house.folder)
        house.translate("proofdesk_de", {text: (german,)})
        if branch == "one":  # This side also rewords a text that the other one leaves as it was.
            house.translate("proofdesk_de", {"Close": ("Zumachen",)})
        git("commit", "-am", branch)
    git("merge", "one", ok=False)
    merged = house.page.read_text("utf-8").splitlines()
    house.page.write_text(
        "\n".join(line for line in merged if line[:7] not in ("<<<<<<<", "=======", ">>>>>>>")),
        "utf-8",
    )
    translations.settle(house.folder)
    update(house.root, house.folder)
    assert house.problems() == ""
    added = {"Apples": ("Äpfel",), "Bananas": ("Bananen",), "Close": ("Zumachen",)}
    assert house.german() == GERMAN | added


@pytest.fixture
def git(house: House) -> Callable[..., None]:
    program = shutil.which("git")
    if program is None:
        pytest.skip("git is not installed")

    def run(*arguments: str, ok: bool = True) -> None:
        names = ("-c", "user.name=test", "-c", "user.email=test@example.org")
        subprocess.run([program, *names, *arguments], cwd=house.root, check=ok, capture_output=True)

    return run


# The window has no way to do this, or only commands of the command line say it.
_WITHOUT_PAGE = {
    "See the names with: proofdesk backups DIR",
    "See: proofdesk plugins list",
    "To remove these questions, use: proofdesk import DIR --what {what} --none",
    "If you do not need consent, use: proofdesk import DIR --what consent --none",
    "Specify a person or a fingerprint listed by: proofdesk keys DIR.",
    "Create them (proofdesk run DIR), or import them.",
    "Nothing was changed. See everything with “proofdesk check DIR”; then restore a backup, or "
    "copy what is intact to a new folder with “proofdesk salvage DIR NEW”.",
}


def test_hints_that_name_a_command_name_what_the_window_offers_too() -> None:
    messages = orjson.loads(resource("i18n/messages_de.json").read_bytes())
    hints = {one for one in messages if re.search(r"proofdesk [a-z]+ (DIR|\{|[a-z]+ NAME)", one)}
    offers = ("page", "(or:", "▸", "button", "command line")
    bare = {one for one in hints if not any(words in one for words in offers)}
    assert bare <= _WITHOUT_PAGE, sorted(bare - _WITHOUT_PAGE)
