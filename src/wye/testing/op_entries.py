"""Every operator as a test case, under the names that PyTorch's lists have: `op_db`.

Cold path.  What is known of an operator stands in `wye.testing.op_table`, its samples in `wye.testing.op_samples`.  An
operator that wye does not have is an entry without samples, of which `ops` makes no tests.
"""

from __future__ import annotations

import operator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from wye.aten.functions import function
from wye.call import ops
from wye.functional import windows
from wye.tensors import Tensor
from wye.tensors.generator import fork_rng, manual_seed
from wye.testing.elementwise_operators import BINARY_UFUNCS, UNARY_UFUNCS
from wye.testing.op_info import OpInfo, public
from wye.testing.op_samples import samples_of
from wye.testing.op_table import ALIASES, ATEN_NAMES, BACKWARD_NAMES, FACTS, LETTERS, PARTS
from wye.testing.reduction_operators import REDUCTION_OPERATORS, SPECTRAL_OPERATORS

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["OPERATORS"]


def _method(name: str) -> Any:
    """A function that calls a method; None if there is no such method."""
    if not hasattr(Tensor, name):
        return None
    return lambda input, *args, **kwargs: getattr(input, name)(*args, **kwargs)


def _on_copy(name: str) -> Callable[..., Any]:
    """A method that writes, on a copy."""
    return lambda input, *args, **kwargs: getattr(input.clone(), name)(*args, **kwargs)


def _seeded(name: str) -> Callable[..., Any]:
    """A function of random numbers, which are the same in every call."""
    fn = public(name)

    def run(*args: Any, **kwargs: Any) -> Any:
        with fork_rng():
            manual_seed(42)
            return fn(*args, **kwargs)

    return run


def _product_with_transpose(fn: Any) -> Callable[..., Any]:
    """A decomposition of ``a @ b.mT``, whose rank is small."""
    return lambda a, b, **kwargs: fn(a @ b.mT, **kwargs)


def _aten(name: str) -> Any:
    """An operator that has no public name; None if there is none."""
    return getattr(ops.aten, name, None)


def _of_hermitian(op: Any, input: Any, *args: Any, **kwargs: Any) -> Any:
    """Of matrices that stay Hermitian when one element is moved."""
    return op((input + input.mH) / 2, *args, **kwargs)


def _of_triangular(op: Any, input: Any, *args: Any, upper: bool = False, **kwargs: Any) -> Any:
    return op(input.triu() if upper else input.tril(), *args, upper, **kwargs)


def _of_probabilities(op: Any, input: Any, *args: Any, **kwargs: Any) -> Any:
    return op(input.log_softmax(2), *args, **kwargs)


_CHECKED: Final = {
    **dict.fromkeys(
        (
            "cholesky",
            "linalg.cholesky",
            "linalg.cholesky_ex",
            "linalg.eigh",
            "linalg.eigvalsh",
            "linalg.pinv:hermitian",
        ),
        _of_hermitian,
    ),
    "cholesky_inverse": _of_triangular,
    "nn.functional.ctc_loss": _of_probabilities,
}
_METHODS: Final = [
    "item",
    "contiguous",
    "sum_to_size",
    "expand",
    "expand_as",
    "reshape_as",
    "view",
    "view_as",
    "new_zeros",
    "new_ones",
    "new_empty",
    "new_empty_strided",
    "new_full",
    "unfold",
    "repeat",
    "to",
    "byte",
    "char",
    "__radd__",
    "__rdiv__",
    "__rmul__",
    "__rand__",
    "__ror__",
    "__rxor__",
    "__rmatmul__",
    "__rmod__",
    "__rpow__",
    "__rsub__",
    "__getitem__",
]
_WRITERS: Final = ["cauchy", "exponential", "geometric", "log_normal", "uniform"]
_SEEDED: Final = [
    "randn",
    "randn_like",
    "rand_like",
    "randint",
    "randint_like",
    "multinomial",
    "normal:,number_mean",
    "bernoulli",
    "nn.functional.rrelu",
    "nn.functional.scaled_dot_product_attention",
    "nn.functional.dropout",
    "nn.functional.dropout2d",
    "nn.functional.dropout3d",
    "nn.functional.alpha_dropout",
    "nn.functional.feature_alpha_dropout:with_train,without_train",
    "nn.functional.fractional_max_pool2d",
    "nn.functional.fractional_max_pool3d",
    "nn.functional.multi_head_attention_forward",
]
_ATEN: Final = [
    "_softmax_backward_data",
    "_native_batch_norm_legit",
    "_upsample_bilinear2d_aa",
    "native_dropout_backward",
    "slice",
    "_chunk_cat",
]
_FUNCTIONS: Final[dict[str, Any]] = {
    **{name: _method(name) for name in _METHODS},
    **{name: attrgetter(name) for name in ("T", "H", "mT", "mH")},
    **{name: _on_copy(f"{name}_") for name in _WRITERS},
    "normal:in_place": _on_copy("normal_"), "resize_": _on_copy("resize_"), "resize_as_": _on_copy("resize_as_"),
    "zero_": _on_copy("zero_"),
    **{name: _seeded(name.partition(":")[0]) for name in (
        f"{word.partition(':')[0]}:{variant}".rstrip(":")
        for word in _SEEDED for variant in word.partition(":")[2].split(",")
    )},
    **{name: _aten(name) for name in _ATEN},
    "torch.ops.aten._safe_softmax.default": ops.aten._safe_softmax.default,
    **{f"signal.windows.{name}": getattr(windows, name) for name in windows.__all__},
    "where": lambda self, condition, other: function("where")(condition, self, other),
    "einsum": lambda tensors, equation: public("einsum")(equation, tensors),
    "nn.functional.embedding": lambda weight, places, **more: public("nn.functional.embedding")(places, weight, **more),
    "nn.functional.embedding_bag":
        lambda weight, places, **more: public("nn.functional.embedding_bag")(places, weight, **more),
    "svd_lowrank": _product_with_transpose(_seeded("svd_lowrank")),
    "pca_lowrank": _product_with_transpose(_seeded("pca_lowrank")),
    "linalg.pinv:singular": _product_with_transpose(public("linalg.pinv")),
    "linalg.lstsq:grad_oriented": lambda a, b, driver=None: public("linalg.lstsq")(a, b, driver=driver)[0],
    "max_pool2d_with_indices_backward": public("nn.functional.max_pool2d"),
}  # fmt: skip
_WITHOUT_DATA: Final = frozenset(("complex32", *LETTERS["8"].split()))  # dtypes of which wye has no tensors
_WITHOUT_METHOD: Final = frozenset(["item", "imag", "real", "T", "H", "mT", "mH"])
_WRITING: Final = frozenset(("resize_", "resize_as_", "zero_"))  # methods that are entries of their own
_OPERATORS: Final = {
    "bitwise_not": "invert", "bitwise_left_shift": "lshift", "bitwise_right_shift": "rshift", "remainder": "mod",
    "bitwise_and": "and_", "bitwise_or": "or_", "bitwise_xor": "xor", "__getitem__": "getitem",
    **{name: name for name in ["abs", "add", "mul", "sub", "eq", "ge", "gt", "le", "lt", "matmul", "ne", "neg", "pow"]},
}  # fmt: skip


def _plain(key: str) -> OpInfo:
    name, _, variant = key.partition(":")
    return OpInfo(name, op=_FUNCTIONS.get(key), variant_test_name=variant, sample_inputs_func=samples_of(key))


def _with_facts(key: str, op: OpInfo) -> OpInfo:
    """The entry with what the table says of it."""
    vars(op).update(FACTS[key])
    op.add_aliases(ALIASES.get(key, ()))
    op.aten_name = ATEN_NAMES.get(key, ATEN_NAMES.get(op.name, op.aten_name))
    op.aten_backward_name, op.decomp_aten_name = BACKWARD_NAMES.get(op.name), PARTS.get(key)
    if key in _CHECKED:
        op.gradcheck_wrapper = _CHECKED[key]  # type: ignore[method-assign]
    if op.name in _WITHOUT_METHOD:
        op.method_variant = None
    if op.name in _WRITING:
        op.method_variant, op.inplace_variant = None, getattr(Tensor, op.name)
    if op.name in _OPERATORS:
        own = _OPERATORS[op.name]
        op.operator_variant = getattr(operator, own)
        op.inplace_operator_variant = getattr(operator, f"i{own.rstrip('_')}", None)
    if op.op is None or op.sample_inputs_func is None:
        op.dtypes = ()  # only its name is known
    for name in ("dtypes", "backward_dtypes"):
        setattr(op, name, tuple(kind for kind in getattr(op, name) if kind.name not in _WITHOUT_DATA))
    return op


def _key(op: OpInfo) -> str:
    return f"{op.name}:{op.variant_test_name}".rstrip(":")


def _entries() -> list[OpInfo]:
    special = {_key(op): op for op in (*UNARY_UFUNCS, *BINARY_UFUNCS, *REDUCTION_OPERATORS, *SPECTRAL_OPERATORS)}
    return [_with_facts(key, special.get(key) or _plain(key)) for key in FACTS]


OPERATORS: Final = _entries()
