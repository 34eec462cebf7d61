"""What runs on GitHub: pinned, with few rights, and true to the project. `make lint` checks their form."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FILES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))}
WORKFLOWS: dict[str, dict[Any, Any]] = {name: yaml.safe_load(text) for name, text in FILES.items()}
ON = True  # what YAML takes the word "on" for


@pytest.mark.parametrize("name", FILES)
def test_every_action_of_others_is_pinned_to_a_commit_and_says_its_version(name: str) -> None:
    used = re.findall(r"uses: (\S+)(.*)", FILES[name])
    for action, comment in used:
        if not action.startswith("./"):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action), action
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), action


@pytest.mark.parametrize("name", WORKFLOWS)
def test_no_job_may_do_more_than_it_says(name: str) -> None:
    assert WORKFLOWS[name]["permissions"] == {}
    for job in WORKFLOWS[name]["jobs"].values():
        assert "permissions" in job
        assert "secrets" not in job


def test_tests_run_on_push_and_pull_request_under_every_python_that_the_package_names() -> None:
    tests = WORKFLOWS["tests"]
    assert {"push", "pull_request", "workflow_call"} <= tests[ON].keys()
    assert {"run": ".ci/run"} in tests["jobs"]["everything"]["steps"]
    named = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", c)]
    assert tests["jobs"]["elsewhere"]["strategy"]["matrix"]["python"] == named


def test_the_paths_that_are_tested_elsewhere_are_there() -> None:
    steps = WORKFLOWS["tests"]["jobs"]["elsewhere"]["steps"]
    paths = [word for step in steps for word in step.get("run", "").split() if word.startswith("tests/")]
    assert paths
    assert all((ROOT / path).exists() for path in paths)


@pytest.mark.parametrize("name", ["site", "release"])
def test_nothing_is_published_before_all_tests_have_passed(name: str) -> None:
    jobs = WORKFLOWS[name]["jobs"]
    assert jobs["tests"]["uses"] == "./.github/workflows/tests.yml"
    needed = "publish"
    while needed != "tests":
        needed = jobs[needed]["needs"]


def test_the_site_that_is_published_is_the_one_that_was_tested() -> None:
    site, last = WORKFLOWS["site"], WORKFLOWS["tests"]["jobs"]["everything"]["steps"][-1]
    assert site[ON]["push"] == {"branches": ["main"]}
    assert last["uses"].startswith("actions/upload-pages-artifact@")
    assert last["with"] == {"path": "build/site"}
    assert site["jobs"]["publish"]["permissions"] == {"pages": "write", "id-token": "write"}
    assert "make site site-test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_a_release_has_no_password_and_the_tag_names_its_version() -> None:
    assert "password" not in FILES["release"].replace("there is no password", "")
    assert WORKFLOWS["release"]["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert 'dist/microgradviz-${GITHUB_REF_NAME#v}-py3-none-any.whl"' in FILES["release"]


def test_readme_shows_no_badge_of_what_nobody_has_run() -> None:
    assert "badge" not in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_forms_for_issues_ask_for_something_and_the_sandbox_is_told_of_in_private() -> None:
    forms = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github").glob("ISSUE_TEMPLATE/*")}
    (way_out,) = forms.pop("config")["contact_links"]
    assert way_out["url"].endswith("/security/advisories/new")
    assert way_out["url"] in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert forms.keys() == {"lost", "bug", "judged"}
    for form in forms.values():
        assert any(field.get("validations", {}).get("required") for field in form["body"])
