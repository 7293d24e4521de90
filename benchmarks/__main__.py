"""Run all benchmarks and print one table: `python -m benchmarks [--quick] [NAME …]`."""

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
    """Return the parser of the command line."""
    names = [module.removeprefix("bench_") for module in MODULES]
    result = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure Proofdesk and compare with the targets. Exit status: 0 all targets "
        "met, 1 one missed, 2 wrong usage.",
    )
    result.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"measure only these (default: all): {', '.join(names)}",
    )
    result.add_argument("--quick", action="store_true", help="fewer and smaller runs")
    return result


def main(words: list[str]) -> int:
    """Run the named benchmarks, or all; return 1 if a target was missed, else 0."""
    reader = parser()
    options = reader.parse_args(words)
    named, quick = options.names, options.quick
    # `choices` cannot be used: argparse would reject the empty default of `nargs="*"`.
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
