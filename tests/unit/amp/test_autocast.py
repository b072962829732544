"""Autocast: blocks, decorators, the thread's state, the cache, custom operators."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

import wye
from wye import amp, autocast_mode
from wye.errors import ArgumentError, LibraryError, NotCallableError, UnknownKeyError
from wye.library import Library, custom_op


def test_a_block_casts_products_and_leaves_sums_alone() -> None:
    a = wye.ones(2, 2)
    with wye.autocast("cpu"):
        assert (a @ a).dtype is wye.bfloat16
        assert (a + a).dtype is wye.float32
    assert (a @ a).dtype is wye.float32


def test_losses_run_in_float32() -> None:
    a = wye.ones(2, 2, dtype=wye.bfloat16)
    with wye.autocast("cpu"):
        assert wye.nn.functional.mse_loss(a, a).dtype is wye.float32
    assert wye.nn.functional.mse_loss(a, a).dtype is wye.bfloat16


def test_operators_of_several_tensors_take_the_widest_dtype() -> None:
    a = wye.ones(2)
    with wye.autocast("cpu"):
        assert wye.cat([a, a.bfloat16()]).dtype is wye.float32
        assert wye.cat([a.bfloat16(), a.bfloat16()]).dtype is wye.bfloat16


def test_a_dtype_that_is_neither_float32_nor_the_blocks_cannot_be_promoted() -> None:
    a = wye.ones(2, dtype=wye.float16)
    with wye.autocast("cpu"), pytest.raises(ArgumentError, match="cannot choose a dtype"):
        wye.cat([a, a])


@pytest.mark.parametrize("dtype", [wye.float64, wye.int64])
def test_float64_and_integers_are_kept(dtype: wye.dtype) -> None:
    a = wye.ones(2, 2, dtype=dtype)
    with wye.autocast("cpu"):
        assert (a @ a).dtype is dtype


def test_blocks_nest_and_restore_what_they_found() -> None:
    a = wye.ones(2, 2)
    with wye.autocast("cpu", dtype=wye.float16):
        with wye.autocast("cpu", enabled=False):
            assert not amp.is_autocast_enabled("cpu")
            assert (a @ a).dtype is wye.float32
        assert (a @ a).dtype is wye.float16
        assert amp.get_autocast_dtype("cpu") is wye.float16
    assert amp.get_autocast_dtype("cpu") is wye.bfloat16
    assert not amp.is_autocast_enabled("cpu")


def test_an_error_leaves_the_block_and_its_state() -> None:
    with pytest.raises(ZeroDivisionError), wye.autocast("cpu"):
        raise ZeroDivisionError
    assert not amp.is_autocast_enabled("cpu")
    assert autocast_mode.thread.nesting == 0


def test_it_decorates_functions() -> None:
    @wye.autocast("cpu")
    def product(a: wye.Tensor) -> wye.Tensor:
        assert amp.is_autocast_enabled("cpu")
        return a @ a

    assert product(wye.ones(2, 2)).dtype is wye.bfloat16
    assert not amp.is_autocast_enabled("cpu")
    with pytest.raises(NotCallableError, match="requires a callable"):
        wye.autocast("cpu")(3)  # type: ignore[arg-type]


def test_other_threads_are_not_cast() -> None:
    seen: list[object] = []

    def look() -> None:
        seen.append((amp.is_autocast_enabled("cpu"), (wye.ones(2, 2) @ wye.ones(2, 2)).dtype))

    with wye.autocast("cpu"):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert seen == [(False, wye.float32)]


def test_a_dtype_that_is_not_narrow_warns_and_disables() -> None:
    with pytest.warns(UserWarning, match="In CPU autocast, but the target dtype is not supported"):
        block = wye.autocast("cpu", dtype=wye.float64)
    with block:
        assert not amp.is_autocast_enabled("cpu")


def test_unknown_devices_are_errors() -> None:
    with pytest.raises(UnknownKeyError, match="device type"):
        wye.autocast("bogus")
    with pytest.raises(UnknownKeyError, match="autocast"):
        wye.autocast("meta")
    with pytest.raises(LibraryError, match="device_type"):
        wye.autocast(3)  # type: ignore[arg-type]
    assert amp.is_autocast_available("cpu")
    assert not amp.is_autocast_available("meta")


def test_casts_of_leaves_that_require_grad_are_kept_until_the_outermost_block_ends() -> None:
    w = wye.ones(2, 2, requires_grad=True)
    with wye.autocast("cpu"):
        with wye.autocast("cpu"):
            first = wye.prelu(wye.ones(2, 2), w[0]).grad_fn  # a view: not kept
            _ = w @ w
        assert len(autocast_mode.thread.casts) == 1
        kept = next(iter(autocast_mode.thread.casts.values()))[1]
        _ = w @ w
        assert next(iter(autocast_mode.thread.casts.values()))[1] is kept
    assert not autocast_mode.thread.casts
    assert first is not None


def test_nothing_is_kept_without_the_cache_or_without_recording() -> None:
    w = wye.ones(2, 2, requires_grad=True)
    with wye.autocast("cpu", cache_enabled=False):
        assert not amp.is_autocast_cache_enabled()
        _ = w @ w
        assert not autocast_mode.thread.casts
    with wye.autocast("cpu"):
        with wye.autograd.no_grad():
            _ = w @ w
        assert (w @ w).requires_grad


def test_switches_without_a_block() -> None:
    amp.set_autocast_enabled("cpu", True)
    try:
        assert autocast_mode.is_any_enabled()
        assert wye.mm(wye.ones(2, 2), wye.ones(2, 2)).dtype is wye.bfloat16
    finally:
        amp.set_autocast_enabled("cpu", False)
    assert not autocast_mode.is_any_enabled()
    with pytest.raises(ArgumentError, match="takes a device type and a bool"):
        amp.set_autocast_enabled("cpu", 3)  # type: ignore[arg-type]


def test_accelerators_have_policies_of_their_own() -> None:
    from wye.amp.policies import POLICIES

    assert POLICIES["cuda"]["exp"] == "fp32"
    assert "exp" not in POLICIES["cpu"]
    assert POLICIES["mps"]["sum"] == "fp32"
    assert POLICIES["xpu"]["sum"] == "set_dtype"


def test_every_policy_of_an_accelerator_runs_as_a_kernel_at_its_key() -> None:
    """No device here has these keys, so the kernels are called on the CPU's tensors as if they were its own."""
    from wye.amp.casting import make

    a = wye.ones(2, 2, dtype=wye.float16)
    call = {name: make(policy, name, "cpu") for policy, name in [("set_dtype", "sum"), ("append", "norm.Scalar")]}
    keys = a.keys
    assert call["sum"](wye.ops.aten.sum.default, keys, (a,), {}).dtype is wye.float32
    assert call["sum"](wye.ops.aten.sum.default, keys, (a,), {"dtype": wye.float64}).dtype is wye.float64
    assert call["norm.Scalar"](wye.ops.aten.norm.Scalar, keys, (a,), {}).dtype is wye.float32
    banned = make("banned", "binary_cross_entropy", "cuda")
    with pytest.raises(ArgumentError, match="unsafe to autocast"):
        banned(wye.ops.aten.binary_cross_entropy.default, keys, (a, a), {})


def test_a_custom_operator_runs_in_the_dtype_that_it_registers() -> None:
    seen: list[object] = []

    @custom_op("test_amp::f", mutates_args=())
    def f(x: wye.Tensor, ys: list[wye.Tensor]) -> wye.Tensor:
        seen.append((x.dtype, [y.dtype for y in ys], amp.is_autocast_enabled("cpu")))
        return x.clone()

    f.register_autocast("cpu", wye.float16)
    x = wye.ones(2)
    with wye.autocast("cpu"):
        f(x, [x, x.double()])
    f(x, [])
    assert seen == [(wye.float16, [wye.float16, wye.float64], False), (wye.float32, [], False)]


def test_a_kernel_at_the_key_runs_while_autocast_is_on() -> None:
    lib = Library("test_amp_kernel", "DEF")
    lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x.clone(), "CPU")
    lib.impl("f", lambda x: x.to(wye.float16), "AutocastCPU")
    f = wye.ops.test_amp_kernel.f
    assert f(wye.ones(2)).dtype is wye.float32
    with wye.autocast("cpu"):
        assert f(wye.ones(2)).dtype is wye.float16
    lib._destroy()


def test_custom_fwd_and_custom_bwd_keep_the_state_of_forward_for_backward() -> None:
    seen: list[object] = []

    class Double(wye.autograd.Function):
        @staticmethod
        @amp.custom_fwd(device_type="cpu", cast_inputs=wye.float32)
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            seen.append((x.dtype, amp.is_autocast_enabled("cpu")))
            return x * 2

        @staticmethod
        @amp.custom_bwd(device_type="cpu")
        def backward(ctx, grad):  # type: ignore[no-untyped-def]
            seen.append((grad.dtype, amp.is_autocast_enabled("cpu")))
            return grad * 2

    class Plain(wye.autograd.Function):
        @staticmethod
        @amp.custom_fwd(device_type="cpu")
        def forward(ctx, x):  # type: ignore[no-untyped-def]
            return x * 2

        backward = staticmethod(amp.custom_bwd(Double.backward, device_type="cpu"))

    x = wye.ones(2, dtype=wye.bfloat16, requires_grad=True)
    with wye.autocast("cpu"):
        y = Double.apply(x)
    y.sum().backward()
    assert seen == [(wye.float32, False), (wye.float32, False)]
    assert x.grad is not None
    assert x.grad.dtype is wye.bfloat16


def test_plain_programs_do_not_load_the_layer() -> None:
    program = (
        "import sys, wye; from wye.autocast_mode import key_of; from wye.registry import registry\n"
        "a = wye.ones(2, 2); a @ a\n"
        "assert not any(name.startswith('wye.amp') for name in sys.modules), 'loaded'\n"
        "assert key_of('cpu') not in registry.entries['aten::mm'].kernels\n"
        "with wye.autocast('cpu'): a @ a\n"
        "assert key_of('cpu') in registry.entries['aten::mm'].kernels\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=200)
