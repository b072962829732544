"""The layout of the weights of convolutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from wye.nn.modules.conv import Conv2d, Conv3d, ConvTranspose2d, ConvTranspose3d

if TYPE_CHECKING:
    from wye.nn.modules.module import Module

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]

_M = TypeVar("_M", bound="Module")


def _convert(module: Any, classes: tuple[type, ...], memory_format: Any) -> None:
    for one in module.modules():
        if isinstance(one, classes):
            kept: Any = one
            kept.weight.data = kept.weight.detach().clone().contiguous(memory_format=memory_format)


def convert_conv2d_weight_memory_format(module: _M, memory_format: Any) -> _M:
    """Give the weights of all convolutions in two dimensions a layout."""
    _convert(module, (Conv2d, ConvTranspose2d), memory_format)
    return module


def convert_conv3d_weight_memory_format(module: _M, memory_format: Any) -> _M:
    """Give the weights of all convolutions in three dimensions a layout."""
    _convert(module, (Conv3d, ConvTranspose3d), memory_format)
    return module
