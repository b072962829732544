"""Plays recorded programs of `program` steps on the module called `torch`, and prints which of them differ and where.

Run as ``python -m wye.compat.torch tests/golden_programs/programs.py functionalization``.  Each program runs in a
forked process.  Errors are compared by their class.
"""

import contextlib
import importlib
import io
import json
import math
import os
import re
import sys
import warnings
from pathlib import Path

import torch

ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
CODE = re.compile(r"<eval_with_key>\.\d+")
GOLDEN = Path(__file__).parents[1] / "golden"


def number(x):
    if isinstance(x, list):
        return [number(one) for one in x]
    if isinstance(x, complex):
        return {"complex": [number(x.real), number(x.imag)]}
    if type(x) is not float:
        return x
    if math.isnan(x):
        return "nan"
    return float(f"{x:.6g}") if math.isfinite(x) else "inf" if x > 0 else "-inf"


def described_object(value):
    """Words for an object that is no container, number or tensor."""
    if isinstance(value, BaseException):
        return {"exception": {"type": type(value).__name__}}
    if isinstance(value, type):
        return {"class_object": value.__name__}
    if type(value).__name__ in ("function", "builtin_function_or_method", "method"):
        return {"function": value.__name__}
    if isinstance(value, (torch.dtype, torch.device, torch.layout, torch.memory_format)):
        return {"repr": str(value)}
    return {"repr": ADDRESS.sub("<addr>", repr(value))[:1500], "class": type(value).__name__}


def described_container(value, inner):
    """Words for a container; None for everything else."""
    if isinstance(value, torch.Size):
        return {"Size": [inner(one) for one in value]}
    if type(value) is list or type(value).__name__ == "immutable_list":
        return [inner(one) for one in value]
    if isinstance(value, tuple):
        made = {"tuple": [inner(one) for one in value]}
        return made if type(value) is tuple else {**made, "class": type(value).__name__}
    if isinstance(value, (set, frozenset)):
        return {"set": sorted(map(inner, value), key=json.dumps)}
    if isinstance(value, dict):
        return {"dict": [[inner(key), inner(one)] for key, one in value.items()]}
    return None


def described(value, depth=0):
    if value is None or type(value) in (bool, int, float, complex):
        return number(value)
    if type(value) is str:
        return CODE.sub("<eval_with_key>.<n>", ADDRESS.sub("<addr>", value))
    if isinstance(value, torch.Tensor):
        return described_tensor(value)
    if type(value).__name__ in ("SymInt", "SymFloat", "SymBool"):
        return {type(value).__name__: str(value)}
    inside = described_container(value, lambda one: described(one, depth + 1)) if depth < 8 else None
    return described_object(value) if inside is None else inside


def has_values(tensor):
    plain = type(tensor).__name__ in ("Tensor", "Parameter") and tensor.device.type == "cpu"
    plain = plain and all(type(size) is int for size in tensor.shape)
    return plain and torch._C._functorch.maybe_get_level(tensor) == -1 and tensor.numel() <= 64


def described_tensor(tensor):
    made = {"tensor": str(tensor.dtype).removeprefix("torch.")}
    name = type(tensor).__name__
    if name != "Tensor":
        made["class"] = name
    made["shape"] = [described(size) for size in tensor.shape]
    made["stride"] = [described(step) for step in tensor.stride()]
    offset = tensor.storage_offset()
    if type(offset) is not int or offset:
        made["offset"] = described(offset)
    if tensor.device.type != "cpu":
        made["device"] = str(tensor.device)
    if tensor.requires_grad:
        made["requires_grad"] = True
        if tensor.grad_fn is not None:
            made["grad_fn"] = type(tensor.grad_fn).__name__
    if torch._is_functional_tensor(tensor):
        made["functional"] = True
    elif has_values(tensor):
        with torch.no_grad():
            made["values"] = number(tensor.detach().resolve_conj().resolve_neg().tolist())
    return made


def step_of(names, step):
    kind = "probe" if "probe" in step else "do"
    played = {kind: step[kind]}
    silent = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        warnings.simplefilter("ignore")
        try:
            if kind == "probe":
                played["result"] = described(eval(compile(step[kind], "<program>", "eval"), names))
            else:
                exec(compile(step[kind], "<program>", "exec"), names)
        except Exception as error:  # noqa: BLE001 - whatever it is, the recording has its class
            played["raised"] = type(error).__name__
    return played


def loose(step):
    kept = {name: value for name, value in step.items() if name not in ("warnings", "printed", "stdout")}
    if "raised" in kept:
        kept["raised"] = kept["raised"]["type"]
    return kept


def first_difference(data, scenario):
    names = {"torch": torch, "__name__": "program"}
    exec(data["prelude"], names)
    for step in scenario["program"]:
        played = step_of(names, step)
        if loose(step) != played:
            return [step.get("do") or step.get("probe"), played]
    return None


def forked(run):
    """What a function returns in a process of its own, as JSON can say it."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            json.dump(run(), pipe, default=str)
            pipe.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else ["the process ended"]


def play(name):
    """The programs that differ, with the first step that does."""
    data = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for module in (*data["imports"], "sympy"):  # once, before processes are forked
        with contextlib.suppress(ImportError):
            importlib.import_module(module)
    found = {}
    for scenario in data["scenarios"]:
        different = forked(lambda scenario=scenario: first_difference(data, scenario))
        if different is not None:
            found[scenario["id"]] = [scenario["category"], *different]
    return found


if __name__ == "__main__":
    json.dump(play(sys.argv[1]), sys.stdout, default=str)
