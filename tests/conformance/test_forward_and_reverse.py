"""Forward mode agrees with backward: <v, J t> = <J* v, t>, for every operator with a rule, on recorded calls."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from tests.conformance.operators.calls import Call
from tests.conformance.operators.search import rows, seeds, sides

import wye
from wye import autograd
from wye.autograd import loading
from wye.autograd.forward_ad import dual_level, make_dual, unpack_dual

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]
WIDE = {"float32": "float64", "complex64": "complex128"}
CALLS = 4  # of each operator
# Backward leaves out rows that forward uses (padding), or counts an element twice that is written twice, as in
# PyTorch; its gradient of a negative radius (polar) has the other sign, and a matrix that is not positive definite has
# no factor; eigenvectors are free up to a phase, and those of a symmetric matrix need a symmetric tangent.
ONE_SIDED = frozenset((
    "embedding", "_index_put_impl", "_unsafe_index_put", "polar", "linalg_cholesky_ex", "_linalg_eigh", "linalg_eig",
))  # fmt: skip


def names() -> list[str]:
    loading.load()
    found = []
    for name in sorted(seeds()):
        row = rows()[name]
        rule = row.rule("derivatives")
        if name in ONE_SIDED or row.is_in_place:
            continue
        if rule is not None and rule.forward is not None and not row.outs and "nondeterministic_seeded" not in row.tags:
            found.append(name)
    return found


def widened(words: Any) -> Any:
    call = copy.deepcopy(words)
    for one in Call.of("", call).tensors():
        one["dtype"] = WIDE.get(one["dtype"], one["dtype"])
    return call


def replaced(value: Any, by: dict[int, Any]) -> Any:
    if isinstance(value, dict):
        return {key: replaced(item, by) for key, item in value.items()}
    if isinstance(value, list):
        return [replaced(item, by) for item in value]
    return by.get(id(value), value)


def is_followed(tensor: Any) -> bool:
    return tensor.dtype in (wye.float64, wye.complex128)


def outputs_of(result: Any) -> list[Any]:
    if isinstance(result, wye.Tensor):
        return [result]
    return [one for item in result for one in outputs_of(item)] if isinstance(result, (list, tuple)) else []


def noise(tensor: Any, rng: np.random.Generator) -> Any:
    made = rng.standard_normal(tuple(tensor.shape))
    if tensor.dtype.is_complex:
        made = made + 1j * rng.standard_normal(tuple(tensor.shape))
    return wye.tensor(made, dtype=tensor.dtype)


def product(one: Any, other: Any) -> float:
    return float(np.real(np.sum(np.conj(one.detach().resolve_conj().numpy()) * other.detach().resolve_conj().numpy())))


def refused(op: Any, args: Any, kwargs: Any) -> set[int]:
    """The identities of the arguments that cannot have gradients."""
    recipe = op._entry.rules["forward"].recipe
    given = dict(zip((a.name for a in op.schema.arguments), args, strict=False)) | kwargs
    return {id(given.get(recipe.names[number])) for number in recipe.refused}


def called(name: str, words: dict[str, Any], seed: int, make: Any) -> tuple[list[Any], Any]:
    """The tensors that are followed, and the result of a call with what ``make`` makes of them."""
    rng = np.random.default_rng(seed)
    made: list[Any] = []
    args, kwargs = (sides()[1].values(words[key], rng, made) for key in ("args", "kwargs"))
    op = sides()[1].operator(name)
    without = refused(op, args, kwargs)
    by = {id(one): make(one) for one in made if is_followed(one) and id(one) not in without}
    return list(by.values()), op(*replaced(args, by), **replaced(kwargs, by))


def check(name: str, words: dict[str, Any], seed: int) -> bool:
    """Compare the two modes; False where the call has nothing to compare."""
    inputs, result = called(name, words, seed, lambda one: one.requires_grad_() * 1)
    ends = [one for one in outputs_of(result) if one.requires_grad]
    if not inputs or not ends:
        return False
    rng = np.random.default_rng(seed + 1)
    starts = [noise(one, rng) for one in ends]
    directions = [noise(one, rng) for one in inputs]
    is_end = [one.requires_grad for one in outputs_of(result)]
    try:
        gradients = autograd.grad(ends, inputs, starts, allow_unused=True)
    except NotImplementedError:  # not for all arguments: PyTorch's formulas have gaps
        return False
    rest = iter(directions)
    with dual_level():
        _, result = called(name, words, seed, lambda one: make_dual(one, next(rest)).clone())
        found = [unpack_dual(one).tangent for one, is_one in zip(outputs_of(result), is_end, strict=True) if is_one]
        forward = sum(product(v, t) for v, t in zip(starts, found, strict=True) if t is not None)
    reverse = sum(product(g, t) for g, t in zip(gradients, directions, strict=True) if g is not None)
    if np.isfinite(forward) or np.isfinite(reverse):
        np.testing.assert_allclose(forward, reverse, rtol=1e-7, atol=1e-9)
    return True


@pytest.mark.parametrize("name", names())
def test_both_modes_give_the_same_products(name: str) -> None:
    compared = 0
    for seed, words in enumerate(seeds()[name]):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                called(name, widened(words), seed, lambda one: one)
        except Exception:  # noqa: BLE001 - a call that raises without gradients says nothing of them
            continue
        compared += check(name, widened(words), seed)
        if compared == CALLS:
            break
