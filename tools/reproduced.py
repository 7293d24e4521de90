"""Recompute published figures from public data: `python -m tools.reproduced DATA`.

Writes docs/reproduced.md. DATA is the folder with the converted data sets. The exit status is 1 if
a recomputed value differs from the expected one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reproduced.md"


@dataclass(frozen=True)
class Expected:
    """A figure and where it is in the output of `analyse --json`.

    `value`: the expected value as text, with as many decimals as the source has
    `is_published`: whether the authors of the data published it; otherwise it is a value to check
        the data with, which came with the converted files
    """

    title: str
    value: str
    path: Sequence[str | int]
    is_published: bool = False

    @property
    def digits(self) -> int:
        return len(self.value.partition(".")[2])


@dataclass(frozen=True)
class Study:
    """A data set, imported into a project of one protocol. `files`: (file, kind of rows)."""

    key: str
    title: str
    protocol: str
    files: Sequence[tuple[str, str]]
    figures: Sequence[Expected]

    def commands(self, data: str, folder: str) -> list[list[str]]:
        """Return the arguments of each command; the last one prints the figures."""
        imports = [
            ["import", folder, f"{data}/{name}", "--what", what] for name, what in self.files
        ]
        new = ["new", folder, "--title", self.key, "--protocol", self.protocol]
        return [new, *imports, ["analyse", folder, "--json"]]


_OUTCOMES = {"win": "wins", "tie": "ties", "lose": "losses", "win_rate": "win rate"}


def _judged(model: str, totals: Sequence[str], outcomes: Sequence[str]) -> list[Expected]:
    """Return the judge's figures for one model against Vicuna."""
    path = ("pairwise", f"{model} vs vicuna", "judge")
    names = (model, "vicuna")
    return [
        *(
            Expected(f"Total score of {name} ({model} vs vicuna)", one, (*path, "totals", at))
            for at, (name, one) in enumerate(zip(names, totals, strict=True))
        ),
        *(
            Expected(f"vicuna against {model}: {title}", one, (*path, key))
            for (key, title), one in zip(_OUTCOMES.items(), outcomes, strict=True)
        ),
    ]


_RATING = ("agreement", "rating")
STUDIES = (
    Study(
        "newsroom",
        "Newsroom human evaluation, by way of JUDGE-BENCH",
        "risum",
        (("newsroom_items.jsonl", "items"), ("newsroom_answers.jsonl", "answers")),
        (
            Expected("Krippendorff’s α, ordinal", "0.284873", (*_RATING, "alpha_ordinal"), True),
            Expected("Krippendorff’s α, interval", "0.291150", (*_RATING, "alpha")),
            Expected("Krippendorff’s α, nominal", "0.076502", (*_RATING, "alpha_nominal")),
            Expected("Mean local α of 60 articles", "0.2839", (*_RATING, "local", "mean")),
            Expected("Standard error of local α", "0.0287", (*_RATING, "local", "se")),
            Expected(
                "Share of articles with α ≥ 0.5",
                "0.15",
                (*_RATING, "local", "share_at_least_half"),
            ),
        ),
    ),
    Study(
        "vicuna",
        "Vicuna evaluation: 80 questions, judged by a model in one order",
        "cnr",
        (("vicuna_items.jsonl", "items"), ("vicuna_judgements.jsonl", "judgements")),
        (
            *_judged("llama", ("513", "694"), ("77", "0", "3", "0.9625")),
            *_judged("alpaca", ("583", "704"), ("76", "1", "3", "0.95625")),
            *_judged("bard", ("664", "655.5"), ("40", "10", "30", "0.5625")),
            *_judged("gpt35", ("693", "638"), ("14", "22", "44", "0.3125")),
        ),
    ),
    Study(
        "pandalm",
        "PandaLM: 999 pairs, three votes each",
        "cnr",
        (("pandalm_pairs.jsonl", "pairs"),),
        (
            Expected("Cohen’s κ, voters 1 and 2", "0.85", ("voters", "kappa", "1-2"), True),
            Expected("Cohen’s κ, voters 1 and 3", "0.88", ("voters", "kappa", "1-3"), True),
            Expected("Cohen’s κ, voters 2 and 3", "0.86", ("voters", "kappa", "2-3"), True),
            Expected("Cohen’s κ, voters 1 and 2", "0.8520", ("voters", "kappa", "1-2")),
            Expected("Cohen’s κ, voters 1 and 3", "0.8789", ("voters", "kappa", "1-3")),
            Expected("Cohen’s κ, voters 2 and 3", "0.8617", ("voters", "kappa", "2-3")),
            Expected("Majority: tie", "105", ("voters", "majority", "0"), True),
            Expected("Majority: first response", "422", ("voters", "majority", "1"), True),
            Expected("Majority: second response", "472", ("voters", "majority", "2"), True),
        ),
    ),
    Study(
        "defacto",
        "DeFacto: 486 summaries of news, corrected by people",
        "dolomites",
        (("defacto_corrections.jsonl", "corrections"),),
        (
            Expected("Corrections", "486", ("edits", "corrections", "n")),
            Expected("Summaries without a change", "147", ("edits", "corrections", "unchanged")),
            Expected("Word edit distance, total", "1996", ("edits", "word_edit_distance", "total")),
        ),
    ),
)


def recompute(study: Study, data: Path) -> list[float]:
    """Return the recomputed figures of a study, in a temporary project."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PROOFDESK_HOME": str(Path(folder, "home"))}
        for arguments in study.commands(str(data), str(Path(folder, study.key))):
            run = subprocess.run(
                [sys.executable, "-m", "desktop_app", *arguments],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                encoding="utf-8",
            )
            if run.returncode:
                raise SystemExit(f"{' '.join(arguments)}:\n{run.stderr.strip()}")
    found = json.loads(run.stdout)
    return [_value_at(found, figure.path) for figure in study.figures]


def _value_at(found: Any, path: Sequence[str | int]) -> float:
    for name in path:
        found = found[name]
    return float(found)


def page(values: Sequence[Sequence[float]]) -> str:
    """Return the document; `values`: the recomputed figures of each study."""
    lines = [
        "# Which published figures does Proofdesk reproduce?",
        "",
        "`python -m tools.reproduced DATA` writes this page; do not edit it. A test compares it "
        "where the data is at hand. The data sets are public, but not part of Proofdesk.",
        "",
        "*Published* values are from the authors of the data. *Reference* values came with "
        "the converted data, to check it with; they need not be in print. Recomputed values are "
        "rounded to the same number of decimals.",
        "",
        "The figures printed in the papers on riSum, CnR, DOLOMITES and KIWI are not here, because "
        "their annotations are not among the data sets. Those of the paper on DeFacto are not, "
        "either: its tables rate models trained on all of its data, of which this is a part.",
        "",
        "Also not here, or only as *reference*:",
        "",
        "- τ-b, Pearson’s r and AUC of automatic methods on Newsroom: the data has neither ratings "
        "by the methods of its paper nor the names of its systems, and no Yes/No question, which "
        "AUC needs.",
        "- The totals and outcomes of the Vicuna evaluation are computed from its published "
        "scores; the printed totals are in its authors’ blog post, which was not at hand to compare"
        " with.",
        "- Table 3 and figure 8 of DOLOMITES (scores such as BLEURT beside people’s preferences) "
        "and table 1 of CnR (people and judge side by side): no data set here has scores or "
        "judgements of pairs that people compared, too. PandaLM has votes without a judge, Vicuna "
        "a judge without votes. Tests import such rows and compare the tables with values computed "
        "by hand.",
    ]
    for study, found in zip(STUDIES, values, strict=True):
        lines += ["", f"## {study.title}", "", "```sh"]
        lines += [f"proofdesk {' '.join(words)}" for words in study.commands("DATA", study.key)]
        lines += ["```", "", "| figure | source | expected | recomputed |"]
        lines += ["|---|---|---:|---:|"]
        lines += [
            f"| {one.title} | {'published' if one.is_published else 'reference'} | {one.value} "
            f"| {value:.{one.digits}f} |"
            for one, value in zip(study.figures, found, strict=True)
        ]
    return "\n".join(lines) + "\n"


def differences(values: Sequence[Sequence[float]]) -> list[str]:
    """Return the figures whose recomputed value differs from the expected one."""
    return [
        f"{study.key}: {one.title}: expected {one.value}, recomputed {value}"
        for study, found in zip(STUDIES, values, strict=True)
        for one, value in zip(study.figures, found, strict=True)
        if f"{value:.{one.digits}f}" != one.value
    ]


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    values = [recompute(study, Path(sys.argv[1]).resolve()) for study in STUDIES]
    PAGE.write_text(page(values), encoding="utf-8", newline="\n")
    wrong = differences(values)
    print("\n".join(wrong) or f"Every figure is as expected: {PAGE.relative_to(ROOT)}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
