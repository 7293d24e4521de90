"""Tests of allowed addresses: misleading addresses, and hosts whose names resolve to private
addresses.
"""

from __future__ import annotations

import pytest

from desktop_app.core.errors import InputError
from desktop_app.web.addresses import (
    addresses_for,
    domain_of,
    host_of,
    is_public,
    is_under,
    parsed,
    shown,
)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/a",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "//example.org/a",
        "example.org",
        "http://",
        "http:///a",
        "http://user:secret@example.org/",
        "http://user@example.org/",
        "http://example.org\\@evil.example/",
        "http://example.org\n.evil.example/",
        "http://example.org /",
        "http://exam\u202eple.org/",
        "http://example.org:99999/",
        "http://example.org:x/",
        "http://[::1",
        "http://" + "a" * 3000 + ".org/",
        "",
    ],
)
def test_what_is_no_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(InputError):
        parsed(url)


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("example.org", "example.org"),
        (" https://www.Example.org/list?a=b#c ", "example.org"),
        ("www.example.org.", "example.org"),
        ("sub.example.org:8080", "sub.example.org"),
        ("müller.example", "xn--mller-kva.example"),
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "localhost"),
        ("com", None),
        ("", None),
        ("two words", None),
        (".", None),
        ("ftp://example.org", None),
        ("-x.example", None),
        ("a" * 64 + ".org", None),
        ("a." * 200 + "org", None),
    ],
)
def test_domains_are_told_from_what_names_none(text: str, domain: str | None) -> None:
    assert domain_of(text) == domain


@pytest.mark.parametrize(
    ("host", "trusted"),
    [
        ("example.org", True),
        ("a.b.example.org", True),
        ("notexample.org", False),
        ("example.org.evil.example", False),
        ("example.com", False),
        ("127.0.0.1", True),
        ("1.127.0.0.1", False),
    ],
)
def test_a_domain_is_trusted_with_what_is_below_it(host: str, trusted: bool) -> None:
    assert is_under(host, ["example.org", "127.0.0.1"]) == trusted


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("2002:7f00:1::", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("64:ff9b:1::7f00:1", False),
        ("::127.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("fec0::1", False),
        ("2001:4860:4860::8888", True),
        ("ff02::1", False),
        ("nonsense", False),
    ],
)
def test_addresses_of_this_computer_and_network_are_known(address: str, public: bool) -> None:
    assert is_public(address) == public


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "0x7f000001", "2130706433", "127.1", "[::ffff:7f00:1]"],
)
def test_no_spelling_of_this_computer_gets_through(host: str) -> None:
    try:
        url = parsed(f"http://{host}/")
    except InputError:
        return  # not even an address
    with pytest.raises(InputError, match=r"this computer|not found"):
        addresses_for(url, allow_private=False)


def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    def resolve(host: str, port: int) -> list[str]:
        return ["93.184.216.34", "10.0.0.1"]

    url = parsed("https://example.org/")
    with pytest.raises(InputError, match="this computer or its network"):
        addresses_for(url, allow_private=False, resolve=resolve)
    assert addresses_for(url, allow_private=True, resolve=resolve) == ["93.184.216.34", "10.0.0.1"]


def test_a_host_that_is_not_found_is_said() -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise OSError

    with pytest.raises(InputError, match="not found"):
        addresses_for(parsed("http://nowhere.example/"), allow_private=True, resolve=resolve)


def test_messages_show_addresses_without_what_a_terminal_obeys() -> None:
    assert "\x1b" not in shown("http://a/\x1b[31m\u202e")
    assert len(shown("http://a/" + "b" * 10_000)) == 200
    assert host_of(parsed("http://EXAMPLE.org.:80/")) == "example.org"
