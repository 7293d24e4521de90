"""Texts that models answer with, and the options of every job."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from desktop_app.core import replies
from desktop_app.core.asking import ModelError, Reply, Trouble
from desktop_app.core.job_options import Asking, Judging


@given(st.text())
def test_a_cleaned_text_holds_nothing_that_cannot_be_shown(text: str) -> None:
    found = replies.cleaned(text)
    assert found == replies.cleaned(found)
    assert not any(c in found for c in "\r\0\x1b")


def test_thinking_aloud_is_no_answer() -> None:
    assert replies.said(Reply("<think>a\nb</think>\nYes.", None, "c", "m")) == "Yes."
    assert replies.said(Reply("Use <think> tags.", None, "c", "m")) == "Use <think> tags."
    with pytest.raises(ModelError) as error:
        replies.said(Reply("<think>a</think> \n", None, "c", "m"))
    assert error.value.trouble is Trouble.EMPTY


def test_what_is_not_said_is_left_to_the_connection() -> None:
    assert Asking().parameters() == {}
    assert Asking(seed=0, max_tokens=7).parameters() == {"seed": 0, "max_tokens": 7}
    assert Judging().parameters() == {"temperature": 0.0}
    with pytest.raises(ValidationError):
        Asking.model_validate({"tempreature": 1})
