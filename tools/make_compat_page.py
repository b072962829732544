"""Write docs/compat-coverage.md: which names of PyTorch `wye.compat.torch` has, module by module.

Usage, in the root of the repository:

    python tools/make_compat_page.py            write the page; the documentation's build does the same
    python tools/make_compat_page.py --record   first record PyTorch's names anew (needs torch)

PyTorch's names are in tests/golden: ``api.json`` has those of the dispatcher in C, ``public_names.json`` those of its
public modules.
"""

from __future__ import annotations

import importlib
import json
import sys
import warnings
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

__all__ = ["Coverage", "covered", "page", "recorded", "write"]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "compat-coverage.md"
DISPATCHER = ROOT / "tests" / "golden" / "api.json"
PUBLIC = ROOT / "tests" / "golden" / "public_names.json"
MODULES = (  # whose names are recorded
    "torch", "torch.library", "torch._ops", "torch._python_dispatcher", "torch.utils._python_dispatch",
    "torch.utils._pytree", "torch.overrides", "torch.func", "torch.autograd", "torch.autograd.forward_ad",
    "torch.autograd.functional", "torch.autograd.graph", "torch.fx", "torch.fx.experimental.proxy_tensor",
    "torch._subclasses", "torch.utils.checkpoint", "torch.utils.weak", "torch.amp", "torch.nn", "torch.nn.functional",
    "torch.nn.init", "torch.nn.utils", "torch.nn.utils.parametrize", "torch.optim", "torch.optim.lr_scheduler",
    "torch.linalg", "torch.fft", "torch.special", "torch.signal.windows", "torch.testing", "torch.random",
)  # fmt: skip
HEAD = """\
# What compat covers

`wye.compat.torch` has PyTorch's names over wye: programs written against PyTorch {version} run with
`python -m wye.compat.torch program.py`. This page is made by `tools/make_compat_page.py`, which looks up every
recorded name. *There* means that the name is wye's own; *later* that it can be imported and raises an error which says
what is missing when it is used ([WYE208](errors/WYE208.md)); *absent* that importing it fails.

How the names that are there differ in what they do stands in [pytorch-differences.md](pytorch-differences.md).

| module | names | there | later | absent |
| --- | ---: | ---: | ---: | ---: |
"""


@dataclass
class Coverage:
    """What is there of a module."""

    there: list[str] = field(default_factory=list)
    later: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # by the part that they wait for
    absent: list[str] = field(default_factory=list)

    @property
    def counts(self) -> tuple[int, int, int]:
        """There, later, absent."""
        return len(self.there), sum(map(len, self.later.values())), len(self.absent)


def recorded() -> dict[str, list[str]]:
    """PyTorch's names by module."""
    names: dict[str, list[str]] = json.loads(PUBLIC.read_text(encoding="utf-8"))["names"]
    in_c = json.loads(DISPATCHER.read_text(encoding="utf-8"))["functions_and_objects"]
    for record in in_c:
        module, _, name = record["name"].rpartition(".")
        names.setdefault(module, []).append(name)
    return {module: sorted(set(found)) for module, found in sorted(names.items())}


def covered(module: str, names: list[str]) -> Coverage:
    """Look every name up below `wye.compat`."""
    coverage = Coverage()
    found = importlib.import_module(f"wye.compat.{module}")
    for name in names:
        try:
            value = getattr(found, name)
        except (AttributeError, ImportError):
            coverage.absent.append(name)
            continue
        said = (vars(type(value)).get("__doc__") if isinstance(value, ModuleType) else None) or value.__doc__ or ""
        part = str(said).removeprefix("Comes with ")
        if part != said:
            coverage.later[part.rstrip(".")].append(name)
        else:
            coverage.there.append(name)
    return coverage


def page() -> str:
    """The page's text."""
    warnings.simplefilter("ignore")
    version = json.loads(PUBLIC.read_text(encoding="utf-8"))["torch_version"]
    found = {module: covered(module, names) for module, names in recorded().items()}
    lines = [HEAD.format(version=version).rstrip("\n")]
    totals = [0, 0, 0]
    for module, coverage in found.items():
        counts = coverage.counts
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        lines.append(f"| `{module}` | {sum(counts)} | {counts[0]} | {counts[1]} | {counts[2]} |")
    lines.append(f"| all | {sum(totals)} | {totals[0]} | {totals[1]} | {totals[2]} |")
    for module, coverage in found.items():
        rest = [f"- later, with {part}: {listed(names)}" for part, names in sorted(coverage.later.items())]
        rest += [f"- absent: {listed(coverage.absent)}"] if coverage.absent else []
        if rest:
            lines += ["", f"## `{module}`", "", *rest]
    return "\n".join(lines) + "\n"


def listed(names: list[str]) -> str:
    """Names as text."""
    return ", ".join(f"`{name}`" for name in names)


def record() -> None:
    """Write PyTorch's names to tests/golden/public_names.json; needs torch."""
    import torch

    names = {}
    for module in MODULES:
        found = importlib.import_module(module)
        public = getattr(found, "__all__", None) or [name for name in dir(found) if is_own(found, name)]
        names[module] = sorted(name for name in set(public) if hasattr(found, name))
    text = json.dumps({"torch_version": torch.__version__.partition("+")[0], "names": names}, indent=0)
    PUBLIC.write_text(text + "\n", encoding="utf-8")


def is_own(module: ModuleType, name: str) -> bool:
    """Is it a public name of a module that has no list of them: no module, nothing of another package?"""
    value = getattr(module, name)
    home = str(getattr(value, "__module__", None) or "torch")
    return not name.startswith("_") and not isinstance(value, (ModuleType, bool)) and home.startswith("torch")


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    if "--record" in sys.argv:
        record()
    write()
