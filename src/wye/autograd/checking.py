"""`gradcheck` and `gradgradcheck`: gradients that are computed, against differences of the function's values.

Cold path.  All comparisons are of matrices with a row for each element of an input, and a column for each element of an
output: the gradient of the real, or of the imaginary, part of that element, by PyTorch's convention for complex inputs.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.autograd import jacobians
from wye.autograd.api import grad
from wye.autograd.checking_tangents import wrong_in_batches, wrong_without_tangents
from wye.autograd.edges import edge_of, mark
from wye.autograd.node import Node
from wye.call.packets import ops
from wye.grad_mode import enable_grad
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]

_NOTES = 'Please look at "Notes about undefined output gradients" in "tools/autograd/derivatives.yaml"'


class GradcheckError(RuntimeError):
    """A gradient is wrong; its note says at which element it differs most."""


_NEW = (
    "Backwards compatibility: New undefined gradient support checking feature is enabled by default, but it may break "
    "existing callers of this function. If this is true for you, you can call this function with "
    '"check_undefined_grad=False" to disable the feature'
)
_FAST = """

The above quantities relating the numerical and analytical jacobians are computed 
in fast mode. See: https://github.com/pytorch/pytorch/issues/53876 for more background 
about fast mode. Below, we recompute numerical and analytical jacobians in slow mode:

Numerical:
 {numerical}
Analytical:
{analytical}

The max per-element difference (slow mode) is: {largest}.
"""  # noqa: W291 - PyTorch's text has these blanks


def gradcheck(
    func: Callable[..., Any],
    inputs: Any,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False,
    check_backward_ad: bool = True,
    fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Compare a function's gradients with differences of its values.

    Args:
        func: Takes the inputs, and returns a tensor or several.
        inputs: A tensor or several; those that require grad are checked, and should be of float64 or complex128.
        eps: The step of the differences.
        atol: How far apart they may be.
        rtol: The same, relative to the differences.
        raise_exception: Raise an error, rather than return False.
        nondet_tol: How far apart two runs of backward may be.
        check_undefined_grad: Also run backward without gradients of the outputs.
        check_grad_dtypes: Gradients have the dtypes of their inputs.
        check_batched_grad: Gradients of a batch are those of its members.
        check_batched_forward_grad: The same of forward mode.
        check_forward_ad: Check forward mode, too.
        check_backward_ad: Check backward.
        fast_mode: Compare in one random direction, not for each element.
        masked: For sparse tensors, which there are none of.

    Returns:
        True where all is right.

    Raises:
        GradcheckError: a gradient is wrong.
        ValueError: the arguments make no sense together, or no input requires grad.

    >>> import wye
    >>> gradcheck(wye.sin, wye.tensor([0.5, 1.5], dtype=wye.float64, requires_grad=True))
    True
    """
    _check_arguments(check_forward_ad, check_backward_ad, check_batched_grad, check_batched_forward_grad)
    check = _Check(func, inputs, eps, atol, rtol, fast_mode)
    steps = [
        (check_grad_dtypes, check.dtypes), (check_undefined_grad, check.undefined), (check_batched_grad, check.batched),
    ]  # fmt: skip
    try:
        check.inputs_are_right()
        check.start()
        if not check.outputs:
            check.no_output_depends()
            return True
        if check_backward_ad:
            check.backward(nondet_tol)
            check.backward_of_zero()
            for step in [step for is_wanted, step in steps if is_wanted]:
                step()
        if check_forward_ad:
            check.forward()
            if check_batched_forward_grad:
                check.batched_tangents()
            if check_undefined_grad:
                check.missing_tangents()
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _check_arguments(forward: bool, backward: bool, batched: bool, batched_forward: bool) -> None:
    if not (forward or backward):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if batched and not backward:
        raise AssertionError("Setting check_batched_grad=True requires check_backward_ad to be True")
    if batched_forward and not forward:
        raise AssertionError("Setting check_batched_forward_grad=True requires check_forward_ad to be True")


def _listed(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, Tensor) or not isinstance(value, (list, tuple)) else tuple(value)


def _is_checked(value: Any) -> bool:
    return isinstance(value, Tensor) and bool(value.requires_grad)


class _Undefined(Node):
    """Passes on that there is no gradient."""

    __slots__ = ()

    def apply(self, grads: list[Any]) -> Sequence[Any]:
        return [None]


class _Check:
    """One call of `gradcheck`."""

    def __init__(self, func: Any, inputs: Any, eps: float, atol: float, rtol: float, fast: bool) -> None:
        self.func, self.inputs = func, _listed(inputs)
        self.eps, self.atol, self.rtol, self.fast = eps, atol, rtol, fast
        self.checked = [(i, one) for i, one in enumerate(self.inputs) if _is_checked(one)]
        self.all_outputs: list[Any] = []
        self.outputs: list[tuple[int, Any]] = []

    def inputs_are_right(self) -> None:
        """Warn of narrow dtypes, and refuse inputs that cannot be changed element by element."""
        if not self.checked:
            raise ValueError(
                "gradcheck expects at least one input tensor to require gradient, but none of them have "
                "requires_grad=True."
            )
        for i, one in self.checked:
            if one.dtype.name not in ("float64", "complex128"):
                warnings.warn(
                    f"Input #{i} requires gradient and is not a double precision floating point or complex. This check "
                    "will likely fail if all the inputs are not of double precision floating point or complex. ",
                    stacklevel=3,
                )
            if any(stride == 0 and size > 1 for stride, size in zip(one.stride(), one.shape, strict=True)):
                raise RuntimeError(
                    f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are "
                    "non-overlapping to be able to compute the numerical gradients correctly. You should call "
                    ".contiguous on the input before passing it to gradcheck."
                )

    def start(self) -> None:
        """Call the function."""
        with enable_grad():
            self.all_outputs = list(_listed(self.func(*self.inputs)))
        self.outputs = [(i, one) for i, one in enumerate(self.all_outputs) if one.requires_grad]

    def call(self, inputs: Sequence[Any]) -> tuple[Any, ...]:
        """The function's outputs for these inputs."""
        return _listed(self.func(*inputs))

    def values(self) -> tuple[Any, ...]:
        """The function's outputs for the inputs as they are now."""
        return self.call(self.inputs)

    def no_output_depends(self) -> None:
        """Outputs that do not require grad do not change with the inputs."""
        for place, output in enumerate(self.all_outputs):
            if not (output.dtype.is_floating_point or output.dtype.is_complex):
                continue
            for _, one in self.checked:
                for matrix in jacobians.numerical(self, one, place, self.eps).values():
                    if not _is_close(matrix, matrix * 0, self.atol, self.rtol):
                        raise GradcheckError("Numerical gradient for function expected to be zero")

    def backward(self, nondet_tol: float) -> None:
        """Gradients by backward are differences of values, and the same each time."""
        for place, output in self.outputs:
            for number, one in self.checked:
                numerical = jacobians.numerical(self, one, place, self.eps)
                for part, wanted in numerical.items():
                    found, again = (jacobians.by_backward(output, one, part) for _ in range(2))
                    self._compare("Jacobian", part, wanted, found, (place, number))
                    if not _is_close(found, again, nondet_tol, 0.0):
                        raise GradcheckError(
                            "Backward is not reentrant, i.e., running backward with same input and grad_output "
                            "multiple times gives different values, although analytical gradient matches numerical "
                            f"gradient.The tolerance for nondeterminism was {nondet_tol}."
                        )

    def forward(self) -> None:
        """Tangents are differences of values."""
        for number, one in self.checked:
            by_output = jacobians.by_forward(self, number, [place for place, _ in self.outputs])
            for place, _ in self.outputs:
                for part, wanted in jacobians.numerical(self, one, place, self.eps).items():
                    found = by_output[place][part]
                    self._compare("Jacobian computed with forward mode", part, wanted, found, (place, number))

    def missing_tangents(self) -> None:
        """An input without a tangent is one whose tangent is zero."""
        wrong = wrong_without_tangents(self)
        if wrong:
            raise GradcheckError(wrong)

    def batched_tangents(self) -> None:
        """Tangents of a batch are those of its members."""
        wrong = wrong_in_batches(self)
        if wrong:
            raise GradcheckError(wrong)

    def _compare(self, what: str, part: str, wanted: Any, found: Any, where: tuple[int, int]) -> None:
        numerical, analytical = wanted, found
        if self.fast:
            left, right = jacobians.directions(wanted)
            numerical, analytical = (left @ wanted.astype(left.dtype) @ right, left @ found.astype(left.dtype) @ right)
        if _is_close(analytical, numerical, self.atol, self.rtol):
            return
        output, number = where
        is_complex = self.all_outputs[output].dtype.is_complex
        start = f"While considering the {part} part of complex outputs only, " if is_complex else ""
        shown = [numerical, analytical] if self.fast else [jacobians.tensor(numerical), jacobians.tensor(analytical)]
        text = (
            f"{start}{what} mismatch for output {output} with respect to input {number},\n"
            f"numerical:{shown[0]}\nanalytical:{shown[1]}\n"
        )
        row, column, largest = jacobians.largest(wanted, found)
        if self.fast:
            text += _FAST.removeprefix("\n").format(
                numerical=jacobians.tensor(wanted), analytical=jacobians.tensor(found), largest=largest
            )
        error = GradcheckError(text)
        shape = tuple(self.inputs[number].shape)
        of = tuple(self.all_outputs[output].shape)
        error.add_note(
            f"the largest difference, {largest:.3g}, is at element {jacobians.index(row, shape)} of input {number} and "
            f"element {jacobians.index(column, of)} of output {output}: numerical {wanted[row, column]:.6g}, "
            f"analytical {found[row, column]:.6g}"
        )
        raise error

    def _gradients(self, starts: Sequence[Any], outputs: Sequence[Any]) -> tuple[Any, ...]:
        return grad(list(outputs), [one for _, one in self.checked], list(starts), retain_graph=True, allow_unused=True)

    def backward_of_zero(self) -> None:
        """Backward is linear: zeros give zeros."""
        outputs = [one for _, one in self.outputs]
        starts = [ops.aten.zeros_like.default(one.detach()) for one in outputs]
        for found, (_, one) in zip(self._gradients(starts, outputs), self.checked, strict=True):
            if found is None:
                continue
            if not _is_zero(found):
                raise GradcheckError("backward not multiplied by grad_output")
            if tuple(found.shape) != tuple(one.shape):
                raise GradcheckError("grad has incorrect size")

    def dtypes(self) -> None:
        """Gradients have the dtypes of their inputs."""
        outputs = [one for _, one in self.outputs]
        starts = [ops.aten.ones_like.default(one.detach()) for one in outputs]
        for found, (_, one) in zip(self._gradients(starts, outputs), self.checked, strict=True):
            if found is not None and found.dtype is not one.dtype:
                raise GradcheckError(f"Gradient has dtype {found.dtype}, but its input has {one.dtype}")

    def undefined(self) -> None:
        """Backward works where outputs have no gradient: all of them, and each on its own."""
        with enable_grad():
            outputs = [one for one in _listed(self.func(*self.inputs)) if one.requires_grad]
        count = len(outputs)
        cases = [frozenset(range(count))]
        if count > 1:
            cases += [frozenset((i,)) for i in range(count)]
        for case in cases:
            ends, starts = [], []
            for i, output in enumerate(outputs):
                ends.append(_without_gradient(output) if i in case else output)
                starts.append(ops.aten.zeros_like.default(output.detach()))
            try:
                found = self._gradients(starts, ends)
            except RuntimeError as error:
                warnings.warn(_NEW, stacklevel=4)
                raise GradcheckError(
                    f"Expected backward function to handle undefined output grads. {_NOTES}"
                ) from error
            if not all(one is None or _is_zero(one) for one in found):
                raise GradcheckError(
                    "Expected all input grads to be undefined or zero when all output grads are undefined or zero. "
                    f"{_NOTES}"
                )

    def batched(self) -> None:
        """Gradients of a batch are those of its members."""
        inputs = [one for _, one in self.checked]
        for place, output in self.outputs:
            # Each in memory of its own: gradients of `as_strided` count from where the memory begins.
            starts = [ops.aten.randn_like.default(output.detach()) for _ in range(2)]
            stacked = ops.aten.stack.default(starts)
            try:
                together = grad(output, inputs, stacked, retain_graph=True, allow_unused=True, is_grads_batched=True)
            except RuntimeError as error:
                raise GradcheckError(
                    f"While computing batched gradients, got: {error}\n\ngradcheck runs backward under vmap, because "
                    "check_batched_grad=True"
                ) from error
            for i in range(2):
                alone = grad(output, inputs, starts[i], retain_graph=True, allow_unused=True)
                for number, (one, other) in enumerate(zip(together, alone, strict=True)):
                    if one is not None and not self._is_same(one[i], other):
                        raise GradcheckError(
                            f"For output {place} and input {number}: the gradients of a batch are not those of its "
                            f"members, got {one[i]} and {other}"
                        )

    def _is_same(self, one: Any, other: Any) -> bool:
        first, second = (value.detach().resolve_conj().resolve_neg().numpy() for value in (one, other))
        return _is_close(first, second, self.atol, self.rtol)


def _without_gradient(output: Any) -> Any:
    node = _Undefined((edge_of(output),))
    seen = output.detach()
    node.outputs.append((tuple(seen.shape), seen.dtype, seen.device))
    mark(node, seen, 0)
    return seen


def _is_close(one: Any, other: Any, atol: float, rtol: float) -> bool:
    return bool((abs(one - other) <= atol + rtol * abs(other)).all())


def _is_zero(tensor: Any) -> bool:
    return not bool((tensor.detach() != 0).any())


def gradgradcheck(
    func: Callable[..., Any],
    inputs: Any,
    grad_outputs: Any = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True,
    nondet_tol: float = 0.0,
    check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False,
    check_batched_grad: bool = False,
    check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True,
    fast_mode: bool = False,
    masked: bool = False,
) -> bool:
    """Compare the gradients of a function's gradients with differences of the gradients.

    Args:
        func: As for `gradcheck`.
        inputs: The same.
        grad_outputs: Gradients of the outputs; random ones by default.
        eps: As for `gradcheck`, like all that follow.
        atol: See there.
        rtol: See there.
        gen_non_contig_grad_outputs: Random gradients of the outputs are not contiguous.
        raise_exception: See there.
        nondet_tol: See there.
        check_undefined_grad: See there.
        check_grad_dtypes: See there.
        check_batched_grad: See there.
        check_fwd_over_rev: Check forward mode over backward.
        check_rev_over_rev: Check backward over backward.
        fast_mode: See there.
        masked: See there.

    Raises:
        GradcheckError: one is wrong.
    """
    given = _listed(inputs)
    if grad_outputs is None:
        starts = [
            _random(one, gen_non_contig_grad_outputs)
            for one in _listed(func(*given))
            if isinstance(one, Tensor) and one.requires_grad
        ]
    else:
        starts = [one for one in _listed(grad_outputs) if one is not None]
    count = len(starts)

    def first_gradients(*args: Any) -> Any:
        own, ends = args[:-count], args[-count:]
        checked = [
            one.requires_grad_() if _is_checked(old) and not _is_checked(one) else one  # made for this call: a dual
            for one, old in zip(own, given, strict=True)
        ]
        outputs = [one for one in _listed(func(*checked)) if isinstance(one, Tensor) and one.requires_grad]
        wanted = [one for one in checked if _is_checked(one)]
        found = grad(outputs, wanted, ends, create_graph=True, allow_unused=True)
        return tuple(one for one in found if isinstance(one, Tensor))

    return gradcheck(
        first_gradients, (*given, *starts), eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
        nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad, fast_mode=fast_mode, check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev, masked=masked,
    )  # fmt: skip


def _random(output: Any, is_spread: bool) -> Any:
    if is_spread:
        shape = [*output.shape, 2]
        made = ops.aten.randn.default(shape, dtype=output.dtype, device=output.device)
        return made.select(-1, 0).detach().requires_grad_()
    return ops.aten.randn_like.default(output.detach()).requires_grad_()
