"""The player on any page that mounts an anywidget module by its address, such as one of MyST or Jupyter Book."""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

from .bundle import bundle
from .file_text import FileText


def to_json(player: Any, /, path: str | PathLike[str] | None = None) -> str:
    """A player as JSON: the body of an `{anywidget}` directive that names `player.mjs`, which needs no kernel.

    In a page of MyST or Jupyter Book, with the address of the `player.mjs` of a release::

        ```{anywidget} https://…/player.mjs
        what `print(to_json(play(f)))` wrote
        ```

    Args:
        player: What `play` gave.
        path: Where to write the file, if anywhere.

    Returns:
        The text, of which a notebook shows one line: trace, scene and the values of the options.

    Raises:
        TypeError: If it is no player.

    Example:
        >>> from microgradviz import play
        >>> str(to_json(play("a * b", a=2, b=-3)))[:20]
        '{"accumulate": true,'
    """
    if getattr(type(player), "entry", "") != "player/index.js":
        raise TypeError(f"player must be what play gives (got {player!r:.60}); to_json(play(expression))")
    text = json.dumps(player.page_values(), ensure_ascii=False)
    return FileText(text.replace("`", "\\u0060"), path)  # a label must not end the directive


def player_module() -> str:
    """The code of `player.mjs`: one module, which imports nothing and has its style inside."""
    code, css = bundle("anywhere.js", "player/index.js")
    end = "export default anywhere;"
    assert code.count(end) == 1, "the entry's default export is a function of the style"
    return code.replace(end, f"export default anywhere({json.dumps(css)});")
