"""to_svg(animate=True): all steps in one picture that moves."""

import re
from xml.etree import ElementTree

import pytest
import readme_picture
from kit.sample_pictures import AWKWARD, HARMFUL, SVG, chain, labelled, lesson

from microgradviz import group, to_svg

README = readme_picture.TARGET.parents[1] / "README.md"


def test_the_readmes_picture_is_what_the_code_makes() -> None:
    stored = readme_picture.TARGET.read_text(encoding="utf-8")
    assert readme_picture.draw() == stored, "run python scripts/readme_picture.py"
    assert f"](docs/{readme_picture.TARGET.name})" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["neuron", "diamond"])
def test_a_film_is_small(name: str) -> None:
    assert len(to_svg(name, animate=True).encode()) < 60_000


def test_a_film_is_one_file_without_a_script() -> None:
    made = to_svg(lesson(), animate=True)
    assert {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(made).iter()} <= {
        *("svg", "title", "style", "g", "rect", "path", "text")
    }
    assert not re.search(r"https?:|url\(|href|@import|<script|\son\w+=", made.replace("http://www.w3.org/2000/svg", ""))
    assert made.index("prefers-reduced-motion:no-preference") < made.index("@keyframes")
    assert made.count("prefers-color-scheme:dark") == 1


def test_no_label_leaves_its_text() -> None:
    labels = HARMFUL + AWKWARD[:10] + ["</style>", "}@import 'x';{"]
    made = to_svg(labelled(labels), animate=True)
    root = ElementTree.fromstring(made)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "style", "g", "rect", "path", "text")
    }
    style = root.findtext(f"{SVG}style")
    assert style is not None
    assert "import" not in style


def test_a_step_takes_its_time_and_the_end_rests() -> None:
    assert "animation:17.2s" in to_svg(lesson(), animate=True)  # 11 steps of 1.2 s, the start among them, and 4 s


def test_a_film_plays_what_it_is_asked_to() -> None:
    assert "of 3<" in to_svg(lesson(), animate=True, gradients=False)
    assert "backward" not in to_svg(lesson(), animate=True, gradients=False)
    assert ">= 3<" in to_svg("square", animate=True, accumulate=False)
    assert "of 3<" in to_svg("square", animate=True, by="node")
    with group("inner"):
        inner = lesson()
    made = to_svg(inner * 2.0, animate=True, groups="closed")
    assert ">d = e + c<" not in made
    assert all(f">{text}<" in made for text in ("inner", "−8", "2"))  # its one result, and the gradient there


def test_one_step_is_no_film() -> None:
    with pytest.raises(ValueError, match=r"step must be left out with animate=True, which shows them all \(got 3\)"):
        to_svg(lesson(), animate=True, step=3)


def test_nobody_watches_more_than_sixty_steps() -> None:
    with pytest.raises(
        ValueError, match=r"expr must have at most 60 steps with animate=True \(got 61\); by='node' has"
    ):
        to_svg(chain(41), animate=True)
    assert "of 41<" in to_svg(chain(41), animate=True, by="node")
