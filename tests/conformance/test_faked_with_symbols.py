"""Every operator on fake tensors with symbolic sizes: one run, checked at five other sizes.

Sizes that pass the guards of the run have the metadata that its expressions say; where a run with such sizes is an
error, a guard refuses them.
"""

from __future__ import annotations

import gzip
import importlib
import json
import logging
from pathlib import Path

import pytest

pytest.importorskip("sympy")
from tests.conformance.operators.calls import Call
from tests.conformance.operators.sides import Torch, Wye

import wye
from wye.errors import GuardOnDataDependentSymNode
from wye.fake import DataDependentOutputException, DynamicOutputShapeException, FakeTensorMode
from wye.symbolic import ConstantSource, ShapeEnv, SymBool, SymFloat, SymInt
from wye.symbolic.values import value_of

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
# Storages are no arguments of samples; `as_strided` looks at memory that a sample has beside its tensor.
LEFT_OUT = frozenset(("set_.source_Storage", "set_.source_Storage_storage_offset", "as_strided"))
# What only data says.
UNKNOWN = {
    one.__name__ for one in (DataDependentOutputException, DynamicOutputShapeException, GuardOnDataDependentSymNode)
}
SAMPLES = 3  # of each operator


def _is_permuted(call):
    return any("order" in words or "expanded" in words for words in call.tensors())


# Calls whose sizes decide about steps that do not always show in what their results are; torch 2.13 makes guards for
# the same reasons, and more.
_PADDED = ("a padded copy lies in rows, a part of a permuted tensor keeps its order of dimensions", _is_permuted)
DECIDE_BY_SIZES = {
    **dict.fromkeys(("conv1d.padding", "fft_ifft2", "fft_ihfft", "fft_irfft2", "fft_irfftn", "fft_rfft2"), _PADDED),
    "fill_diagonal_": ("is there a second diagonal below the first one?", lambda call: call.args[2:] == [True]),
    "embedding_bag.padding_idx": (
        "a row counted from the end is a plain int of a schema",
        lambda call: call.args[8] is not None and call.args[8] < 0,
    ),
}


def decides_by_sizes(call):
    _, applies = DECIDE_BY_SIZES.get(call.name, ("", None))
    return applies is not None and applies(call)


# What becomes of the sizes of a sample.
OTHERS = (lambda n: n + 1, lambda n: 2 * n, lambda n: 7 - n if n < 6 else 2, lambda n: n * n % 5 + 2, lambda n: 5)


def under(mode, op):
    """An operator that is called under a mode."""

    def run(*args, **kwargs):
        with mode:
            return op(*args, **kwargs)

    return run


class Symbolic(Wye):
    """Wye on fakes with symbols for sizes."""

    def __init__(self):
        super().__init__()
        self.env = ShapeEnv()
        self.mode = FakeTensorMode(shape_env=self.env)
        self.geometry, self.real = [], []

    def tensor(self, flat, shape, strides, offset):
        real = wye.empty_strided(shape, strides, dtype=wye.from_numpy(flat).dtype)
        self.real.append(real)
        made = self.mode.from_tensor(real, source=ConstantSource(f"x{len(self.real)}"), static_shapes=False)
        self.geometry.append((tuple(made.shape), tuple(made.stride())))
        return made

    def operator(self, name):
        return under(self.mode, super().operator(name))

    def numpy(self, value):
        return None

    def version(self, value):
        return None


class Numeric(Symbolic):
    """The same calls with numbers for the symbols."""

    def __init__(self, geometry, values):
        super().__init__()
        self.mode, self.values_of = FakeTensorMode(), values
        self.waiting = list(geometry)

    def tensor(self, flat, shape, strides, offset):
        shape, strides = at(self.waiting.pop(0), self.values_of)
        with self.mode:
            return wye.empty_strided(shape, strides, dtype=wye.from_numpy(flat).dtype)


def at(value, values):
    """A result with numbers for symbols."""
    if isinstance(value, (SymInt, SymFloat, SymBool)):
        return value_of(value.node._expr, values)  # as it was made: what guards have settled is not put in
    if isinstance(value, dict):
        return {name: at(one, values) for name, one in value.items()}
    return type(value)(at(one, values) for one in value) if isinstance(value, (list, tuple)) else value


def metadata(value):
    """What a result is, without strides that lead to no element."""
    if isinstance(value, dict):
        steps = zip(value["shape"], value["strides"], strict=True)
        strides = [] if 0 in value["shape"] else [step if size > 1 else 0 for size, step in steps]
        return {**value, "strides": strides, "array": None}
    return [metadata(one) for one in value] if isinstance(value, list) else value


def passes(env, values):
    inside = all(values[one] in env.var_to_range[one] for one in values if one in env.var_to_range)
    return inside and all(value_of(guard.expr, values) for guard in env.guards)


def is_needed(side, outcome, call, seed, values):
    """Are these sizes refused for a reason that shows: another result, or an output that must be resized?"""
    outputs = any(name in call.kwargs for name in ("out", "out0", "grad_input", "values", "indices", "U", "L"))
    if outputs or ".out" in call.name or call.name.endswith("_out"):
        return True
    plain = None if min(values.values()) < 2 else Numeric(side.geometry, values).run(call, seed)
    return plain is None or "raised" in plain or metadata(plain["result"]) != metadata(at(outcome["result"], values))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(STORED.keys() - LEFT_OUT))
def test_one_run_with_symbols_says_what_runs_with_other_sizes_give(name):
    samples = [words for words in STORED[name] if "raised" not in words]
    for words in sorted(samples, key=lambda one: -len(str(one["args"])))[:SAMPLES]:
        call = Call.of(name, words)
        side = Symbolic()
        outcome = side.run(call, words["seed"])
        if outcome.get("raised") in UNKNOWN or "local_scalar_dense" in outcome.get("message", ""):
            continue
        assert "raised" not in outcome, (outcome, words)
        example = side.env.backed_var_to_val
        assert passes(side.env, example)
        for change in (lambda n: n, *OTHERS):
            values = {symbol: change(value) for symbol, value in example.items()}
            if not passes(side.env, values):
                needed = decides_by_sizes(call) or is_needed(side, outcome, call, words["seed"], values)
                assert needed, (words, values, side.env.guards)
                continue
            plain = Numeric(side.geometry, values).run(call, words["seed"])
            if plain.get("raised") in UNKNOWN:  # only a run with symbols can say it
                continue
            assert "raised" not in plain, (plain, words, values, side.env.guards)
            assert metadata(plain["result"]) == metadata(at(outcome["result"], values)), (words, values)


def refused_without_a_sign(name):
    """Calls whose sizes decide: each with its run and the changes of sizes that guards refuse for no visible reason."""
    for words in STORED[name]:
        call = Call.of(name, words)
        if "raised" in words or not decides_by_sizes(call):
            continue
        side = Symbolic()
        outcome = side.run(call, words["seed"])
        refused = []
        for change in OTHERS:
            values = {symbol: change(value) for symbol, value in side.env.backed_var_to_val.items()}
            if not passes(side.env, values) and not is_needed(side, outcome, call, words["seed"], values):
                refused.append(change)
        yield call, words["seed"], refused


class TorchSymbolic(Torch):
    """PyTorch on fakes with symbols for sizes."""

    def __init__(self):
        super().__init__()
        fakes, shapes = (
            importlib.import_module(name)
            for name in ("torch._subclasses.fake_tensor", "torch.fx.experimental.symbolic_shapes")
        )
        self.source = importlib.import_module("torch._dynamo.source").ConstantSource
        self.env = shapes.ShapeEnv()
        self.mode, self.made = fakes.FakeTensorMode(shape_env=self.env), 0

    def tensor(self, flat, shape, strides, offset):
        real = self.torch.empty_strided(shape, strides, dtype=getattr(self.torch, flat.dtype.name))
        self.made += 1
        return self.mode.from_tensor(real, source=self.source(f"x{self.made}"), static_shapes=False)

    def operator(self, name):
        return under(self.mode, super().operator(name))

    def numpy(self, value):
        return None

    def version(self, value):
        return None

    def passes(self, change):
        values = {symbol: type(value)(change(int(value))) for symbol, value in self.env.backed_var_to_val.items()}
        return all(bool(guard.expr.xreplace(values)) for guard in self.env.guards)


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", DECIDE_BY_SIZES)
def test_sizes_that_decide_without_a_sign_are_refused_by_torch_too(name):
    logging.disable(logging.CRITICAL)  # torch logs what it cannot do with symbols
    try:
        calls = list(refused_without_a_sign(name))
        assert any(refused for _, _, refused in calls), "no size decides any more: the name leaves the table"
        for call, seed, refused in calls:
            side = TorchSymbolic()
            side.run(call, seed)  # or it raises, after the guards that it makes on its way
            assert not any(side.passes(change) for change in refused), (call, side.env.guards)
    finally:
        logging.disable(logging.NOTSET)
