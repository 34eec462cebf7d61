"""What the docs are made from: the reference, links, tables, examples; the built pages are tested in tests/site."""

import re
from pathlib import Path

import pytest
from docs_names import public_names, undocumented
from docs_sources import ROOT, URLS, as_on_site, replace_links, source_files
from docs_tables import commands, operations, presets, trace_format
from kit.site_links import Broken, broken_links

import microgradviz
from microgradviz.engine.ops import BUILT_IN, OPS
from microgradviz.sources.presets import PRESETS


def test_every_public_name_has_an_entry_in_the_reference_and_a_docstring() -> None:
    texts = [(ROOT / source).read_text(encoding="utf-8") for source in source_files() if "/reference/" in source]
    assert undocumented(set(re.findall(r"^\.\. (?:auto|py:)\w+:: ([\w.]+)", "\n".join(texts), re.MULTILINE))) == []


def test_a_public_name_without_an_entry_or_a_docstring_would_end_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = set(public_names().values())
    assert {f"microgradviz.{name}" for name in microgradviz.__all__} <= everything
    assert undocumented(everything) == []
    assert undocumented(everything - {"microgradviz.play"}) == ["microgradviz.play has no entry in docs/reference"]
    monkeypatch.setattr(microgradviz.Value.backward, "__doc__", None)
    assert undocumented(everything) == ["microgradviz.Value.backward has no docstring"]


@pytest.mark.parametrize(
    ("written", "from_page", "on_site"),
    [
        ("[a](grading.md#what-counts)", "docs/index.md", "[a](grading.md#what-counts)"),
        ("[a](../../notebooks/README.md)", "docs/guide/player.md", "[a](../notebooks/index.md)"),
        (
            "[a](glossary.md), [b](00_start_here.ipynb)",
            "notebooks/README.md",
            "[a](glossary.md), [b](00_start_here.ipynb)",
        ),
        ("![a](backprop.svg)", "docs/index.md", "![a](backprop.svg)"),
        ("[a](../Makefile)", "docs/index.md", f"[a]({URLS['Repository']}/blob/main/Makefile)"),
        ("[a](https://example.org/x.md)", "docs/index.md", "[a](https://example.org/x.md)"),
        ("[a](#here)", "docs/index.md", "[a](#here)"),
    ],
)
def test_links_that_work_in_the_repository_work_on_the_site(written: str, from_page: str, on_site: str) -> None:
    assert replace_links(written, from_page, source_files()) == on_site


def test_what_only_the_build_can_read_is_not_seen_on_github_which_links_to_the_page_it_makes() -> None:
    for source, page in source_files().items():
        if source.startswith("docs/") and source.endswith(".md"):
            text = (ROOT / source).read_text(encoding="utf-8")
            seen = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
            assert not re.search(r"\{\{\w+\}\}|\{\w+\}`|```\{", seen), source
            if re.search(r"<!-- build\n```\{(include|eval-rst)", text):
                assert f"[This page on the site]({URLS['Documentation']}{page.removesuffix('.md')}.html)" in text


def test_on_the_site_what_the_build_makes_is_there_and_addresses_are_links_within() -> None:
    site = URLS["Documentation"]
    text = f"# Play\n\n[This page on the site]({site}play.html) has more.\n\n[a]({site}play/#(a+b)*c&a=2), and\n\n"
    text += f'<a href="{site}lite/">\n\n<!-- build\n```{{include}} x.md\n```\n-->\n'
    built = as_on_site(text)
    assert built == '# Play\n\n{site}`a <play/#(a+b)*c&a=2>`, and\n\n<a href="lite/">\n\n```{include} x.md\n```\n'


def test_the_tables_hold_every_operation_preset_field_and_command() -> None:
    table, shown, fields, told = operations(), presets(), trace_format(), commands()
    for name in BUILT_IN:
        assert all(f"`{local}`" in table.replace("\\|", "|") for local in OPS[name].locals), name
    assert all(f'`"{name}"`' in shown for name in PRESETS)
    assert all(
        f"| `{name}` |" in fields for name in ("op", "data", "grad", "from", "to", "slot", "local", "order", "root")
    )
    assert all(f'"{word}"' in fields for word in ("NaN", "Infinity", "-Infinity"))
    for name in ("lab", "draw", "doctor", "grade", "regrade", "export-nbgrader"):
        assert f"## microgradviz {name}\n" in told
        assert f"usage: microgradviz {name} " in told


def test_no_word_in_angle_brackets_is_lost_as_html() -> None:
    known = {"a", "details", "img", "nav", "picture", "script", "source", "span", "strong", "summary"}
    for source in source_files():
        if source.endswith(".md"):
            text = (ROOT / source).read_text(encoding="utf-8")
            text = re.sub(r"```.*?```|`[^`]+`", "", text, flags=re.DOTALL)
            assert set(re.findall(r"<([a-z]\w*)[ >]", text)) <= known, source


@pytest.mark.parametrize("source", [path for path in source_files() if re.match(r"docs/(guide|reference)/", path)])
def test_the_examples_of_a_page_run_from_its_top_with_nothing_before_them(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / source).read_text(encoding="utf-8"), re.DOTALL)
    code = "\n".join(blocks).replace("steps=1000", "steps=2")
    if "torch" in code:
        pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    if "numpy" in code:
        pytest.importorskip("numpy", reason="NumPy is not installed: pip install numpy")
    monkeypatch.chdir(tmp_path)
    known = set(OPS)
    exec(compile(code, source, "exec"), {})
    for name in OPS.keys() - known:
        del OPS[name]  # what an example defined is not for other tests


def test_a_broken_link_would_be_found(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<h1 id="here">Here</h1><a href="#here"></a><a href="#there"></a><a href="gone.html"></a>'
        '<a href="https://example.org/"></a><script src="https://example.org/x.js"></script><a href="../x.html"></a>'
        '<img src="data:image/png;base64,">',
        encoding="utf-8",
    )
    assert broken_links(tmp_path, [page]) == [
        Broken("page.html", "#there", "there is no such place on that page"),
        Broken("page.html", "gone.html", "there is no such file"),
        Broken("page.html", "../x.html", "there is no such file"),
        Broken("page.html", "https://example.org/x.js", "asks another machine"),
    ]
