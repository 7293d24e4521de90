"""Texts for models: parts of prompts, and errors in answers; in English, like the prompts."""

from __future__ import annotations

TASK = (
    "Rate from 1 to 5 how well the answer carries out the instruction:\n\n{options}\n\n"
    "Check each requirement of the instruction, such as form, length and subject."
)

EQUAL = "must differ from each other"
