// Compiles, by Pyodide itself, the modules that a kernel at work has loaded.
// node precompile.mjs <folder of Pyodide and its lock> <zip to write> <names of packages, as JSON>
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, target, packages] = process.argv.slice(2);
const home = resolve(folder) + "/";
const { loadPyodide } = await import(pathToFileURL(home + "pyodide.mjs").href);
const pyodide = await loadPyodide({
  indexURL: home,
  packages: JSON.parse(packages),
  stdout: () => {}, // what the packages say while they are loaded
});
const COMPILE = `
import io, sys, zipfile
from importlib import _bootstrap_external as external

streams = sys.stdout, sys.stderr  # the kernel takes them
import piplite.piplite, pyodide_kernel
kernel = pyodide_kernel.kernel_instance
shell = kernel.interpreter
shell.display_pub.clear_output_callback = shell.display_pub.display_data_callback = lambda *_: None
shell.display_pub.update_display_data_callback = shell.displayhook.publish_execution_result = lambda *_: None
shell.send_comm = pyodide_kernel.stdout_stream.publish_stream_callback = lambda *_: None
pyodide_kernel.stderr_stream.publish_stream_callback = lambda *_: None
CELLS = [ # what lessons do
    "from microgradviz import *\\nimport math, random",
    'play("tanh(x * w)", x=2, w=-3)',
    'slope("x ** 2", x=3)',
    'visit_order("order", a=3, amounts=True)',
    'matrices("batch")',
    'quiz("b_gradient")',
    'draw_dot(Value(2.0) * Value(3.0))',
    'check("tanh_rule", math.tanh)',
    'hint("tanh_rule")',
    'Value = mine("05"); keep(Value)',
    "progress()",
    "1 / 0",
]
for cell in CELLS:
    kernel._parent_header = {}
    await kernel.run(cell)
kernel.complete("math.s", 6)
sys.stdout, sys.stderr = streams

SITE, STDLIB = "site-packages/", "/lib/python314.zip/"
archive = io.BytesIO()
with zipfile.ZipFile(archive, "w") as out:
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None) or ""
        if not path.endswith(".py") or not hasattr(module.__loader__, "get_data"):
            continue  # or it is frozen into the interpreter
        name = path.partition(SITE)[2] if SITE in path else path.startswith(STDLIB) and "stdlib/" + path.removeprefix(STDLIB) + "c"
        if name and name not in out.namelist():
            source = module.__loader__.get_data(path)
            code = compile(source, path, "exec", dont_inherit=True)
            out.writestr(name, external._code_to_hash_pyc(code, b"unhashed", False))
`;
try {
  await pyodide.runPythonAsync(COMPILE);
} catch (error) {
  console.error(error.message); // Python's own traceback, without Node's
  process.exit(1);
}
writeFileSync(target, pyodide.runPython("archive.getvalue()").toJs());
