"""Tests of running steps in two columns: separate outputs, and the first failure ends all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.columns import ROOT, Step, run_columns

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sessions of processes")

_WAIT = """
import sys, time
from pathlib import Path
print({said!r}, flush=True)
Path({mine!r}).touch()
end = time.monotonic() + 60
while not Path({other!r}).exists() and time.monotonic() < end:
    time.sleep(0.01)
print({said!r} + " on", flush=True)
sys.exit({status})
"""


def step(title: str, code: str) -> Step:
    return Step(title, [sys.executable, "-c", code])


def waits(said: str, mine: Path, other: Path, status: int = 0) -> Step:
    """Return a step that prints a text, waits until the other step has started, and prints more."""
    code = _WAIT.format(said=said, mine=str(mine), other=str(other), status=status)
    return step(f"Step {said}", code)


def test_columns_run_side_by_side_and_what_they_say_stays_apart(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    first = [waits("A", one, other), step("Step B", "print('B')")]
    second = [waits("X", other, one), step("Step Y", "print('Y')")]
    assert run_columns(first, second, None) is None  # each waits for the other: both do run
    told = [line for line in capfd.readouterr().out.split("\n") if line]
    blocks = "\n".join(line.split(" (")[0] for line in told)
    for block in ("== Step A\nA\nA on", "== Step B\nB", "== Step X\nX\nX on", "== Step Y\nY"):
        assert block in blocks
    assert told.index("A on") < told.index("X"), "it says nothing while another is speaking"


@pytest.mark.parametrize("fails", [0, 1])
def test_the_first_failure_ends_all_and_its_status_is_returned(
    fails: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pid = tmp_path / "pid"
    lasting = step(
        "Lasting",
        "import os, subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(pid)!r} + '~', 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
        f"os.rename({str(pid)!r} + '~', {str(pid)!r})\n"
        "time.sleep(600)",
    )
    failing = waits("no", tmp_path / "mine", pid, status=3)
    never = step("Never", f"open({str(tmp_path / 'never')!r}, 'w')")
    columns = [[lasting, never], [lasting, never]]
    columns[fails] = [failing, never]
    assert run_columns(columns[0], columns[1], None) == 3
    told = capfd.readouterr().out
    assert told.endswith("Failed: Step no\n")
    assert "no on" in told
    assert not (tmp_path / "never").exists()
    processes = [int(one) for one in pid.read_text().split()]
    _wait_until(lambda: not any(map(_lives, processes)))


_OBSTINATE = """
import os, signal, sys, time
signal.signal(signal.SIGINT, lambda *_: open({told!r}, "w").close())
print(os.getpid(), flush=True)
end = time.monotonic() + 90
while time.monotonic() < end:
    time.sleep(0.1)
"""
_RUNS = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs tests beside may ignore it
from tools.columns import ROOT, Step, run_columns
run_columns([Step("Obstinate", [sys.executable, "-c", {code!r}])], [], None)
"""


def test_who_presses_ctrl_c_again_leaves_nothing_running(tmp_path: Path) -> None:
    told = tmp_path / "told"
    code = _RUNS.format(code=_OBSTINATE.format(told=str(told)))
    running = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
    )
    with running:
        assert running.stdout is not None
        step = int(next(line for line in running.stdout if line.strip().isdigit()))
        running.send_signal(signal.SIGINT)
        _wait_until(told.exists)  # it was told to end, and does not
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=30)
    assert running.returncode != 0
    _wait_until(lambda: not _lives(step))


def _wait_until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not there():
        assert time.monotonic() < end
        time.sleep(0.01)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")  # one that has ended may wait for its parent to look
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")
