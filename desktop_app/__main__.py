"""One door: the command line (and, from the version that has one, the window)."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run Proofdesk and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] in (["--version"], ["-V"]):
        from desktop_app.version import __version__

        print(f"proofdesk {__version__}")
        return 0
    if words[:1] == ["status"]:
        from desktop_app.cli.standing import plain_status, say_status

        folder = plain_status(words)
        if folder is not None:
            return say_status(folder, as_json="--json" in words)
    from desktop_app.cli.app import run

    return run(words)


if __name__ == "__main__":
    sys.exit(main())
