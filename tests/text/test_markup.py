"""Tests of extracting the text of web pages and Markdown, without any markup."""

from __future__ import annotations

import html as entities
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_app.text.markup import LONGEST_TITLE, html_text, markdown_text

PAGE = """<!DOCTYPE html>
<html lang=en><head><meta charset="utf-8"><title>
  Stars &amp; planets </title>
<style>p { color: red } /* </p> */</style>
<script>if (a < b) document.write("<p>written</p>")</script></head>
<body><h1>Orion</h1><p>A nebula is
a <b>cloud</b>, of&nbsp;gas<!-- hidden <p>text</p> -->.<br>It glows.</p>
<ul><li>first</li><li>second<li>third</ul>
<table><tr><th>Name<th>Size</tr><tr><td>M42</td><td>24&nbsp;ly</td></table>
<pre>one
  two</pre>
<p title="a > b">1 &lt; 2 &#8364; &eacute;</p>
<img src=x onerror=alert(1)><svg><text>drawn</text></svg>
</body></html>"""


def test_a_page_becomes_its_text() -> None:
    title, text = html_text(PAGE)
    assert title == "Stars & planets"
    assert text.split("\n\n") == [
        "Orion",
        "A nebula is a cloud, of gas.\nIt glows.",
        "- first\n- second\n- third",
        "Name | Size\nM42 | 24 ly",
        "one\ntwo",
        "1 < 2 € é",
    ]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        ("no markup at all", "no markup at all"),
        ("a < b and c > d", "a < b and c > d"),
        ("a<b", "a<b"),  # no tag ends
        ("x<!-- never closed <p>y</p>", "x"),
        ("x<!-->y", "xy"),
        ("x<!--->y", "xy"),
        ("x<!-- a -- b -->y", "xy"),
        ("x<?php echo '?>y", "xy"),
        ("x<![CDATA[a <b> c]]>y", "xa <b> cy"),
        ("<script>never closed", ""),
        ("<SCRIPT>a</ScRiPt >b", "b"),
        ("<script>a</scripts>b</script>c", "c"),
        ("<style/>a</style>b", "ab"),
        ("<svg>never closed", "never closed"),
        ("<template><p>a</template>b", "b"),
        ("<p title='it is > that'>a", "a"),
        ('<p title="it\'s">a', "a"),
        ("<p don't>a <b>b</b>", "a b"),
        ('<p title="never closed>a</p><b>c</b>', "a\n\nc"),
        ("a<br/>b<hr>c", "a\nb\n\nc"),
        ("&amp;lt;script&amp;gt;", "&lt;script&gt;"),
        ("&lt;script&gt;", "<script>"),
        ("&#" + "9" * 5_000 + ";&#x" + "f" * 5_000 + ";", "\ufffd\ufffd"),
        ("&#0;&#xD800;&notanentity;", "\ufffd\ufffd¬anentity;"),
        ("a\x00b\x1bc\u200bd\ufeff", "abcd"),
        ("<title>one</title><title>two</title>x", "x"),
        ("<textarea>typed</textarea>", "typed"),
        ("</p>a</></ p>b", "a</></ p>b"),
        ("a\r\n b", "a b"),
    ],
)
def test_odd_markup_is_read_as_browsers_do(html: str, text: str) -> None:
    assert html_text(html)[1] == text


def test_titles_are_short_and_on_one_line() -> None:
    assert html_text("<title>a\n\tb</title>") == ("a b", "")
    assert len(html_text(f"<title>{'x ' * 9_999}")[0]) <= LONGEST_TITLE
    assert html_text("<title></title><title>b</title>")[0] == "b"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf"]), max_size=60))
@example("a & b")
@example("<p>")
def test_escaped_text_comes_back(words: str) -> None:
    found = html_text(f"<body><p>{entities.escape(words)}</p></body>")[1]
    assert found.split() == words.split()


PIECES = [
    *(
        "<",
        ">",
        "<p>",
        "</p>",
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<a href='",
        "'",
        '"',
        "=",
        " ",
    ),
    *(
        "text",
        "&amp;",
        "&#",
        "<![CDATA[",
        "]]>",
        "<svg>",
        "<td>",
        "<li>",
        "\n",
        "<title>",
        "/",
        "!",
    ),
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_markup_can_be_read(html: str) -> None:
    title, text = html_text(html)
    assert "\n\n\n" not in text
    assert text == text.strip()
    assert "\n" not in title
    assert markdown_text(html) is not None


MARKDOWN = """Title of it
===========

# A **bold** heading #

> A *quoted* line with [a link](https://example.org "t") and ![a picture](x.png).

1. first `code`
2. second __strong__ snake_case_name 2*3*4
- [x] item <https://example.org>

| Name | Size |
|------|:----:|
| M42  | 24   |

```python
# no heading
x = a * b * c
```
---
<!-- a comment -->
Escaped \\*stars\\* &amp; more[^1].

[ref]: https://example.org
"""


def test_markdown_becomes_its_text() -> None:
    assert markdown_text(MARKDOWN) == (
        "Title of it\n\nA bold heading\n\nA quoted line with a link and a picture.\n\n"
        "1. first code\n2. second strong snake_case_name 2*3*4\n"
        "- [x] item https://example.org\n\nName | Size\nM42 | 24\n\n"
        "# no heading\nx = a * b * c\n\nEscaped *stars* & more[^1]."
    )


def test_plain_text_is_no_markdown() -> None:
    text = "It costs 5 * 3 - 2 = 13, or so_it_seems.\n\nA <!-- is no comment without an end."
    assert markdown_text(text) == text
    assert markdown_text("") == ""


HOSTILE = {
    "<": "<" * 1_000_000,
    "<!--": "<!--" * 100_000,
    "<a ": "<a " * 300_000,
    '<a b="': '<a b="' * 150_000,
    "<a b='\"": "<a b='\"" * 130_000,
    "</": "</" * 500_000,
    "</p": "</p" * 300_000,
    "<svg>": "<svg>" * 200_000,
    "<script></scrip": "<script></scrip" * 60_000,
    "<![CDATA[": "<![CDATA[" * 100_000,
    "<![CDATA[>": "<![CDATA[>" * 100_000,
    "&": "&" * 1_000_000,
    "&#9": "&#" + "9" * 1_000_000,
    "[": "[" * 1_000_000,
    "[a](": "[a](" * 250_000,
    "*a ": "*a " * 300_000,
    "_a ": "_a " * 300_000,
    "**": "**" * 500_000,
    "|": "|" * 1_000_000,
    "- ": "- " * 500_000 + "x",
    "like the line below the head of a table": " " * 300_000 + "-" * 300_000 + "x|",
    "`": "`" * 1_000_000,
    "one line": "x" * 1_000_000,
    "newlines": "\n" * 1_000_000,
    "spaces": " " * 1_000_000 + "x",
    "spaces and lines": " \n" * 500_000,
    "> ": "> " * 500_000,
    "#": "#" * 1_000_000,
    "```": "```\n" * 250_000,
    "lines below headings after a long line": " " * 1_000_000 + "x \n" + "=\n" * 500_000,
    "<title>": "<title>" * 140_000,
    "<td>": "<td>" * 250_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_takes_time_in_proportion(name: str) -> None:
    started = time.process_time()
    html_text(HOSTILE[name])
    markdown_text(HOSTILE[name])
    # Two seconds and less; what is not linear would take minutes.
    assert time.process_time() - started < 20
