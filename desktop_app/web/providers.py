"""Searching the web: what a provider of searches is, and the one that asks a search server.

Others add providers by an entry point of the group `proofdesk.search`: a callable that takes the
lead's settings, {name: value}, and returns an object with the method of `SearchProvider`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Protocol

from desktop_app.core.errors import InputError
from desktop_app.core.messages import msg
from desktop_app.web import addresses
from desktop_app.web.fetching import JSON, JSON_BYTES, Fetcher
from desktop_app.web.waiting import Stopping

DOMAINS_AT_ONCE = 8  # in one search: servers shorten what is longer
_LONGEST_QUERY = 400  # characters
_MOST_HITS = 200  # of one answer that are looked at


@dataclass(frozen=True)
class Hit:
    """What a search found.

    url   of the page; of what is not a page of the web, any name
    text  the document itself, from providers that have it available: no page is fetched then
    """

    title: str
    url: str
    snippet: str = ""
    text: str | None = None


class SearchProvider(Protocol):
    """Searches for documents. Called for one query after another, never for two at once.

    One with an attribute `offline` that is true has its documents available: it is asked without
    domains, and its hits must have texts.
    """

    def search(self, query: str, domains: Sequence[str], count: int) -> Sequence[Hit]:
        """Return at most `count` hits, the best first, of these domains alone.

        Without domains, from anywhere. Raises InputError for a search that did not work; the
        others continue.
        """
        ...


MakeProvider = Callable[[Mapping[str, str]], SearchProvider]


class JsonSearch:
    """Asks a search server for JSON as SearXNG gives it: `ADDRESS?q=…&format=json`.

    The answer is {"results": [{"title", "url", "content"}]}; `items` and `web.results`, `link`,
    `snippet` and `description` are understood as well. The domains go into the query (`site:`), a
    few at a time. No redirect is followed, so no key can go astray.

    endpoint  the address, which the lead named: it may be on this computer
    headers   of every request; the key is in one of them
    """

    def __init__(
        self,
        endpoint: str,
        stop: Stopping,
        *,
        headers: Mapping[str, str] | None = None,
        seconds: float = 30.0,
        pause: float = 1.0,
    ) -> None:
        self._endpoint = addresses.parsed(endpoint)
        self._headers = {**(headers or {}), "Accept": "application/json"}
        self._stop = stop
        self._fetcher = Fetcher(allow_private=True, seconds=seconds, pause=pause)

    def search(self, query: str, domains: Sequence[str], count: int) -> list[Hit]:
        groups = [
            domains[start : start + DOMAINS_AT_ONCE]
            for start in range(0, len(domains), DOMAINS_AT_ONCE)
        ]
        answers = [self._ask(worded(query, group)) for group in groups or [()]]
        found: dict[str, Hit] = {}
        for hit in (one for row in zip_longest(*answers) for one in row if one is not None):
            found.setdefault(hit.url, hit)
        return list(found.values())[:count]

    def _ask(self, words: str) -> list[Hit]:
        url = self._endpoint.copy_merge_params({"q": words, "format": "json"})
        host = addresses.host_of(url)
        try:
            page = self._fetcher.fetch(
                str(url),
                lambda name: name == host,
                self._stop,
                kinds=JSON,
                most=JSON_BYTES,
                headers=self._headers,
            )
        except InputError as error:
            # Not the whole address: some servers want their key in it.
            raise InputError(error.reason, file=host, hint=error.hint) from None
        try:
            data = json.loads(page.data)
        except (ValueError, RecursionError):
            raise InputError(msg("the search server did not answer with JSON"), file=host) from None
        return list(_hits(data))


def worded(query: str, domains: Sequence[str]) -> str:
    """Return a query restricted to domains, as search servers understand it."""
    words = " ".join(query.split())[:_LONGEST_QUERY]
    sites = " OR ".join(f"site:{domain}" for domain in domains)
    if len(domains) > 1:
        sites = f"({sites})"
    return f"{words} {sites}".strip()


def _hits(data: Any) -> Iterator[Hit]:
    results = None
    if isinstance(data, dict):
        web = data.get("web")
        results = data.get("results", data.get("items"))
        if results is None and isinstance(web, dict):
            results = web.get("results")
    if not isinstance(results, list):
        raise InputError(msg("the search server did not answer with a list of results"))
    for one in results[:_MOST_HITS]:
        if not isinstance(one, dict):
            continue
        url = _word(one, "url", "link")
        if url:
            snippet = _word(one, "content", "snippet", "description")
            yield Hit(_word(one, "title"), url, snippet)


def _word(result: Mapping[str, Any], *names: str) -> str:
    for name in names:
        value = result.get(name)
        if isinstance(value, str) and value:
            return value[:4_000]
    return ""
