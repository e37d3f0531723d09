"""Running the page's modules under Node: the same files, without a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src" / "doublesix" / "server" / "web" / "static"


def run_node(script: str, folder: Path, given: Any = None) -> Any:
    """Run ``tests/page/<script>`` beside a copy of the modules; its standard output as JSON.

    Without Node the test is skipped with a plain sentence; in CI it fails.
    """
    node = shutil.which("node")
    if node is None:
        sentence = "No Node.js on this machine: the page's modules are not run. Debian: apt install nodejs."
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(sentence)
        pytest.skip(sentence)
    shutil.copytree(STATIC / "js", folder / "js")
    for name in (script, "checks.js"):
        shutil.copy(HERE / name, folder / name)
    (folder / "package.json").write_text('{"type": "module"}')
    done = subprocess.run(
        [node, script], cwd=folder, input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout or "null")
