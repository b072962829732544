"""Gradients of one call in torch and in wye: what comes out of backward, and of backward of that."""

from __future__ import annotations

import copy
import warnings
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import numpy as np
from tests.conformance.operators.sides import Side, Torch, Wye

if TYPE_CHECKING:
    from tests.conformance.operators.calls import Call

WIDE = {
    "float16": "float64", "bfloat16": "float64", "float32": "float64", "float64": "float64",
    "complex64": "complex128", "complex128": "complex128",
}  # fmt: skip
UP_TO_SIGN = ("_linalg_eigh", "linalg_eig", "_linalg_svd")  # their vectors may be multiplied by a sign or phase
CLOSE = (1e-6, 1e-7)


def widened(call: Call) -> Call:
    """The call with its floating point tensors in double precision, plainly strided."""
    made = copy.deepcopy(call)
    for words in made.tensors():
        words["dtype"] = WIDE.get(words["dtype"], words["dtype"])
        for name in ("order", "step", "offset", "expanded", "special"):
            words.pop(name, None)
    return made


class Gradients:
    """One library, and the gradients it finds."""

    def __init__(self, side: Side, library: Any) -> None:
        self.side, self.library = side, library

    def run(self, call: Call, seed: int, *, twice: bool) -> dict[str, Any]:
        """The outcome of a call: names of nodes, and gradients of a random projection of its results."""
        rng = np.random.default_rng(seed)
        made: list[Any] = []
        args = self.side.values(call.args, rng, made)
        kwargs = self.side.values(call.kwargs, rng, made)
        leaves = [x for x in made if x.dtype.is_floating_point or x.dtype.is_complex]
        for leaf in leaves:
            leaf.requires_grad_()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = self.side.operator(call.name)(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - calls that raise are the business of other tests
            return {"raised": f"{type(error).__name__}: {error}"}
        results = [x for x in self._flat(result) if x.requires_grad]
        told: dict[str, Any] = {"nodes": [self._node(x) for x in self._flat(result)]}
        if call.name in UP_TO_SIGN:
            results = [x.abs() for x in results]
        if not results:
            return told
        try:
            first = self._grads(results, leaves, rng, create_graph=twice)
            told["first"] = [self._told(x) for x in first]
        except Exception as error:  # noqa: BLE001 - both sides must raise
            return told | {"first": f"raises {type(error).__name__}: {error}"}
        if twice:
            try:
                second = self._grads(first, leaves, rng, create_graph=False, like=leaves)
                told["second"] = [self._told(x) for x in second]
            except Exception as error:  # noqa: BLE001 - both sides must raise
                told["second"] = f"raises {type(error).__name__}: {error}"
        return told

    def _grads(
        self, results: Any, leaves: Any, rng: np.random.Generator, *, create_graph: bool, like: Any = None
    ) -> Any:
        given = [self._direction(x, rng) for x in (results if like is None else like)]
        kept = [(x, g) for x, g in zip(results, given, strict=True) if x is not None and x.requires_grad]
        if not kept:
            return [None] * len(leaves)
        results, given = zip(*kept, strict=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self.library.autograd.grad(
                results, leaves, given, allow_unused=True, create_graph=create_graph, retain_graph=True
            )

    def _direction(self, value: Any, rng: np.random.Generator) -> Any:
        shape = tuple(value.shape)
        drawn = rng.standard_normal(shape)
        if value.dtype.is_complex:
            drawn = drawn + 1j * rng.standard_normal(shape)
        return self.library.from_numpy(np.array(drawn)).to(value.dtype)

    def _told(self, value: Any) -> np.ndarray | None:
        return None if value is None else self.side.numpy(value.detach())

    def _node(self, value: Any) -> tuple[str, int] | None:
        node = value.grad_fn
        return None if node is None else (type(node).__name__, len(node.next_functions))

    def _flat(self, value: Any) -> list[Any]:
        if self.side.is_tensor(value):
            return [value]
        return [x for item in value for x in self._flat(item)] if isinstance(value, (list, tuple)) else []


def both() -> tuple[Gradients, Gradients]:
    import torch

    import wye

    return Gradients(Torch(), torch), Gradients(Wye(), wye)


def differences(theirs: dict[str, Any], ours: dict[str, Any]) -> list[str]:
    """Where two outcomes differ, in words."""
    if "raised" in theirs:
        return []
    if "raised" in ours:
        return [f"torch returns, wye raises {ours['raised']}"]
    found = []
    if ("NotImplemented" in str(theirs["nodes"])) and ours.get("first"):
        return []  # wye has more
    if theirs["nodes"] != ours["nodes"]:
        found.append(f"nodes: {theirs['nodes']} in torch, {ours['nodes']} in wye")
    for key in ("first", "second"):
        found += _compare(theirs.get(key), ours.get(key), key)
    return found


def _compare(a: Any, b: Any, where: str) -> list[str]:
    if where == "second" and isinstance(a, str) and "not implemented" in a:
        return []  # wye has more
    if isinstance(a, str) or isinstance(b, str) or a is None or b is None:
        same = isinstance(a, str) == isinstance(b, str) and (a is None) == (b is None)
        return [] if same else [f"{where}: {a!r:.200} in torch, {b!r:.200} in wye"]
    found = []
    for place, (x, y) in enumerate(zip_longest(a, b)):
        line = _values(x, y)
        if line:
            found.append(f"{where}[{place}]: {line}")
    return found


def _values(x: np.ndarray | None, y: np.ndarray | None) -> str:
    if x is None or y is None:  # no gradient is a gradient of zeros
        other = y if x is None else x
        return "" if other is None or np.all(np.abs(other) < 1e-7) else f"{x!r:.80} in torch, {y!r:.80} in wye"
    if x.shape != y.shape or x.dtype != y.dtype:
        return f"{x.dtype} {x.shape} in torch, {y.dtype} {y.shape} in wye"
    relative, absolute = CLOSE
    scale = np.abs(x[np.isfinite(x)]).max(initial=0.0)
    same = np.isclose(x, y, rtol=relative, atol=absolute + 1e-9 * scale, equal_nan=True)
    if same.all():
        return ""
    at = tuple(int(i[0]) for i in np.nonzero(~same)) if x.ndim else ()
    return f"{np.count_nonzero(~same)} of {x.size} differ, at {at}: {x[at]} in torch, {y[at]} in wye"
