"""Record calls of PyTorch's operators as seeds for the differential tests.

Runs the sample inputs of PyTorch's own operator database under a mode that notes every operator with its arguments, and
writes them, without data, to tests/conformance/operators/seeds.json.  Needs torch and expecttest; run it by hand when
the operator set grows:

    python tools/record_operator_seeds.py
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._python_dispatch import TorchDispatchMode

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.conformance.operators.calls import TARGET, Call, describe

PER_OPERATOR = 16
LARGEST = 400  # elements
SAMPLES = 60


class Recorder(TorchDispatchMode):
    """Notes every call of an operator that wye has."""

    def __init__(self, wanted: set[str]) -> None:
        super().__init__()
        self.wanted = wanted
        self.seeds: dict[str, list[Any]] = {}
        self.shapes: dict[str, set[str]] = {}

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func.name().removeprefix("aten::")
        if name in self.wanted and len(self.seeds.get(name, ())) < PER_OPERATOR:
            self.note(name, args, kwargs or {})
        return func(*args, **(kwargs or {}))

    def note(self, name: str, args: Any, kwargs: Any) -> None:
        """Keep a call that is small and new."""
        try:
            call = Call(name, describe(list(args)), describe(dict(kwargs)))
        except TypeError:
            return  # an argument of a kind that no seed needs
        if any(tensor.numel() > LARGEST for tensor in tensors_in((args, kwargs))):
            return
        text = json.dumps(call.words())
        if text not in self.shapes.setdefault(name, set()):
            self.shapes[name].add(text)
            self.seeds.setdefault(name, []).append(call.words())


def tensors_in(value: Any) -> list[torch.Tensor]:
    """Every tensor in nested arguments."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [found for item in value for found in tensors_in(item)] if isinstance(value, (list, tuple)) else []


def main() -> None:
    """Record and write."""
    from wye.aten.grid import build

    warnings.simplefilter("ignore")
    wanted = set(build())
    recorder = Recorder(wanted)
    for number, info in enumerate(op_db):
        print(f"\r{number + 1}/{len(op_db)} {info.name:40}", end="", file=sys.stderr)
        for dtype in (torch.float32, torch.int64, torch.bool, torch.complex64):
            if dtype not in info.supported_dtypes("cpu"):
                continue
            try:
                samples = list(info.sample_inputs("cpu", dtype))[:SAMPLES]
            except Exception:  # noqa: BLE001 - some need a GPU or another library
                continue
            for sample in samples:
                try:
                    with recorder:
                        info.op(sample.input, *sample.args, **sample.kwargs)
                except Exception:  # noqa: BLE001 - error samples are no seeds
                    pass
    print(file=sys.stderr)
    TARGET.write_text(json.dumps(recorder.seeds, separators=(",", ":")).replace('],"', '],\n"'))
    print(f"{len(recorder.seeds)} operators, {sum(map(len, recorder.seeds.values()))} seeds")


if __name__ == "__main__":
    main()
