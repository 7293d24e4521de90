"""Entailment score of two texts from 0 to 1, and its replaceable scorers.

The paper asks a model made for this (TRUE, section 4.2). Here a scorer is anything that fits
`EntailmentScorer`: it may ask the model of a connection, as `AskedModel` does, or compute by itself
and yield no request at all.
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

# Why an analysis has no figure of entailment.
NOT_CONFIGURED = msg("no entailment scores yet: score with a model (run DIR entail)")
NOT_SCORED = msg("no entailment scorer has scored this model’s outputs: run DIR entail")
OUTDATED = msg("all entailment scores are outdated: score again (run DIR entail)")

By = Literal["auto", "probabilities", "stated"]
_WORDS: Mapping[str, float] = {
    **dict.fromkeys(("yes", msg("Yes"), "YES"), 1.0),
    **dict.fromkeys(("no", msg("No"), "NO"), 0.0),
}
_OF_THE_SERVER = 500  # a status from which on the server failed, and may not do so next time


@dataclass(frozen=True)
class Entailed:
    """What a scorer found.

    value   from 0 (does not follow) to 1 (follows); None: it could not tell
    scorer  its name, which tells ways of scoring apart: figures of several are never mixed
    call    key of the call that answered; empty where nobody was asked
    """

    value: float | None
    scorer: str
    call: str = ""


class EntailmentScorer(TypingProtocol):
    """Something that scores whether a hypothesis follows from a premise.

    It yields what it asks models, as a job does; ModelError may pass: the unit failed.
    """

    def score(
        self, premise: str, hypothesis: str, brief: Brief, about: Mapping[str, str], *, by: By
    ) -> Generator[Request, Reply, Entailed]: ...


class AskedModel:
    """Asks the model of the run: for the probability of “yes”, or for a number.

    The probability is read where the server tells it; its scorer is called “MODEL/weighted”. A
    number that the model states is another scorer's, “MODEL”.
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
                if by == "probabilities" or not _tells_none(error):
                    raise
            else:
                return Entailed(scored.value, f"{brief.model}{WEIGHTED}", scored.call)
        asked = safe_request(brief, "entail", about, texts)
        data, call = yield from in_form(asked, SaidShare, share_in)
        return Entailed(data.probability, brief.model, call)


def _tells_none(error: ModelError) -> bool:
    """Whether a server tells no probabilities: it refuses to, leaves them out, or the answer was
    none of the words; not where it failed in passing."""
    if error.trouble is Trouble.MALFORMED:
        return True
    return error.trouble is Trouble.SERVER and (error.status or 0) < _OF_THE_SERVER
