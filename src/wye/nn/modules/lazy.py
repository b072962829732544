"""Lazy modules: sizes that are left out are taken from the first input."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar

from wye.grad_mode import no_grad
from wye.nn.modules.batchnorm import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    InstanceNorm1d,
    InstanceNorm2d,
    InstanceNorm3d,
)
from wye.nn.modules.conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from wye.nn.modules.linear import Linear
from wye.nn.uninitialized import UninitializedBuffer, UninitializedParameter, is_lazy
from wye.tensors.making import tensor

if TYPE_CHECKING:
    from wye.tensors import Tensor

__all__ = [
    "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d", "LazyConv1d", "LazyConv2d", "LazyConv3d",
    "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
    "LazyInstanceNorm3d", "LazyLinear", "LazyModuleMixin",
]  # fmt: skip


class LazyModuleMixin:
    """The part of a module that waits for its first input, or for values that are loaded.

    A subclass has parameters of `UninitializedParameter`, and `initialize_parameters`, which gives them shapes.

    Attributes:
        cls_to_become: The class that the module is of afterwards; None: the same.
    """

    cls_to_become: ClassVar[type | None] = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        mine: Any = self
        self._load_hook = mine._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = mine.register_forward_pre_hook(_infer_parameters, with_kwargs=True)
        warnings.warn(
            "Lazy modules are a new feature under heavy development so changes to the API or functionality can happen "
            "at any moment.",
            stacklevel=3,
        )

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Give the parameters shapes that fit an input; each class has its own.

        Raises:
            NotImplementedError: it has none.
        """
        # abstract: each lazy layer has its own, as in PyTorch
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self) -> bool:
        """Has a parameter or buffer no shape yet?"""
        mine: Any = self
        return any(is_lazy(value) for value in (*mine._parameters.values(), *mine._buffers.values()))

    def _save_to_state_dict(self, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
        mine: Any = self
        for name, value in (*mine._parameters.items(), *mine._buffers.items()):
            if value is not None and name not in mine._non_persistent_buffers_set:
                destination[prefix + name] = value if keep_vars or is_lazy(value) else value.detach()

    def _lazy_load_hook(self, state_dict: Any, prefix: str, *rest: Any) -> None:
        """Before values are loaded: take their shapes."""
        mine: Any = self
        for name, value in (*mine._parameters.items(), *mine._buffers.items()):
            given = state_dict.get(prefix + name)
            if is_lazy(value) and given is not None and not is_lazy(given):
                with no_grad():
                    value.materialize(given.shape)


def _infer_parameters(module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Before the first call: give the parameters shapes, and become the class that the module stands for."""
    module.initialize_parameters(*args, **kwargs)
    if module.has_uninitialized_params():
        raise RuntimeError(f"module {module._get_name()} has not been fully initialized")
    module._initialize_hook.remove()
    module._load_hook.remove()
    del module._initialize_hook, module._load_hook
    if module.cls_to_become is not None:
        module.__class__ = module.cls_to_become


class LazyLinear(LazyModuleMixin, Linear):
    """`Linear` whose ``in_features`` is the last size of the first input; other arguments as there."""

    cls_to_become = Linear

    def __init__(self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None) -> None:
        super().__init__(0, 0, False)
        self.out_features = out_features
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw initial values, once there are shapes."""
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """See `LazyModuleMixin`."""
        if self.has_uninitialized_params():
            with no_grad():
                self.in_features = input.shape[-1]
                for value, shape in (
                    (self.weight, (self.out_features, self.in_features)),
                    (self.bias, self.out_features),
                ):
                    if isinstance(value, UninitializedParameter):
                        value.materialize(shape)
                self.reset_parameters()
        if self.in_features == 0:
            self.in_features = self.weight.shape[-1]


class _LazyConv(LazyModuleMixin):
    """A convolution whose ``in_channels`` are those of the first input."""

    weight: Any
    bias: Any
    in_channels: int
    out_channels: int
    groups: int
    kernel_size: tuple[int, ...]

    def _init_lazily(self, out_channels: int, kernel_size: Any, device: Any, dtype: Any, **options: Any) -> None:
        LazyModuleMixin.__init__(self, 0, 0, kernel_size, device=device, dtype=dtype, **options)
        has_bias = self.bias is not None
        self.out_channels = out_channels
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if has_bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw initial values, once there are shapes."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()  # type: ignore[misc]  # of the convolution

    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """See `LazyModuleMixin`.

        Raises:
            RuntimeError: the input has another number of dimensions.
            ValueError: its channels cannot be grouped so.
        """
        if not self.has_uninitialized_params():
            return
        n = len(self.kernel_size)
        if input.dim() not in (n + 1, n + 2):
            raise RuntimeError(
                f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {type(self).__name__}, but got input of "
                f"size: {input.shape}"
            )
        self.in_channels = input.shape[input.dim() - n - 1]
        if self.in_channels % self.groups:
            raise ValueError("in_channels must be divisible by groups")
        before, after = self.out_channels, self.in_channels
        if self.transposed:  # type: ignore[attr-defined]
            before, after = after, before
        with no_grad():
            self.weight.materialize((before, after // self.groups, *self.kernel_size))
            if is_lazy(self.bias):
                self.bias.materialize((self.out_channels,))
            self.reset_parameters()


class _LazyForward(_LazyConv):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self._init_lazily(
            out_channels, kernel_size, device, dtype, stride=stride, padding=padding, dilation=dilation, groups=groups,
            bias=bias, padding_mode=padding_mode,
        )  # fmt: skip


class _LazyTransposed(_LazyConv):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self._init_lazily(
            out_channels, kernel_size, device, dtype, stride=stride, padding=padding, output_padding=output_padding,
            groups=groups, bias=bias, dilation=dilation, padding_mode=padding_mode,
        )  # fmt: skip


class _LazyNorm(LazyModuleMixin):
    """A normalisation whose ``num_features`` are the channels of the first input."""

    num_features: int
    affine: bool
    track_running_stats: bool
    weight: Any
    bias: Any
    running_mean: Any
    running_var: Any
    num_batches_tracked: Any

    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(0, eps, momentum, False, False, device, dtype)
        self.affine, self.track_running_stats = affine, track_running_stats
        options: dict[str, Any] = {"device": device, "dtype": dtype}
        if affine:
            self.weight = UninitializedParameter(**options)
            if bias:
                self.bias = UninitializedParameter(**options)
        if track_running_stats:
            self.running_mean, self.running_var = UninitializedBuffer(**options), UninitializedBuffer(**options)
            self.num_batches_tracked = tensor(0, device=device)

    def reset_parameters(self) -> None:
        """Factors 1, shifts 0 and no statistics, once there are shapes."""
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()  # type: ignore[misc]  # of the normalisation

    def initialize_parameters(self, input: Tensor) -> None:
        """See `LazyModuleMixin`."""
        if not self.has_uninitialized_params():
            return
        mine: Any = self
        self.num_features = input.shape[1]
        for value in (*mine._parameters.values(), *mine._buffers.values()):
            if is_lazy(value):
                value.materialize((self.num_features,))
        self.reset_parameters()


class LazyConv1d(_LazyForward, Conv1d):
    """`Conv1d` whose ``in_channels`` are the channels of the first input; other arguments as there."""

    cls_to_become = Conv1d


class LazyConv2d(_LazyForward, Conv2d):
    """`Conv2d` whose ``in_channels`` are the channels of the first input; other arguments as there."""

    cls_to_become = Conv2d


class LazyConv3d(_LazyForward, Conv3d):
    """`Conv3d` whose ``in_channels`` are the channels of the first input; other arguments as there."""

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyTransposed, ConvTranspose1d):
    """`ConvTranspose1d` whose ``in_channels`` are the channels of the first input; other arguments as there."""

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyTransposed, ConvTranspose2d):
    """`ConvTranspose2d` whose ``in_channels`` are the channels of the first input; other arguments as there."""

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyTransposed, ConvTranspose3d):
    """`ConvTranspose3d` whose ``in_channels`` are the channels of the first input; other arguments as there."""

    cls_to_become = ConvTranspose3d


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    """`BatchNorm1d` whose ``num_features`` are the channels of the first input; other arguments as there."""

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    """`BatchNorm2d` whose ``num_features`` are the channels of the first input; other arguments as there."""

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    """`BatchNorm3d` whose ``num_features`` are the channels of the first input; other arguments as there."""

    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyNorm, InstanceNorm1d):
    """`InstanceNorm1d` whose ``num_features`` are the channels of the first input; other arguments as there."""

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNorm, InstanceNorm2d):
    """`InstanceNorm2d` whose ``num_features`` are the channels of the first input; other arguments as there."""

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNorm, InstanceNorm3d):
    """`InstanceNorm3d` whose ``num_features`` are the channels of the first input; other arguments as there."""

    cls_to_become = InstanceNorm3d
