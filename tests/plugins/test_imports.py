"""Tests that each module of a plugin can be imported first, because the first one depends on the
verb.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.command import CHECKOUT

MODULES = sorted(
    ".".join(file.relative_to(CHECKOUT).with_suffix("").parts)
    for file in (CHECKOUT / "plugins").rglob("*.py")
    if "panel" not in str(file.relative_to(CHECKOUT)) and file.name != "__init__.py"
)

ALONE = """
import importlib, os, sys
wrong = []
for name in sys.argv[1:]:  # what plugins import does not import them: it need not be read anew
    importlib.import_module(name)
for name in [name for name in sys.modules if name.partition(".")[0] == "plugins"]:
    del sys.modules[name]
for name in sys.argv[1:]:
    child = os.fork()  # no module of a plugin that another one imported is there
    if child == 0:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(f"{name}: {error!r}", flush=True)
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    wrong += [name] if status else []
sys.exit(bool(wrong))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_every_module_can_be_the_first() -> None:
    said = subprocess.run(
        [sys.executable, "-c", ALONE, *MODULES],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout) == (0, "")
