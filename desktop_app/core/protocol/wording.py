"""Answers as people read them: what a stage says about the parts of its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_app.core.messages import join

if TYPE_CHECKING:
    from desktop_app.core.forms import Form


# Characters of a text that stand for it in the title of an item.
_LONGEST_START = 28


def item_title(text: str, *details: Any) -> str:
    """Return a title for an item: details that are not empty, then the first words of a text.

    The details come first, because they tell items with the same text apart in a narrow list.
    """
    words = " ".join(text.split())
    if len(words) > _LONGEST_START:
        kept = words[: _LONGEST_START - 1]
        # Text without spaces, such as Chinese, is cut anywhere.
        words = f"{kept[: kept.rfind(' ')] if ' ' in kept else kept}…"
    return join(" · ", [part for part in (*details, words) if part])


@dataclass(frozen=True)
class PartWords:
    """One part of a set of answers, worded for people.

    `title`: the name of the part
    `text`: what the answers state, as plain text or a message; “” if it tells people nothing
    `is_product`: whether it is a text that the stage is there to obtain, such as a revision. A lead
        decides on it as on any other answer; a comment needs no decision
    """

    title: str
    text: str
    is_product: bool = False


@dataclass(frozen=True)
class ItemWords:
    """An item as leads read it.

    `texts`: its own texts in reading order
    `documents`: the titles of its documents, in their order; empty: they have none
    """

    texts: tuple[PartWords, ...]
    documents: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnswerContext:
    """What else a stage may use to put a part of answers into words.

    `answers`: the whole answers, from which the part is
    `content`: the item's content; empty if it is unknown
    `form`: the form of the answers; None if it has not arrived
    `language`: code of the language of the form's words
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    content: Mapping[str, Any] = field(default_factory=dict)
    form: Form | None = None
    language: str = ""

    def title(self, key: str) -> str:
        """Return a question in the form's words; its key if the form does not ask it."""
        for question in self.form.questions if self.form is not None else ():
            if self.form is not None and question.key == key:
                return self.form.name_of(question, self.language)
        return key

    def answer(self, key: str, value: Any) -> str:
        """Return an answer in the form's words; if the form does not ask `key`, as plain text."""
        # Imported here because it loads the question types, which are slow to import.
        from desktop_app.core.answer_texts import answer_in_words, value_in_words

        for question in self.form.questions if self.form is not None else ():
            if self.form is not None and question.key == key:
                return answer_in_words(self.form, question, value, self.language, numbers=True)
        return value_in_words(value, language=self.language)
