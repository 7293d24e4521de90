"""Log what a screen reader is told about the program, through AT-SPI on an own X server and bus.

    dbus-run-session -- xvfb-run -a /usr/bin/python3 -m tools.speech_log WHAT KEYS… [--program PATH]

WHAT is a project, a bundle or a folder to open, KEYS are keys as xdotool names them (`Tab`,
`ctrl+Return`), `text:words` to type, or `tree` to print all accessible objects of the window.
For every key, the log has a line `> KEY` and, below it, a line for each focus change, announcement,
and change of a name or state of the focused object. With `--orca`, it also has a line `ORCA` for
each utterance of the screen reader Orca, which runs without a voice and with settings of its own.
Orca and the program write no settings of the desktop if GSETTINGS_BACKEND is `memory`.

The Python of the system runs this script, because GObject's bindings for AT-SPI are part of the
system. `.ci/run` lists the packages.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

_CHECKOUT = Path(__file__).parents[1]
# Seconds: the longest wait for a window.
_START = 60.0
_EVENTS = (
    "object:announcement",
    "object:property-change:accessible-description",
    "object:property-change:accessible-name",
    "object:property-change:accessible-value",
    "object:selection-changed",
    "object:state-changed",
)
# The states that a person has to know. The rest is about the drawing on the screen.
_STATES = (
    (Atspi.StateType.CHECKED, "checked"),
    (Atspi.StateType.PRESSED, "pressed"),
    (Atspi.StateType.SELECTED, "selected"),
    (Atspi.StateType.EXPANDED, "expanded"),
    (Atspi.StateType.COLLAPSED, "collapsed"),
    (Atspi.StateType.REQUIRED, "required"),
    (Atspi.StateType.INVALID_ENTRY, "invalid"),
    (Atspi.StateType.READ_ONLY, "read-only"),
)
_GROUPS = ("panel", "grouping", "form", "dialog", "table", "list", "page tab list", "frame")


# An utterance in the debug file of Orca, and the settings of its voice. It may have several lines.
_UTTERANCE = re.compile(
    r"SPEECH OUTPUT: '((?:(?!SPEECH OUTPUT).)*?)'(?: voice=\w+)? ?(?:\{[^\n]*\}|None)\n", re.S
)


class Orca:
    """The screen reader Orca without a voice, and what it says."""

    def __init__(self, command: str, folder: Path) -> None:
        log = folder / "orca.log"
        log.touch()
        self._log = log.open(encoding="utf-8")
        self._unread = ""
        # A module that Orca imports from the folder of its settings. It makes the log complete at
        # any time.
        customisation = "from orca import debug; debug.debugFile.reconfigure(line_buffering=True)\n"
        (folder / "orca-customizations.py").write_text(customisation, encoding="utf-8")
        # Without a speech server and a program to start one, Orca only logs what it would say.
        absent = folder / "absent"
        voice = {"SPEECHD_ADDRESS": f"unix_socket:{absent}", "SPEECHD_CMD": str(absent)}
        options = [f"--debug-file={log}", f"--user-prefs={folder}"]
        self._process = subprocess.Popen([*command.split(), *options], env=os.environ | voice)

    def wait_for_start(self) -> None:
        """Wait until Orca has spoken. Raise TimeoutError, also if another one runs already."""
        until = time.monotonic() + _START
        while not self.utterances():
            if time.monotonic() > until or self._process.poll() is not None:
                raise TimeoutError("Orca did not start")
            time.sleep(0.1)

    def utterances(self) -> list[str]:
        """Return what Orca has said since the last call."""
        self._unread += self._log.read()
        found = list(_UTTERANCE.finditer(self._unread))
        if found:
            self._unread = self._unread[found[-1].end() :]
        return [one[1].strip() for one in found]

    def stop(self) -> None:
        """Stop Orca at once. If asked to end, it first waits for programs that are gone."""
        self._process.kill()
        self._process.wait()
        self._log.close()


class SpeechLog:
    """The log of one program: its lines so far, and the object with the focus."""

    def __init__(self, process: int, orca: Orca | None = None) -> None:
        self._process = process
        self._orca = orca
        self._focused: Any = None
        self._around: list[str] = []
        self._last_event = time.monotonic()
        self.lines: list[str] = []
        self._listener = Atspi.EventListener.new(self._on_event)
        for one in _EVENTS:
            self._listener.register(one)

    def wait(self, quiet: float) -> None:
        """Handle events until none came for so many seconds."""
        context = GLib.MainContext.default()
        self._last_event = time.monotonic()
        while time.monotonic() - self._last_event < quiet:
            while context.iteration(False):
                pass
            for words in self._orca.utterances() if self._orca else ():
                self.say(f"  ORCA {words}")
            time.sleep(0.01)

    def say(self, words: str) -> None:
        """Add a line."""
        # Other events, such as the passing of time, go on for ever.
        self._last_event = time.monotonic()
        self.lines.append(words)
        print(words, flush=True)

    def _on_event(self, event: Any) -> None:
        try:
            self._take(event)
        # An object may be gone before its event is read.
        except GLib.Error:
            return

    def _take(self, event: Any) -> None:
        source = event.source
        if source is None or source.get_process_id() != self._process:
            return
        kind = event.type
        if kind == "object:announcement":
            self.say(f"  ANNOUNCED {event.any_data}")
        elif kind == "object:state-changed:focused" and event.detail1:
            self._focus(source)
        elif source == self._focused and kind.startswith("object:property-change"):
            self.say(f"  {kind.rpartition(':')[2]}: {event.any_data}")
        elif source == self._focused and kind.startswith("object:state-changed"):
            name = kind.rpartition(":")[2]
            if name in {"checked", "selected", "pressed", "expanded", "invalid-entry", "enabled"}:
                self.say(f"  {'' if event.detail1 else 'not '}{name}")

    def _focus(self, source: Any) -> None:
        around = list(_groups(source))
        for group in reversed([one for one in around if one not in self._around]):
            self.say(f"  in {group}")
        self._focused, self._around = source, around
        self.say(f"  FOCUS {described(source)}")


def described(thing: Any) -> str:
    """Return the name, role, states, value and description of an accessible object."""
    states = thing.get_state_set()
    words = [thing.get_name() or "(no name)", thing.get_role_name()]
    words += [word for state, word in _STATES if states.contains(state)]
    if not states.contains(Atspi.StateType.ENABLED):
        words.append("disabled")
    if "Text" in thing.get_interfaces():
        text = Atspi.Text.get_text(thing, 0, min(200, Atspi.Text.get_character_count(thing)))
        if text and text != thing.get_name():
            words.append(f"text: {text!r}")
    if "Value" in thing.get_interfaces():
        words.append(f"value: {Atspi.Value.get_current_value(thing):g}")
    if thing.get_description():
        words.append(f"({thing.get_description()})")
    return " | ".join(words)


def _groups(thing: Any) -> Iterator[str]:
    """Yield the named groups around an object, from the inside."""
    parent = thing.get_parent()
    while parent is not None and parent.get_role_name() != "application":
        if parent.get_name() and parent.get_role_name() in _GROUPS:
            words = f"{parent.get_name()} | {parent.get_role_name()}"
            note = parent.get_description()
            yield f"{words} | ({note})" if note else words
        parent = parent.get_parent()


def tree(thing: Any, depth: int = 0) -> Iterator[str]:
    """Yield a line for each object that is on the screen, in the order of a screen reader."""
    if depth and not thing.get_state_set().contains(Atspi.StateType.SHOWING):
        return
    yield f"{'  ' * depth}{described(thing)}"
    for index in range(min(thing.get_child_count(), 200)):
        child = thing.get_child_at_index(index)
        if child is not None:
            yield from tree(child, depth + 1)


def program_of(process: int) -> Any:
    """Return the accessible program of a process, when it has a window. Raise TimeoutError."""
    until = time.monotonic() + _START
    while time.monotonic() < until:
        desktop = Atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            one = desktop.get_child_at_index(index)
            if one is not None and one.get_process_id() == process and one.get_child_count():
                return one
        time.sleep(0.1)
    raise TimeoutError(f"no accessible window within {_START:g} seconds")


def press(key: str) -> None:
    """Press a key, or type the words after `text:`."""
    words = ["type", "--delay", "20", key[5:]]
    if not key.startswith("text:"):
        # By itself, xdotool releases Alt before the other key, which opens the menu bar.
        *held, last = key.split("+")
        words = [word for one in held for word in ("keydown", one)]
        words += ["key", last, *(word for one in held for word in ("keyup", one))]
    subprocess.run(["xdotool", *words], check=True)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", type=Path)
    parser.add_argument("keys", nargs="*")
    parser.add_argument("--program", default=str(_CHECKOUT / ".venv/bin/python"))
    quiet = "seconds without an event after which a key has had its effect"
    parser.add_argument("--quiet", type=float, default=0.5, help=quiet)
    orca = "also log what Orca says; COMMAND starts another version of it"
    parser.add_argument("--orca", nargs="?", const="orca", metavar="COMMAND", help=orca)
    chosen = parser.parse_args(words)
    environment = os.environ | {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "QT_QPA_PLATFORM": "xcb"}
    Atspi.init()
    command = [chosen.program, "-m", "desktop_app", str(chosen.what)]
    with ExitStack() as stack:
        # Orca must listen before the window opens.
        screen_reader = None
        if chosen.orca:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            screen_reader = Orca(chosen.orca, Path(folder))
            stack.callback(screen_reader.stop)
            screen_reader.wait_for_start()
        process = stack.enter_context(subprocess.Popen(command, env=environment, cwd=_CHECKOUT))
        try:
            log = SpeechLog(process.pid, screen_reader)
            program = program_of(process.pid)
            # Without a window manager, nobody else gives the window the keys.
            search = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "Proofdesk"]
            subprocess.run([*search, "windowfocus"], check=True, stdout=subprocess.DEVNULL)
            log.wait(4 * chosen.quiet)
            for key in chosen.keys:
                log.say(f"> {key}")
                if key == "tree":
                    for line in tree(program):
                        log.say(line)
                else:
                    press(key)
                    log.wait(chosen.quiet)
        finally:
            process.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
