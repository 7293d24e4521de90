"""Run all measurements and print one table: `python -m benchmarks [--quick] [NAME …]`."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import tempfile

from benchmarks.table import show

MODULES = (
    "bench_save",
    "bench_open",
    "bench_merge",
    "bench_agreement",
    "bench_matching",
    "bench_retrieval",
    "bench_items",
    "bench_panel",
    "bench_diff_editor",
    "bench_typing_post_edit",
    "bench_streaming",
    "bench_start",
    "bench_cli",
    "bench_frozen",
)


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    names = [module.removeprefix("bench_") for module in MODULES]
    found = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure Proofdesk and compare with the targets. Exit status: 0 all targets "
        "met, 1 one missed, 2 wrong usage.",
    )
    found.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"measure only these (default: all): {', '.join(names)}",
    )
    found.add_argument("--quick", action="store_true", help="fewer and smaller runs")
    return found


def main(words: list[str]) -> int:
    """Measure everything, or what is named; returns 1 when a target was missed."""
    reader = parser()
    options = reader.parse_args(words)
    named, quick = options.names, options.quick
    # Not `choices`: argparse checks the empty default of `nargs="*"` against them and refuses it.
    for name in named:
        if f"bench_{name}" not in MODULES:
            reader.error(f"no measurement is called “{name}”")
    rows = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["PROOFDESK_HOME"] = home
        for module in MODULES:
            if named and module.removeprefix("bench_") not in named:
                continue
            print(f"measuring {module} …", file=sys.stderr)
            rows += importlib.import_module(f"benchmarks.{module}").run(quick)
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores")
    print(show(rows))
    return 1 if any(row.ok is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
