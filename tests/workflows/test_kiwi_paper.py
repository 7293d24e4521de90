"""Tests of the KIWI paper's table 2 and the rules of its table 6, from a published file to `analyse
--json`.

The sessions have the printed numbers; all their other properties are random.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from tests.cli.command import done
from tests.plugins import kiwi_data as made
from tests.plugins.test_kiwi_analysis import edit_distance, edit_rows, percent
from tests.workspace.projects import jsonl


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return made.released(seed=8)


@pytest.fixture(scope="module")
def lead(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]) -> Path:
    folder = tmp_path_factory.mktemp("paper")
    done("new", folder / "lead", "--title", "KIWI", "--protocol", "kiwi")
    file = jsonl(folder / "kiwi.jsonl", rows)
    report = done("import", folder / "lead", file, "--format", "kiwi-release")
    assert report["refused"] == []
    return folder / "lead"


@pytest.fixture(scope="module")
def data(lead: Path) -> dict[str, Any]:
    return dict(done("analyse", lead, "--json", "--runs", 50))


def test_table_2(data: dict[str, Any]) -> None:
    found = {
        name: (
            one["sessions"],
            one["turns"],
            one["edited"],
            round(one["turns_per_session"], 1),
            percent(one["info"]),
            percent(one["style"]),
        )
        for name, one in {**data["models"], "total": data["total"]}.items()
    }
    assert found == {
        "gpt-4": (78, 370, 55, 4.7, 59, 41),
        "gpt-3.5": (78, 402, 111, 5.2, 61, 39),
        "llama2": (78, 488, 149, 6.3, 44, 56),
        "total": (234, 1260, 315, 5.4, 54, 46),
    }


def test_ratings_of_figure_2(data: dict[str, Any]) -> None:
    assert data["total"]["ratings"]["all"]["counts"]["good"] == 500
    shares = {
        model: percent(one["ratings"]["all"]["good"]) for model, one in data["models"].items()
    }
    assert (shares["gpt-4"], shares["llama2"]) == (59, 27)


def test_table_6_is_of_815_turns(rows: list[dict[str, Any]], data: dict[str, Any]) -> None:
    for name in ("total", *made.PUBLISHED):
        given = [one for one in edit_rows(rows) if name in ("total", one[1])]
        found = data["edit_table"][name]
        far = [edit_distance(source.split(), target.split()) for _, _, source, target in given]
        sources = [len(source.split()) for _, _, source, _ in given]
        assert found["n"] == len(given)
        assert found["edit_distance"] == pytest.approx(fmean(far))
        assert found["edit_ratio"] == pytest.approx(
            fmean(d / s for d, s in zip(far, sources, strict=True))
        )
    assert data["edit_table"]["total"]["n"] == 500 + 315


def test_what_goes_out_gives_the_same_figures(
    lead: Path, data: dict[str, Any], tmp_path: Path
) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    done("export", lead, "-o", out, "--format", "kiwi-release", "--reveal-models")
    [file] = [one for one in out.iterdir() if one.suffix == ".jsonl"]
    assert len(file.read_text("utf-8").splitlines()) == 234
    done("new", other, "--title", "KIWI", "--protocol", "kiwi")
    assert done("import", other, file, "--format", "kiwi-release")["refused"] == []
    again = done("analyse", other, "--json", "--runs", 50)
    for name in ("models", "total", "edit_table", "types_by_turn", "splits"):
        assert json.loads(json.dumps(again[name])) == data[name], name
