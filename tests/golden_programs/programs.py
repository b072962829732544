"""Plays recorded programs of `program` steps on the module called `torch`, and prints which of them differ and where.

Run as ``python -m wye.compat.torch tests/golden_programs/programs.py functionalization``.  Each program runs in a
forked process.  A program differs in what it does: its results, or the classes of its errors; or in words alone: what
errors and warnings say, and what is printed.
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

# What is different in every process or checkout, and what the recordings have for it.
NORMAL = (
    (re.compile(r"0x[0-9a-f]{6,}"), "<addr>"),
    (re.compile(r"<eval_with_key>\.\d+"), "<eval_with_key>.<n>"),
    (re.compile(r"/dev/null:\d+"), "<file>:<line>"),
    (re.compile(r'"?<program>"?(?:, line |:)\d+'), "<file>:<line>"),
    (re.compile(r"<program>"), "<file>"),
)
GOLDEN = Path(__file__).parents[1] / "golden"


def text(words):
    for pattern, instead in NORMAL:
        words = pattern.sub(instead, words)
    return words


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
    return {"repr": text(repr(value))[:1500], "class": type(value).__name__}


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
        return text(value)
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


def message_of(error, most):
    """The first lines of what an error says, as many as are recorded."""
    lines = [line.rstrip() for line in text(str(error)).lstrip("\n").split("\n")[:most]]
    return "\n".join(lines).rstrip("\n")[:1500]


def step_of(names, step, most):
    kind = "probe" if "probe" in step else "do"
    played = {kind: step[kind]}
    printed, silent = io.StringIO(), io.StringIO()
    with (
        warnings.catch_warnings(record=True) as warned,
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(silent),
    ):
        warnings.simplefilter("always")
        try:
            if kind == "probe":
                played["result"] = described(eval(compile(step[kind], "<program>", "eval"), names))
            else:
                exec(compile(step[kind], "<program>", "exec"), names)
        except Exception as error:  # noqa: BLE001 - whatever it is, the recording has its class
            played["raised"] = {"type": type(error).__name__, "message": message_of(error, most)}
    said = [one for one in warned if not issubclass(one.category, ResourceWarning)]
    if said:
        lines = (text(str(one.message)).split("\n")[0][:300] for one in said)
        played["warnings"] = [f"{one.category.__name__}: {line}" for one, line in zip(said, lines, strict=True)]
    if printed.getvalue():
        played["stdout"] = text(printed.getvalue())
    return played


def deeds(step):
    """A step without words."""
    kept = {name: value for name, value in step.items() if name not in ("warnings", "stdout")}
    if "raised" in kept:
        kept["raised"] = kept["raised"]["type"]
    return kept


def first_difference(data, scenario):
    """The first step that does something else; without one, the first that says something else."""
    names = {"torch": torch, "__name__": "program"}
    exec(data["prelude"], names)
    in_words = None
    for step in scenario["program"]:
        played = step_of(names, step, data["error_lines"])
        source = step.get("do") or step.get("probe")
        if deeds(step) != deeds(played):
            return ["does", source, played]
        if in_words is None and step != played:
            in_words = ["says", source, played]
    return in_words


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
        made = pipe.read()
    os.waitpid(child, 0)
    return json.loads(made) if made else ["does", "the process ended"]


def play(name):
    """The programs that differ: how, their category, and the first step that does."""
    torch.set_warn_always(True)
    data = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for module in (*data["imports"], "sympy"):  # once, before processes are forked
        with contextlib.suppress(ImportError):
            importlib.import_module(module)
    found = {}
    for scenario in data["scenarios"]:
        different = forked(lambda scenario=scenario: first_difference(data, scenario))
        if different is not None:
            found[scenario["id"]] = [different[0], scenario["category"], *different[1:]]
    return found


if __name__ == "__main__":
    json.dump(play(sys.argv[1]), sys.stdout, default=str)
