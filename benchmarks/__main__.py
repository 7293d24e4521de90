"""Run all measurements and print one table: `python -m benchmarks [--quick] [NAME …]`."""

from __future__ import annotations

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
    "bench_panel",
    "bench_diff_editor",
    "bench_typing_post_edit",
    "bench_streaming",
    "bench_start",
    "bench_cli",
    "bench_frozen",
)


def main(words: list[str]) -> int:
    """Measure everything, or what is named; returns 1 when a target was missed."""
    quick = "--quick" in words
    named = [word for word in words if not word.startswith("-")]
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
