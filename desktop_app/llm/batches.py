"""Batch files: the requests of a job for a server's batch processing, and their results.

The format is that of the OpenAI API: one JSON object per line, in both directions. A result is
processed by the same code as a live answer: `BatchClient` is a model client whose sender finds the
answers in a file of results. A request without a result is CANCELLED, so its unit is left.

A unit may need several requests, one after another. Results of a request that needs another round
(the repair of an invalid answer) are kept until then.

The module is longer than most because writing requests and reading results must agree on ids and
rounds.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, ClassVar, cast
from typing import Protocol as TypingProtocol

from desktop_app.core.canonical import canonical_bytes, sha256_hex
from desktop_app.core.connections import Connection
from desktop_app.core.errors import InputError, NotSavedError, os_reason
from desktop_app.core.messages import msg
from desktop_app.core.model_jobs import Lookup, ModelError, Request, Trouble, Work
from desktop_app.core.prompts import Message
from desktop_app.llm.asker import Asker
from desktop_app.llm.client import MODES, ModelClient, Outcome
from desktop_app.llm.estimating import stand_in
from desktop_app.llm.lookups import Lookups
from desktop_app.llm.sending import MAX_TEXT, OnText, PartialReply, Sender, load, stopped
from desktop_app.llm.stopping import Stop

# Maximum length of a line in bytes, as of a response.
MAX_LINE = 32 << 20
# Maximum number of lines without a usable answer that are listed.
MOST_PROBLEMS = 1_000
_URL = "/v1/chat/completions"
_TAG_DIGITS, _ID_DIGITS = 12, 40
# Codes of results whose request was never processed.
_UNPROCESSED = frozenset(("batch_expired", "batch_cancelled", "batch_canceled"))
# Maximum number of requests of a unit that are asked ahead, in case a job never ends.
_MOST_AHEAD = 200
_CODE = re.compile(r"[A-Za-z0-9_.-]{1,60}")
_WRITE_AGAIN = msg("Write another batch file: it contains the request again.")
_FILE_HINT = msg(
    "Check that the file has the results as the server wrote them. The next batch file contains "
    "the request again."
)


def tag_of(connection: Connection, *job: str) -> str:
    """Return the beginning of the ids of a job's requests on one connection.

    `job`: the project and the keys of protocol and job
    """
    return _digest(connection.base_url, connection.model, *job)[:_TAG_DIGITS]


def _digest(*parts: Any) -> str:
    return sha256_hex(canonical_bytes(list(parts)))


@dataclass(frozen=True)
class LineProblem:
    """A line of a file of results without a usable answer, and why."""

    line: int
    reason: str

    def to_json(self) -> dict[str, Any]:
        return {"line": self.line, "reason": str(self.reason)}


@dataclass(frozen=True)
class _Place:
    """The position of a result in its file, and a digest of its answers."""

    line: int
    offset: int
    length: int
    is_answer: bool
    digest: str


class Results(TypingProtocol):
    """Results of requests, by custom id."""

    def get(self, key: str) -> Mapping[str, Any] | None:
        """Return a result as in a line of a file; None if there is none."""


class NoResults:
    """The results of a file that does not exist yet."""

    def get(self, key: str) -> None:
        return None


# The first bytes of a file in UTF-16.
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class ResultFile:
    """The results of one job in a file; use it with `with`.

    Only their positions are in memory, because answers with probabilities are long.

    `tag`: the beginning of the ids of the job's requests
    `lines`: number of lines that are not empty
    `unusable`: number of lines without a usable answer; `problems` are the first of them

    Raises InputError if the file cannot be read.
    """

    def __init__(self, path: Path, tag: str) -> None:
        self._tag = tag
        self._places: dict[str, _Place] = {}
        self.lines = self.unusable = 0
        self.problems: list[LineProblem] = []
        try:
            self._file: BinaryIO = path.open("rb")
            with ExitStack() as on_error:
                on_error.callback(self.close)
                # Also raised for a pipe, which can be read only once.
                self._file.seek(0)
                if self._file.read(2) in _UTF_16:
                    self._recode(path)
                self._file.seek(0)
                self._read()
                on_error.pop_all()
        except OSError as error:
            reason = os_reason(error)
            raise InputError(
                msg("cannot be read ({error})", error=reason), file=str(path)
            ) from error

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    @property
    def answered(self) -> set[str]:
        """The ids of all results for the job that contain an answer."""
        return {key for key, place in self._places.items() if place.is_answer}

    def _recode(self, path: Path) -> None:
        """Read a file in UTF-16, as PowerShell writes it, from a temporary copy in UTF-8."""
        self._file.close()
        # Closed by `close`, like the file itself.
        self._file = cast("BinaryIO", TemporaryFile())  # noqa: SIM115
        with path.open(encoding="utf-16", errors="replace", newline="\n") as text:
            while part := text.read(MAX_LINE):
                self._file.write(part.encode("utf-8", "replace"))

    def get(self, key: str) -> Mapping[str, Any] | None:
        place = self._places.get(key)
        if place is None:
            return None
        self._file.seek(place.offset)
        result: dict[str, Any] = json.loads(self._file.read(place.length))
        return result

    def _read(self) -> None:
        """Note the place of each result, and what is wrong with the other lines."""
        for number, offset, line in self._raw_lines():
            if line is not None and not line.strip():
                continue
            self.lines += 1
            problem = self._note(number, offset, line)
            self.unusable += bool(problem)
            # Limited, because any file may be chosen.
            if problem and len(self.problems) < MOST_PROBLEMS:
                self.problems.append(LineProblem(number, problem))

    def _raw_lines(self) -> Iterator[tuple[int, int, bytes | None]]:
        """Yield number, offset and bytes of each line; None instead of a line that is too long."""
        number = offset = 0
        while line := self._file.readline(MAX_LINE + 1):
            number += 1
            length, is_long = len(line), len(line) > MAX_LINE
            while is_long and line and not line.endswith(b"\n"):
                line = self._file.readline(MAX_LINE)
                length += len(line)
            yield number, offset, None if is_long else line
            offset += length

    def _note(self, number: int, offset: int, line: bytes | None) -> str:
        """Note one line; return what is wrong with it, or an empty text."""
        if line is None:
            return msg("longer than {size} MB", size=MAX_LINE >> 20)
        try:
            result = json.loads(line)
            body = _parts_of(result)[0] if isinstance(result, dict) else None
            # Ids and times of two results of one request differ, their answers should not.
            answers = "" if body is None else json.dumps(body["choices"], sort_keys=True)
        except (ValueError, RecursionError):
            return msg("not JSON, or incomplete")
        key = result.get("custom_id") if isinstance(result, dict) else None
        if not isinstance(key, str):
            return msg("has no custom_id")
        if not key.startswith(f"{self._tag}-"):
            return msg("belongs to another project, job or connection")
        problem = _problem_of(result)
        digest = sha256_hex(answers.encode())
        place = _Place(number, offset, len(line), not problem, digest)
        known = self._places.get(key)
        # An answer is better than an error, whatever their order.
        if known is None or (place.is_answer and not known.is_answer):
            self._places[key] = place
        elif not problem and known.digest != digest:
            return msg(
                "another answer to the same request as in line {line}, which was used",
                line=known.line,
            )
        elif not problem:
            return msg("the same request as in line {line}", line=known.line)
        return problem


def _problem_of(result: Mapping[str, Any]) -> str:
    """Return why a result contains no answer; empty if it contains one."""
    body, status, error = _parts_of(result)
    if body is not None:
        return ""
    # Only codes: the server's own text may repeat what was sent.
    code = error.get("code") if isinstance(error, Mapping) else error
    named = str(code) if code and _CODE.fullmatch(str(code)) else ""
    if status is not None and status >= 300:
        if named:
            return msg("HTTP status {status} ({code})", status=status, code=named)
        return msg("HTTP status {status}", status=status)
    return msg("no answer ({code})", code=named) if named else msg("no answer")


def _parts_of(result: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, int | None, Any]:
    """Return the body of an answer (None: no answer), its HTTP status and its error.

    Servers differ: some write the body in place of the response, as a text, or without a status.
    """
    response = _mapping(result.get("response"))
    status = response.get("status_code")
    status = status if type(status) is int else None
    candidates = [_mapping(response.get("body")), response, _mapping(result.get("body"))]
    error = result.get("error") or next(
        (one["error"] for one in candidates if one.get("error")), None
    )
    if isinstance(error, Mapping):
        # An error of only empty fields means success.
        error = (error.get("error") or error) if any(error.values()) else None
    body = next((one for one in candidates if "choices" in one), None)
    if error or (status is not None and not 200 <= status < 300):
        body = None
    return body, status, error


def _mapping(value: Any) -> Mapping[str, Any]:
    """Return an object, also if it is written as a text; empty for anything else."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, Mapping) else {}


class Kept(TypingProtocol):
    """Results that were read earlier, by custom id."""

    def get(self, key: str) -> Mapping[str, Any] | None: ...

    def put(self, key: str, entry: Mapping[str, Any]) -> None: ...

    def remove(self, key: str) -> None: ...


class BatchSender(Sender):
    """Finds answers in results instead of sending requests.

    `used`: ids whose results were used
    `pending`: the lines of the requests without a result, by id
    `needs_probabilities`: whether one of these needs log-probabilities
    """

    def __init__(
        self, name: str, connection: Connection, tag: str, results: Results, kept: Kept
    ) -> None:
        super().__init__(name, connection, None)
        self._tag, self._results, self._kept = tag, results, kept
        self._sample = 0
        self._has_fallback = False
        self._round: dict[str, Mapping[str, Any]] = {}
        self.used: set[str] = set()
        self.pending: dict[str, bytes] = {}
        self.needs_probabilities = False

    def begin(self, request: Request) -> None:
        """Begin a request, which may need several attempts."""
        self._sample, self._round = request.sample, {}
        # Without a check, the job uses another method if there are no probabilities.
        needs_probabilities = bool(request.parameters.get("logprobs"))
        self._has_fallback = needs_probabilities and request.check is None

    def end(self, error: ModelError | None) -> None:
        """End a request: keep its results if it needs another round."""
        if error is None:
            return
        for key, result in self._round.items():
            # The job goes on after a rejected request for probabilities, so it must be found again
            # in the rounds that follow: otherwise every file would contain it again.
            is_rejected = error.trouble is Trouble.SERVER and (error.status or 500) < 500
            if error.trouble is Trouble.CANCELLED or (self._has_fallback and is_rejected):
                self._kept.put(key, result)
            else:
                # A failed request is asked again from its beginning.
                self._kept.remove(key)

    def attempt(
        self,
        messages: list[Message],
        parameters: Mapping[str, Any],
        shape: Mapping[str, Any],
        on_text: OnText | None,
        stop: Stop,
    ) -> tuple[PartialReply, Any]:
        load()
        from desktop_app.llm.failures import Failure

        sent = [{"role": one.role, "content": one.content} for one in messages]
        body = {
            "model": self.connection.model,
            "messages": sent,
            **self.fields(parameters, shape),
        }
        # Samples of the same question differ only in their number.
        digest = _digest(body, self._sample)[:_ID_DIGITS]
        key = f"{self._tag}-{digest}"
        result = self._results.get(key)
        if result is not None:
            self.used.add(key)
        else:
            result = self._kept.get(key)
            # The same request without another method is asked again.
            if result is not None and not self._has_fallback and _problem_of(result):
                result = None
        if result is None:
            line = {"custom_id": key, "method": "POST", "url": _URL, "body": body}
            self.pending[key] = json.dumps(line).encode() + b"\n"
            self.needs_probabilities |= bool(parameters.get("logprobs"))
            return PartialReply(), Failure(stopped())
        self._round[key] = result
        return self._answered(result)

    def _answered(self, result: Mapping[str, Any]) -> tuple[PartialReply, Any]:
        """Return a result as a live attempt would."""
        from desktop_app.llm import transport
        from desktop_app.llm.failures import Failure, failure_of

        part = PartialReply()
        body, status, error = _parts_of(result)
        try:
            if body is None:
                return part, self._failure(status, error)
            part.take(transport.whole_body(body), 0.0)
        # The file is untrusted input; any exception becomes a Failure.
        except Exception as wrong:
            failure = failure_of(wrong, self.name, self.hide, begun=False)
            # The usual hints are about the connection, which was not used.
            if failure.error.trouble is Trouble.NOT_A_MODEL_SERVER:
                failure.error.hint = _FILE_HINT
            elif failure.passing or failure.error.trouble is Trouble.DENIED:
                failure.error.hint = _WRITE_AGAIN
            return PartialReply(), failure
        return part, Failure(self._endless()) if part.length > MAX_TEXT else None

    def _failure(self, status: int | None, error: Any) -> Any:
        """Return the failure of a result without an answer."""
        import httpx2
        import openai

        from desktop_app.llm.failures import Failure

        code = error.get("code") if isinstance(error, Mapping) else None
        if code in _UNPROCESSED:
            return Failure(
                ModelError(
                    # Not recorded as a call, because no model received the request.
                    Trouble.OFFLINE,
                    msg("the batch ended before this request was processed"),
                    hint=_WRITE_AGAIN,
                )
            )
        request = httpx2.Request("POST", self.connection.base_url)
        text = f"Error code: {status} - {error}"
        if status is not None and not 200 <= status < 300:
            response = httpx2.Response(status, request=request)
            raise openai.APIStatusError(text, response=response, body=error)
        raise openai.APIError(text, request, body=error)


class BatchClient(ModelClient):
    """A client that finds its answers in results and sends nothing.

    `tag`: see `tag_of`
    `kept`: stores results of requests that need another round
    `source`: finds the answers
    """

    is_live: ClassVar[bool] = False

    def __init__(
        self, name: str, connection: Connection, tag: str, kept: Kept, results: Results
    ) -> None:
        self.source = BatchSender(name, connection, tag, results, kept)
        super().__init__(name, connection, sender=self.source)

    @property
    def learned(self) -> dict[str, Any]:
        """What the server turned out not to support, as JSON data."""
        return {"mode": self.structured_mode, "lacks": sorted(self.source.lacks)}

    def learn(self, learned: Mapping[str, Any]) -> None:
        """Restore what was learned from earlier results, so that no round repeats it."""
        if self.connection.structured == "auto" and learned.get("mode") in MODES:
            self._mode = learned["mode"]
        self.source.lacks.update(map(str, learned.get("lacks", ())))

    def ask(
        self,
        request: Request,
        *,
        on_text: OnText | None = None,
        stop: Stop | None = None,
        retries: int | None = None,
    ) -> Outcome:
        """Return the outcome of a request; CANCELLED if it needs a result that is not there."""
        self.source.begin(request)
        # No retries: the same request would find the same result.
        outcome = super().ask(request, stop=stop, retries=0)
        self.source.end(outcome.error)
        # The time of reading says nothing about the model, and would make each reading differ.
        outcome.exchanges = [
            replace(one, seconds=0.0, first_seconds=None) for one in outcome.exchanges
        ]
        return outcome


def ask_ahead(work: Callable[[], Work], asker: Asker, lookups: Lookups) -> None:
    """Ask the requests of a unit that do not depend on missing answers.

    A generator waits for each answer, so a job that asks ten independent questions would need ten
    rounds. So two generators receive two different made-up answers: as long as both yield the same
    request, it does not depend on these answers.
    """
    walks = [work(), work()]
    try:
        steps: list[Any] = [next(walk) for walk in walks]
        for _ in range(_MOST_AHEAD):
            try:
                replies = _replies(steps, asker, lookups)
            except ModelError as error:
                # The job may go on with another method.
                steps = [walk.throw(error) for walk in walks]
                continue
            if replies is None:
                return
            steps = [walk.send(reply) for walk, reply in zip(walks, replies, strict=True)]
    # Otherwise further results would be lost.
    except NotSavedError:
        raise
    # The end of a generator, or an error because of a made-up answer.
    except Exception:
        return
    finally:
        for walk in walks:
            walk.close()


def _replies(steps: list[Any], asker: Asker, lookups: Lookups) -> list[Any] | None:
    """Return the replies to two equal requests; None if they differ or cannot be answered.

    Raises ModelError if the request failed.
    """
    first, second = steps
    if isinstance(first, Lookup) or isinstance(second, Lookup):
        return [lookups.found(first)] * 2 if first == second else None
    if asker.key_of(first) != asker.key_of(second):
        return None
    try:
        return [asker.ask(first)] * 2
    except ModelError as error:
        if error.trouble is not Trouble.CANCELLED:
            raise
    made_up = [stand_in(first, asker.model, other=other) for other in (False, True)]
    return made_up if None not in made_up else None
