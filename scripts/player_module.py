"""Write player.mjs, the file of a release that any page of MyST or Jupyter Book mounts by its address.

python scripts/player_module.py [path]      build/player.mjs if no path is given
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from microgradviz.views.anywhere import player_module  # noqa: E402

path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "player.mjs"
path.parent.mkdir(parents=True, exist_ok=True)
path.write_text(player_module(), encoding="utf-8")
print(path)
