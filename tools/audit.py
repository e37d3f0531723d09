"""Ask whether an installed package has a known weakness: `python3 tools/audit.py`.

Fails only where one was found. Where the service that knows cannot be reached, or does not know a package, that is said
plainly: it is no pass, and no failure either, for nothing here can mend it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

PATIENCE = 120
"""Seconds for the whole question."""


def asked() -> Mapping[str, Any] | None:
    """What the audit answered; None where it could not ask."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--skip-editable"]
    try:
        command += ["--timeout", "10"]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
        found = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return found if isinstance(found, dict) else None


def verdict(found: Mapping[str, Any] | None) -> tuple[int, list[str]]:
    """The exit status and what to say of an answer."""
    if found is None:
        return 0, ["Not audited: the service that knows the weaknesses of packages could not be asked."]
    packages = found.get("dependencies", [])
    unknown = sorted(one["name"] for one in packages if "skip_reason" in one and one["name"] != "doublesix")
    weak = [one for one in packages if one.get("vulns")]
    known = len(packages) - len(unknown)
    if not weak and len(unknown) > len(packages) / 2:
        return 0, [f"Not audited: the service knew {known} of {len(packages)} packages."]
    said = [f"Audited: {known} packages."]
    if unknown:
        said.append(f"Not audited: {', '.join(unknown)}.")
    for one in weak:
        for weakness in one["vulns"]:
            mended = ", ".join(weakness.get("fix_versions", [])) or "no version yet"
            said.append(f"{one['name']} {one['version']} has {weakness['id']}; mended in {mended}.")
    return int(bool(weak)), said


def main() -> int:
    """Ask, and say what came of it."""
    status, said = verdict(asked())
    print("\n".join(said))
    return status


if __name__ == "__main__":
    sys.exit(main())
