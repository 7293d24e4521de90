"""Tests of the program as a screen reader hears it: through AT-SPI, with real keys on an X server.

`tools/speech_log.py` starts the program and writes the log that is checked here.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.command import done

CHECKOUT = Path(__file__).parents[2]
PYTHON = "/usr/bin/python3"
BINDINGS = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"


def missing() -> str:
    """Return what this computer lacks to log speech; "" if nothing is missing."""
    for program in ("dbus-run-session", "xvfb-run", "xdotool", PYTHON):
        if shutil.which(program) is None:
            return program
    found = subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True, check=False)
    return "" if found.returncode == 0 else "gir1.2-atspi-2.0"


MISSING = missing() if sys.platform == "linux" else "Linux"
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {MISSING}")


def missing_orca() -> str:
    """Return why Orca cannot run here; "" if it can."""
    if shutil.which("orca") is None:
        return "needs orca"
    # It would refuse to start a second time.
    running = subprocess.run(["pgrep", "-x", "orca"], capture_output=True, check=False)
    return "Orca runs already" if running.returncode == 0 else ""


def hear(what: Path, home: Path, *keys: str, options: Sequence[str] = ()) -> dict[str, list[str]]:
    """Open something, press keys, and return the lines that each key caused; those of the start
    are those of "".
    """
    environment = os.environ | {"PROOFDESK_HOME": str(home), "PYTHONPATH": str(CHECKOUT)}
    # Settings of the person's desktop stay as they are, and Orca speaks English.
    environment |= {"GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8"}
    # A test of pytest-cov would measure the program too, and the session must not be a desktop's.
    for name in ("COV_CORE_SOURCE", "DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    command = ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1280x800x24", PYTHON]
    command += ["-m", "tools.speech_log", str(what), *keys, "--program", sys.executable]
    # Long enough for a busy machine.
    command += ["--quiet", "2", *options]
    run = subprocess.run(
        command, env=environment, cwd=CHECKOUT, capture_output=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr.decode()
    caused: dict[str, list[str]] = {"": []}
    for line in run.stdout.decode().splitlines():
        if line.startswith("> "):
            caused[line[2:]] = []
        elif line.startswith("  "):
            caused[list(caused)[-1]].append(line.strip())
    return caused


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """An annotator's work on the sample of the form study, in which nothing is answered."""
    done("demo", tmp_path / "demo", "--protocol", "study")
    done("join", tmp_path / "demo" / "bundles" / "chloe.proofdesk", tmp_path / "work")
    return tmp_path / "work"


def test_a_form_is_heard_from_the_first_question_to_the_refused_submission(
    study: Path, tmp_path: Path
) -> None:
    heard = hear(study, tmp_path / "home", "2", "Tab", "ctrl+l", "text:easy", "ctrl+Return")
    start = heard[""]
    assert any(line.startswith("ANNOUNCED Item 1, to do, ") for line in start)
    question = start.index("in Question 1: How easy is the explanation to understand? | panel")
    assert start[question + 1].startswith("FOCUS 1: Very hard | radio button | (1 of 5")
    # The answer, then the next question.
    answer, *_, option = heard["2"]
    assert answer.startswith("FOCUS 2: Hard | radio button | checked")
    assert "in Question 2: Does it reproduce the rule correctly? | panel" in heard["2"]
    assert option.startswith("FOCUS ")
    # Tab opens a closed question: what has the focus is an option, not the line that was hidden.
    assert [line for line in heard["Tab"] if line.startswith("FOCUS")][-1].split(" | ")[1] == (
        "radio button"
    )
    assert heard["text:easy"][-1] == "ANNOUNCED No matching items."
    assert any("questions unanswered" in line for line in heard["ctrl+Return"])


@pytest.mark.skipif(bool(missing_orca()), reason=missing_orca())
def test_orca_reads_questions_options_texts_and_the_search(study: Path, tmp_path: Path) -> None:
    keys = ("2", "Tab", "ctrl+Return", "F6", "ctrl+f")
    heard = hear(study, tmp_path / "home", *keys, options=["--orca"])
    # Whatever the key: Orca may be slower than the keys on a busy machine.
    lines = [one for caused in heard.values() for one in caused]
    said = [one.removeprefix("ORCA ") for one in lines if one.startswith("ORCA ")]
    start = said.index("Questions form")
    assert said[start + 1] == "Question 1: How easy is the explanation to understand? panel."
    option = said.index("1: Very hard.")
    assert said[option + 1] == "not selected radio button"
    assert said[option + 2].startswith("1 of 5")
    # Two questions further, submitting goes back to the one that was left out.
    left_out = "Question 2: Does it reproduce the rule correctly? · Not answered panel."
    assert left_out in said[option:]
    text = said.index("Document read only text.")
    assert said[text + 1].startswith("§ 7 Loan periods")
    assert "Find in: Document text." in said[text:]
    assert "layered pane" not in said
    # Versions before 45 do not know announcements.
    version = subprocess.run(["orca", "--version"], capture_output=True, text=True, check=True)
    if int(version.stdout.split(".")[0]) >= 45:
        assert said.index("Selected: Hard.") < said.index(
            "Question 2: Does it reproduce the rule correctly? panel."
        )
        assert any("questions unanswered" in one for one in said)
