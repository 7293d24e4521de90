"""Errors of models as texts for the window.

Hints from lower layers name commands of the command line. Here they name menus instead.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from desktop_app.core.errors import AppError
from desktop_app.core.model_jobs import ModelError, Trouble
from desktop_app.llm.connecting import NoConnectionError
from desktop_app.llm.keys import MissingKeyError
from desktop_app.llm.lookups import NoEmbeddingsError
from desktop_app.llm.model_choice import NotServedError
from desktop_app.ui.connections.servers import ServerHealth, Servers
from desktop_app.ui.messages import translate_message


def hint_of(error: AppError) -> str:
    """Return what the person can do about an error, in the window's language."""
    if isinstance(error, MissingKeyError):
        return QCoreApplication.translate(
            "ModelWords", "Enter it under File ▸ Connections to models."
        )
    # The hints of these errors name no commands.
    if isinstance(error, NotServedError | NoEmbeddingsError):
        return translate_message(error.hint)
    if isinstance(error, NoConnectionError):
        return QCoreApplication.translate(
            "ModelWords", "See File ▸ Connections to models. Everything else works without one."
        )
    if isinstance(error, ModelError):
        # 401 and 403 concern the key. Other denials, such as a lack of credit, have fitting hints.
        if error.trouble is Trouble.DENIED and error.status in (401, 403):
            return QCoreApplication.translate(
                "ModelWords", "Correct it under File ▸ Connections to models."
            )
        if error.trouble is Trouble.UNKNOWN_MODEL:
            return QCoreApplication.translate(
                "ModelWords",
                "See which models it has under File ▸ Connections to models ▸ Test.",
            )
    return translate_message(error.hint)


def server_health_text(servers: Servers) -> str:
    """Return the state of the connection in use, as text for the status bar."""
    words = {
        ServerHealth.NONE: QCoreApplication.translate("ModelWords", "Model: no connection")
        if not servers.connections
        else QCoreApplication.translate("ModelWords", "Model: none chosen"),
        ServerHealth.UNKNOWN: QCoreApplication.translate("ModelWords", "Model: {name}"),
        ServerHealth.WORKING: QCoreApplication.translate("ModelWords", "Model: {name} · reachable"),
        ServerHealth.AWAY: QCoreApplication.translate(
            "ModelWords", "Model: {name} · not reachable"
        ),
    }[servers.server_health]
    return words.format(name=servers.used)


def trouble_words(code: str) -> tuple[str, str]:
    """Return an error and what to do about it, as two sentences.

    `code`: a value of `Trouble`, or one that `Stage.on_failure` lists; saved in answers
    """
    return ModelWords().trouble(code)


class ModelWords(QObject):
    """Translations of errors of models."""

    def trouble(self, code: str) -> tuple[str, str]:
        """Return an error and what to do about it; see `trouble_words`."""
        # Saved answers contain only the code, so the texts do not depend on the error itself.
        again = self.tr("Nothing is lost. Try again.")
        words = {
            "offline": (self.tr("The server could not be reached."), again),
            "timeout": (self.tr("The model took too long to answer."), again),
            "denied": (
                self.tr("The server does not accept the key."),
                self.tr("Correct it under File ▸ Connections to models."),
            ),
            "unknown_model": (
                self.tr("The server does not know the model."),
                self.tr("See which models it has under File ▸ Connections to models ▸ Test."),
            ),
            "busy": (
                self.tr("The server is busy."),
                self.tr("Wait a moment, then try again."),
            ),
            "server": (self.tr("The server reported an error."), again),
            "not_a_model_server": (
                self.tr("The response is not from a model server."),
                self.tr("Check the address under File ▸ Connections to models."),
            ),
            "refused": (
                self.tr("The model declined to answer."),
                self.tr("Try again, or reword the instruction."),
            ),
            "empty": (self.tr("The model returned an empty answer."), again),
            "cut": (self.tr("The answer was cut off."), again),
            "malformed": (self.tr("The model's answer does not have the required format."), again),
            "no_connection": (
                self.tr("There is no connection for this model."),
                self.tr("See File ▸ Connections to models."),
            ),
            "no_key": (
                self.tr("The key of the connection is missing."),
                self.tr("Enter it under File ▸ Connections to models."),
            ),
            "prompt": (
                self.tr("The request to the model is not valid."),
                self.tr("Contact the project lead."),
            ),
        }
        return words.get(code, (self.tr("The request to the model failed."), again))
