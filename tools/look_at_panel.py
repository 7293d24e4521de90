"""Render the page of risum to PNG files, to check how it looks.

    python -m tools.look_at_panel OUT [--items FILE] [--item N]

The page is rendered in a light and a dark look: empty, answered, with problems (in German), with a
hint, and with a text size of 200 %. QT_SCALE_FACTOR=1.5 gives the pictures of a screen at 150 %.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget

from desktop_app.files import resource
from desktop_app.ui.theme import Look, Theme
from plugins.risum.panel.rating import RisumPanel
from plugins.risum.protocol import RISUM

_WIDTH, _HEIGHT = 1280 - 12 - 187 - 10 - 12, 800 - 57 - 12 - 36  # The window without its frame.


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "--items", type=Path, default=Path(str(resource("samples/risum/items.jsonl")))
    )
    parser.add_argument("--item", type=int, default=0)
    chosen = parser.parse_args(words)
    chosen.out.mkdir(parents=True, exist_ok=True)
    rows = [json.loads(line) for line in chosen.items.read_text("utf-8").splitlines()]
    application = QApplication.instance()
    app = application if isinstance(application, QApplication) else QApplication([])
    for look in (Look.LIGHT, Look.DARK):
        for name, scale, language, state in (
            ("empty", 1.0, "en", "empty"),
            ("answered", 1.0, "en", "answered"),
            ("problems", 1.0, "de", "problems"),
            ("hint", 1.0, "en", "hint"),
            ("large", 2.0, "en", "answered"),
        ):
            theme = Theme(look, scale)
            theme.apply(app)
            host = _page(theme, rows[chosen.item], language, state)
            for _ in range(3):
                app.processEvents()
            host.grab().save(str(chosen.out / f"risum-{look.value}-{name}.png"))
            host.deleteLater()
            app.processEvents()
    return 0


def _page(theme: Theme, row: dict[str, Any], language: str, state: str) -> QWidget:
    host = QWidget()
    host.setObjectName("host")
    host.setAutoFillBackground(True)
    panel = RisumPanel(RISUM.stages[0].form(), language, theme)
    column = QHBoxLayout(host)
    column.setContentsMargins(6, 12, 6, 6)
    column.addWidget(panel)
    host.resize(_WIDTH, _HEIGHT)
    host.show()
    panel.show_item(row, row["document"])
    footer = QPushButton("Submit  Ctrl+⏎")
    footer.setProperty("kind", "primary")
    panel.set_footer(footer)
    if state == "answered":
        panel.set_answers({"follows": False, "rating": 3, "comment": "A date is made up."})
        panel.board.next()
        panel.board.next()
    elif state == "problems":
        panel.show_problems(panel.form_view.form.missing({}))
    elif state == "hint":
        answers = {"follows": True, "rating": 1}
        panel.set_answers(answers)
        for hint in panel.form_view.form.hints(answers):
            panel.ask_hint(hint)
    return host


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
