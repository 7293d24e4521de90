"""A scorer that asks a model on a server whether a text follows from its document."""

import math
import os
from collections.abc import Sequence

import httpx2

from desktop_app.core.protocol.data import RatedText
from desktop_app.core.scorers import TextScorer

PROMPT = "{document}\n\nDoes this follow from the text above? Yes or No.\n\n{text}"


class Entailment(TextScorer):
    """The probability of “Yes” as the first token of the answer, compared with “No”."""

    needs = ("text", "document")

    def __init__(self) -> None:
        self.model = os.environ.get("ENTAILMENT_MODEL", "default")
        self.address = os.environ.get("ENTAILMENT_SERVER", "http://localhost:8080/v1")

    def score(self, texts: Sequence[RatedText]) -> list[float | None]:
        return [self.probability(one.document, one.text) for one in texts]

    def probability(self, document: str, text: str) -> float | None:
        prompt = PROMPT.format(document=document, text=text)
        body = {
            "model": self.model,
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": 1,
            "logprobs": True,
            "top_logprobs": 20,
        }
        answer = httpx2.post(f"{self.address}/chat/completions", json=body, timeout=300)
        choice = answer.raise_for_status().json()["choices"][0]
        shares = {"Yes": 0.0, "No": 0.0}
        for token in choice["logprobs"]["content"][0]["top_logprobs"]:
            if token["token"].strip() in shares:
                shares[token["token"].strip()] += math.exp(token["logprob"])
        total = sum(shares.values())
        return shares["Yes"] / total if total else None
