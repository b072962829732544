"""Test classes that check gradients of operators with samples."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from wye.autograd import gradcheck, gradgradcheck
from wye.pytree import tree_flatten, tree_unflatten
from wye.tensors import Tensor
from wye.testing.cases import TestCase

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GradientCase"]


class GradientCase(TestCase):
    """Checks gradients of operators with each of their samples; PyTorch's names of methods."""

    exact_dtype = True

    def _get_safe_inplace(self, inplace_variant: Callable[..., Any]) -> Callable[..., Any]:
        """A method that writes, on a copy: a leaf that requires grad must not be written to."""

        @functools.wraps(inplace_variant)
        def on_copy(first: Any, *args: Any, **kwargs: Any) -> Any:
            return inplace_variant(first.clone(), *args, **kwargs)

        return on_copy

    def _skip_helper(self, op: Any, device: Any, dtype: Any) -> None:
        if dtype not in op.supported_backward_dtypes(str(device).partition(":")[0]):
            self.skipTest("Skipped! Op doesn't support autograd for this dtype.")
        if not op.supports_autograd and not op.supports_forward_ad:
            self.skipTest("Skipped! autograd not supported.")

    def _grad_test_helper(
        self, device: Any, dtype: Any, op: Any, variant: Any, *, check_batched_grad: bool | None = None, **checks: Any
    ) -> None:
        self._check_helper(device, dtype, op, variant, "gradcheck", check_batched_grad=check_batched_grad, **checks)

    def _check_helper(
        self,
        device: Any,
        dtype: Any,
        op: Any,
        variant: Any,
        check: str,
        *,
        check_forward_ad: bool = False,
        check_backward_ad: bool = True,
        check_batched_grad: bool | None = None,
        check_batched_forward_grad: bool = False,
    ) -> None:
        """Check gradients, or gradients of gradients (``check`` is "bwgrad_bwgrad" or "fwgrad_bwgrad")."""
        if variant is None:
            self.skipTest("Skipped! Variant not implemented.")
        if not op.supports_dtype(dtype, str(device).partition(":")[0]):
            self.skipTest(f"Skipped! {op.name} does not support dtype {dtype}")
        fast = True if op.gradcheck_fast_mode is None else op.gradcheck_fast_mode
        common = {"check_grad_dtypes": True, "nondet_tol": op.gradcheck_nondet_tol, "fast_mode": fast}
        writes = getattr(variant, "__wrapped__", None) is not None and variant.__wrapped__ is op.get_inplace()
        for sample in op.sample_inputs(device, dtype, requires_grad=True):
            if writes and sample.broadcasts_input:
                continue  # what is written to has the size of the result
            fn, leaves = _of_leaves(op, variant, sample)
            if not leaves:
                continue
            if check == "gradcheck":
                batched = op.check_batched_grad if check_batched_grad is None else check_batched_grad
                right = gradcheck(
                    fn, leaves, check_batched_grad=batched, check_forward_ad=check_forward_ad,
                    check_backward_ad=check_backward_ad, check_undefined_grad=True,
                    check_batched_forward_grad=check_batched_forward_grad, **common,
                )  # fmt: skip
            else:
                forward = check == "fwgrad_bwgrad"
                right = gradgradcheck(
                    fn, leaves, gen_non_contig_grad_outputs=False, check_batched_grad=not forward and
                    op.check_batched_gradgrad, check_fwd_over_rev=forward, check_rev_over_rev=not forward,
                    check_undefined_grad=not forward, **common,
                )  # fmt: skip
            assert right


def _of_leaves(op: Any, variant: Any, sample: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """A function of the sample's tensors that require grad alone, and these."""
    flat, spec = tree_flatten((sample.input, sample.args, sample.kwargs))
    places = [at for at, one in enumerate(flat) if isinstance(one, Tensor) and one.requires_grad]

    def fn(*leaves: Any) -> Any:
        given = list(flat)
        for at, leaf in zip(places, leaves, strict=True):
            given[at] = leaf
        first, args, kwargs = tree_unflatten(given, spec)
        result = sample.output_process_fn_grad(op.gradcheck_wrapper(variant, first, *args, **kwargs))
        return result if isinstance(result, Tensor) else _differentiable(result)

    return fn, tuple(flat[at] for at in places)


def _differentiable(results: Any) -> Any:
    """The results that have gradients, as gradcheck takes them."""
    return tuple(
        one for one in tree_flatten(results)[0]
        if isinstance(one, Tensor) and (one.is_floating_point() or one.is_complex())
    )  # fmt: skip
