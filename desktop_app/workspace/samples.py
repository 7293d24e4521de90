"""The sample project, made from content that comes with the program."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from importlib.resources import as_file
from pathlib import Path
from typing import Any

from desktop_app import files
from desktop_app.core.errors import UsageError
from desktop_app.core.merging import body_of
from desktop_app.core.messages import msg
from desktop_app.plugin_loader import load_protocol
from desktop_app.workspace.assigning import assign
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.decisions import list_conflicts
from desktop_app.workspace.exchange import join, merge
from desktop_app.workspace.folder import make_folder
from desktop_app.workspace.importing import import_file
from desktop_app.workspace.materials import give
from desktop_app.workspace.packing import pack
from desktop_app.workspace.work import annotate_file
from desktop_app.workspace.workspace import Workspace

TITLE = msg("Sample project")
_SEED = 7
# Protocols with several stages come last, because others are easier to start with.
_AFTER_OTHERS = ("cnr", "dolomites", "kiwi")
# The files that a sample may have, in the order of import: `_FIRST` before the work, `_LATER` for
# rows about merged answers. The lead's own texts are in the folder “project”, as in a workspace.
# “assign.jsonl” has the stages at which items are assigned, with the overlap; without this file,
# items of the first stage are assigned to everybody.
_FIRST = (
    ("form", ".yaml"),
    ("people", ".jsonl"),
    ("models", ".jsonl"),
    ("items", ".jsonl"),
    ("instruction_sets", ".jsonl"),
    ("instruction_votes", ".jsonl"),
    ("initials", ".jsonl"),
    ("preferences", ".jsonl"),
    ("sessions", ".jsonl"),
    ("background", ".jsonl"),
    ("critiques", ".jsonl"),
    ("tasks", ".jsonl"),
    ("calls", ".jsonl"),
    ("validations", ".jsonl"),
    ("examples", ".jsonl"),
    ("corrections", ".jsonl"),
    ("outputs", ".jsonl"),
    ("label_pairs", ".jsonl"),
)
_LATER = (
    ("reviews", ".jsonl"),
    ("pairs", ".jsonl"),
    ("judgements", ".jsonl"),
    ("post_edits", ".jsonl"),
    ("verdicts", ".jsonl"),
    ("scores", ".jsonl"),
    ("second_ratings", ".jsonl"),
    ("labels", ".jsonl"),
    ("predictions", ".jsonl"),
)


def protocols_with_samples() -> list[str]:
    """Return the keys of the protocols that have a sample, sorted."""
    return sorted(entry.name for entry in files.resource("samples").iterdir() if entry.is_dir())


def make_demo(folder: Path, protocols: Sequence[str] = ()) -> dict[str, Any]:
    """Create the sample project in a new folder; return a summary.

    `protocols`: empty: all protocols with a sample and a page in the window

    The steps are those of a real project: import, assign, pack, join, annotate, merge. The last
    annotator's results are not merged but left in the folder `bundles`, for the user to merge, if
    they contain answers.
    Raises UsageError for a protocol without a sample, and for a folder that is not empty.
    """
    known = protocols_with_samples()
    shown = [key for key in known if load_protocol(key, {}).stages[0].panel]
    chosen = list(protocols) or sorted(shown, key=lambda key: (key in _AFTER_OTHERS, key))
    missing = [key for key in chosen if key not in known]
    if missing:
        raise UsageError(
            msg("there is no sample for “{missing}”", missing=missing[0]),
            hint=msg("Available for: {known}.", known=", ".join(known)),
        )
    bundles = folder / "bundles"
    with (
        Workspace.create(folder, title=TITLE, protocols=chosen) as workspace,
        tempfile.TemporaryDirectory(prefix="proofdesk-demo-", dir=folder) as scratch,
    ):
        make_folder(bundles, workspace.store)
        roster: set[str] = set()
        # `as_file` extracts the samples if the program is a single file.
        with ExitStack() as open_samples:
            samples = {
                key: open_samples.enter_context(as_file(files.resource(f"samples/{key}")))
                for key in chosen
            }
            for key, sample in samples.items():
                roster.update(_prepare(workspace, key, sample))
            items = {key: _items(workspace, key) for key in samples}
            work = {person: bundles / f"{person}.proofdesk" for person in sorted(roster)}
            results = {person: bundles / f"results-{person}.proofdesk" for person in work}
            answered: set[str] = set()
            for person, bundle in work.items():
                pack(workspace, bundle, recipient=person)
                joined, _ = join(bundle, Path(scratch) / person)
                with joined:
                    for key, sample in samples.items():
                        named = items[key]
                        mine = Path(scratch) / f"{key}-{person}.jsonl"
                        for stage, file in _answers(sample):
                            own = _answers_of(file, person, named)
                            if not own:
                                continue
                            mine.write_text(own, "utf-8")
                            annotate_file(joined, str(mine), protocol=key, stage=stage)
                            answered.add(person)
                    pack(joined, results[person])
        # The last results are left for the user to merge. Empty ones would do nothing.
        people = sorted(results)
        merged = [one for one in people if one != people[-1] or one not in answered]
        merge(workspace, [results.pop(person) for person in merged])
        for person in merged:
            (bundles / f"results-{person}.proofdesk").unlink()
            work[person].unlink()
        with ExitStack() as open_samples:
            for key in chosen:
                sample = open_samples.enter_context(as_file(files.resource(f"samples/{key}")))
                _import_all(workspace, key, sample, _LATER)
        for person in merged:
            # Packed again with the merged answers, so that joining with it does not ask again.
            pack(workspace, work[person], recipient=person)
        return {
            "folder": str(folder),
            "title": TITLE,
            "protocols": chosen,
            "items": sum(1 for _ in workspace.records.all_current("item")),
            "people": sorted(work),
            "annotations": sum(1 for _ in workspace.records.keys("annotation")),
            "conflicts": len(list_conflicts(workspace)),
            "bundles": {person: str(path) for person, path in sorted(work.items())},
            "results": {person: str(path) for person, path in results.items()},
        }


def _prepare(workspace: Workspace, protocol: str, sample: Path) -> list[str]:
    """Import one protocol's sample and assign its items; return the people."""
    own = sample / "project"
    for file in sorted(own.rglob("*.*")) if own.is_dir() else ():
        give(workspace, file.relative_to(own).as_posix(), file.read_text("utf-8"))
    _import_all(workspace, protocol, sample, _FIRST)
    people = sorted(
        record.key
        for record in workspace.records.all_current("person")
        if body_of(record).get("role") == "annotator" and not body_of(record).get("external")
    )
    for stage, overlap in _stages(sample, len(people)):
        # Everybody begins with the first item of the file, which shows what the protocol is about.
        # The order of the others is random.
        first = _first_items(workspace, protocol)
        for keys in [first, None] if stage is None and first else [None]:
            assign(
                workspace,
                protocol=protocol,
                people=people,
                stage=stage,
                overlap=overlap,
                seed=_SEED,
                item_keys=keys,
            )
    return people


def _first_items(workspace: Workspace, protocol: str) -> list[str]:
    """Return the keys of the item that was imported first, and of the others of its group."""
    bodies = {one.key: body_of(one) for one in workspace.records.all_current("item")}
    groups = {key: body["group"] for key, body in bodies.items() if body["protocol"] == protocol}
    return [key for key, group in groups.items() if group == next(iter(groups.values()))]


def _stages(sample: Path, people: int) -> list[tuple[str | None, int]]:
    """Return (stage, overlap) for each stage at which items are assigned; None: the first stage."""
    file = sample / "assign.jsonl"
    if not file.exists():
        return [(None, people)]
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [(str(row["stage"]), int(row["overlap"])) for row in rows]


def _answers(sample: Path) -> list[tuple[str | None, Path]]:
    """Return (stage, file) for each file of answers in a sample; None: the first stage."""
    first = sample / "answers.jsonl"
    result: list[tuple[str | None, Path]] = [(None, first)] if first.exists() else []
    return result + [
        (file.stem.removeprefix("answers-"), file)
        for file in sorted(sample.glob("answers-*.jsonl"))
    ]


def _import_all(
    workspace: Workspace, protocol: str, sample: Path, kinds: Sequence[tuple[str, str]]
) -> None:
    for what, suffix in kinds:
        source = sample / f"{what}{suffix}"
        if source.exists():
            import_file(workspace, str(source), protocol=protocol, what=what)


def _items(workspace: Workspace, protocol: str) -> dict[str, str]:
    """Return {name: key} of the items, with the names that a sample's files of answers use.

    These names contain models' names in place of aliases, which differ in every project.
    """
    dataset = dataset_of(workspace, protocol)
    result = {}
    for item in dataset.items:
        name = item.name
        for model, alias in dataset.aliases.items():
            name = name.replace(alias, model)
        result[name] = item.key
    return result


def _answers_of(file: Path, person: str, items: Mapping[str, str]) -> str:
    """Return one person's lines in a sample's file of answers, with keys as item names."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    own = [row for row in rows if row["annotator"] == person]
    for row in own:
        if "item" in row:
            row["item"] = items.get(row["item"], row["item"])
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in own)
