"""Fixtures that show each screen of the program once per language, to be checked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tools.screens import SCREENS, languages
from tools.stage import Material, Stage


@pytest.fixture(scope="session")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return Material(tmp_path_factory.mktemp("material"))


def _shown(
    param: tuple[str, str],
    material: Material,
    folders: pytest.TempPathFactory,
    application: QApplication,
) -> Iterator[Stage]:
    name, language = param
    home: Path = folders.mktemp(f"{name}-{language}")
    shown = Stage(application, home, material, language)
    try:
        SCREENS[name](shown)
        shown.settle()
        yield shown
    finally:
        shown.close()


@pytest.fixture(
    scope="module",
    params=[(name, language) for name in SCREENS for language in languages()],
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def stage(
    request: pytest.FixtureRequest,
    material: Material,
    tmp_path_factory: pytest.TempPathFactory,
    qapp: QApplication,
) -> Iterator[Stage]:
    """A stage that shows the requested screen."""
    yield from _shown(request.param, material, tmp_path_factory, qapp)
