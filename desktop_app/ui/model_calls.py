"""Asking models from the page of an annotator, without the window ever waiting.

A panel that can have models asked has a method `set_models(models: ModelCalls | None)`. It is
called once, before the first item is shown; a panel in a lead's preview is never called and offers
nothing. Then, for the item in sight:

    prompt = models.prompt("critique")                 # the project's wording; raises AppError
    request = Request("critique", "critique", prompt.version, prompt.fill(…), answer=Critique)
    reply = models.known(request)                      # answered before: at once, also offline
    call = models.under_way("critique")                # asked before the item was left: goes on
    if models.why_not() == "":                         # else a sentence to show beside the button
        call = models.ask(request)                     # returns at once
        call.text_came.connect(view.append)            # what is new; at most 20 times a second
        call.answered.connect(on_reply)                # Reply
        call.failed.connect(on_trouble)                # AppError, mostly ModelError

What is promised:

- `ask` never raises and never waits. Every call emits `text_came` any number of times, then exactly
  one of `answered(Reply)`, `failed(AppError)` and `stopped()`, then `ended()`; all on the GUI
  thread, none before the event loop runs again, so that there is time to connect.
- `text_came` carries at most `MOST_AT_ONCE` characters and comes at most every `EVERY`
  milliseconds, however fast the model is: no pause of the window above 50 ms by this. All text has
  come before `answered` does. An answer that is known comes without `text_came`. Where a form is
  asked for (`Request.answer`), the text is the JSON as it arrives: show its length, not itself.
- `call.text` is what has come so far, also after a trouble: nothing that was shown is lost.
  `call.stop()`, Esc in the window, and the menu's action stop it at once.
- A failure is also a notice with a button to try again, which asks anew as a call of its own:
  `models.asked` announces every call, so a panel that connects to it in `set_models` sees calls
  that were not its own doing, too: `models.asked.connect(lambda call: …)`.
- Purpose and item tell calls apart. `about` gets the item in sight by itself. Asking again for the
  same purpose while such a call is under way returns that call. When the item is left, a call goes
  on: `call.in_sight` is False as long as its item is not shown, and a panel must look at it before
  it shows anything. `under_way(purpose)` gives it back when the item is shown again. An answer that
  came meanwhile is `known`.
- Every question is on record when its call has ended, also a stopped or failed one; while a file is
  being written, right after that. When the workspace or window closes, calls are stopped, what had
  come is on record, and no signal comes any more.
- In a workspace that is open for reading only, and without a connection, `why_not` says so, and
  `ask` fails with it.
- `standing_changed`: whether one can ask, or whether the server can be reached, may have changed.

What a model answered is text from outside: show it as plain text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal

from desktop_app.core.asking import ModelError, Reply, Request, Trouble
from desktop_app.core.errors import AppError, UsageError
from desktop_app.llm.stopping import Stop
from desktop_app.ui.connections.servers import Servers, Standing
from desktop_app.ui.connections.words import in_window
from desktop_app.ui.jobs import Job, application
from desktop_app.ui.messages import said, sentence
from desktop_app.ui.notices import Notices

if TYPE_CHECKING:
    from desktop_app.core.prompts import Prompt
    from desktop_app.llm.asker import Asker
    from desktop_app.ui.annotate.session import Session

EVERY = 50  # milliseconds between two pieces of text
MOST_AT_ONCE = 4_000  # characters of one piece
_AT_ONCE = 4  # calls
_PATIENCE = 3_000  # milliseconds for calls to stop when the workspace closes
_AGAIN = 500  # milliseconds until a record that could not be written is tried again
