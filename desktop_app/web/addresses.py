"""Filter of web addresses that may be requested; redirects are checked as well.

An address is read by one parser, the one that also sends the request: where two disagree on what
the host is, a check is worth nothing.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable, Sequence

import httpx2

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

LONGEST_URL = 2_000  # characters
_LONGEST_HOST = 253
_ODD = re.compile(r"[\x00-\x20\x7f-\xa0\\\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]


def shown(url: str) -> str:
    """Return an address for a message: short, and without what a terminal or a page could obey."""
    text = _ODD.sub("�", url[: LONGEST_URL + 1])
    return text if len(text) <= 200 else text[:199] + "…"


def parsed(url: str) -> httpx2.URL:
    """Return an address of the web in its parts. Raises InputError for anything else."""
    if len(url) > LONGEST_URL or _ODD.search(url):
        raise InputError(msg("is not a web address"), file=shown(url))
    try:
        found = httpx2.URL(url)
        host, port = found.host, found.port
    except (httpx2.InvalidURL, ValueError, UnicodeError):
        raise InputError(msg("is not a web address"), file=shown(url)) from None
    if found.scheme not in ("http", "https") or not host:
        raise InputError(msg("is not a web address (http, https)"), file=shown(url))
    if found.userinfo:
        raise InputError(msg("holds a user name or a password"), file=shown(url))
    if port is not None and not 0 < port < 65536:
        raise InputError(msg("names a port that cannot be"), file=shown(url))
    return found.copy_with(fragment=None)


def host_of(url: httpx2.URL) -> str:
    """Return the host of an address as it is compared: lower case, in ASCII, no dot at its end."""
    return url.raw_host.decode("ascii").lower().rstrip(".").strip("[]")


def domain_of(text: str) -> str | None:
    """Return the domain that a text names, as a domain or as an address; None for no domain.

    “https://www.example.org/list” is `example.org`: what is trusted is trusted with and without
    www. A name without a dot is none, since it could stand for half of the web (“com”), except
    `localhost`.
    """
    text = text.strip().lower()
    if not text or len(text) > LONGEST_URL:
        return None
    try:
        host = host_of(parsed(text if "://" in text else f"http://{text}"))
    except InputError:
        return None
    if _ip(host) is not None or host == "localhost":
        return host
    host = host.removeprefix("www.")
    labels = host.split(".")
    if len(host) > _LONGEST_HOST or len(labels) < 2 or not all(map(_LABEL.fullmatch, labels)):
        return None
    return host


def domains_of(texts: Iterable[str]) -> list[str]:
    """Return the domains that some texts name, each once; what names none is left out."""
    found = (domain_of(text) for text in texts)
    return list(dict.fromkeys(one for one in found if one is not None))


def is_under(host: str, domains: Iterable[str]) -> bool:
    """Return whether a host is one of the domains, or below one of them."""
    if _ip(host) is not None:
        return host in domains
    return any(host == one or host.endswith(f".{one}") for one in domains if _ip(one) is None)


def is_public(address: str) -> bool:
    """Return whether a numeric address is one of the public internet, not of this computer, this
    network or any other special purpose."""
    ip = _ip(address.partition("%")[0])
    return ip is not None and all(map(_is_given_out, _meant(ip)))


def _is_given_out(ip: IpAddress) -> bool:
    if isinstance(ip, ipaddress.IPv6Address) and ip not in _GIVEN_OUT:
        return False
    return ip.is_global and not ip.is_multicast


def _meant(ip: IpAddress) -> list[IpAddress]:
    """Return an address and those that it wraps: IPv6 can carry IPv4 in several ways."""
    if isinstance(ip, ipaddress.IPv4Address):
        return [ip]
    if ip.ipv4_mapped is not None:
        return [ip.ipv4_mapped]
    if ip in _NAT64:
        return [ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)]
    wrapped = [ip.sixtofour, *(ip.teredo or ())]
    return [ip, *(one for one in wrapped if one is not None)]


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# All of IPv6 that the internet uses (IANA's registry). What is outside may lead into a network of
# one's own, such as 64:ff9b:1::/48 (RFC 8215) and ::/96, and Python calls some of that global.
_GIVEN_OUT = ipaddress.ip_network("2000::/3")


def _ip(host: str) -> IpAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def resolved(host: str, port: int) -> list[str]:
    """Return the numeric addresses of a host, as the system has them. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def addresses_for(
    url: httpx2.URL, *, allow_private: bool, resolve: Resolve | None = None
) -> list[str]:
    """Return the numeric addresses to send a request to.

    They are looked up once, judged, and used as they are: a name that means something else a
    moment later leads nowhere. Raises InputError for a host that is not found, and, unless
    `allow_private`, for one that is, even among others, an address of this computer or network.
    """
    host = host_of(url)
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        # A host such as 0x7f.1 is an address to some systems, and a name to no parser of ours.
        found = list((resolve or resolved)(host, port))
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise InputError(msg("the host was not found"), file=shown(str(url)))
    if not allow_private and not all(map(is_public, found)):
        raise InputError(
            msg("is an address of this computer or its network"),
            file=shown(str(url)),
            hint=msg("If you mean it, say so: --allow-private."),
        )
    return found


def is_numeric(host: str) -> bool:
    """Return whether a host is an address in numbers."""
    return _ip(host) is not None
