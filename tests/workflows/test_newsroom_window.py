"""Tests that real items judged in the real window, by keys or mouse, give the known figures."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done
from tests.conftest import DATA
from tests.ui.conftest import CTRL, SHIFT, Driver, documents, driver, qtbot, start
from tests.ui.test_window import drop

__all__ = ["documents", "driver", "qtbot", "start"]

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="the folder shared/data with the real data is not beside the checkout"
)

Key = Qt.Key
PERSON = "A"
OTHERS = ("B", "C")
AT_THE_WINDOW = 20


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def follows(rating: int) -> bool:
    """Return a possible answer to the question that the data do not contain.

    It agrees with the rating, so that no consistency hint is shown.
    """
    return rating > 2


class Collected:
    """The published ratings, the project for which they were collected, and everybody's bundle."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lead = folder / "lead"
        self.ratings = {
            (row["item"], row["annotator"]): int(row["rating"])
            for row in rows_of(DATA / "newsroom_answers.jsonl")
        }
        done("new", self.lead, "--title", "Newsroom", "--protocol", "risum")
        done("import", self.lead, "--what", "background_form", "--none")  # straight to the work
        done("import", self.lead, DATA / "newsroom_items.jsonl")
        for person in (PERSON, *OTHERS):
            done("people", self.lead, "add", person)
        done("assign", self.lead, "--overlap", 3, "--seed", 5)
        with Workspace.open(self.lead) as workspace:
            origins = [record.body or {} for record in workspace.records.all_current("origin")]
        self.names = {str(body["item"]): str(body["external_id"]) for body in origins}

    def pack(self, person: str) -> Path:
        bundle = self.folder / f"{person}.proofdesk"
        done("pack", self.lead, "--for", person, "-o", bundle)
        return bundle

    def rating(self, item: str, person: str) -> int:
        """Return a person's rating of the item with this key."""
        return self.ratings[self.names[item], person]

    def answer_headless(self, person: str, own: Path, without: frozenset[str]) -> Path:
        """Answer the rest of a person's items from a file; return the results."""
        file = self.folder / f"{person}.jsonl"
        rows = [
            {"item": name, "follows": follows(rating), "rating": rating}
            for (name, by), rating in self.ratings.items()
            if by == person and name not in without
        ]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        assert done("annotate", own, "--from", file)["submitted"] == len(rows)
        results = self.folder / f"results-{person}.proofdesk"
        done("pack", own, "--results", "-o", results)
        return results


@pytest.fixture
def collected(tmp_path: Path) -> Collected:
    return Collected(tmp_path)


def name_the_file(path: Path) -> None:
    """Type a file name into the next dialog, which opens in the file's folder, and accept it.

    Only the name is typed: at this speed, Qt's dialog would accept folders of a path as the choice.
    """
    steps = iter(range(50))
    timer = QTimer(QApplication.instance(), interval=20)

    def one_key() -> None:
        dialog, popup = QApplication.activeModalWidget(), QApplication.activePopupWidget()
        step = next(steps, None)
        if not isinstance(dialog, QFileDialog) or step is None:
            timer.stop()
            if isinstance(dialog, QDialog):
                dialog.reject()
            return
        name = dialog.findChild(QLineEdit)
        assert isinstance(name, QLineEdit)
        assert Path(dialog.directory().path()) == path.parent
        if name.text() != path.name:  # also when reading the folder has emptied it
            QTest.keyClick(name, Key.Key_A, CTRL)
            QTest.keyClicks(name, path.name)
        elif popup is not None:  # completions are offered
            QTest.keyClick(popup, Key.Key_Escape)
        else:
            QTest.keyClick(name, Key.Key_Return)

    timer.timeout.connect(one_key)
    timer.start()


def come_back(driver: Driver) -> None:
    """Make the window active again after a dialog, because there is no window manager to do it."""
    driver.window.activateWindow()
    driver.qtbot.waitUntil(driver.window.isActiveWindow)


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_twenty_items_by_keys_and_the_rest_headless_give_the_published_figures(
    collected: Collected, driver: Driver, qtbot: QtBot, documents: Path
) -> None:
    window = driver.window
    documents.mkdir()  # dialogs begin there
    name_the_file(shutil.move(collected.pack(PERSON), documents / "A.proofdesk"))
    driver.press(Key.Key_O, CTRL)
    come_back(driver)
    qtbot.waitUntil(lambda: window.join_page.begin.hasFocus())
    with qtbot.waitSignal(window.workspace_opened, timeout=20_000):
        driver.press(Key.Key_Space)
    own = window.controller.session.workspace.folder
    judged = set()
    for number in range(1, AT_THE_WINDOW + 1):
        entry = driver.session.entry
        assert entry.number == number
        rating = collected.rating(entry.item, PERSON)
        driver.type("y" if follows(rating) else "n")
        driver.type(str(rating))
        assert driver.answers == {"follows": follows(rating), "rating": rating}
        driver.submit()
        judged.add(collected.names[entry.item])
    assert driver.session.done == AT_THE_WINDOW
    results = documents / "twenty.proofdesk"
    name_the_file(results)
    with qtbot.waitSignal(window.results_sent, timeout=20_000):
        driver.press(Key.Key_S, CTRL | SHIFT)
    come_back(driver)
    driver.press(Key.Key_W, CTRL)

    merged = done("merge", collected.lead, results)
    assert (merged["new"], merged["conflicts"]) == (AT_THE_WINDOW, 0)
    for person in OTHERS:
        done("join", collected.pack(person), collected.folder / person)
        done(
            "merge",
            collected.lead,
            collected.answer_headless(person, collected.folder / person, frozenset()),
        )
    rest = done("merge", collected.lead, collected.answer_headless(PERSON, own, frozenset(judged)))
    assert rest["new"] == 420 - AT_THE_WINDOW

    found = done("analyse", collected.lead)
    assert (found["items"], found["annotations"], found["annotators"]) == (420, 1260, 3)
    rating = found["agreement"]["rating"]
    assert rating["alpha"] == pytest.approx(0.291150, abs=5e-7)
    assert rating["alpha_ordinal"] == pytest.approx(0.284873, abs=5e-7)
    assert rating["alpha_nominal"] == pytest.approx(0.076502, abs=5e-7)
    assert rating["local"]["mean"] == pytest.approx(0.2839, abs=5e-5)
    assert rating["local"]["se"] == pytest.approx(0.0287, abs=5e-5)
    assert rating["local"]["share_at_least_half"] == pytest.approx(0.15, abs=1e-9)
    done("export", collected.lead, "-o", collected.folder / "out.jsonl")
    exported = {
        (row["item"], row["annotator"]): row["rating"]
        for row in rows_of(collected.folder / "out.jsonl")
    }
    assert exported == collected.ratings
    status = done("status", collected.lead)
    assert (status["conflicts"], status["waiting"], status["not_arrived"]) == (0, 0, [])


def test_the_same_by_mouse_alone(
    collected: Collected, driver: Driver, qtbot: QtBot, documents: Path
) -> None:
    window = driver.window
    documents.mkdir()
    drop(window, collected.pack(PERSON))
    qtbot.waitUntil(lambda: window.join_page.begin.hasFocus())
    with qtbot.waitSignal(window.workspace_opened, timeout=20_000):
        click(window.join_page.begin)
    given: dict[str, int] = {}
    for _ in range(5):
        item = driver.session.entry.item
        given[item] = rating = collected.rating(item, PERSON)
        form = driver.controller.panel.form_view
        click(form.question_view("follows").field.buttons[0 if follows(rating) else 1])
        click(form.question_view("rating").field.buttons[rating - 1])
        click(driver.controller.page.work_bar.submit)
    assert driver.session.done == 5
    results = documents / "five.proofdesk"
    name_the_file(results)
    with qtbot.waitSignal(window.results_sent, timeout=20_000):
        window.commands["send_results"].trigger()
    merged = done("merge", collected.lead, results)
    assert (merged["new"], merged["conflicts"]) == (5, 0)
    done("export", collected.lead, "-o", collected.folder / "out.jsonl")
    exported = {row["item"]: row["rating"] for row in rows_of(collected.folder / "out.jsonl")}
    assert exported == {collected.names[item]: rating for item, rating in given.items()}
