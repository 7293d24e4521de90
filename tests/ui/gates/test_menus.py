"""The checks of screens, applied to every menu, which is opened by its key."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QLocale, QSize, Qt
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.ui.theme import Look
from tests.ui.gates.contrast import faint
from tests.ui.gates.layout import cramped
from tests.ui.gates.names import nameless
from tools.screens import languages
from tools.stage import ALT, SIZE, Stage

_LETTER = re.compile(r"&(\w)")
_LOOKS = (Look.LIGHT, Look.DARK, Look.HIGH_CONTRAST)


@pytest.mark.parametrize(
    "stage",
    [(name, code) for name in ("annotate-empty", "lead-items-full") for code in languages()],
    ids=lambda param: "-".join(param),
    indirect=True,
    scope="module",
)
def test_every_menu_has_its_key_and_can_be_read(stage: Stage) -> None:
    titles = [each.text() for each in stage.window.menuBar().actions() if each.isVisible()]
    letters = [found[1].upper() for found in map(_LETTER.search, titles) if found]
    assert len(letters) == len(titles) >= 5, titles
    assert len(set(letters)) == len(letters), titles
    problems = []
    # Looks change no room and languages no colours. Dressing the window is what takes the time.
    looks = _LOOKS if QLocale().language() == QLocale.Language.English else _LOOKS[:1]
    for look, scale in ((Look.LIGHT, 2.0), *((look, 1.0) for look in looks)):
        stage.show_as(look, scale)
        for title, letter in zip(titles, letters, strict=True):
            menu = _opened(stage, letter)
            assert menu.title() == title
            found = nameless([menu]) + cramped([menu], QSize(*SIZE)) if look is Look.LIGHT else []
            problems += [f"{title} {problem}" for problem in found + faint([menu])]
            menu.close()
    assert not problems, "\n" + "\n".join(problems)


def _opened(stage: Stage, letter: str) -> QMenu:
    stage.press(Qt.Key(ord(letter)), ALT)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu), letter
    room = menu.sizeHint()
    assert room.width() <= SIZE[0]
    assert room.height() <= SIZE[1]
    menu.resize(room)  # the screen of Qt's platform for tests is narrower than the window
    return menu
