"""Normalisation over the batch, and over single samples, with running statistics."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, ClassVar

from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init
from wye.nn.modules.module import Module
from wye.nn.parameter import Parameter, empty_parameter
from wye.tensors.making import tensor

if TYPE_CHECKING:
    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = [
    "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d",
    "SyncBatchNorm",
]  # fmt: skip


class _NormBase(Module):
    """Parameters and running statistics of channels."""

    _version = 2
    _input_dims: ClassVar[tuple[int, ...]]
    weight: Parameter | None
    bias: Parameter | None
    running_mean: Tensor | None
    running_var: Tensor | None
    num_batches_tracked: Tensor | None

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        options: dict[str, Any] = {"device": device, "dtype": dtype}
        self.register_parameter("weight", empty_parameter(num_features, **options) if affine else None)
        self.register_parameter("bias", empty_parameter(num_features, **options) if affine and bias else None)
        kept = track_running_stats
        self.register_buffer("running_mean", of.zeros(num_features, **options) if kept else None)
        self.register_buffer("running_var", of.ones(num_features, **options) if kept else None)
        self.register_buffer("num_batches_tracked", tensor(0, device=device) if kept else None)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Mean 0, variance 1, no batches."""
        for value, start in ((self.running_mean, 0), (self.running_var, 1), (self.num_batches_tracked, 0)):
            if value is not None:
                value.fill_(start)

    def reset_parameters(self) -> None:
        """Factors 1, shifts 0; also the running statistics."""
        self.reset_running_stats()
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in self._input_dims:
            wanted = " or ".join(f"{n}D" for n in self._input_dims)
            raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")

    def extra_repr(self) -> str:
        """The options."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(
        self, state_dict: Any, prefix: str, local_metadata: dict[str, Any], *args: Any, **kwargs: Any
    ) -> None:
        key = f"{prefix}num_batches_tracked"  # new in version 2
        if (local_metadata.get("version") or 1) < 2 and self.track_running_stats and key not in state_dict:
            count = self.num_batches_tracked
            state_dict[key] = tensor(0) if count is None or count.is_meta else count
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *args, **kwargs)


class _BatchNorm(_NormBase):
    def forward(self, input: Tensor) -> Tensor:
        """Channels by the statistics of this batch in training, by the running ones in use."""
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        kept = not self.training or self.track_running_stats
        mean, var = (self.running_mean, self.running_var) if kept else (None, None)
        from_batch = self.training or (self.running_mean is None and self.running_var is None)
        return F.batch_norm(input, mean, var, self.weight, self.bias, from_batch, factor, self.eps)


class BatchNorm1d(_BatchNorm):
    """Each channel normalised over the batch and one dimension; arguments as of `BatchNorm2d`."""

    _input_dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Parameters and running statistics of channels.

    Args:
        num_features: The number of channels.
        eps: Added to variances.
        momentum: The weight of the newest statistics; None for the mean of all.
        affine: Are there factors and shifts?
        track_running_stats: Are there running statistics?
        device: Where the tensors are.
        dtype: Their type.
        bias: Are there shifts?
    """

    _input_dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Each channel normalised over the batch and three dimensions; arguments as of `BatchNorm2d`."""

    _input_dims = (5,)


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation with any number of places, whose statistics processes share; here there is one process.

    Args:
        num_features: The number of channels.
        eps: Added to variances.
        momentum: The weight of the newest statistics; None for the mean of all.
        affine: Are there factors and shifts?
        track_running_stats: Are there running statistics?
        process_group: Kept.
        device: Where the tensors are.
        dtype: Their type.
        bias: Are there shifts?
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: Any = None,
        device: device | str | None = None,
        dtype: dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")
        if input.size(1) == 0:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any = None) -> Module:
        """The module with layers of this class in the place of all its `BatchNorm1d`, `BatchNorm2d`, `BatchNorm3d`.

        Parameters and statistics are those of the old layers.

        Args:
            module: It changes, unless it is such a layer itself.
            process_group: For the new layers.
        """
        made = module
        if isinstance(module, _BatchNorm):
            made = cls._with_parts_of(module, process_group)
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made

    @classmethod
    def _with_parts_of(cls, norm: _BatchNorm, process_group: Any) -> SyncBatchNorm:
        made = SyncBatchNorm(
            norm.num_features, norm.eps, norm.momentum, norm.affine, norm.track_running_stats, process_group,
            bias=norm.bias is not None,
        )  # fmt: skip
        if norm.affine:
            made.weight, made.bias = norm.weight, norm.bias
        made.running_mean, made.running_var = norm.running_mean, norm.running_var
        made.num_batches_tracked, made.training = norm.num_batches_tracked, norm.training
        return made


class _InstanceNorm(_NormBase):
    """Each channel of each sample by its own mean and variance; arguments as of `BatchNorm1d`."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: device | str | None = None,
        dtype: dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def forward(self, input: Tensor) -> Tensor:
        """Channels by their statistics, or by the running ones in use."""
        self._check_input_dim(input)
        self._check_channels(input)
        alone = input.dim() == self._input_dims[0]  # one sample without a batch
        own = self.training or not self.track_running_stats
        result = F.instance_norm(
            input.unsqueeze(0) if alone else input,
            self.running_mean,
            self.running_var,
            self.weight,
            self.bias,
            own,
            0.0 if self.momentum is None else self.momentum,
            self.eps,
        )
        return result.squeeze(0) if alone else result

    def _get_no_batch_dim(self) -> int:
        """How many dimensions one sample has."""
        return self._input_dims[0]

    def _check_channels(self, input: Tensor) -> None:
        dim = input.dim() - self._input_dims[0]
        if input.size(dim) == self.num_features:
            return
        if self.affine:
            raise ValueError(
                f"expected input's size at dim={dim} to match num_features ({self.num_features}), but got: "
                f"{input.size(dim)}."
            )
        warnings.warn(
            f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
            "num_features, which is not used because affine=False",
            stacklevel=3,
        )


class InstanceNorm1d(_InstanceNorm):
    """Each channel of each sample normalised over one dimension; arguments as of `BatchNorm2d`."""

    _input_dims = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Each channel of each sample normalised over two dimensions; arguments as of `BatchNorm2d`."""

    _input_dims = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Each channel of each sample normalised over three dimensions; arguments as of `BatchNorm2d`."""

    _input_dims = (4, 5)
