"""Agreement of a protocol, with the names that leads see or with the aliases that may be published.

The window and the command `agreement` use it. It needs no workspace, so that it can be computed
while another job uses the workspace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from desktop_app.core.analysis import Analysis
from desktop_app.core.background_counts import analysis_of
from desktop_app.core.errors import InputError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.workspace.aliased_data import aliased_analysis, renamer
from desktop_app.workspace.coded_answers import SetAside, set_aside
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.item_index import origin_fields
from desktop_app.workspace.people_codes import codes_of, with_codes
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.stats.question_agreement import DivisiveItem, QuestionAgreement

# The default options of the command `analyse`.
_OPTIONS: Mapping[str, Any] = {"seed": 0, "unanimous": "one"}
# Items cannot be grouped by fields with more values, such as titles.
MOST_GROUPS = 20


@dataclass(frozen=True)
class Results:
    """The results of an analysis, as they are shown.

    `agreements`: empty if the project's form has not arrived
    `people`: ids of the annotators, by the names shown for them
    """

    analysis: Analysis
    agreements: Sequence[QuestionAgreement]
    people: Mapping[str, str]


@dataclass(frozen=True)
class AgreementData:
    """The data of one protocol from which agreement is computed.

    `seed`: the project's secret seed, from which people's codes are derived
    `set_aside`: the answers of which a part does not count
    """

    protocol: Protocol
    dataset: Dataset
    seed: str
    set_aside: SetAside

    def group_fields(self) -> dict[str, Mapping[str, str]]:
        """Return {field: {key of an item: value}} of the fields that can group items."""
        answered = {one.item for one in self.dataset.annotations}
        values: dict[str, dict[str, str]] = {}
        for item in self.dataset.items:
            if item.key in answered:
                for name, value in origin_fields(item.origin).items():
                    values.setdefault(name, {})[item.key] = value
        return {
            name: by_item
            for name, by_item in sorted(values.items())
            if 1 < len(set(by_item.values())) <= MOST_GROUPS
        }

    def agreements(
        self,
        *,
        group_by: str = "",
        seed: int = 0,
        language: str = "",
        check: Callable[[], None] = lambda: None,
    ) -> list[QuestionAgreement]:
        """Return the agreement on each question, with people's ids and models' names.

        `group_by`: a field of `group_fields`; empty: no groups
        `check`: see `question_agreements`

        Raises InputError if the project's form has not arrived, UsageError for an unknown field.
        """
        # Imported here because numpy is slow to load.
        from desktop_app.stats.question_agreement import question_agreements

        groups = None
        if group_by:
            fields = self.group_fields()
            if group_by not in fields:
                raise UsageError(
                    msg("items cannot be grouped by “{field}”", field=group_by),
                    hint=msg(
                        "Fields with 2 to {most} values: {fields}.",
                        most=MOST_GROUPS,
                        fields=", ".join(fields) or "–",
                    ),
                )
            groups = fields[group_by]
        return question_agreements(
            self.protocol,
            self.dataset,
            seed=seed,
            language=language,
            groups=groups,
            check=check,
        )

    def results(
        self,
        *,
        group_by: str = "",
        language: str = "",
        chosen: Mapping[str, Any] | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> tuple[Results, Results]:
        """Return the results with names, and with aliases. Takes time.

        `chosen`: options of the protocol's analysis, see `Protocol.analysis_options`
        `check`: is called between the parts of the computation; its exceptions end it
        """
        common = {**_OPTIONS, **(chosen or {})}
        try:
            named = self.agreements(group_by=group_by, language=language, check=check)
        except InputError:
            # The form has not arrived. The analysis says so in a note.
            named = []
        check()
        options = {**common, "annotator_ids": True}
        # Some protocols use aliases of their own accord; here, each name is its own alias.
        names = {name: name for name in self.dataset.aliases}
        dataset = replace(self.dataset, aliases=names)
        try:
            analysis = analysis_of(self.protocol, dataset, options)
        except UsageError:
            # A protocol without this option names nobody.
            analysis = analysis_of(self.protocol, dataset, common)
        check()
        public = aliased_analysis(self.protocol, self.dataset, common)
        return self.named(analysis, named), self.aliased(public, named)

    def regrouped(
        self,
        earlier: tuple[Results, Results],
        *,
        group_by: str = "",
        language: str = "",
        check: Callable[[], None] = lambda: None,
    ) -> tuple[Results, Results]:
        """Return results with the same analyses and other groups. Takes time.

        `check`: see `results`
        """
        named = self.agreements(group_by=group_by, language=language, check=check)
        return self.named(earlier[0].analysis, named), self.aliased(earlier[1].analysis, named)

    def named(self, analysis: Analysis, agreements: Sequence[QuestionAgreement]) -> Results:
        """Return the results with people's ids, models' names and the titles of items."""
        people = {one.annotator: one.annotator for one in self.dataset.annotations}
        return Results(analysis, self._titled(agreements, lambda _, value: value), people)

    def aliased(self, analysis: Analysis, agreements: Sequence[QuestionAgreement]) -> Results:
        """Return the results with codes for people and aliases for models.

        The codes are those of an export with codes.
        """
        codes = codes_of(self.dataset, self.seed)
        return Results(
            analysis,
            self.with_codes(agreements, codes),
            {codes[one.annotator]: one.annotator for one in self.dataset.annotations},
        )

    def with_codes(
        self, agreements: Sequence[QuestionAgreement], codes: Mapping[str, str]
    ) -> list[QuestionAgreement]:
        """Return the same figures with people's codes and models' aliases."""
        rename = renamer(self.dataset.aliases)
        result = [
            one.with_names(codes, None if one.group is None else str(rename(one.group)))
            # Titles of items may contain people's ids or models' names.
            for one in self._titled(
                agreements, lambda field, value: rename(with_codes(value, codes, field))
            )
        ]
        # The order of the groups by model name would reveal which model has which alias.
        place = {(one.stage, one.key): number for number, one in reversed([*enumerate(agreements)])}
        return sorted(result, key=lambda one: (place[one.stage, one.key], one.group or ""))

    def _titled(
        self, agreements: Sequence[QuestionAgreement], rename: Callable[[str, Any], Any]
    ) -> list[QuestionAgreement]:
        """Return the agreements with the titles of items that leads read in other lists.

        `rename`: returns the value of a field with other names of people and models
        """
        items = {item.key: item for item in self.dataset.items}

        def titled(divisive: DivisiveItem) -> DivisiveItem:
            item = items[divisive.key]
            origin = rename("", item.origin)
            title = self.protocol.item_title(item.name, item.content, origin)
            # The title of a part of an item ends with the name of the item.
            before = divisive.name.removesuffix(item.name)
            return replace(divisive, name=before + (title or rename("item", item.name)))

        return [
            replace(one, divisive=[titled(item) for item in one.divisive]) for one in agreements
        ]


def agreement_data(workspace: Workspace, protocol: str | None = None) -> AgreementData:
    """Return the data of one protocol of a workspace; errors as in `Workspace.protocol`."""
    chosen = workspace.protocol(protocol)
    seed = workspace.alias_seed() or workspace.project
    dataset = dataset_of(workspace, chosen.key)
    return AgreementData(chosen, dataset, seed, set_aside(chosen, dataset))


def with_agreements(results: Results) -> Analysis:
    """Return the analysis, with the tables and figures of agreement by question first."""
    from desktop_app.stats.agreement_outputs import agreement_figures, agreement_tables

    if not any(one.items for one in results.agreements):
        return results.analysis
    return replace(
        results.analysis,
        tables=[*agreement_tables(results.agreements), *results.analysis.tables],
        figures=[*agreement_figures(results.agreements), *results.analysis.figures],
    )
