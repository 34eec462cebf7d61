"""What our docs ask of Sphinx: names in code that are links, links to the doors, formulas without a script."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any
from zlib import crc32

from docs_names import CALLED, public_names, undocumented
from docs_sources import repository_path
from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python import PyObject
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.inspect import stringify_signature

LOGGER = logging.getLogger(__name__)
THEME = Path(__file__).parents[1] / "microgradviz" / "views" / "js" / "core" / "theme.css"
_COLOURS = {  # furo's variables -> those of the player's theme
    "color-foreground-primary": "ink",
    "color-foreground-secondary": "quiet",
    "color-background-primary": "paper",
    "color-background-secondary": "leaf",
    "color-background-border": "faint",
    "color-brand-primary": "forward-text",
    "color-brand-content": "forward-text",
    "color-brand-visited": "forward-text",
}


def theme_colours(scheme: str) -> dict[str, str]:
    """Furo's variables with the colours of the player's theme, "light" or "dark"."""
    text = THEME.read_text(encoding="utf-8")
    pairs = re.findall(r"--mv-([\w-]+):[^;]*light-dark\((#\w+), (#\w+)\)", text)
    colours = {name: dark if scheme == "dark" else light for name, light, dark in pairs}
    return {variable: colours[name] for variable, name in _COLOURS.items()}


def setup(app: Sphinx) -> dict[str, Any]:
    """Sphinx's entry."""
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            field.label = "Attributes"  # where Sphinx says Variables
    app.add_config_value("repository", "", "env", str)
    app.add_role("site", _site_role)
    app.add_html_math_renderer("mathml", (_inline_formula, None), (_display_formula, None))
    app.connect("autodoc-process-signature", _public_signature)
    app.connect("autodoc-process-docstring", _returns_as_text, priority=400)  # before napoleon
    app.connect("autodoc-process-docstring", _tidy_docstring, priority=600)  # after it
    app.connect("doctree-read", _link_names)
    app.connect("env-check-consistency", _check_reference)
    app.connect("html-page-context", _link_to_the_repository)
    app.connect("html-page-context", _mend_for_readers_of_screens, priority=600)  # after furo
    changed = crc32(Path(__file__).read_bytes())  # all pages are written anew
    return {"env_version": changed, "parallel_read_safe": True, "parallel_write_safe": True}


def _link_names(app: Sphinx, tree: nodes.document) -> None:
    """`play` in a text leads to the reference; in lessons code is code, and the fields of a trace are its own."""
    if app.env.docname.startswith("notebooks/") or app.env.docname == "reference/trace_format":
        return
    names = public_names()
    for literal in list(tree.findall(nodes.literal)):
        target = names.get(literal.astext().removesuffix("()"))
        around: Any = literal.parent
        while around and not isinstance(around, nodes.title | nodes.reference | addnodes.pending_xref | nodes.document):
            around = around.parent
        if target and isinstance(around, nodes.document):
            link = addnodes.pending_xref(
                "", literal.deepcopy(), refdomain="py", reftype="obj", reftarget=target, refexplicit=True, refwarn=True,
                refdoc=app.env.docname,
            )  # fmt: skip
            literal.replace_self(link)


def _check_reference(app: Sphinx, env: BuildEnvironment) -> None:
    for problem in undocumented(env.domains.python_domain.objects):
        LOGGER.warning("%s", problem)


def _site_role(
    role: str, raw: str, text: str, line: int, inliner: Any, options: Any = None, content: Any = None
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """{site}`words <lite/lab/>`: a link to what stands beside the docs on the same site."""
    found = re.fullmatch(r"(.+?) <([^<>]+)>", text, re.DOTALL)
    if found is None:
        problem = inliner.reporter.error(f"site must be written as words <path> (got {text!r})", line=line)
        return [inliner.problematic(raw, raw, problem)], [problem]
    up = "../" * inliner.document.settings.env.docname.count("/")
    return [nodes.reference(raw, found[1], refuri=up + found[2], internal=True)], []


def _inline_formula(writer: Any, node: Any) -> None:
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def _display_formula(writer: Any, node: Any) -> None:
    formula = tex2mathml(node.astext(), as_block=True)
    writer.body.append(f'<div class="math-wrapper" tabindex="0">{formula}</div>')
    raise nodes.SkipNode


def _public_signature(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None] | None:
    """How users call it: without arguments that begin with an underscore; not at all if only functions make it."""
    if what == "class" and name not in CALLED:
        return "", None
    if not signature or not re.search(r"[(,]\s*_\w", signature):
        return None
    found = inspect.signature(thing)
    public = [p for p in found.parameters.values() if not p.name.startswith("_")]
    return stringify_signature(found.replace(parameters=public), show_return_annotation=False), returns


def _returns_as_text(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """What stands under Returns is a text; napoleon takes what comes before its first colon for a type."""
    text = "\n".join(lines)
    for head, field in (("Returns", "returns"), ("Yields", "yields")):
        text = re.sub(rf"^{head}:\n +", f":{field}: ", text, flags=re.MULTILINE)
    lines[:] = text.split("\n")


def _tidy_docstring(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """`Value`s: reStructuredText wants a mark between a name and a letter that follows it; and no private argument."""
    lines[:] = re.sub(r"^:param _\w+:.*\n(?:[ \t]+.*\n)*", "", "\n".join(lines), flags=re.MULTILINE).split("\n")
    lines[:] = [re.sub(r"(?<!`)(`\w[^`]*`)(?=\w)", r"\1\\ ", line) for line in lines]


def _mend_for_readers_of_screens(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """What axe-core finds in Sphinx's HTML: headings of no level, lists without terms, code that no key can scroll."""
    navigation = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = navigation.replace('role="heading"', 'role="heading" aria-level="2"')
    body = context.get("body", "").replace('<div class="highlight"><pre>', '<div class="highlight"><pre tabindex="0">')
    context["body"] = re.sub(r'<dt class="sig.*?</dt>', _lines_as_spans, body, flags=re.DOTALL)


def _lines_as_spans(signature: re.Match[str]) -> str:
    text = re.sub(r"<(dl|dd)>", r'<span class="\1">', signature[0])
    return re.sub(r"</(?:dl|dd)>", "</span>", text)


def _link_to_the_repository(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """The eye above a page leads to its source, which may lie elsewhere in the repository than its page on the site."""
    path = repository_path(page, context.get("page_source_suffix") or "")
    if path is None:
        context["page_source_suffix"] = ""
    else:
        context["theme_source_view_link"] = f"{app.config.repository}/blob/main/{path}".replace("{", "{{")
