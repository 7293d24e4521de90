"""The connection to a model server: settings that a person enters once under a name.

A connection never contains a key, and no class in this module can store one. The key is in the
system's keyring or in an environment variable, or the person enters it once per session.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, field_validator
from pydantic_core import Url

from desktop_app.core.messages import msg

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
# This alias means that the server knows every model of a project by its alias.
ANY = "*"
# In the value of a header, this placeholder is replaced by the key.
KEY_PLACE = "{key}"

_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]{0,63}")
_LIKE_A_SECRET = re.compile(r"auth|key|token|secret|cookie|password|credential", re.IGNORECASE)
_SECRET_PARAMETER = re.compile(_LIKE_A_SECRET.pattern + r"|\bbearer\b|passwd|pwd", re.IGNORECASE)
_SECRET_VALUE = re.compile(
    r"\A(?:bearer |basic )|\b(?:sk|pk|hf|ghp|xai|gsk)[-_][A-Za-z0-9_-]{16,}", re.IGNORECASE
)
# Known parameters whose names resemble that of a secret but are harmless.
_NO_SECRET = re.compile(
    r"prompt_cache_key|tokenizer|author|keywords?"
    r"|(?:bos|eos|pad|sep|unk|mask|stop|start|end|special|image)_tokens?",
    re.IGNORECASE,
)
# Headers that the HTTP client sets itself, or that would change how the whole message is parsed.
_NOT_HEADERS = frozenset(("host", "content-length", "transfer-encoding", "connection"))
_LOCAL = frozenset(("localhost", "127.0.0.1", "[::1]"))
# Parameters that are set for each request.
_NOT_PARAMETERS = frozenset(("messages", "model", "stream", "stream_options", "response_format"))


def _parsed(value: str) -> Url | None:
    """Return a parsed http(s) address; None if the text is not one."""
    try:
        url = Url(value)
    except ValueError:
        return None
    return url if url.host and url.scheme in ("http", "https") else None


def _url(value: str) -> str:
    """Return a valid base address without a trailing slash. Raises ValueError."""
    value = value.strip().rstrip("/")
    url = _parsed(value)
    if url is None:
        raise ValueError(msg("must be an address like https://server.example/v1"))
    if url.username or url.password:
        raise ValueError(
            msg("must not contain a user name or password: they would be stored unencrypted")
        )
    if url.query or url.fragment:
        raise ValueError(msg("must not contain “?” or “#”"))
    return value


def _proxy(value: str) -> str:
    """Return a valid proxy address, “none” or "". Raises ValueError."""
    value = value.strip()
    if value in ("", "none"):
        return value
    url = _parsed(value)
    if url is None:
        raise ValueError(msg("must be an address like http://proxy.example:8080, or “none”"))
    if url.username or url.password:
        raise ValueError(msg("must not contain a password: set the variable HTTPS_PROXY instead"))
    return value


def _is_secret(name: str, value: Any) -> bool:
    """Return whether a parameter looks like a secret, at any depth.

    Numbers and booleans, such as the value of `max_tokens`, never do.
    """
    if isinstance(value, dict):
        return any(_is_secret(f"{name}.{inner}", one) for inner, one in value.items())
    if isinstance(value, list):
        return any(_is_secret(name, one) for one in value)
    if not isinstance(value, str) or not value:
        return False
    # Remove the harmless names first, because “key” would match `prompt_cache_key`.
    named = _SECRET_PARAMETER.search(_NO_SECRET.sub("", name))
    return bool(named or _SECRET_VALUE.search(value))


def _variable(value: str) -> str:
    """Return a valid name of an environment variable, or "". Raises ValueError."""
    value = value.strip()
    if value and not _VARIABLE.fullmatch(value):
        # Somebody may paste the key itself into this field, so the message must not repeat the
        # value.
        raise ValueError(
            msg("must be the name of an environment variable in capitals, never the key itself")
        )
    return value


def _named(value: str) -> str:
    """Return a valid alias. Raises ValueError."""
    if not NAME.fullmatch(value):
        raise ValueError(msg("may contain only letters, digits, “.”, “_” and “-”"))
    return value


Alias = Annotated[str, Field(max_length=40), AfterValidator(_named)]
Seconds = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]


class Connection(BaseModel):
    """A model server and one model on it.

    `base_url`: address up to and including the version: `https://server.example/v1`
    `model`: the server's name of the model
    `alias`: the model's name in the data that an annotator sends to the lead; empty: the name of
        the connection; “*”: the server knows all models by the aliases that items name. If an item
        names the model that must answer, that name is compared with `alias` and with `model`
    `answers_for`: further aliases: the person chose this connection for items that name them; such
        an alias is then sent to the lead
    `needs_key`: whether the server requires a key
    `key_variable`: the environment variable that may hold the key
    `connect_seconds`: maximum time to connect to the server
    `read_seconds`: maximum time without data from the server, before and during an answer
    `total_seconds`: maximum time for one answer
    `retries`: how often a request with a transient failure is retried (0–20)
    `embeddings`: name of the embedding model on that server; empty: none
    `at_once`: maximum number of concurrent requests in a run (1–64)
    `stream`: whether answers are streamed, so that a long silence is noticed earlier
    `structured`: how a structured answer is requested: by a JSON schema that the server enforces,
        by the server's JSON mode, or by instructions alone; `auto`: the strictest of these that
        works
    `proxy`: empty: the system's proxy; `none`: no proxy
    `ca_file`: file with certificates to trust in addition to the system's
    `verify`: False trusts any certificate
    `headers`: sent with every request; `{key}` in a value is replaced with the key
    `parameters`: sent with every request (temperature …); a request's own parameters take
        precedence
    `input_price`, `output_price`: per million tokens, in `currency`
    """

    # `hide_input_in_errors`: an error message must not repeat a value that was rejected as a
    # secret.
    model_config = ConfigDict(frozen=True, extra="allow", hide_input_in_errors=True)

    base_url: Annotated[str, AfterValidator(_url)]
    model: str = Field(min_length=1, max_length=200)
    alias: str = Field(default="", max_length=40)
    answers_for: tuple[Alias, ...] = Field(default=(), max_length=100)
    embeddings: str = Field(default="", max_length=200)
    needs_key: bool = True
    key_variable: Annotated[str, AfterValidator(_variable)] = ""
    connect_seconds: Seconds = 10
    read_seconds: Seconds = 120
    total_seconds: Seconds = 600
    retries: int = Field(default=5, ge=0, le=20)
    at_once: int = Field(default=4, ge=1, le=64)
    stream: bool = True
    structured: Literal["auto", "schema", "json", "instructions"] = "auto"
    proxy: Annotated[str, AfterValidator(_proxy)] = ""
    ca_file: str = ""
    verify: bool = True
    headers: dict[str, str] = {}
    parameters: dict[str, JsonValue] = {}
    input_price: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    output_price: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    currency: str = Field(default="", max_length=10)

    @field_validator("alias")
    @classmethod
    def _check_alias(cls, alias: str) -> str:
        if alias and alias != ANY and not NAME.fullmatch(alias):
            raise ValueError(
                msg("may contain only letters, digits, “.”, “_” and “-”, or be “*” for any model")
            )
        return alias

    @field_validator("headers")
    @classmethod
    def _check_headers(cls, headers: dict[str, str]) -> dict[str, str]:
        """Return the headers if they may be sent and contain no secret. Raises ValueError."""
        for name, value in headers.items():
            if not _HEADER.fullmatch(name) or name.lower() in _NOT_HEADERS:
                raise ValueError(msg("contains a header that cannot be set"))
            if not value.isprintable() or not value.isascii():
                raise ValueError(msg("contains a value with characters not allowed in headers"))
            looks_secret = _LIKE_A_SECRET.search(name) or _SECRET_VALUE.search(value)
            if looks_secret and KEY_PLACE not in value:
                raise ValueError(
                    msg(
                        "contains what looks like a secret: write {key} in its place, and "
                        "store the key in the keyring"
                    )
                )
        return headers

    @field_validator("parameters")
    @classmethod
    def _check_parameters(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters if they may be sent and contain no secret. Raises ValueError."""
        if _NOT_PARAMETERS & parameters.keys():
            raise ValueError(msg("contains a parameter that the program sets itself"))
        if any(_is_secret(name, value) for name, value in parameters.items()):
            raise ValueError(
                msg(
                    "looks like a secret, which would be stored in a plain file: store the "
                    "key in the keyring, and use {key} in a header where the server expects "
                    "it"
                )
            )
        return parameters

    def called(self, name: str) -> str:
        """Return the model's name for other people: the alias, or else `name`.

        `name`: name of the connection
        """
        return self.alias if self.alias not in ("", ANY) else name

    @property
    def is_local(self) -> bool:
        """Whether the server runs on this computer."""
        return Url(self.base_url).host in _LOCAL

    @property
    def is_readable_on_the_way(self) -> bool:
        """Whether texts and the key travel unencrypted to another computer."""
        return not self.is_local and self.base_url.startswith("http:")
