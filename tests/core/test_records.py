from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core import records
from desktop_app.core.bodies import BODIES, kind_problem
from desktop_app.core.canonical import canonical_bytes, parse_json, require_finite
from desktop_app.core.kinds import KINDS
from desktop_app.core.merging import body_of
from desktop_app.core.records import Migrations, Record, digest_of, make_record, parse_record

TEXT = st.text(st.characters(codec="utf-8"))
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


def a_record(**changes: object) -> Record:
    fields: dict[str, object] = {
        "project": "p",
        "kind": "mark",
        "key": "k",
        "author": "a",
        "device": "d",
        "seq": 1,
        "time": "2026-01-01T00:00:00Z",
        "body": {"item": "i", "annotator": "a", "stage": "s", "state": "flagged"},
    }
    return make_record(**{**fields, **changes})  # type: ignore[arg-type]


def test_the_rev_is_the_sha256_of_sorted_compact_utf8_json() -> None:
    record = a_record(body={"ü": 1, "a": [1.5, None, True]})
    spelled = json.dumps(
        record.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode()
    assert record.rev == hashlib.sha256(spelled).hexdigest()


def test_texts_that_look_alike_stay_different_records() -> None:
    composed, decomposed = "é", "e\u0301"
    assert a_record(key=composed).rev != a_record(key=decomposed).rev


@given(body=st.dictionaries(TEXT, JSON, max_size=5))
def test_a_record_survives_its_own_json(body: dict[str, object]) -> None:
    record = a_record(body=body)
    again = parse_record(parse_json(canonical_bytes(record.to_json())), rev=record.rev)
    assert again == record


def test_unknown_fields_of_a_newer_version_survive_and_count() -> None:
    data = {**a_record().to_json(), "mood": {"new": "field"}}
    record = parse_record(data)
    assert record.extra == {"mood": {"new": "field"}}
    assert record.to_json() == data
    assert record.rev != a_record().rev


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"project": ""}, "project"),
        ({"key": 3}, "key"),
        ({"seq": -1}, "seq"),
        ({"seq": True}, "seq"),
        ({"seq": 2**53 + 1}, "seq"),
        ({"schema": 0}, "schema"),
        ({"body": []}, "body"),
        ({"parents": ["x"]}, "parents"),
        ({"parents": "x"}, "parents"),
        ({"parents": ["b" * 64, "a" * 64]}, "parents"),
        ({"parents": ["a" * 64, "a" * 64]}, "parents"),
        ({"rev": "a" * 64}, "rev"),
    ],
)
def test_a_field_of_the_wrong_form_is_named(change: dict[str, object], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        parse_record({**a_record().to_json(), **change})


def test_a_missing_field_is_named() -> None:
    data = a_record().to_json()
    del data["author"]
    with pytest.raises(ValueError, match="author: missing"):
        parse_record(data)


def test_content_that_was_changed_no_longer_fits_its_rev() -> None:
    record = a_record()
    with pytest.raises(ValueError, match="rev"):
        parse_record({**record.to_json(), "author": "somebody else"}, rev=record.rev)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_are_not_finite_are_refused(number: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        a_record(body={"deep": [{"value": number}]})
    with pytest.raises(ValueError, match="finite"):
        require_finite((number,))


@pytest.mark.parametrize("value", [{1: 2}, "\ud800", 2**70, object(), {"a": {1, 2}}])
def test_what_json_cannot_carry_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not a JSON value"):
        canonical_bytes(value)


def test_parents_are_kept_sorted_and_once() -> None:
    record = a_record(parents=["b" * 64, "a" * 64, "b" * 64])
    assert record.parents == ("a" * 64, "b" * 64)


def test_the_digest_depends_on_the_set_alone() -> None:
    revs = [a_record(seq=n).rev for n in range(1, 6)]
    assert digest_of(revs) == digest_of(reversed(revs))
    assert digest_of(revs) != digest_of(revs[1:])
    assert digest_of([]) == hashlib.sha256(b"").hexdigest()


def test_every_kind_explains_what_it_cannot_take() -> None:
    assert BODIES.keys() == KINDS.keys()
    assert kind_problem(a_record()) is None
    assert kind_problem(a_record(body=None)) is None
    assert "unknown kind" in (kind_problem(a_record(kind="seance")) or "")
    assert "newer version" in (kind_problem(a_record(schema=KINDS["mark"].schema + 1)) or "")
    assert "item" in (kind_problem(a_record(body={"annotator": "a"})) or "")
    newer_minor = {"item": "i", "annotator": "a", "stage": "s", "state": "x", "colour": "red"}
    assert kind_problem(a_record(body=newer_minor)) is None


def test_an_older_body_is_read_in_todays_form_and_stored_in_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = Migrations()
    steps.register("mark", 1, lambda body: {**body, "state": body.get("state", "flagged")})
    monkeypatch.setattr(records, "MIGRATIONS", steps)
    old = a_record(body={"item": "i", "annotator": "a", "stage": "s"})
    assert body_of(old)["state"] == "flagged"
    assert "state" not in old.to_json()["body"]
    assert kind_problem(old) is None
