"""Validation of web addresses, including redirects, before they are requested.

An address is parsed by the same library that sends the request. If two parsers disagreed about the
host, a check by one of them would be worthless.
"""

from __future__ import annotations

import ipaddress
import queue
import re
import socket
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

import httpx2

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg

# Waiting with a time limit and a stop signal, for calls that may never return.


Result = TypeVar("Result")
# Seconds between checks of the stop signal.
_LOOK = 0.05


class Stopping(Protocol):
    """A stop signal, such as `threading.Event`."""

    def is_set(self) -> bool: ...

    def wait(self, seconds: float) -> bool: ...


class StoppedError(Exception):
    """The stop signal was set."""


class TooLateError(Exception):
    """The time limit was reached."""


def bounded(call: Callable[[], Result], seconds: float, stop: Stopping) -> Result:
    """Return what a call returns, or raise what it raises, within a time limit.

    The call runs in its own thread, which is abandoned at the time limit or after a stop, whatever
    it is waiting for. Raises TooLateError at the time limit, and StoppedError after a stop.
    """
    inbox: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            inbox.put((call(), None))
        # BaseException, so that the waiting thread always gets a result. It raises the exception
        # again.
        except BaseException as error:
            inbox.put((None, error))

    ends = time.monotonic() + seconds
    # A daemon thread, so that an abandoned call does not prevent the program from exiting.
    threading.Thread(target=work, daemon=True).start()
    while True:
        try:
            value, error = inbox.get(timeout=_LOOK)
        except queue.Empty:
            if stop.is_set():
                raise StoppedError from None
            if time.monotonic() > ends:
                raise TooLateError from None
            continue
        if error is not None:
            raise error
        result: Result = value
        return result


# Maximum length of an address, in characters.
LONGEST_URL = 2_000
_LONGEST_HOST = 253
# Matches control, space, bidirectional and invisible characters, and the backslash, which some
# parsers treat as “/”. They can make an address look like another one.
_ODD = re.compile(r"[\x00-\x20\x7f-\xa0\\\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]


def shown(url: str) -> str:
    """Return an address for use in a message: short, without control or invisible characters."""
    text = _ODD.sub("�", url[: LONGEST_URL + 1])
    return text if len(text) <= 200 else text[:199] + "…"


def parsed(url: str) -> httpx2.URL:
    """Return a parsed web address without its fragment. Raises InputError if it is invalid."""
    if len(url) > LONGEST_URL or _ODD.search(url):
        raise InputError(msg("is not a web address"), file=shown(url))
    try:
        result = httpx2.URL(url)
        host, port = result.host, result.port
    except (httpx2.InvalidURL, ValueError, UnicodeError):
        raise InputError(msg("is not a web address"), file=shown(url)) from None
    if result.scheme not in ("http", "https") or not host:
        raise InputError(msg("is not a web address (http, https)"), file=shown(url))
    if result.userinfo:
        raise InputError(msg("contains a user name or password"), file=shown(url))
    if port is not None and not 0 < port < 65536:
        raise InputError(msg("has an invalid port"), file=shown(url))
    return result.copy_with(fragment=None)


def host_of(url: httpx2.URL) -> str:
    """Return the host of an address, for comparisons: lower case, ASCII, no trailing dot."""
    return url.raw_host.decode("ascii").lower().rstrip(".").strip("[]")


def domain_of(text: str) -> str | None:
    """Return the domain that `text`, a domain or an address, names; None if there is none.

    “https://www.example.org/list” gives `example.org`. A leading “www.” is dropped, so that a
    domain is trusted with and without it. A name without a dot is rejected, because it could be a
    large part of the web (“com”); `localhost` is the exception. A numeric address is returned
    unchanged.
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
    """Return the domains in some texts, without duplicates. Invalid texts are ignored."""
    result = (domain_of(text) for text in texts)
    return list(dict.fromkeys(one for one in result if one is not None))


def is_under(host: str, domains: Iterable[str]) -> bool:
    """Return whether a host is one of the domains, or a subdomain of one."""
    # Numeric addresses have no subdomains: “1.0.0.1” is not a subdomain of “0.0.1”.
    if _ip(host) is not None:
        return host in domains
    return any(host == one or host.endswith(f".{one}") for one in domains if _ip(one) is None)


def is_public(address: str) -> bool:
    """Return whether a numeric address belongs to the public internet.

    Addresses of this computer, of its network and in special-purpose ranges do not.
    """
    # Cut off the zone of an IPv6 address (“%eth0”).
    ip = _ip(address.partition("%")[0])
    return ip is not None and all(map(_is_given_out, _meant(ip)))


def _is_given_out(ip: IpAddress) -> bool:
    """Return whether an address is in a range that is in public use."""
    if isinstance(ip, ipaddress.IPv6Address) and ip not in _GIVEN_OUT:
        return False
    return ip.is_global and not ip.is_multicast


def _meant(ip: IpAddress) -> list[IpAddress]:
    """Return an address and those embedded in it: IPv6 can embed IPv4 in several ways."""
    if isinstance(ip, ipaddress.IPv4Address):
        return [ip]
    if ip.ipv4_mapped is not None:
        return [ip.ipv4_mapped]
    if ip in _NAT64:
        return [ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)]
    wrapped = [ip.sixtofour, *(ip.teredo or ())]
    return [ip, *(one for one in wrapped if one is not None)]


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# The range of all IPv6 addresses in public use (IANA's registry). Other addresses may lead into a
# private network, such as 64:ff9b:1::/48 (RFC 8215) and ::/96, and Python considers some of them
# global.
_GIVEN_OUT = ipaddress.ip_network("2000::/3")


def _ip(host: str) -> IpAddress | None:
    """Return a numeric address; None if the host is a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def resolved(host: str, port: int) -> list[str]:
    """Return the numeric addresses of a host from the system's resolver. Raises OSError."""
    result = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in result))


def addresses_for(
    url: httpx2.URL, *, allow_private: bool, resolve: Resolve | None = None
) -> list[str]:
    """Return the numeric addresses to which a request may be sent.

    They are resolved once, checked, and used for the connection, so a name that resolves
    differently a moment later (DNS rebinding) has no effect.

    `allow_private`: whether addresses of this computer and its network are allowed

    Raises InputError if the host is not found, or if any of its addresses is not allowed.
    """
    host = host_of(url)
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        # Some systems treat a host such as 0x7f.1 as an address, although our parser treats it as a
        # name. Therefore the resolved addresses are checked, not the host.
        result = list((resolve or resolved)(host, port))
    except (OSError, UnicodeError):
        result = []
    if not result:
        raise InputError(msg("the host was not found"), file=shown(str(url)))
    if not allow_private and not all(map(is_public, result)):
        raise InputError(
            msg("is an address of this computer or its network"),
            file=shown(str(url)),
            hint=msg("If this is intended, add --allow-private."),
        )
    return result


def is_numeric(host: str) -> bool:
    """Return whether a host is a numeric address."""
    return _ip(host) is not None
