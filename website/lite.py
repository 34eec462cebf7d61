"""JupyterLite with the course: the notebook view and JupyterLab, in the page alone."""

import hashlib
import json
import re
import shutil
import sys
import zipfile
from pathlib import Path

import pyodide_files
from docs_sources import without_repr_of_pictures
from steps import BuildError, run, say
from trim import trim

from microgradviz.commands.without_library import LIBRARIES, LibraryCells

ROOT = Path(__file__).parents[1]
COURSE = ROOT / "notebooks"
OURS = Path(__file__).parent / "course"  # what we add to JupyterLite
FIRST_LESSON = "00_start_here.ipynb"
# "lab" and "notebooks" are the two views; the others are where their links lead.
APPS = ["lab", "notebooks"]
# Where the browser keeps nothing, the lessons run all the same.
STORAGE = ["asyncStorage", "localStorageWrapper", "memoryStorageDriver"]
NO_PLOTS = (
    "*matplotlib does not run in the browser: this is the stored picture. On your own computer you draw it yourself.*"
)
NO_LIBRARY = "*{} does not run in the browser: this is what it gave. On your own computer you run it yourself.*"
NO_SERVER = ["filemenu:logout", "filemenu:shutdown"]
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"


def build(site: Path, cache: Path) -> None:
    """Write `lite/` below the site."""
    pyodide = cache / "pyodide"
    pyodide_files.build(pyodide, cache)

    say("JupyterLite with the course")
    work = cache / "lite"
    shutil.rmtree(work, ignore_errors=True)
    packages = json.loads((pyodide / pyodide_files.LOCK).read_text(encoding="utf-8"))["packages"]
    write_course(work / "files", packages["microgradviz"]["version"])
    write_extensions(work / "labextensions", cache)
    (work / "static").mkdir()
    (work / "static" / "pyodide").symlink_to(pyodide, target_is_directory=True)
    write_json(work / "jupyter-lite.json", site_settings(sorted(packages)))
    (work / "lab").mkdir()
    viewers = {"@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}}}
    write_json(work / "lab" / "jupyter-lite.json", page_settings(settingsOverrides=viewers))
    write_json(work / "jupyter_lite_config.json", build_settings(work, site / "lite"))
    shutil.rmtree(site / "lite", ignore_errors=True)
    run([sys.executable, "-m", "jupyterlite_core", "build"], cwd=work)
    trim(site / "lite")
    write_pages(site / "lite")


def write_course(folder: Path, version: str) -> None:
    """The lessons, each with its version, and what lies beside them."""
    folder.mkdir(parents=True)
    for path in sorted(COURSE.iterdir()):
        if path.suffix == ".md":
            shutil.copyfile(path, folder / path.name)
        elif path.suffix == ".ipynb":
            notebook = json.loads(path.read_text(encoding="utf-8"))
            notebook["cells"] = [cell for cell in notebook["cells"] if cell["id"] != "colab"]
            for cell in notebook["cells"]:
                if "outputs" in cell:
                    cell["outputs"] = without_repr_of_pictures(cell["outputs"])
            make_whole(notebook)
            show_stored_plots(notebook)
            show_stored_libraries(notebook)
            notebook["metadata"]["microgradviz"] = {
                "file": path.name,
                "version": version,
                "text": text_version(notebook),
            }
            write_json(folder / path.name, notebook)


def text_version(notebook: dict) -> str:
    """Six letters that are others where the lesson's text or code is another."""
    cells = [[cell["cell_type"], cell["source"]] for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:6]


def make_whole(notebook: dict) -> None:
    """Do what a server of Jupyter's does to a notebook that it knows: trust its cells, make each text one string.

    JupyterLite takes a list of lines for a list, and shows commas between them.
    """
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
        if cell["cell_type"] == "code":
            cell["metadata"]["trusted"] = True
        for output in cell.get("outputs", []):
            if "text" in output:
                output["text"] = "".join(output["text"])
            for kind, data in output.get("data", {}).items():
                if isinstance(data, list) and not kind.endswith("json"):
                    output["data"][kind] = "".join(data)


def show_stored_plots(notebook: dict) -> None:
    """Turn each cell tagged `plot` into a text, its code and the picture it has stored: it cannot run in a page."""
    for cell in notebook["cells"]:
        if "plot" not in cell["metadata"].get("tags", []):
            continue
        html = "".join(output.get("data", {}).get("text/html", "") for output in cell["outputs"])
        pictures = re.findall(r'<img class="mv-plot".*?>', html)
        if not pictures:
            raise BuildError(f"cell {cell['id']} is tagged plot and has stored none; run `make notebooks`")
        del cell["outputs"], cell["execution_count"]
        parts = [f"```python\n{cell['source']}\n```", *pictures, NO_PLOTS]
        cell |= {"cell_type": "markdown", "source": "\n\n".join(parts), "metadata": {"tags": ["plot"]}}


def show_stored_libraries(notebook: dict) -> None:
    """Turn each cell that needs PyTorch or NumPy into a text, its code and what it has stored: no page can run it."""
    text = "".join(cell["source"] for cell in notebook["cells"])
    needs = [LibraryCells(library) for library in LIBRARIES if f"find_{library}()" in text]
    for cell in notebook["cells"]:
        missing = [x.library for x in needs if x.is_next(cell["source"])] if cell["cell_type"] == "code" else []
        if not missing:
            continue
        parts = [f"```python\n{cell['source']}\n```"]
        for output in cell["outputs"]:
            data = output.get("data", {})
            printed = output.get("text") or (data.get("text/plain", "") if "text/html" not in data else "")
            parts += [f"```\n{printed.rstrip()}\n```"] if printed else re.findall(r"<img .*?>", data["text/html"])
        del cell["outputs"], cell["execution_count"]
        cell |= {
            "cell_type": "markdown",
            "source": "\n\n".join([*parts, NO_LIBRARY.format(LIBRARIES[missing[0]])]),
            "metadata": {},
        }


def write_extensions(folder: Path, cache: Path) -> None:
    """The front-end code of the kernel and of the widgets, and no other that this machine has."""
    folder.mkdir(parents=True)
    shutil.copytree(pyodide_files.kernel_extension(), folder / "@jupyterlite" / "pyodide-kernel-extension")
    shutil.copytree(OURS / "extension", folder / "@microgradviz" / "course")
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
    return page_settings(
        appName="microgradviz",
        enableMemoryStorage=True,
        showLoadingIndicator=True,
        **{f"{kind}StorageDrivers": STORAGE for kind in ("contents", "settings", "workspaces")},
        exposeAppInBrowser=True,
        litePluginSettings={KERNEL: settings},
        settingsOverrides={
            "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
            "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
            "@jupyterlab/mainmenu-extension:plugin": {  # there is nobody to log out, and no server to shut down
                "menus": [{"id": "jp-mainmenu-file", "items": [{"command": c, "disabled": True} for c in NO_SERVER]}]
            },
            "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 30},  # seconds; to save costs no request
        },
    )


def page_settings(**data: object) -> dict:
    """Settings, in the form that JupyterLite's pages read."""
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


def write_pages(lite: Path) -> None:
    """Put our script first in the pages of the views; add the icons they lack, and two pages that send visitors on."""
    shutil.copyfile(OURS / "head.js", lite / "head.js")
    settings = json.loads((lite / "jupyter-lite.json").read_text(encoding="utf-8"))
    app_version = settings["jupyter-config-data"]["appVersion"]
    script = f'<script src="../head.js" data-version="{app_version}" data-first-lesson="{FIRST_LESSON}"></script>'
    icon = '<link rel="icon" href="favicon.ico">'  # or browsers ask the host's root
    indicator = '<div id="jupyterlite-loading-indicator"'  # without our change seen only when most is loaded
    changes = {
        "<head>": f"<head>\n    {script}\n    {icon}",
        f'{indicator} class="hidden">': f"{indicator}>",
        "Loading JupyterLite...": "Loading the lesson …",
    }
    for app in APPS:
        page = lite / app / "index.html"
        html = page.read_text(encoding="utf-8")
        for old, new in changes.items():
            if html.count(old) != 1:
                raise BuildError(f"{page} has no {old}, which we change; does JupyterLite's version fit?")
            html = html.replace(old, new)
        page.write_text(html, encoding="utf-8")
    icons = lite / "static" / "favicons"
    icons.mkdir()
    for name in ("favicon-notebook.ico", "favicon-busy-1.ico"):  # of a tab whose kernel is idle, and busy
        shutil.copyfile(lite / "notebooks" / "favicon.ico", icons / name)
    for name, target in {"index.html": lite / "index.html", "tree.html": lite / "tree" / "index.html"}.items():
        target.parent.mkdir(exist_ok=True)
        html = (OURS / "pages" / name).read_text(encoding="utf-8")
        target.write_text(html.replace("FIRST_LESSON", FIRST_LESSON), encoding="utf-8")


def write_json(path: Path, data: dict) -> None:
    path.write_text(json.dumps(data, indent=1) + "\n")
