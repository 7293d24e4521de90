"""Projects that are made once in each process, and copied for the tests that use them."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from desktop_app.files import user_data_dir

_made: dict[str, tuple[Path, str]] = {}


@cache
def _place() -> Path:
    place = tempfile.mkdtemp(prefix="proofdesk-templates-")
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return Path(place)


def copy_or_make(folder: Path, name: str, make: Callable[[Path], object]) -> None:
    """Fill a folder with what `make` writes to a folder, and the home folder with its keys.

    `make` is called for the first test with this name; all tests get copies. It is called again if
    the home folder has keys already, or if one test needs two projects of this name: the projects
    of a test have identities of their own.

    Not for a lead's project with bundles: it records where they are, which is not in the copy.
    """
    keys = user_data_dir() / "keys"
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    template, last = _made.get(name, (None, ""))
    if keys.exists() or last == test:
        make(folder)
        return
    if template is None:
        template = Path(tempfile.mkdtemp(dir=_place()))  # `make` may use templates as well.
        make(template / "folder")
        shutil.copytree(keys, template / "keys")
    else:
        shutil.copytree(template / "keys", keys)
    shutil.copytree(template / "folder", folder, dirs_exist_ok=True)
    _made[name] = template, test
