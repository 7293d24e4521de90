"""Web search: the interface of search providers, and a provider that queries a search server.

Plugins add providers by an entry point of the group `proofdesk.search`: a callable that takes the
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
from desktop_app.web.addresses import Stopping
from desktop_app.web.fetching import JSON, JSON_BYTES, Fetcher

# Maximum number of domains in one query. Servers cut longer queries.
DOMAINS_AT_ONCE = 8
# Maximum length of a query, in characters.
_LONGEST_QUERY = 400
# Only this many hits of one answer are read.
_MOST_HITS = 200


@dataclass(frozen=True)
class Hit:
    """One search result.

    `url`: address of the page; for a document that is not on the web, any name
    `snippet`: the extract that a search server shows
    `text`: the document itself, if the provider has it; no page is fetched in this case
    """

    title: str
    url: str
    snippet: str = ""
    text: str | None = None


class SearchProvider(Protocol):
    """Searches for documents. Called for one query at a time, never concurrently.

    A provider whose attribute `offline` is true has the documents itself: it is called without
    domains, and its hits must contain texts.
    """

    def search(self, query: str, domains: Sequence[str], count: int) -> Sequence[Hit]:
        """Return at most `count` hits from these domains, best first.

        Without domains, the hits may be from anywhere. Raises InputError if the search fails; other
        searches continue.
        """
        ...


MakeProvider = Callable[[Mapping[str, str]], SearchProvider]


class JsonSearch:
    """A client of search servers with SearXNG's JSON format: `ADDRESS?q=…&format=json`.

    The answer is {"results": [{"title", "url", "content"}]}. These names are accepted, too: `items`
    or `web.results` for `results`, `link` for `url`, and `snippet` or `description` for `content`.
    Domains are added to the query (`site:`), a few at a time. Redirects are not followed, so the
    key is never sent to another server.

    `endpoint`: the address that the lead entered; it may be on this computer
    `stop`: stop signal
    `headers`: sent with every request; one of them contains the key
    `seconds`: time limit of one request
    `pause`: seconds between two requests
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
        """Return at most `count` hits; see `SearchProvider.search`."""
        groups = [
            domains[start : start + DOMAINS_AT_ONCE]
            for start in range(0, len(domains), DOMAINS_AT_ONCE)
        ]
        answers = [self._ask(worded(query, group)) for group in groups or [()]]
        result: dict[str, Hit] = {}
        # The answers for the groups of domains are interleaved, so that each group contributes its
        # best hits.
        for hit in (one for row in zip_longest(*answers) for one in row if one is not None):
            result.setdefault(hit.url, hit)
        return list(result.values())[:count]

    def _ask(self, words: str) -> list[Hit]:
        """Return the hits of one request."""
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
            # Only the host is reported, because some servers expect the key in the address.
            raise InputError(error.reason, file=host, hint=error.hint) from None
        try:
            data = json.loads(page.data)
        except (ValueError, RecursionError):
            raise InputError(msg("the search server did not answer with JSON"), file=host) from None
        return list(_hits(data))


def worded(query: str, domains: Sequence[str]) -> str:
    """Return a query restricted to domains, in the syntax of search servers."""
    words = " ".join(query.split())[:_LONGEST_QUERY]
    sites = " OR ".join(f"site:{domain}" for domain in domains)
    if len(domains) > 1:
        sites = f"({sites})"
    return f"{words} {sites}".strip()


def _hits(data: Any) -> Iterator[Hit]:
    """Yield the hits in a search server's answer. Raises InputError if it is invalid."""
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
    """Return the first non-empty text in the fields with these names."""
    for name in names:
        value = result.get(name)
        if isinstance(value, str) and value:
            return value[:4_000]
    return ""
