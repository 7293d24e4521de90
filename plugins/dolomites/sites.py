"""Names of websites, as models and people write them."""

from __future__ import annotations

import re

from desktop_app.core.messages import msg

# Maximum length of a host name in the DNS, in characters.
_LONGEST_HOST = 253
_SCHEME = re.compile(r"\A[a-z][a-z0-9+.-]{0,20}://", re.IGNORECASE)
_LABEL = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


def domain_name(text: str) -> str:
    """Return the host name in a text that names a site, in lower case and ASCII (IDNA).

    A scheme, a user, a port, a path, “www.”, a final dot, and a leading “*.” or “.” are removed.
    Raises ValueError if the rest has fewer than two parts, and for an IP address.
    """
    host = text.strip().strip("<>`'\"“”")
    host = _SCHEME.sub("", host).removeprefix("//")
    # The path is removed before the user, because it may contain an “@”.
    for mark in "/?#\\":
        host = host.partition(mark)[0]
    host = host.rpartition("@")[2].partition(":")[0].strip().rstrip(".")
    host = host.removeprefix("*").removeprefix(".").casefold().removeprefix("www.")
    # Encoding takes quadratic time, so texts that are too long are rejected before.
    if len(host) <= _LONGEST_HOST and not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            host = ""
    labels = host.split(".")
    if (
        len(host) > _LONGEST_HOST
        or len(labels) < 2
        or not all(_LABEL.fullmatch(label) for label in labels)
        # No top-level domain is a number, so this is an IP address.
        or labels[-1].isdigit()
    ):
        raise ValueError(msg("is not the name of a site, such as “example.org”"))
    return host
