"""Search for documents for tasks: a provider answers queries, pages on trusted domains are saved.

Hits and the outcome for each page are saved, so that an interrupted or repeated search requests
nothing twice. A failed page or query does not stop the search.

The module is longer than most because each step saves what the next one needs to continue after an
interruption.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.core.canonical import sha256_hex
from desktop_app.core.errors import AppError, InputError, RefusedError, UsageError
from desktop_app.core.messages import msg
from desktop_app.core.protocol.base import Protocol
from desktop_app.core.protocol.data import Dataset
from desktop_app.core.protocol.rows import Draft, ImportContext
from desktop_app.workspace.dataset import dataset_of
from desktop_app.workspace.document_files import (
    Document,
    Progress,
    clean,
    one_line,
    read_places,
    text_of,
)
from desktop_app.workspace.gathering import SOURCES, gathers, require_task, source_drafts
from desktop_app.workspace.import_context import import_context
from desktop_app.workspace.workspace import Workspace

if TYPE_CHECKING:
    from desktop_app.web.addresses import Stopping
    from desktop_app.web.fetching import Fetcher
    from desktop_app.web.providers import Hit, SearchProvider

SEARCHES = "searches"
# Default number of hits of a query (section 3.3.1 of the DOLOMITES paper).
PER_QUERY = 10
# Number of pages fetched concurrently.
AT_ONCE = 4
# Maximum number of hits of a query.
MOST_HITS = 100
# Time limit for one query, which may need several requests.
_SEARCH_SECONDS = 300.0
# After this many failed searches in a row, the provider is no longer used.
_MOST_FAILURES = 5


@dataclass(frozen=True)
class Query:
    """One query to send to a search provider.

    `label`: name of the task
    `number`: number of the query within its task, counted from 1
    `words`: the text of the query
    `domains`: trusted domains; empty: all domains
    """

    task: str
    label: str
    number: int
    words: str
    domains: Sequence[str]

    @property
    def name(self) -> str:
        return msg("task {label}, query {number}", label=self.label, number=self.number)


@dataclass
class SearchReport:
    """The outcome of a search.

    `searched`: number of queries sent to the provider
    `known`: number of queries that were answered before
    `hits`: number of pages on trusted domains
    `elsewhere`: number of ignored pages on other domains
    `added`: number of new documents
    `there`: number of pages whose text was stored already
    `left`: number of queries that were not processed, because of a stop or too many failures
    `tasks`: {"task", "queries", "domains"} of each task, the last two as numbers
    """

    provider: str
    queries: int = 0
    searched: int = 0
    known: int = 0
    hits: int = 0
    elsewhere: int = 0
    added: int = 0
    there: int = 0
    left: int = 0
    dry_run: bool = False
    tasks: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return dict(vars(self))


class FolderProvider:
    """A search provider that finds documents in a folder by their words (BM25), offline."""

    offline = True

    def __init__(self, folder: Path, progress: Progress = lambda done, total: None) -> None:
        from desktop_app.text.retrieval import Bm25Index

        read = read_places([folder], progress=progress)
        self.problems = read.problems
        self._documents = read.documents
        self._index = Bm25Index([f"{one.title}\n{one.text}" for one in read.documents])

    def search(self, query: str, domains: Sequence[str], count: int) -> list[Hit]:
        from desktop_app.web.providers import Hit

        documents = [self._documents[hit.place] for hit in self._index.search(query, count)]
        return [Hit(one.title, one.source, text=one.text) for one in documents]


def queries_of(
    dataset: Dataset, tasks: Mapping[str, str], *, any_domain: bool, offline: bool
) -> tuple[list[Query], list[str]]:
    """Return the queries of tasks, and messages about tasks without queries or trusted domains.

    `tasks`: {key: label}
    `any_domain`: accept pages on all domains
    `offline`: whether the provider needs no domains, because it requests no pages
    """
    from desktop_app.web.addresses import domains_of

    queries: list[Query] = []
    problems: list[str] = []
    for task, label in tasks.items():
        words = _listed(dataset, "queries", task)
        domains = [] if offline else domains_of(_listed(dataset, "domains", task))
        if not words:
            problems.append(msg("task {label}: has no search queries yet", label=label))
        elif not (domains or any_domain or offline):
            problems.append(msg("task {label}: has no trusted domains yet", label=label))
        else:
            queries += [
                Query(task, label, number, one, () if any_domain else domains)
                for number, one in enumerate(words, start=1)
            ]
    return queries, problems


def _listed(dataset: Dataset, what: str, task: str) -> list[str]:
    """Return the values of all rows of a kind about a task, each value once."""
    rows = (row for row in dataset.rows.get(what, ()) if row.get("task") == task)
    return list(dict.fromkeys(str(one).strip() for row in rows for one in row.get(what, ())))


def _tasks(
    workspace: Workspace, dataset: Dataset, context: ImportContext, task: str | None
) -> dict[str, str]:
    """Return the tasks to search for, {key: label}: all with queries, or the named one."""
    if task is not None:
        return {str(context.find_item(task)): task}
    tasks = (str(row["task"]) for row in dataset.rows.get("queries", ()))
    labels = {key: workspace.item_name(key) for key in tasks}
    return dict(sorted(labels.items(), key=lambda one: (one[1], one[0])))


def search(
    workspace: Workspace,
    provider: SearchProvider,
    name: str,
    fetcher: Fetcher,
    stop: Stopping,
    *,
    task: str | None = None,
    protocol: str | None = None,
    per_query: int = PER_QUERY,
    any_domain: bool = False,
    fresh: bool = False,
    dry_run: bool = False,
    progress: Progress = lambda done, total: None,
) -> SearchReport:
    """Search for documents for one task, or for all tasks with queries, and save their texts.

    `name`: name of the provider, which is stored with its searches
    `per_query`: number of hits of a query, from 1 to `MOST_HITS`
    `any_domain`: accept pages on all domains, not only on the task's trusted ones
    `fresh`: send queries again that were answered before; existing pages are kept

    Each query is saved when it is done. Raises UsageError in an annotator's workspace, for an
    unknown task or an invalid `per_query`, and if no task has queries.
    """
    workspace.require_lead(msg("Searching"))
    chosen = gathers(workspace, protocol)
    context = import_context(workspace, chosen.key)
    require_task(context, task)
    if not 1 <= per_query <= MOST_HITS:
        raise UsageError(
            msg("between 1 and {most_hits} hits per query are possible", most_hits=MOST_HITS)
        )
    dataset = dataset_of(workspace, chosen.key)
    tasks = _tasks(workspace, dataset, context, task)
    if not tasks:
        raise UsageError(
            msg("no task has search queries"),
            hint=msg(
                "Run a model to draft them on the page Model runs (or: "
                "proofdesk run DIR), or import rows of queries."
            ),
        )
    offline = bool(getattr(provider, "offline", False))
    queries, problems = queries_of(dataset, tasks, any_domain=any_domain, offline=offline)
    report = SearchReport(name, len(queries), dry_run=dry_run, problems=problems)
    for key, label in tasks.items():
        mine = [one for one in queries if one.task == key]
        domains = len(mine[0].domains) if mine else 0
        report.tasks.append({"task": label, "queries": len(mine), "domains": domains})
    work = _Searching(workspace, chosen, context, dataset, provider, name, fetcher, stop, report)
    if dry_run:
        report.known = sum(work.is_done(query, fresh) for query in queries)
        return report
    for done, query in enumerate(queries):
        progress(done, len(queries))
        if stop.is_set() or work.failures >= _MOST_FAILURES:
            # `+=`, because a query that the stop interrupted is counted already.
            report.left += len(queries) - done
            break
        work.take(query, per_query, fresh)
    progress(len(queries), len(queries))
    if work.failures >= _MOST_FAILURES:
        report.notes.append(
            msg(
                "{most_failures} searches failed in a row; the others were skipped",
                most_failures=_MOST_FAILURES,
            )
        )
    return report


class _Searching:
    """One run of a search, with the stored pages and searches."""

    def __init__(
        self,
        workspace: Workspace,
        protocol: Protocol,
        context: ImportContext,
        dataset: Dataset,
        provider: SearchProvider,
        name: str,
        fetcher: Fetcher,
        stop: Stopping,
        report: SearchReport,
    ) -> None:
        self.failures = 0
        self._workspace = workspace
        self._kinds = protocol.row_kinds
        self._context = context
        self._provider = provider
        self._name = name
        self._fetcher = fetcher
        self._stop = stop
        self._report = report
        self._texts = dict(dataset.documents)
        self._offline = bool(getattr(provider, "offline", False))
        # Document keys of known pages, by address.
        self._pages = {
            str(row["source"]): str(row["document"])
            for row in dataset.rows.get(SOURCES, ())
            if str(row.get("source", "")).startswith(("http://", "https://"))
        }
        self._searches = {
            (str(row["task"]), str(row["query"]), str(row["provider"])): row.get("hits", ())
            for row in dataset.rows.get(SEARCHES, ())
        }
        for hits in self._searches.values():
            for hit in hits:
                if hit.get("document"):
                    self._pages.setdefault(str(hit["url"]), str(hit["document"]))

    def is_done(self, query: Query, fresh: bool) -> bool:
        """Return whether a query is answered and all of its pages are stored."""
        known = None if fresh else self._searches.get((query.task, query.words, self._name))
        return known is not None and all(hit.get("document") for hit in known)

    def take(self, query: Query, count: int, fresh: bool) -> None:
        """Process one query: search, fetch new pages, save."""
        from desktop_app.web.addresses import StoppedError

        known = None if fresh else self._searches.get((query.task, query.words, self._name))
        if known is not None and self._offline and not self.is_done(query, fresh):
            # An offline provider returns texts with its hits, so the search must be repeated.
            known = None
        try:
            if known is not None:
                self._report.known += 1
                hits = [_hit(one) for one in known]
            else:
                hits = self._found(query, count)
                self._report.searched += 1
            self.failures = 0
        except StoppedError:
            self._report.left += 1
            return
        except InputError as error:
            self.failures += 1
            self._report.problems.append(msg("{query}: {error}", query=query.name, error=error))
            return
        self._report.hits += len(hits)
        self._keep(query, hits, self._fetched(query, hits))

    def _found(self, query: Query, count: int) -> list[Hit]:
        """Return the hits that may be used. Raises InputError, StoppedError."""
        from desktop_app.web.addresses import StoppedError, TooLateError, bounded

        # A provider may be a third-party plugin: it may hang, or raise or return anything.
        try:
            answer = bounded(
                lambda: list(self._provider.search(query.words, list(query.domains), count)),
                _SEARCH_SECONDS,
                self._stop,
            )
        except (InputError, StoppedError):
            raise
        except AppError as error:
            raise InputError(str(error)) from None
        except TooLateError:
            raise InputError(
                msg(
                    "the search took longer than {search_seconds} seconds",
                    search_seconds=f"{_SEARCH_SECONDS:.0f}",
                )
            ) from None
        except Exception as error:
            raise InputError(
                msg("the search provider failed ({__name__})", __name__=type(error).__name__)
            ) from None
        if not all(map(_is_hit, answer)):
            raise InputError(msg("the search provider failed (TypeError)"))
        result: dict[str, Hit] = {}
        for hit in answer:
            # Checked again, because a provider may ignore the domains.
            if hit.text is None and not self._is_trusted(hit.url, query.domains):
                self._report.elsewhere += 1
            elif len(result) < count:
                result.setdefault(hit.url, hit)
        return list(result.values())

    def _is_trusted(self, url: str, domains: Sequence[str]) -> bool:
        from desktop_app.web.addresses import host_of, is_under, parsed

        try:
            host = host_of(parsed(url))
        except InputError:
            return False
        return not domains or is_under(host, domains)

    def _fetched(self, query: Query, hits: Sequence[Hit]) -> list[Document | str | None]:
        """Return for each hit its document, the reason why there is none, or None after a stop."""
        # Only fetching runs on other threads; the caller's thread saves.
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(lambda hit: self._document(hit, query.domains), hits))

    def _document(self, hit: Hit, domains: Sequence[str]) -> Document | str | None:
        from desktop_app.web.addresses import StoppedError, is_under

        known = self._pages.get(hit.url)
        if known is not None and known in self._texts:
            return Document(hit.url, one_line(hit.title) or hit.url, self._texts[known])
        if hit.text is not None:
            text, _ = clean(hit.text)
            title = one_line(hit.title) or one_line(hit.url)
            return (
                Document(one_line(hit.url, 2_000), title, text) if text else msg("contains no text")
            )
        try:
            page = self._fetcher.fetch(
                hit.url, lambda host: not domains or is_under(host, domains), self._stop
            )
            document, _ = text_of(
                page.data,
                page.kind,
                hit.url,
                charset=page.charset,
                named=hit.title,
                stop=self._stop.is_set,
            )
        except StoppedError:
            return None
        except InputError as error:
            return None if self._stop.is_set() else error.reason
        return document

    def _keep(
        self, query: Query, hits: Sequence[Hit], taken: Sequence[Document | str | None]
    ) -> None:
        """Save the documents of a query, and the outcome for each hit, in one transaction."""
        rows: list[Sequence[Draft]] = []
        listed: list[dict[str, Any]] = []
        for hit, document in zip(hits, taken, strict=True):
            fields = {"url": one_line(hit.url, 2_000), "title": one_line(hit.title) or None}
            listed.append(fields)
            if isinstance(document, Document):
                try:
                    drafts = self._drafts(document, query)
                except (RefusedError, ValueError) as error:
                    self._failed(query, fields, str(error))
                    continue
                rows.append(drafts)
                key = sha256_hex(document.text.encode())
                self._texts[key] = document.text
                self._pages[hit.url] = fields["document"] = key
            elif document is not None:
                self._failed(query, fields, document)
        search = {
            "task": query.task,
            "query": query.words,
            "provider": self._name,
            "hits": listed,
        }
        kind = self._kinds[SEARCHES]
        # So that the same query is not sent again within this run.
        self._searches[query.task, query.words, self._name] = listed
        saved = list(kind.drafts(kind.model.model_validate(search), self._context))
        self._report.problems += self._workspace.add_rows([*rows, saved], imported=True).refused

    def _drafts(self, document: Document, query: Query) -> list[Draft]:
        drafts = source_drafts(
            self._kinds[SOURCES], self._context, document, query.task, query.words
        )
        is_new = any(
            draft.kind == "data" and not self._workspace.records.heads(draft.kind, draft.key)
            for draft in drafts
        )
        self._report.added += is_new
        self._report.there += not is_new
        return drafts

    def _failed(self, query: Query, fields: dict[str, Any], reason: str) -> None:
        fields["problem"] = reason
        self._report.problems.append(f"{query.name}, {fields['url']}: {reason}")


def _is_hit(one: Any) -> bool:
    """Return whether an object from a provider has the fields of a hit."""
    texts = (getattr(one, name, None) for name in ("url", "title"))
    text = getattr(one, "text", one)
    return all(isinstance(part, str) for part in texts) and (text is None or isinstance(text, str))


def _hit(row: Mapping[str, Any]) -> Hit:
    from desktop_app.web.providers import Hit

    return Hit(str(row.get("title") or ""), str(row["url"]))


def provider_for(
    workspace: Workspace,
    stop: Stopping,
    *,
    named: str | None = None,
    endpoint: str | None = None,
    connection: str | None = None,
    key_variable: str = "",
    folder: Path | None = None,
    settings: Mapping[str, Any] | None = None,
    progress: Progress = lambda done, total: None,
) -> tuple[SearchProvider, str]:
    """Return a search provider, and the name that is stored with its searches.

    `folder`: search the documents in this folder, offline
    `endpoint`: address of a search server
    `key_variable`: environment variable with the key for `endpoint`; empty: no key is needed
    `connection`: name of a connection with the address, headers and key of a search server
    `named`: name of a plugin's provider, created with `settings`

    Raises UsageError unless exactly one of folder, endpoint, connection and named is passed, for an
    unknown name, an invalid address or a missing key, and InputError if a plugin's provider cannot
    be created.
    """
    choices = [folder, endpoint, connection, named]
    if sum(one is not None for one in choices) != 1:
        raise UsageError(
            msg("choose exactly one place to search"),
            hint=msg("Use one of --folder, --endpoint, --connection and --provider."),
        )
    if folder is not None:
        return FolderProvider(folder, progress), "folder"
    if named is not None:
        from desktop_app.plugin_loader import load_search

        make = load_search(named, workspace.settings.allowed_plugins)
        try:
            return make(dict(settings or {})), named
        except AppError:
            raise
        # Third-party code may raise anything.
        except Exception as error:
            raise InputError(
                msg("the search provider failed ({__name__})", __name__=type(error).__name__),
                file=named,
            ) from None
    return _server(workspace, stop, endpoint, connection, key_variable)


def _server(
    workspace: Workspace,
    stop: Stopping,
    endpoint: str | None,
    connection: str | None,
    key_variable: str,
) -> tuple[SearchProvider, str]:
    """Return the provider for a search server, and the host's name. Raises UsageError."""
    from desktop_app.core.connections import KEY_PLACE
    from desktop_app.llm.connecting import checked, find
    from desktop_app.llm.keys import KeyRing
    from desktop_app.web.addresses import host_of, parsed, shown
    from desktop_app.web.providers import JsonSearch

    if connection is not None:
        name, server = find(workspace.settings, connection)
        address = server.base_url
    else:
        address = endpoint or ""
        try:
            # Connections have addresses without a query, but that of a search server may have one.
            bare = str(parsed(address).copy_with(query=None))
        except InputError:
            raise UsageError(
                msg("“{address}” is not the address of a search server", address=shown(address)),
                hint=msg(
                    "Enter the full address of the search endpoint; for SearXNG it ends in /search."
                ),
            ) from None
        needs_key = bool(key_variable)
        fields = {"base_url": bare, "model": "search", "needs_key": needs_key}
        name, server = "search", checked("search", {**fields, "key_variable": key_variable})
    key = KeyRing().require(name, server)
    secret = key.reveal() if key is not None else ""
    # An error, not a warning: anybody on the network could read the key.
    if secret and server.is_readable_on_the_way:
        raise UsageError(
            msg("the API key would be sent unencrypted to another computer"),
            hint=msg("Use an https address."),
        )
    headers = {one: value.replace(KEY_PLACE, secret) for one, value in server.headers.items()}
    if secret and not any(KEY_PLACE in value for value in server.headers.values()):
        headers["Authorization"] = f"Bearer {secret}"
    # Seconds between requests, to be polite to other people's servers.
    pause = 0.0 if server.is_local else 1.0
    provider = JsonSearch(address, stop, headers=headers, pause=pause)
    return provider, host_of(parsed(address))
