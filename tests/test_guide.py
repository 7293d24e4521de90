"""The user guide: its pages, links, search, and the web site made from them."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from desktop_app.guide import GROUPS, Guide
from desktop_app.version import __version__
from tools.site import LANGUAGES, write

_VERSION = re.compile(r"\[?(\d+\.\d+\.\d+)")


@pytest.fixture(scope="module", params=LANGUAGES)
def guide(request: pytest.FixtureRequest) -> Guide:
    return Guide(request.param)


def test_every_link_leads_to_a_heading_of_the_guide_or_to_the_web(guide: Guide) -> None:
    followed = 0
    for page in guide.pages.values():
        for link in re.findall(r'href="([^"]*)"', page.html):
            file, _, anchor = link.partition("#")
            if file.startswith("https://"):
                continue
            target = guide.pages[file.removesuffix(".md") or page.key]
            assert not anchor or anchor in {part.anchor for part in target.parts}, (page.key, link)
            followed += 1
    assert followed > 20


def test_a_link_to_a_page_has_its_title_and_other_links_are_text(guide: Guide) -> None:
    leading = guide.pages["leading"].html
    title = guide.pages["leading-results"].title
    assert f'<a href="leading-results.md">{title}</a>' in leading
    assert "../README.md" not in leading


def test_the_pages_for_annotators_are_in_their_language() -> None:
    german, english = Guide("de").pages, Guide("en").pages
    assert german["annotating"].title == "Annotieren"
    assert english["annotating"].title == "Annotating"
    for key in GROUPS["annotators"]:
        assert german[key].title != english[key].title
    # A page without a translation is shown in English.
    assert Guide("de").pages["forms"] == Guide("en").pages["forms"]


def test_both_languages_have_the_same_headings_and_keys() -> None:
    english, german = (Guide(one).pages["annotating"] for one in ("en", "de"))
    assert len(english.parts) == len(german.parts)
    names = {"Strg": "Ctrl", "Umschalt": "Shift", "Eingabe": "Enter"}
    for one, other in zip(english.parts, german.parts, strict=True):
        text = other.text
        for word, key in names.items():
            text = text.replace(word, key)
        assert re.findall(r"Ctrl\+\S+?(?=[\s)])", one.text) == re.findall(
            r"Ctrl\+\S+?(?=[\s)])", text
        )


@pytest.mark.parametrize("key", ["accessibility", "about"])
def test_the_german_page_has_all_parts_and_rows(key: str) -> None:
    english, german = (Guide(one).pages[key] for one in ("en", "de"))
    assert len(english.parts) == len(german.parts)
    for tag in ("<li>", "<tr>", "<p>", "<code>tests/"):
        assert english.html.count(tag) == german.html.count(tag), tag
    # Criteria are named by their numbers.
    number = re.compile(r"<td>(\d[\d.–, ]*\d)")
    assert number.findall(english.html) == number.findall(german.html)


def test_the_german_list_of_changes_has_every_version() -> None:
    english, german = (
        [
            found[1]
            for part in Guide(one).pages["changelog"].parts
            if (found := _VERSION.match(part.title))
        ]
        for one in ("en", "de")
    )
    assert english
    assert english == german


def test_about_names_the_version_and_the_works_in_a_frozen_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Guide().pages["about"]
    assert f"Version {__version__}." in page.parts[0].text
    assert "{" not in page.html
    (tmp_path / "licenses").mkdir()
    (tmp_path / "licenses" / "THIRD-PARTY.txt").write_text("Works\n\nvowels 2.0 <MIT>\n")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "proofdesk"))
    # Pages of a frozen program are in its package, those of this checkout beside it.
    assert "vowels 2.0 &lt;MIT&gt;" in Guide().pages["about"].html


@pytest.mark.parametrize(
    ("language", "words", "form"),
    [("en", "merging", "merge"), ("en", "Agreements", "agreement"), ("de", "Paketen", "Paket")],
)
def test_a_search_finds_other_forms_of_a_word(language: str, words: str, form: str) -> None:
    guide = Guide(language)
    found = {(one.part.page, one.part.anchor): one for one in guide.search(words)}
    exact = {
        (one.part.page, one.part.anchor) for one in guide.search(words) if words in one.part.text
    }
    assert len(found) > len(exact)
    assert any(
        form.lower() in one.excerpt.lower() and words.lower() not in one.part.text.lower()
        for one in found.values()
    )


def test_a_search_finds_parts_with_all_words_titles_first() -> None:
    found = Guide().search("Results MERGE")
    assert found[0].part.title == "How do I merge results?"
    for one in found:
        whole = f"{one.part.title} {one.part.text}".lower()
        assert "result" in whole
        assert "merg" in whole
        assert len(one.excerpt) < 130
    assert Guide().search("  ") == []
    assert Guide().search("qqqq") == []


def test_pages_cannot_contain_html_of_their_own(guide: Guide) -> None:
    for page in guide.pages.values():
        assert not re.search(r"<(script|iframe|style)\b", page.html)
        for source in re.findall(r"<img src=\"([^\"]*)\"", page.html):
            assert re.fullmatch(r"pictures/[\w.-]+\.png", source)


class _Loads(HTMLParser):
    """Collects what a page would load, and the pages to which it links."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.pictures: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag in ("script", "link", "iframe"):
            self.loaded.append(str(found))
        if tag == "img":
            self.pictures.append(str(found["src"]))
        if tag == "a" and found.get("href"):
            self.links.append(str(found["href"]))


def test_the_site_is_complete_and_loads_only_its_pictures(tmp_path: Path) -> None:
    count = sum(len(keys) for keys in GROUPS.values())
    assert write(tmp_path) == count * len(LANGUAGES)
    for file in tmp_path.glob("*/*.html"):
        page = _Loads()
        page.feed(file.read_text("utf-8"))
        assert page.loaded == []
        assert all((file.parent / one).is_file() for one in page.pictures)
        for link in page.links:
            target = link.partition("#")[0]
            if target and not target.startswith("https://"):
                assert (file.parent / target).is_file(), (file, link)
