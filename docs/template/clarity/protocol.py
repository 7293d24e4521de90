"""The protocol `clarity`: annotators rate how clear the explanation of a text is."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from desktop_app.core.analysis import Analysis, Column, Table
from desktop_app.core.fields import DocumentText, ModelName, OptionalId, Row, Text
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.form_protocol import FormProtocol, FormStage


class Explanation(Row):
    """An explanation of a text. Annotators never see the `ModelName` of its author."""

    id: OptionalId = None
    source_text: DocumentText
    explanation: Text
    written_by: ModelName


class RateStage(FormStage):
    key = "rate"
    title = "Rate"
    panel = "clarity.panel:ClarityPanel"
    form_text = files(__package__).joinpath("form.yaml").read_text("utf-8")


class Clarity(FormProtocol):
    key = "clarity"
    title = "Clarity: how clear is an explanation?"
    words = "A text and its explanation by a model: how clear is it? Gives agreement and means."
    item_form = Explanation
    stage_types = (RateStage,)

    def materials(self) -> Mapping[str, str]:
        return {"guidelines/clarity.md": "# Clarity\n\nRate what is written, not what is meant.\n"}

    def analyse(self, dataset: Dataset, options: Mapping[str, Any]) -> Analysis:
        """Return the annotators' agreement (Krippendorff's α, ordinal) and the means by model."""
        # numpy is slow to import, and only an analysis needs it.
        import numpy as np

        from desktop_app.stats.agreement import alpha

        items = [item.key for item in dataset.items]
        people = sorted({annotation.annotator for annotation in dataset.annotations})
        ratings = np.full((len(people), len(items)), np.nan)
        for annotation in dataset.annotations:
            place = people.index(annotation.annotator), items.index(annotation.item)
            ratings[place] = annotation.answers["clear"]
        agreement = alpha(ratings, "ordinal").value if people else None
        by_model: dict[str, list[float]] = {}
        for index, item in enumerate(dataset.items):
            model = str(item.origin["written_by"])
            of_item = ratings[:, index]
            # Reports show aliases, too, because annotators may read them.
            by_model.setdefault(dataset.aliases.get(model, model), []).extend(
                of_item[~np.isnan(of_item)].tolist()
            )
        means = {name: float(np.mean(found)) for name, found in sorted(by_model.items()) if found}
        columns = [Column("model", "Model"), Column("mean", "Mean", 2)]
        table = Table("models", "Clarity by model", columns, list(means.items()))
        data = {"alpha": agreement, "means": means}
        return Analysis(self.key, self.title, data, tables=[table])


CLARITY = Clarity()
