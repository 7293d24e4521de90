"""Tests of agreement with names and with aliases, for every protocol, in the window and on the
command line.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app import report
from desktop_app.core.analysis import Table
from desktop_app.core.errors import UsageError
from desktop_app.core.keys import external_item_key
from desktop_app.core.protocol.rows import Draft
from desktop_app.workspace.agreement_results import AgreementData, agreement_data, with_agreements
from desktop_app.workspace.coded_answers import agreements
from desktop_app.workspace.dataset import WORDS_FOR_PEOPLE, dataset_of
from desktop_app.workspace.samples import make_demo
from desktop_app.workspace.workspace import Workspace
from tests.cli.command import done, proofdesk

PROTOCOLS = ("risum", "cnr", "dolomites", "kiwi", "study")


@pytest.fixture(scope="module", params=PROTOCOLS)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp(request.param) / "demo"
    make_demo(made, [request.param])
    return made


def data_of(folder: Path) -> AgreementData:
    with Workspace.open(folder) as workspace:
        return agreement_data(workspace)


def test_results_to_publish_name_no_model_and_nobody(folder: Path) -> None:
    data = data_of(folder)
    named, public = data.results()
    assert [one.alpha for one in named.agreements] == [one.alpha for one in public.agreements]
    analysis = with_agreements(public)
    text = report.render_html(analysis, title="T", generated_by="G")
    names = {*data.dataset.aliases, *data.dataset.people} - WORDS_FOR_PEOPLE
    found = [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    assert not found
    # Every shown name leads back to a person.
    for one in public.agreements:
        assert {public.people[who] for who in one.counts} <= data.dataset.people.keys()


def test_a_computation_can_end_before_each_question(folder: Path) -> None:
    data = data_of(folder)
    checks: list[int] = []
    named, _ = data.results(check=lambda: checks.append(1))
    assert len(checks) == len(named.agreements) + 2

    def cancel() -> None:
        raise KeyboardInterrupt

    if named.agreements:
        with pytest.raises(KeyboardInterrupt):
            data.agreements(check=cancel)


def test_the_figures_of_both_are_equal(folder: Path) -> None:
    named, public = data_of(folder).results()
    assert len(named.analysis.tables) == len(public.analysis.tables)
    for one, other in zip(named.analysis.tables, public.analysis.tables, strict=True):
        assert one.key == other.key
        assert numbers(one) == pytest.approx(
            # Random tie-breaks depend on the order of the models, which is that of their names.
            numbers(other),
            abs=0.02,
        )


def numbers(table: Table) -> list[float]:
    return sorted(cell for row in table.rows for cell in row if isinstance(cell, float))


def test_a_study_names_models_to_its_lead_alone(tmp_path: Path) -> None:
    make_demo(tmp_path / "study", ["study"])
    with Workspace.open(tmp_path / "study") as workspace:
        data = agreement_data(workspace)
    named, public = data.results()
    for model, alias in data.dataset.aliases.items():
        for part in ("tables", "figures"):
            assert model in str(getattr(named.analysis, part))
            assert alias not in str(getattr(named.analysis, part))
            assert model not in str(getattr(public.analysis, part))
            assert alias in str(getattr(public.analysis, part))


def test_groups_are_the_values_of_a_field(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    make_demo(folder, ["risum"])
    data = data_of(folder)
    models = set(data.dataset.aliases)
    assert {one.group for one in data.agreements(group_by="model")} == models
    earlier = data.results()
    named, public = data.regrouped(earlier, group_by="model")
    assert named.analysis is earlier[0].analysis
    assert {one.group for one in public.agreements} == set(data.dataset.aliases.values())
    with pytest.raises(UsageError, match="cannot be grouped"):
        data.agreements(group_by="nothing")


def test_the_command_groups_and_writes_with_aliases(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    make_demo(folder, ["risum"])
    data = data_of(folder)
    result = done(
        "agreement", folder, "--aliases", "--group-by", "model", "--tables", tmp_path / "t",
        "--figures", tmp_path / "f",
    )  # fmt: skip
    assert {one["group"] for one in result["questions"]} == set(data.dataset.aliases.values())
    assert all("annotator_" in who for one in result["questions"] for who in one["counts"])
    written = "".join(Path(name).read_text("utf-8") for name in result["written"])
    assert "annotator_1" in written
    assert not [name for name in (*data.dataset.aliases, "ana,", "ben,") if name in written]
    assert proofdesk("agreement", folder, "--group-by", "nothing").status == 2


def test_methods_agreement_and_analysis_have_the_same_intervals(tmp_path: Path) -> None:
    # A study of several questions, one of them without any answers, and items that nobody answered.
    folder = tmp_path / "study"
    make_demo(folder, ["study"])
    with Workspace.open(folder, write=True) as workspace:
        key = external_item_key(workspace.project, "study", "a-first")
        content = {"document": "", "instruction": "", "answer": "Nobody judged this."}
        body = {"protocol": "study", "group": "0", "content": content}
        origin = {"item": key, "external_id": "a-first"}
        workspace.add(
            [
                Draft("item", key, body, "lead", "1"),
                Draft("origin", key, origin, "lead", "1"),
            ]
        )
    shown = {one["key"]: one for one in done("agreement", folder)["questions"]}
    with Workspace.open(folder) as workspace:
        dataset = dataset_of(workspace)
        found = agreements(workspace.protocol(None), dataset)
    assert len(dataset.items) > len({one.item for one in dataset.annotations})
    said = {one.name: one for some in found.values() for one in some}
    coded = [one for one in shown.values() if one["title"] in said]
    assert len(coded) > 1
    methods = done("methods", folder)["methods"]
    analysed = done("analyse", folder)["questions"]
    for one in coded:
        same = said[one["title"]]
        assert (same.alpha, same.low, same.high) == (one["alpha"], one["low"], one["high"])
        figures = f"{one['alpha']:.2f} [{one['low']:.2f}, {one['high']:.2f}]".replace("-", "−")
        assert figures in methods
        # The analysis of a multiple choice has a figure for each option instead.
        if "agreement" in analysed[one["key"]]:
            assert analysed[one["key"]]["agreement"]["interval"] == [one["low"], one["high"]]
    assert len(said) == len([one for one in shown.values() if one["items"]])


def test_items_made_by_models_have_titles_instead_of_keys(tmp_path: Path) -> None:
    make_demo(tmp_path / "risum", ["risum"])
    data = data_of(tmp_path / "risum")
    unnamed = [
        replace(
            item,
            origin={name: value for name, value in item.origin.items() if name != "external_id"},
        )
        for item in data.dataset.items
    ]
    data = replace(data, dataset=replace(data.dataset, items=unnamed))
    items = {item.key: item for item in unnamed}
    models = set(data.dataset.aliases)
    named, public = data.results()
    for results, names in ((named, models), (public, set(data.dataset.aliases.values()))):
        divisive = [item for one in results.agreements for item in one.divisive]
        assert divisive
        for item in divisive:
            model, _, words = item.name.partition(" · ")
            assert model in names
            assert words[:10] == items[item.key].content["instruction"][:10]
