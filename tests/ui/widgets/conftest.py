"""Fixtures for tests of widgets."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.ui.theme import Look, Theme


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    made = Theme(Look.LIGHT)
    made.apply(qapp)
    return made
