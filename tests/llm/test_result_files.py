"""Tests of files with the results of a job, as other programs write them."""

from __future__ import annotations

import codecs
import json
from pathlib import Path

import pytest

from desktop_app.llm.batches import ResultFile


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_every_line_is_read_in_each_encoding(tmp_path: Path, encoding: str) -> None:
    results = [
        {
            "custom_id": f"job-{n}",
            "response": {
                "status_code": 200,
                "body": {"choices": [{"message": {"content": f"Größe {n} 😀"}}]},
            },
        }
        for n in range(3)
    ]
    text = "".join(json.dumps(one, ensure_ascii=False) + "\r\n" for one in results)
    mark = codecs.BOM_UTF16_BE if encoding == "utf-16-be" else b""
    path = tmp_path / "results.jsonl"
    path.write_bytes(mark + text.encode(encoding))
    with ResultFile(path, "job") as found:
        assert (found.lines, found.unusable) == (3, 0)
        assert [found.get(f"job-{n}") for n in range(3)] == results
