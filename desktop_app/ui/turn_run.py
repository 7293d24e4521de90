"""One turn with a model in progress. Does not import Qt."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from desktop_app.core.errors import InputError
from desktop_app.core.model_jobs import ModelError
from desktop_app.core.protocol.stage import AskContext, Stage, Turn
from desktop_app.llm.connecting import NoConnectionError
from desktop_app.llm.keys import MissingKeyError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.annotate.unopened_items import answers_at
from desktop_app.ui.turn_queue import Server

if TYPE_CHECKING:
    from desktop_app.core.prompts import Prompt
    from desktop_app.ui.annotate.session import Session
    from desktop_app.ui.model_call import ModelCall

# Codes for errors that are not ModelErrors; answers contain them.
_CODES = {
    NoConnectionError: "no_connection",
    MissingKeyError: "no_key",
    InputError: "prompt",
}


@dataclass(eq=False)
class Run:
    """A turn in progress.

    `queued`: it runs in the background, from the queue
    `fresh`: ignore cached answers
    `server`: the connection and model of its request
    """

    place: int
    stage: Stage
    turn: Turn
    queued: bool
    fresh: bool = False
    server: Server | None = None
    call: ModelCall | None = None
    stop: Stop = field(default_factory=Stop)


def begun(session: Session, place: int, stage: Stage, *, queued: bool, fresh: bool) -> Run:
    """Return a turn for the waiting one in an entry's answers; no request is sent yet."""
    workspace, entry = session.workspace, session.entries[place]

    def prompt(key: str) -> Prompt:
        from desktop_app.workspace.materials import prompt_of

        return prompt_of(workspace, workspace.protocol(entry.protocol), key)

    content, documents = session.texts(place)[0], session.documents(place)
    answers = answers_at(session, place)
    # A generator; it runs when its first value is requested.
    turn = stage.run_turn(content, documents, answers, AskContext(prompt))
    return Run(place, stage, turn, queued, fresh)


def trouble_code(error: Exception) -> str:
    """Return the code of an error in answers; see `Stage.on_failure`."""
    if isinstance(error, ModelError):
        return error.trouble.value
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            return code
    return "job"
