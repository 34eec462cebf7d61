"""JupyterLite with the course: the notebook view and JupyterLab, in the page alone."""

import json
import shutil
import sys
import zipfile
from pathlib import Path

import pyodide_files
from steps import run, say

ROOT = Path(__file__).parents[1]
COURSE = ROOT / "notebooks"
FIRST_LESSON = "00_start_here.ipynb"
# "lab" and "notebooks" are the two views; the others are where their links lead.
APPS = ["lab", "notebooks"]
OLD_FONTS = {".eot", ".svg", ".ttf"}  # of the icons; browsers of today take the .woff2 beside them
HEAD = '<link rel="icon" href="favicon.ico">'  # or browsers ask the host's root
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"


def build(site: Path, cache: Path) -> None:
    """Write `lite/` below the site."""
    pyodide = cache / "pyodide"
    pyodide_files.build(pyodide, cache)

    say("JupyterLite with the course")
    work = cache / "lite"
    shutil.rmtree(work, ignore_errors=True)
    write_course(work / "files")
    write_extensions(work / "labextensions", cache)
    (work / "static").mkdir()
    (work / "static" / "pyodide").symlink_to(pyodide, target_is_directory=True)
    packages = sorted(json.loads((pyodide / pyodide_files.LOCK).read_text())["packages"])
    write_json(work / "jupyter-lite.json", site_settings(packages))
    write_json(work / "jupyter_lite_config.json", build_settings(work, site / "lite"))
    shutil.rmtree(site / "lite", ignore_errors=True)
    run([sys.executable, "-m", "jupyterlite_core", "build"], cwd=work)
    finish(site / "lite")
    write_pages(site / "lite")


def write_course(folder: Path) -> None:
    """The lessons, and what lies beside them."""
    folder.mkdir(parents=True)
    for path in sorted(COURSE.iterdir()):
        if path.suffix in {".ipynb", ".md"} and "progress" not in path.name:
            shutil.copyfile(path, folder / path.name)


def write_extensions(folder: Path, cache: Path) -> None:
    """The front-end code of the kernel and of the widgets, and no other that this machine has."""
    folder.mkdir(parents=True)
    shutil.copytree(pyodide_files.kernel_extension(), folder / "@jupyterlite" / "pyodide-kernel-extension")
    for wheel in pyodide_files.download(pyodide_files.LAB_EXTENSIONS, cache).values():
        unpack_extensions(wheel, folder)


def unpack_extensions(wheel: Path, folder: Path) -> None:
    """Unpack what a wheel would install into share/jupyter/labextensions."""
    inside = ".data/data/share/jupyter/labextensions/"
    with zipfile.ZipFile(wheel) as archive:
        for path in archive.namelist():
            if inside in path and not path.endswith("/"):
                target = folder / path.partition(inside)[2]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(path))


def site_settings(packages: list[str]) -> dict:
    """What JupyterLite's pages are told."""
    settings = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "loadPyodideOptions": {"packages": packages, "lockFileURL": "./static/pyodide/pyodide-lock.json"},
        "disablePyPIFallback": True,
    }
    data = {
        "appName": "microgradviz",
        "exposeAppInBrowser": True,
        "litePluginSettings": {KERNEL: settings},
        "settingsOverrides": {
            "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
            "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
        },
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}


def build_settings(work: Path, out: Path) -> dict:
    """What the builder of JupyterLite is told."""
    return {
        "LiteBuildConfig": {
            "apps": APPS,
            "contents": [str(work / "files")],
            "ignore_sys_prefix": True,
            "no_libarchive": True,
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
            "output_dir": str(out),
        },
        "FederatedExtensionAddon": {"extra_labextensions_path": [str(work / "labextensions")]},
    }


def finish(lite: Path) -> None:
    """Leave out what no browser asks for; add what the pages ask for in vain."""
    for path in (lite / "build").rglob("*"):
        if path.name.startswith("fa-") and path.suffix in OLD_FONTS:
            path.unlink()
    icons = lite / "static" / "favicons"
    icons.mkdir()
    for name in ("favicon-notebook.ico", "favicon-busy-1.ico"):  # of a tab whose kernel is idle, and busy
        shutil.copyfile(lite / "notebooks" / "favicon.ico", icons / name)


def write_pages(lite: Path) -> None:
    """Add to the pages of the views what is ours."""
    for app in APPS:
        page = lite / app / "index.html"
        html = page.read_text(encoding="utf-8")
        page.write_text(html.replace("<head>", f"<head>\n    {HEAD}", 1), encoding="utf-8")


def write_json(path: Path, data: dict) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n")
