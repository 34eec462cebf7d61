"""Where the pages of a site lead: every link, picture and script of its HTML, held against the files that there are."""

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

_FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
_NOT_FETCHED = {"canonical", "author", "search", "index", "next", "prev"}


class Page(HTMLParser):
    """What a page names: the ids in it, where it leads, and what a browser fetches for it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in pairs}
        self.ids |= {attributes[name] for name in ("id", "name") if name in attributes}
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if attributes.get("rel") not in _NOT_FETCHED and _FETCHED.get(tag, "") in attributes:
            self.fetched.append(attributes[_FETCHED[tag]])


class Broken(NamedTuple):
    """A link that leads nowhere, or a request to another machine."""

    page: str
    link: str
    why: str


def broken_links(site: Path, pages: list[Path]) -> list[Broken]:
    """What is wrong with the links of these pages of a site; addresses on other machines are not asked."""
    read = {page: Page(page.read_text(encoding="utf-8")) for page in pages}
    found = []
    for page, parts in read.items():
        name = page.relative_to(site).as_posix()
        for link in [*parts.links, *parts.fetched]:
            why = _why_broken(site, page, link, link in parts.fetched, read)
            if why:
                found.append(Broken(name, link, why))
    return found


def _why_broken(site: Path, page: Path, link: str, fetched: bool, read: dict[Path, Page]) -> str:
    address = urlsplit(link)
    if address.scheme or address.netloc:
        return "asks another machine" if fetched and address.scheme != "data" else ""
    target = (page.parent / unquote(address.path)).resolve() if address.path else page
    if target.is_dir():
        target = target / "index.html"
    if not target.is_relative_to(site.resolve()) or not target.is_file():
        return "there is no such file"
    if address.fragment and target in read and unquote(address.fragment) not in read[target].ids:
        return "there is no such place on that page"
    return ""
