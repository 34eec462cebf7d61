"""What the tests do with a player in a page: press, go to a step, read."""

from typing import Any

from kit.play_through import CARDS


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def step(page: Any) -> int:
    return int(page.locator(".microgradviz").get_attribute("data-step"))


def go(page: Any, k: int) -> None:
    page.evaluate("k => window.microgradviz.model.set('step', k)", k)
    assert step(page) == k


def cards(page: Any) -> Any:
    return page.locator(".microgradviz").evaluate(CARDS)


def status(page: Any) -> str:
    return "\n".join(line for line in page.get_by_role("status").inner_text().splitlines() if line)


def until(page: Any, condition: str) -> None:
    """Wait for a condition; the page's own policy forbids Playwright's way, which is eval."""
    page.evaluate(
        "async () => { const end = performance.now() + 10000;"
        f" while (!({condition})) {{ if (performance.now() > end) throw new Error('it never came true');"
        " await new Promise(requestAnimationFrame); } }"
    )


def resize(page: Any, width: int, height: int) -> None:
    """Give the window another size, and wait until the page has been drawn in it and has drawn itself anew."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width} && innerHeight === {height}")
    page.evaluate("async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); }")


def is_disabled(page: Any, name: str) -> bool:
    return bool(button(page, name).get_attribute("aria-disabled") == "true")


def field(page: Any, name: str) -> Any:
    return panel(page).get_by_role("textbox", name=name, exact=True)


def panel(page: Any) -> Any:
    return page.get_by_role("region", name="Edit the inputs")


def enter(page: Any, name: str, text: str) -> None:
    field(page, name).fill(text)
    page.keyboard.press("Enter")


def part(page: Any, name: str, where: str = ".mv-graph") -> Any:
    return page.locator(f"{where} [data-part]").filter(has=page.locator(".mv-title", has_text=name)).first


def overlaps(page: Any) -> list[list[str]]:
    """The marks of a picture that cover each other: what numbers were, tags, signs, contributions."""
    found: list[list[str]] = page.evaluate(
        """() => {
          const marks = [...document.querySelectorAll(".mv-ghost, .mv-tag, .mv-contribution, .mv-card .mv-badge")];
          const seen = marks.filter((mark) => mark.checkVisibility());
          const boxes = seen.map((mark) => [mark.textContent, mark.getBoundingClientRect()]);
          const past = (a, b) => a.left >= b.right - 1 || a.top >= b.bottom - 2;
          const over = (a, b) => !past(a, b) && !past(b, a);
          const pairs = boxes.flatMap((one, i) => boxes.slice(i + 1).map((other) => [one, other]));
          return pairs.filter(([[, a], [, b]]) => over(a, b)).map(([[text], [other]]) => [text, other]);
        }"""
    )
    return found
