"""Tests that published figures are recomputed, and that the program can be cited."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
import yaml

from desktop_app.version import __version__
from tests.conftest import DATA
from tools.reproduced import PAGE, STUDIES, differences, page, recompute

ROOT = Path(__file__).parent.parent


def test_every_figure_of_the_page_is_recomputed() -> None:
    missing = [name for study in STUDIES for name, _ in study.files if not (DATA / name).exists()]
    if missing:
        pytest.skip(f"not in ../shared/data: {', '.join(missing)}")
    values = [recompute(study, DATA) for study in STUDIES]
    assert differences(values) == []
    assert PAGE.read_text("utf-8") == page(values), "run: python -m tools.reproduced DATA"
    # A difference in the last printed decimal is found.
    wrong = copy.deepcopy(values)
    wrong[0][0] += 1e-6
    assert len(differences(wrong)) == 1


def test_the_citation_has_what_its_schema_requires() -> None:
    """Check against the Citation File Format 1.2.0: required fields, and no unknown ones."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert set(cited) <= {
        "cff-version", "message", "title", "authors", "type", "abstract", "version", "license",
        "date-released",
    }  # fmt: skip
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert cited["version"] == __version__
    assert cited["license"] == "Apache-2.0"
    assert [set(author) for author in cited["authors"]] == [{"name"}], "an entity, not a person"
