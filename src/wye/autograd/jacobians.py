"""Jacobians of a function, for `gradcheck`: by differences, by backward, by forward mode, as NumPy matrices.

A row for each element of the input, a column for each element of the output.  ``"real"`` and ``"imaginary"`` name the
part of the output that is differentiated; a complex input has derivatives ``d/dx + i d/dy``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wye.autograd import forward_ad
from wye.autograd.api import grad
from wye.call.packets import ops
from wye.tensors import from_numpy

__all__ = ["by_backward", "by_forward", "directions", "duals", "index", "largest", "numerical", "tensor"]


class _Elements:
    """The elements of a tensor whose handler alone knows them, to read and to write as those of an array."""

    def __init__(self, tensor: Any) -> None:
        self._data = tensor.data  # whose version is its own
        self.shape = tuple(tensor.shape)

    def __getitem__(self, at: tuple[int, ...]) -> Any:
        return self._data[at].item()

    def __setitem__(self, at: tuple[int, ...], value: Any) -> None:
        self._data[at].fill_(value)


def _memory(tensor: Any) -> Any:
    """The elements of a tensor, which can be written to."""
    return tensor.detach().numpy() if not tensor._handles_calls else _Elements(tensor)


def _numbers(value: Any) -> Any:
    """The elements of a tensor, in a row of their own."""
    if value._handles_calls:
        return np.array([one.item() for one in value.detach().reshape(-1)])
    return np.array(value.detach().resolve_conj().resolve_neg().numpy()).reshape(-1)


def _gradients(by_step: dict[complex, Any], is_complex: bool) -> dict[str, Any]:
    """From derivatives of an output along 1, and along i, to the gradients of its parts."""

    def part(take: Any) -> Any:
        along = take(by_step[1])
        return along + 1j * take(by_step[1j]) if 1j in by_step else along

    found = {"imaginary": part(np.imag), "real": part(np.real)}
    if not is_complex:
        del found["imaginary"]
    return found


def _steps(tensor: Any) -> tuple[complex, ...]:
    return (1, 1j) if tensor.dtype.is_complex else (1,)


def numerical(check: Any, one: Any, place: int, eps: float) -> dict[str, Any]:
    """By differences of values: the input is changed in place, unseen by its version."""
    memory = _memory(one)
    output = check.all_outputs[place]
    like = tuple(output.shape), output.dtype
    rows: dict[complex, list[Any]] = {step: [] for step in _steps(one)}
    for at in np.ndindex(memory.shape):
        before = memory[at]
        for step, found in rows.items():
            values = []
            for sign in (1, -1):
                memory[at] = before + sign * eps * step
                values.append(_numbers(_alike(check.values()[place], *like)))
            found.append((values[0] - values[1]) / (2 * eps))
            memory[at] = before
    empty = np.zeros((0, output.numel()))
    by_step = {step: np.stack(found) if found else empty for step, found in rows.items()}
    return _gradients(by_step, output.dtype.is_complex)


def _alike(value: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    """An output for inputs that were changed a little.

    Raises:
        AssertionError: it is of another kind than that for the inputs themselves.
    """
    for what, same in (("shape", tuple(value.shape) == shape), ("dtype", value.dtype is dtype)):
        if not same:
            raise AssertionError(
                f"Expected `func` to return outputs with the same {what} when inputs are perturbed on index, but it "
                f"gave one of {tuple(value.shape)} and {value.dtype}, and had given one of {shape} and {dtype}"
            )
    return value


def by_backward(output: Any, one: Any, part: str) -> Any:
    """By backward, one element of the output after the other."""
    columns = []
    dtype = np.complex128 if one.dtype.is_complex else np.float64
    for at in range(output.numel()):
        start = ops.aten.zeros.default([output.numel()], dtype=output.dtype, device=output.device)
        start[at] = 1j if part == "imaginary" else 1
        (found,) = grad(output, [one], start.reshape(output.shape), retain_graph=True, allow_unused=True)
        columns.append(np.zeros(one.numel(), dtype) if found is None else _numbers(found))
    return np.stack(columns, axis=1) if columns else np.zeros((one.numel(), 0), dtype)


def duals(check: Any) -> tuple[list[Any], dict[int, Any]]:
    """The inputs with tangents of zeros where they are checked, without history; and these tangents by number."""
    inputs, tangents = list(check.inputs), {}
    for number, one in check.checked:
        inputs[number] = forward_ad.make_dual(one.detach(), ops.aten.zeros_like.default(one.detach()))
        tangents[number] = forward_ad.unpack_dual(inputs[number]).tangent  # which may be a copy: it lies as the input
    return inputs, tangents


def by_forward(check: Any, number: int, places: list[int]) -> dict[int, dict[str, Any]]:
    """By forward mode, one element of the input after the other."""
    one = check.inputs[number]
    rows: dict[int, dict[complex, list[Any]]] = {place: {step: [] for step in _steps(one)} for place in places}
    for at in range(one.numel()):
        for step in _steps(one):
            with forward_ad.dual_level():
                inputs, tangents = duals(check)
                tangents[number][index(at, tuple(one.shape))] = step
                listed = check.call(inputs)
                for place in places:
                    seen = forward_ad.unpack_dual(listed[place]).tangent
                    value = np.zeros(listed[place].numel()) if seen is None else _numbers(seen)
                    rows[place][step].append(value)
    found = {}
    for place, steps in rows.items():
        output = check.all_outputs[place]
        empty = np.zeros((0, output.numel()))
        by_step = {step: np.stack(values) if values else empty for step, values in steps.items()}
        found[place] = _gradients(by_step, output.dtype.is_complex)
    return found


def directions(matrix: Any) -> tuple[Any, Any]:
    """Two random vectors of length 1, the same for each shape."""
    generator = np.random.default_rng(0)
    left, right = (generator.random(size) for size in matrix.shape)
    if np.iscomplexobj(matrix):
        left = left + 1j * generator.random(matrix.shape[0])
    return left / max(np.linalg.norm(left), 1e-30), right / max(np.linalg.norm(right), 1e-30)


def largest(wanted: Any, found: Any) -> tuple[int, int, float]:
    """Where two matrices differ most: row, column, by how much."""
    distance = np.nan_to_num(abs(wanted - found), nan=np.inf)
    row, column = np.unravel_index(int(distance.argmax()), distance.shape)
    return int(row), int(column), float(distance[row, column])


def index(flat: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The index of an element by its number."""
    return tuple(int(i) for i in np.unravel_index(flat, shape)) if shape else ()


def tensor(matrix: Any) -> Any:
    """A matrix as a tensor, to be shown."""
    return from_numpy(np.ascontiguousarray(matrix))
