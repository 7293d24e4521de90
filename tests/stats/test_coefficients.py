"""Tests that a registered coefficient appears in JSON documents and in tables of agreement."""

from __future__ import annotations

import pytest

from desktop_app.report import render_html, table_to_csv
from desktop_app.stats import coefficients
from desktop_app.stats.coefficients import COEFFICIENTS, KAPPA_TITLES, KAPPA_WEIGHTS, Coefficient
from plugins.risum.analysis import analyse
from tests.plugins.risum_data import study


def test_keys_are_unique_and_every_coefficient_has_a_source() -> None:
    keys = [one.key for one in COEFFICIENTS]
    assert len(set(keys)) == len(keys)
    assert all(one.levels and one.source for one in COEFFICIENTS)
    assert all(weights in KAPPA_TITLES for weights in KAPPA_WEIGHTS.values())


def test_a_registered_coefficient_appears_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    half = Coefficient("half", "½", ("nominal",), lambda ratings, level: 0.5, "this test")
    monkeypatch.setattr(coefficients, "COEFFICIENTS", (*COEFFICIENTS, half))
    found = analyse(study(), {"runs": 10})
    assert found.data["agreement"]["follows"]["half"] == 0.5
    # The rating is at the interval level, for which this coefficient is not registered.
    assert "half" not in found.data["agreement"]["rating"]
    table = next(one for one in found.tables if one.key == "agreement")
    place = [column.key for column in table.columns].index("half")
    assert [row[place] for row in table.rows] == [0.5, None]
    assert "half" in table_to_csv(table).splitlines()[0].split(",")
    assert "½" in render_html(found, title="T", generated_by="P")
