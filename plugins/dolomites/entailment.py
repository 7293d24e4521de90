"""Entailment score of two texts from 0 to 1, and its replaceable scorers.

The paper uses a model trained for this purpose (TRUE, section 4.2). Here, any object that fits
`EntailmentScorer` can be used. A scorer may ask the model of a connection, as `AskedModel` does, or
compute the score itself without requests.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Literal
from typing import Protocol as TypingProtocol

from desktop_app.core.aliases import WEIGHTED
from desktop_app.core.job_options import in_form, safe_request
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Brief, ModelError, Reply, Request, Trouble
from desktop_app.core.raters import ask_choice
from plugins.dolomites.jobs.replies import SaidShare, share_in

# Reasons why an analysis has no entailment scores.
NOT_CONFIGURED = msg("no entailment scores yet: score with a model (run DIR entail)")
NOT_SCORED = msg("no entailment scorer has scored this model’s outputs: run DIR entail")
OUTDATED = msg("all entailment scores are outdated: score again (run DIR entail)")

By = Literal["auto", "probabilities", "stated"]
# Each spelling is a separate token, so the probabilities of all spellings are added.
_WORDS: Mapping[str, float] = {
    **dict.fromkeys(("yes", msg("Yes"), "YES"), 1.0),
    **dict.fromkeys(("no", msg("No"), "NO"), 0.0),
}
# HTTP status codes from 500 are errors of the server, which may not occur at the next attempt.
_OF_THE_SERVER = 500


@dataclass(frozen=True)
class Entailed:
    """The result of a scorer.

    `value`: from 0 (does not follow) to 1 (follows); None if the scorer could not decide
    `scorer`: name of the scorer; figures of different scorers are never mixed
    `call`: key of the call that answered; empty if no model was asked
    """

    value: float | None
    scorer: str
    call: str = ""


class EntailmentScorer(TypingProtocol):
    """An object that scores whether a hypothesis follows from a premise.

    It yields requests to models, as a job does. A ModelError that it does not catch makes the unit
    fail.
    """

    def score(
        self, premise: str, hypothesis: str, brief: Brief, about: Mapping[str, str], *, by: By
    ) -> Generator[Request, Reply, Entailed]: ...


class AskedModel:
    """Asks the model of the run for the probability of “yes”, or for a number.

    The probability is used if the server returns token probabilities; the scorer is then named
    “MODEL/weighted”. A number stated by the model is the score of another scorer, “MODEL”.
    """

    def score(
        self, premise: str, hypothesis: str, brief: Brief, about: Mapping[str, str], *, by: By
    ) -> Generator[Request, Reply, Entailed]:
        texts = {"premise": premise, "hypothesis": hypothesis}
        if by != "stated":
            asked = safe_request(brief, "entail_word", about, texts, purpose="entail")
            try:
                scored = yield from ask_choice(asked, _WORDS)
            except ModelError as error:
                # With “auto”, only missing probabilities lead to the second method. Other errors
                # must be reported.
                if by == "probabilities" or not _tells_none(error):
                    raise
            else:
                return Entailed(scored.value, f"{brief.model}{WEIGHTED}", scored.call)
        asked = safe_request(brief, "entail", about, texts)
        data, call = yield from in_form(asked, SaidShare, share_in)
        return Entailed(data.probability, brief.model, call)


def _tells_none(error: ModelError) -> bool:
    """Return whether an error means that a server returns no usable token probabilities.

    This is the case if the server rejects the request or leaves the probabilities out, or if the
    answer is none of the expected words. A temporary failure of the server does not count.
    """
    if error.trouble is Trouble.MALFORMED:
        return True
    return error.trouble is Trouble.SERVER and (error.status or 0) < _OF_THE_SERVER
