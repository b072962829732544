"""What a function mode sees of methods, attributes and Python's operators on tensors: what it sees in PyTorch."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from tests.conformance.sides import sides

pytestmark = [pytest.mark.torch, pytest.mark.filterwarnings("ignore")]

BINARY = ("+", "-", "*", "/", "//", "%", "**", "<", "<=", "==", "!=", ">", ">=")
OF_INTS = ("&", "|", "^", "<<", ">>")
ATTRIBUTES = [
    "shape", "dtype", "device", "ndim", "T", "real", "data", "grad", "requires_grad", "is_leaf", "grad_fn", "layout",
    "itemsize", "nbytes", "is_cuda", "is_meta", "output_nr", "_version", "is_cpu", "volatile", "name",
    "retains_grad", "is_sparse", "is_quantized", "_backward_hooks", "is_mkldnn", "is_nested",
]  # fmt: skip
METHODS = [
    "size()", "size(0)", "stride()", "dim()", "numel()", "nelement()", "ndimension()", "element_size()",
    "storage_offset()", "is_contiguous()", "is_floating_point()", "is_complex()", "is_signed()", "is_conj()",
    "is_neg()", "is_inference()", "get_device()", "data_ptr()", "untyped_storage()", "tolist()", "numpy()",
    "to(m.float64)", "to('cpu')", "to(dtype=m.int32)", "cpu()", "float()", "double()", "half()", "long()", "int()",
    "bool()", "type()", "type(m.int64)", "type_as(i)", "requires_grad_()", "detach()", "clone()", "contiguous()",
    "new_zeros(2)", "new_tensor([1])", "new(2)", "new_empty(2)", "split(1)", "unflatten(0,(1,2))", "norm()",
    "unique()", "where(b,x)", "is_set_to(x)", "resize_as_(x)", "apply_(abs)", "_is_view()", "dim_order()",
    "nonzero()", "repeat_interleave(2)", "unique_consecutive()", "to_dense()", "is_same_size(x)",
    "sum(dim=0,keepdim=True)", "softmax(0)", "masked_fill(b,0)", "view(-1)", "reshape(-1)", "chunk(2)", "unbind()",
    "max(0)", "std()", "any()", "matmul(x)", "squeeze()", "permute(0)", "resize_(2)", "copy_(x)", "fill_(0)",
    "zero_()", "sum().item()",
]  # fmt: skip
IN_PLACE = ("iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow")
CALLS = [
    *(f"x {sign} x" for sign in BINARY),
    *(f"x {sign} 2" for sign in BINARY),
    *(f"2 {sign} x" for sign in BINARY if sign != "/"),  # PyTorch's name of it has Python 2's spelling
    *(f"i {sign} i" for sign in OF_INTS),
    *(f"i {sign} 1" for sign in OF_INTS),
    *(f"1 {sign} i" for sign in OF_INTS),
    *(f"x.__{name}__(2)" for name in IN_PLACE),
    *(f"i.__{name}__(i)" for name in ("iand", "ior", "ixor", "ilshift", "irshift", "rmatmul")),
    "x @ x", "-x", "+x", "abs(x)", "~b", "len(x)", "x[0]", "x[0:1]", "x[None]", "x[b]", "x[i]", "list(x)", "1. in x",
    "bool(s)", "int(s)", "float(s)", "complex(s)", "operator.index(i[0])", "format(s, '.2f')", "reversed(x)",
    "x.__setitem__(0, 1.)", "x.__setitem__(b, x)", "setattr(x, 'requires_grad', True)", "setattr(x, 'grad', x)",
    *(f"x.{name}" for name in ATTRIBUTES), *(f"x.{call}" for call in METHODS),
    "(x * 1).requires_grad_().sum().backward()", "m.stack([x, x])", "m.zeros(2)", "m.tensor([1])", "m.numel(x)",
    "m.nn.functional.dropout(x)", "m.nn.functional.softmax(x, 0)", "m.einsum('i->', x)", "m.norm(x)",
]  # fmt: skip


def seen(lib: Any, call: str) -> list[Any]:
    """Names of the functions that a mode sees, how many arguments it gets by place, and the names of the others."""
    found: list[Any] = []

    class Mode(lib.overrides.TorchFunctionMode):  # type: ignore[misc, name-defined]
        def __torch_function__(self, func, types, args=(), kwargs=None):
            name, owner = func.__name__, getattr(func, "__self__", None)
            if name in ("__get__", "__set__"):
                assert func == getattr(getattr(lib.Tensor, owner.__name__), name)
                name = f"{owner.__name__}.{name}"
            python = {"pow": "__pow__", "pow_": "__ipow__"}.get(name)  # PyTorch's have the names of other functions
            name = python if python and getattr(lib.Tensor, python) is func else name
            found.append((name, getattr(lib.Tensor, name, None) is func, len(args), sorted(kwargs or {})))
            return func(*args, **(kwargs or {}))

    names = {
        "m": lib, "x": lib.tensor([1.0, 2.0]), "i": lib.tensor([1, 0]), "b": lib.tensor([True, False]),
        "s": lib.tensor(2.0), "operator": operator, "np": np,
    }  # fmt: skip
    with Mode():
        try:
            eval(call, names)
        except Exception as error:  # noqa: BLE001 - whatever is raised is compared
            found.append(type(error).__name__)
    return found


@pytest.mark.parametrize("call", CALLS)
def test_a_function_mode_sees_what_it_sees_in_pytorch(call: str) -> None:
    theirs, ours = (seen(lib, call) for lib in sides())
    assert ours == theirs
