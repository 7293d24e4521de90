"""Controller of the connections page: saves, tests and removes connections.

Keys are stored in the system's keyring. Everything that uses the network or the keyring runs in a
job, because both can block.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from desktop_app.core.connections import Connection
from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import ModelError
from desktop_app.llm import connecting
from desktop_app.llm.checking import check_connection, models_of
from desktop_app.llm.client import ModelClient
from desktop_app.llm.keys import Key, MissingKeyError, Source
from desktop_app.llm.stopping import Stop
from desktop_app.ui.connections.page import ConnectionsPage
from desktop_app.ui.connections.servers import ServerHealth, Servers, hint_of
from desktop_app.ui.jobs import Job, Work, application
from desktop_app.ui.messages import sentence, translate_message
from desktop_app.ui.notices import Notices


class ConnectionsController(QObject):
    """The window's only controller of the connections page.

    `is_open`: whether the page is visible
    """

    def __init__(
        self, page: ConnectionsPage, servers: Servers, notices: Notices, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._servers = servers
        self._notices = notices
        self._stop: Stop | None = None
        self.is_open = False
        # Whether the window is closed. The page is deleted then, so results of jobs are ignored.
        self._gone = False
        for signal, slot in (
            (page.shown, self._on_shown),
            (page.save_requested, self.save),
            (page.test_requested, self.test),
            (page.stop_requested, self.stop),
            (page.models_requested, self.list_models),
            (page.use_requested, self.use),
            (page.remove_requested, self.remove),
            (page.forget_requested, self.forget_key),
        ):
            signal.connect(slot)
        servers.server_health_changed.connect(self._show_server_health)

    def open(self) -> None:
        """Read the settings and show them, because the page has become visible."""
        if not self.is_open:
            self.is_open = True
            self._servers.watch(True)
        self._servers.reload()
        if self._page.is_dirty:
            return  # unsaved edits from before another page was shown: keep them
        self._show(self._servers.used or next(iter(self._servers.connections), ""))

    def may_quit(self, then: Callable[[], object]) -> bool:
        """Return whether there are no unsaved edits.

        Otherwise the page asks about them and calls `then` after the answer. The caller has to show
        the page.
        """
        if not self._page.is_dirty:
            return True
        self._page.leave(then)
        return False

    def close(self) -> None:
        """Leave the page: stop the test and clear a typed key."""
        self._drop_test()
        self._page.editor.forget_secret()
        if self.is_open:
            self.is_open = False
            self._servers.watch(False)

    def end(self) -> None:
        """Close for good, with the window."""
        self.close()
        self._gone = True

    def save(self) -> None:
        """Save the typed connection to the settings and its key to the keyring."""
        page, editor = self._page, self._page.editor
        if not page.save.isEnabled():
            return
        made = self._checked()
        if made is None:
            return
        name, connection = made
        if not page.name and name in self._servers.connections:
            editor.show_problems({"name": self.tr("A connection with this name already exists.")})
            return
        secret, keys = editor.secret(), self._servers.keys

        def work(progress: object, cancelled: object) -> str:
            """Save; return why the key is stored for this session only, or ""."""
            connecting.keep(name, connection)
            if not secret:
                return ""
            # Without a usable keyring the key is kept only in memory: it is never written to a
            # file.
            problem = keys.problem()
            if not problem:
                keys.keep(name, secret)
            else:
                keys.remember(name, secret)
            return problem

        def saved(problem: Any) -> None:
            editor.forget_secret()
            self._servers.reload()
            page.is_dirty = False
            # Runs what the person wanted before saving, which may show another page.
            goes_on = page.after_saving()
            if not goes_on:
                self._show(name)
            if problem:
                words = self.tr("Saved. The key is kept only until you quit: {why}.").format(
                    why=translate_message(problem)
                )
                hint = self.tr(
                    "To keep it after a restart, set an environment variable under More settings."
                )
                if goes_on:
                    self._notices.say(words, hint, "warn")
                else:
                    page.outcome.say(words, [hint], "warn")
            elif not goes_on:
                page.outcome.say(self.tr("Saved. Test the connection to see what works."))
            if not goes_on:
                page.test.setFocus()

        self._run(work, saved)

    def test(self) -> None:
        """Test the connection as typed, one small request after the other."""
        made = self._checked()
        if made is None or self._stop is not None:
            return
        name, connection = made
        # Both are read here: `work` runs on another thread and must not touch widgets.
        stop = self._stop = Stop()
        keys, typed = self._servers.keys, self._page.editor.secret()

        def work(progress: object, cancelled: object) -> None:
            key = Key(typed) if typed else keys.require(name, connection)
            with ModelClient(name, connection, key) as client:
                # The signal `came` passes each result to the GUI thread.
                check_connection(client, stop, found=job.came.emit)

        job = Job(work, application())
        checks = self._page.checks
        # Results of a test that was dropped in the meantime are ignored.
        job.came.connect(lambda check: checks.show_check(check) if self._stop is stop else None)

        def over() -> None:
            if self._stop is stop:
                self._stop = None
                self._page.set_testing(False)
                if checks.checks:
                    checks.finish(stopped=stop.is_set())
                else:
                    checks.clear()
                self._servers.probe_now()

        job.failed.connect(self._on_failed)
        job.finished.connect(over)
        self._page.outcome.hide()
        self._page.set_testing(True)
        checks.begin()
        # Not on the pool, where a slow server would delay other jobs.
        job.start_apart()

    def stop(self) -> None:
        """Stop the test."""
        if self._stop is not None:
            self._stop.set()

    def list_models(self) -> None:
        """Request the server's list of models, and offer the models in a menu."""
        editor = self._page.editor
        fields, _ = editor.fields()
        # A connection needs a model name. Any will do: the request does not contain it.
        fields["model"] = fields["model"] or "?"
        made = self._checked(fields)
        if made is None:
            return
        name, connection = made
        keys, typed = self._servers.keys, editor.secret()

        def work(progress: object, cancelled: object) -> list[str]:
            key = Key(typed) if typed else keys.require(name, connection)
            with ModelClient(name, connection, key) as client:
                return models_of(client)

        def listed(names: Any) -> None:
            if names:
                self._page.offer_models(names)
            else:
                self._page.outcome.say(self.tr("This server lists no models."), [], "warn")

        self._run(work, listed)

    def use(self) -> None:
        """Use the shown connection from now on."""
        name = self._page.name

        def used(_: Any) -> None:
            self._servers.reload()
            self._show(name)
            self._page.outcome.say(self.tr("Now using “{name}”.").format(name=name))

        self._run(lambda progress, cancelled: connecting.choose(name), used)

    def remove(self) -> None:
        """Remove the shown connection and its key."""
        name, keys = self._page.name, self._servers.keys

        def removed(had_key: Any) -> None:
            self._servers.reload()
            self._show(self._servers.used or next(iter(self._servers.connections), ""))
            words = self.tr("“{name}” was removed.").format(name=name)
            if had_key:
                words = self.tr("“{name}” and its key were removed.").format(name=name)
            self._notices.say(words)
            self._page.begin()

        self._run(lambda progress, cancelled: connecting.remove(name, keys), removed)

    def forget_key(self) -> None:
        """Remove the key of the shown connection."""
        name, keys = self._page.name, self._servers.keys

        def forgotten(_: Any) -> None:
            self._page.outcome.say(self.tr("Key removed."))
            self._page.editor.key.setFocus()
            self._look_for_key()

        self._run(lambda progress, cancelled: keys.forget(name), forgotten)

    def _drop_test(self) -> None:
        """Stop the test of a connection that is no longer shown, and ignore its results."""
        if self._stop is not None:
            self.stop()
            self._stop = None
            self._page.set_testing(False)
            self._page.checks.clear()

    def _on_shown(self, name: str) -> None:
        self._drop_test()
        # A typed key must never be saved with another connection.
        self._page.editor.forget_secret()
        if name:
            self._show(name)
        else:
            self._page.show_new()
            self._page.editor.first_control().setFocus()

    def _show(self, name: str) -> None:
        connections = self._servers.connections
        self._page.name = name
        self._page.show_connections(connections, self._servers.used)
        if name not in connections:
            self._page.show_none()
            return
        in_use = name == self._servers.used
        self._page.show_one(name, connections[name], self._status_line(name), in_use=in_use)
        self._look_for_key()

    def _status_line(self, name: str) -> str:
        """Return a line that says whether a connection is in use and its server responds."""
        connection = self._servers.connections[name]
        if name == self._servers.used:
            return {
                ServerHealth.WORKING: self.tr("In use · the server responds"),
                ServerHealth.AWAY: self.tr(
                    "In use · the server cannot be reached; trying again automatically"
                ),
            }.get(self._servers.server_health, self.tr("In use"))
        where = self.tr("on this computer") if connection.is_local else connection.base_url
        return self.tr("Not in use · {where}").format(where=where)

    def _show_server_health(self) -> None:
        name = self._page.name
        if self.is_open and name in self._servers.connections:
            self._page.server_health.setText(self._status_line(name))

    def _look_for_key(self) -> None:
        """Show where the key of the shown connection is stored, but not the key."""
        name = self._page.name
        connection = self._servers.connections.get(name)
        if connection is None or not connection.needs_key:
            return
        keys = self._servers.keys

        def work(progress: object, cancelled: object) -> tuple[Source, str]:
            return keys.find(name, connection)[1], keys.problem()

        def found(result: Any) -> None:
            source, problem = result
            words = {
                "session": self.tr("A key is stored until you quit."),
                "environment": self.tr(
                    "The key comes from the environment variable {name}."
                ).format(name=connection.key_variable),
                "keyring": self.tr(
                    "A key is stored in the system's keyring. Enter another to replace it."
                ),
                "none": self.tr("No key stored yet."),
            }[source]
            if problem and source == "none":
                words += " " + self.tr("It is kept only until you quit: {why}.").format(
                    why=translate_message(problem)
                )
            # The keyring may take seconds, and another connection may be shown by then.
            if self._page.name == name:
                can_forget = source in ("session", "keyring")
                self._page.editor.show_key_state(words, can_forget=can_forget)

        self._run(work, found)

    def _checked(self, fields: dict[str, Any] | None = None) -> tuple[str, Connection] | None:
        """Return the typed connection; None if it is invalid, after showing the problems.

        `fields`: checked instead of the typed ones; the name may be missing then
        """
        editor = self._page.editor
        typed, wrong = editor.fields()
        name = editor.typed_name()
        if fields is not None and not name:
            name = "new"  # listing models does not need a name
        made = typed if fields is None else fields
        problems = {**connecting.problems_of(name, made), **wrong}
        editor.show_problems(problems)
        if not problems:
            return name, Connection.model_validate(made)
        # Problems of settings that have no field on the page would be invisible otherwise.
        elsewhere = set(problems) - set(editor.problems)
        if elsewhere:
            one = min(elsewhere)
            self._page.outcome.say(f"{one}: {translate_message(problems[one])}", [], "bad")
        return None

    def _run(self, work: Work, then: Callable[[Any], None]) -> None:
        job = Job(work, application())
        job.succeeded.connect(lambda result: None if self._gone else then(result))
        job.failed.connect(self._on_failed)
        # The keyring may ask for its password, which can take any amount of time.
        job.start_apart()

    def _on_failed(self, error: Exception) -> None:
        if self._gone:
            return
        # Unforeseen errors go to the crash handler.
        if not isinstance(error, AppError):
            self._notices.error(error)
            return
        editor = self._page.editor
        if isinstance(error, MissingKeyError):
            # The error's hint names a command; the field for the key is on this page.
            lines = [self.tr("Enter it below. It is never shown and never written to a file.")]
            editor.key.setFocus()
        else:
            lines = [hint_of(error)] if error.hint else []
        if isinstance(error, ModelError) and error.server_text:
            lines.append(self.tr("Server message: {words}").format(words=error.server_text))
        self._page.outcome.say(sentence(str(error)), lines, "bad")
