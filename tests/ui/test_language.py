"""The window speaks the person's language, all of it; and another one as soon as it is chosen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.core.errors import InputError, NotSavedError
from desktop_app.settings import Settings, load_settings, save_settings
from desktop_app.text.templates import Templates
from desktop_app.ui import app
from desktop_app.ui.app import Program
from desktop_app.ui.jobs import wait_for_jobs
from desktop_app.ui.languages import NAMES
from desktop_app.ui.messages import said, told
from tests.ui.shown_texts import texts_of
from tools.screens import SCREENS
from tools.stage import Material, Stage
from tools.translations import CONTEXT, read

I18N = Path(__file__).parents[2] / "resources" / "i18n"
OPEN, CLOSE = "⟦", "⟧"
_WORDS = re.compile(r"[^\W\d_]{2,}")
_PATH = re.compile(r"\S*[/\\.]\S+|\b[0-9a-f]{4,}\b")


class Brackets(QTranslator):
    """A language in which every text stands in brackets: what has none was never translated."""

    def isEmpty(self) -> bool:  # noqa: N802
        return False

    def translate(self, context: str, text: str, comment: str = "", n: int = -1) -> str:  # type: ignore[override]
        # A piece of a format (an &, a placeholder) stays what it is.
        return f"{OPEN}{text}{CLOSE}"


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return Material(tmp_path_factory.mktemp("material"))


@pytest.fixture
def stage_in(
    qapp: QApplication, tmp_path: Path, material: Material
) -> Iterator[Callable[[str], Stage]]:
    stages: list[Stage] = []

    def make(language: str) -> Stage:
        material.make()
        stages.append(Stage(qapp, tmp_path, material, language))
        return stages[-1]

    yield make
    for stage in stages:
        stage.close()


@cache
def written_by_people() -> str:
    """Return what is data on every screen: items, names, forms, guidelines, keys."""
    root = I18N.parents[1]
    names = ["Proofdesk", "Sample project", "Enter", "Return", "Ctrl Alt Shift", "KiB", "MiB", *NAMES.values()]
    for pattern in ("plugins/*/forms/*.yaml", "resources/samples/**/*.*", "resources/guidelines/*"):
        names += [file.read_text("utf-8") for file in root.glob(pattern)]
    names.append((root / "tools" / "screens.py").read_text("utf-8"))
    return _plain("\n".join(names).replace("\\n", " ").replace("\\", ""))


def _plain(text: str) -> str:
    """Return a text as its words alone."""
    return f" {' '.join(_WORDS.findall(text))} "


def _is_bare(text: str) -> bool:
    """Tell whether a text holds words that are neither in brackets nor somebody's data."""
    rest = re.sub(rf"{OPEN}.*?{CLOSE}", "·", re.sub(rf"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "·", text))
    pieces = re.split(r"[·\d\n]+|  |, |: |\. | – ", _PATH.sub("", rest))
    return any(
        _WORDS.search(piece) and _plain(piece).rstrip() not in written_by_people()
        for piece in pieces
    )


@pytest.mark.parametrize("name", SCREENS)
def test_every_text_of_a_screen_goes_through_the_translation(
    name: str,
    stage_in: Callable[[str], Stage],
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brackets = Brackets(qapp)
    monkeypatch.setattr(
        app, "install_language", lambda *_: qapp.installTranslator(brackets) and "en"
    )
    stage = stage_in("en")
    SCREENS[name](stage)
    stage.settle()
    bare = [f"{where}: {text}" for where, text in texts_of(stage.window) if _is_bare(text)]
    assert not bare, "\n".join(sorted(bare))
