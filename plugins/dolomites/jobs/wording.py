"""Fixed texts sent to models in addition to the prompt files, and texts to recognise in replies.

They are in English whatever the language of the interface.
"""

from __future__ import annotations

MORE_QUERIES = (
    "That makes {found} different ones. Give {missing} more, none of which is among those above."
)
MORE_DOMAINS = (
    "That makes {found} different host names that can be used. Give {missing} more, none of which"
    " is among those above: host names alone, without http, paths or remarks."
)
NO_SECTIONS = (
    "That answer cannot be used: {problem}. Write the whole example again. Begin with the line"
    " “=== INPUT ===”, then write every input section under a line with its title in bold and a"
    " colon, such as “**{input}:**”; then the line “=== OUTPUT ===”, and every output section"
    " likewise, such as “**{output}:**”."
)
NO_INPUT = "it has no input section under its title"
NO_OUTPUT = "it has no output section under its title"
NONE = "none of them is one of those asked for"
NO_VERDICT = "it holds no verdict"
NO_RATING = "it holds no rating for {axis}"
NO_POINT = "there is no point"
NO_NUMBER = "it holds no number from 0 to 1"

# The parts of a task in a prompt.
FIELD = "Field: {field}"
OBJECTIVE = "Objective: {objective}"
PROCEDURE = "Procedure: {procedure}"
NOTES = "Notes: {notes}"
INPUT_SECTIONS = "Input sections:\n{plan}"
OUTPUT_SECTIONS = "Output sections:\n{plan}"
LENGTH = " (expected length: {length})"

# A regular expression for statements by a model that its context is insufficient.
INSUFFICIENT = r"[\W_]{0,40}insufficient[ _-]{0,3}context\b[\W_]{0,20}"
# Invented answers as long as the longest list that can be requested, to estimate costs.
QUERIES = tuple(f"words to search for {number}" for number in range(100))
DOMAINS = tuple(f"site-{number}.example" for number in range(100))
