"""The software bill of materials of the frozen program, in the format CycloneDX 1.6.

It lists what is in the program, not what is installed where it was built.
"""

from __future__ import annotations

import json
import platform
import uuid
from collections.abc import Sequence
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote

Component = dict[str, Any]


def write(file: Path, version: str, components: Sequence[Component]) -> None:
    """Write the bill of materials; the same components always give the same bytes.

    `version`: version of the program
    """
    main: Component = {
        "type": "application",
        "bom-ref": "proofdesk",
        "name": "proofdesk",
        "version": version,
        "licenses": [{"license": {"id": "Apache-2.0"}}],
    }
    ordered = sorted(components, key=lambda one: str(one["bom-ref"]))
    content = {
        "metadata": {"component": main},
        "components": ordered,
        "dependencies": [{"ref": "proofdesk", "dependsOn": [one["bom-ref"] for one in ordered]}],
    }
    # No time and no random number, so that two builds can be compared.
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    bill = {**head, "serialNumber": serial.urn, **content}
    file.write_text(json.dumps(bill, indent=1, ensure_ascii=False) + "\n", "utf-8")


def python_component() -> Component:
    """Return Python itself."""
    version = platform.python_version()
    return _component("application", f"pkg:generic/python@{version}", "Python", version, "PSF-2.0")


def package_component(one: Distribution) -> Component:
    """Return an installed Python package."""
    name = one.name.lower().replace("_", "-")
    reference = f"pkg:pypi/{name}@{quote(one.version)}"
    return _component("library", reference, one.name, one.version, licence_of(one))


def system_component(name: str, version: str) -> Component:
    """Return a package of the system whose libraries are in the program."""
    system = platform.freedesktop_os_release()["ID"]
    reference = f"pkg:deb/{system}/{name}@{quote(version)}"
    return _component("library", reference, name, version, f"see licenses/system/{name}.txt")


def generic_component(name: str, version: str, licence: str, inside: Distribution) -> Component:
    """Return a library that is part of a Python package.

    `inside`: the package
    """
    reference = f"pkg:generic/{name}@{quote(version)}"
    return {
        **_component("library", reference, name, version, licence),
        "description": f"part of {inside.name} {inside.version}",
    }


def _component(kind: str, reference: str, name: str, version: str, licence: str) -> Component:
    return {
        "type": kind,
        "bom-ref": reference,
        "name": name,
        "version": version,
        "purl": reference,
        "licenses": [{"license": {"name": licence}}],
    }


def licence_of(one: Distribution) -> str:
    """Return the licence in a package's metadata: its expression, else its classifiers or text."""
    names = one.metadata.get_all("Classifier") or []
    classified = ", ".join(n.rpartition(" :: ")[2] for n in names if n.startswith("License"))
    licence: str
    for licence in (
        *(one.metadata.get_all("License-Expression") or []),
        classified,
        *(one.metadata.get_all("License") or []),
    ):
        if licence:
            return licence.partition("\n")[0]
    return "see its text"
