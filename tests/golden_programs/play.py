"""Plays the recorded programs of a file on the module called `torch`, and prints which of them differ and where.

Run as ``python -m wye.compat.torch tests/golden_programs/play.py autograd``; all programs run in one process.
"""

import json
import sys
from pathlib import Path

import torch

torch.set_warn_always(True)  # as when the programs were recorded
GOLDEN = Path(__file__).parents[1] / "golden"


def play(name):
    """The programs that differ: the category, how many steps do, the first of these and what it gave."""
    data = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    runner = {}
    exec("\n".join(data["runner"]), runner)
    found = {}
    for scenario in data["scenarios"]:
        rows = runner["run"](torch, scenario)
        pairs = zip(scenario["steps"], rows, strict=True)
        steps = [(want.get("do") or want.get("probe"), got) for want, got in pairs if not runner["same"](want, got)]
        if steps:
            found[scenario["id"]] = [scenario["category"], len(steps), *steps[0]]
        _undo_rules()
    return found


def _undo_rules():
    """Take the rule away that a program gives `sin` for `vmap`: it would be used by the programs after it."""
    torch.ops.aten.sin.default.functorch_table.clear()


if __name__ == "__main__":
    json.dump(play(sys.argv[1]), sys.stdout, default=str)
