"""Tests that the schemas sent to models do not change, so that cached replies are found again."""

from __future__ import annotations

from importlib import import_module

import pytest
from pydantic import BaseModel

from desktop_app.llm.structured import form_digest

# Taken from version 0.2. A digest depends on the docstring of its class, too. Change one only
# together with the job, when models really have to be asked again.
DIGESTS = {
    ("cnr", "SaidPoint"): "167155fb612e4d3b",
    ("cnr", "SaidCritique"): "e4c1ef062f1d2587",
    ("cnr", "SaidCategories"): "50e0471f8565497e",
    ("cnr", "SaidPattern"): "14787663ac7217cf",
    ("cnr", "SaidFault"): "2bfd69b0102154d3",
    ("cnr", "SaidCritiques"): "298bde1ce1cb3929",
    ("dolomites", "SaidQueries"): "e1f36ae5a5942367",
    ("dolomites", "SaidDomains"): "cc2176647df46ea3",
    ("dolomites", "SaidRemark"): "a2f25db129e0842d",
    ("dolomites", "SaidCritique"): "93233706b929ad55",
    ("dolomites", "SaidVerdict"): "dfaa5b413e48011d",
    ("dolomites", "SaidScores"): "37fb6f404d255727",
    # Changed after 0.1: without its limits, requests that follow could not be written ahead.
    ("dolomites", "SaidShare"): "650dbb186eeb6401",
    ("dolomites", "SaidEditTypes"): "5c63b74746707ee7",
    ("dolomites", "SaidErrors"): "da9a801c13122996",
    ("kiwi", "SaidQuestions"): "bd01ebb00623009d",
    ("kiwi", "SaidAnswerable"): "603dd80b9b9b41c8",
}


@pytest.mark.parametrize("protocol", ["cnr", "dolomites", "kiwi"])
def test_the_schemas_of_replies_are_those_of_earlier_requests(protocol: str) -> None:
    module = import_module(f"plugins.{protocol}.jobs.replies")
    digests = {
        (protocol, name): form_digest(one)
        for name, one in vars(module).items()
        if isinstance(one, type)
        and issubclass(one, BaseModel)
        and one.__module__ == module.__name__
    }
    assert digests == {key: digest for key, digest in DIGESTS.items() if key[0] == protocol}
