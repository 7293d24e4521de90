"""Two columns of steps: what they say stays apart, and the first failure ends all."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from tools.columns import Step, run_columns

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
    """A step that says something, waits until the other one is there, and says more."""
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
    for process in map(int, pid.read_text().split()):
        end = time.monotonic() + 30
        while _lives(process) and time.monotonic() < end:
            time.sleep(0.01)
        assert not _lives(process)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")  # one that has ended may wait for its parent to look
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")
