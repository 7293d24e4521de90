"""Fields that only the answers of one stage may have.

This is for protocols whose stages ask different questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop_app.core.errors import FieldError
from desktop_app.core.messages import msg


def refuse_foreign(
    stage: str, answers: Mapping[str, Any], fields_of_stage: Mapping[str, str]
) -> None:
    """Raise FieldError if answers contain a field of another stage.

    `fields_of_stage`: maps a field to the only stage whose answers may have it
    """
    foreign = next((n for n, of in fields_of_stage.items() if n in answers and of != stage), None)
    if foreign is not None:
        raise FieldError(foreign, msg("does not belong to the stage “{stage}”", stage=stage))
