"""The modules that have samples: `MODULES`, in which every class stands once.  Cold path."""

from __future__ import annotations

import unittest
from typing import Any, Final

import wye.nn as nn
from wye.testing.layer_samples import LAYER_FACTS, LAYERS, REFUSED_LAYERS
from wye.testing.loss_samples import LOSS_FACTS, LOSS_SAMPLES, REFUSED_LOSSES
from wye.testing.module_info import ModuleInfo
from wye.testing.op_info import DecorateInfo
from wye.testing.sequence_samples import REFUSED_SEQUENCES, SEQUENCE_FACTS, SEQUENCES

__all__ = ["MODULES"]


def _skipped(test: str, why: str) -> DecorateInfo:
    return DecorateInfo(unittest.skip(why), "TestModule", test)


_NO_FORMAT: Final = _skipped("test_memory_format", "its results have another memory format than its inputs")
_SECOND: Final = _skipped("test_gradgrad", "it has no second derivative")
_SHARES: Final = "its gradients are those of logarithms of numbers that sum up to one"
_OF_SHARES, _OF_SHARES_TWICE = _skipped("test_grad", _SHARES), _skipped("test_gradgrad", _SHARES)
_NO_OPTIONS: Final = _skipped("test_factory_kwargs", "it is made of a layer, which has a device and a dtype")
# Whose results do not lie in memory as their inputs do, as in PyTorch.
_FORMATLESS: Final = (
    *LOSS_SAMPLES, "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool3d", "AvgPool3d", "Bilinear",
    "CircularPad3d", "Conv3d", "ConvTranspose3d", "Embedding", "FractionalMaxPool2d", "FractionalMaxPool3d",
    "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LPPool3d", "LayerNorm", "LazyConv3d", "LazyConvTranspose3d",
    "Linear", "LogSoftmax", "MultiheadAttention", "Softmax2d", "Softmin", "Transformer", "TransformerDecoderLayer",
    "TransformerEncoder", "TransformerEncoderLayer",
)  # fmt: skip
# Tests that say nothing of a module, by its name.
_SKIPS: Final[dict[str, list[DecorateInfo]]] = {
    **{name: [_NO_FORMAT] for name in _FORMATLESS},
    "CTCLoss": [_NO_FORMAT, _OF_SHARES, _OF_SHARES_TWICE],
    "MultiLabelMarginLoss": [_NO_FORMAT, _SECOND],
    "MultiMarginLoss": [_NO_FORMAT, _SECOND],
    "TransformerEncoder": [_NO_FORMAT, _NO_OPTIONS],
}

MODULES: Final[list[ModuleInfo]] = []


def _add(samples: dict[str, Any], refused: dict[str, Any], facts: dict[str, dict[str, Any]]) -> None:
    for name, cases in samples.items():
        made = ModuleInfo(
            getattr(nn, name), cases, refused.get(name, ()), _SKIPS.get(name, ()), **facts.get(name, {})
        )  # fmt: skip
        MODULES.append(made)


_add(LAYERS, REFUSED_LAYERS, LAYER_FACTS)
_add(LOSS_SAMPLES, REFUSED_LOSSES, LOSS_FACTS)
_add(SEQUENCES, REFUSED_SEQUENCES, SEQUENCE_FACTS)
