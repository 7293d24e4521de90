"""What models can be asked to do for methodical tasks."""

from __future__ import annotations

from collections.abc import Mapping

from desktop_app.core.asking import ModelJob

JOBS: Mapping[str, ModelJob] = {}
