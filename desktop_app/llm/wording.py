"""Messages that the program itself sends to models; English in every interface language.

All other texts for models are in the prompts of protocols.
"""

from __future__ import annotations

INSTRUCTIONS = """\
Answer with one JSON object and nothing else: no words before or after it, no code block. It must \
follow this JSON schema:
{schema}"""

REPAIR = """\
This answer could not be used:
{problems}
Give the whole answer again, as one JSON object that follows the schema, and nothing else."""

NO_JSON = "- it holds no JSON object"
WHOLE = "the answer"

# Placeholder for an answer when a job is only simulated, to count its requests.
STAND_IN = "an answer that is not there yet "
# Another one, to find out which requests depend on an answer.
OTHER_STAND_IN = "some words of a different reply "

# Phrases in servers' error messages about input that is too long for the model.
TOO_LONG = ("context length", "context size")
# Phrases in their messages about a model that they do not have.
NO_SUCH_MODEL = ("invalid model", "unknown model", "model not found", "pinned to")

# Requests of the connection test.
GREETING = "Say hello in one word."
COUNTING = "Count from one to twenty in words."
FORMED = "Which language is this sentence in, and which number comes after six?"
AFFIRMING = "Say yes."
# The request that shows whether a server returns log-probabilities.
PROBING = "Is water wet? Answer Yes or No."
EMBEDDED = "A text to make a vector of."
