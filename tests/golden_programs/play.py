"""Plays the recorded programs of a file on the module called `torch`, and prints which of them differ and where.

Run as ``python -m wye.compat.torch tests/golden_programs/play.py autograd``; all programs run in one process.
"""

import json
import sys
from pathlib import Path

import torch

GOLDEN = Path(__file__).parents[1] / "golden"


def play(name):
    """The programs that differ, with the first step that does."""
    data = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    runner = {}
    exec("\n".join(data["runner"]), runner)
    found = {}
    for scenario in data["scenarios"]:
        rows = runner["run"](torch, scenario)
        for want, got in zip(scenario["steps"], rows, strict=True):
            if not runner["same"](want, got):
                found[scenario["id"]] = [scenario["category"], want.get("do") or want.get("probe"), got]
                break
    return found


if __name__ == "__main__":
    json.dump(play(sys.argv[1]), sys.stdout, default=str)
