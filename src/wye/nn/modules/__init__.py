"""Modules: `Module`, and the layers that are made of it."""

from __future__ import annotations

from wye.nn.modules import (
    activation,
    adaptive,
    batchnorm,
    conv,
    distance,
    dropout,
    lazy,
    linear,
    loss,
    normalization,
    padding,
    parameter_container,
    pooling,
    rnn,
    shaping,
    sparse,
    transformer,
)
from wye.nn.modules.activation import *  # noqa: F403 - each module lists what it has
from wye.nn.modules.adaptive import *  # noqa: F403
from wye.nn.modules.attention import MultiheadAttention as MultiheadAttention
from wye.nn.modules.batchnorm import *  # noqa: F403
from wye.nn.modules.container import ModuleDict as ModuleDict
from wye.nn.modules.container import ModuleList as ModuleList
from wye.nn.modules.container import Sequential as Sequential
from wye.nn.modules.conv import *  # noqa: F403
from wye.nn.modules.distance import *  # noqa: F403
from wye.nn.modules.dropout import *  # noqa: F403
from wye.nn.modules.lazy import *  # noqa: F403
from wye.nn.modules.linear import *  # noqa: F403
from wye.nn.modules.loss import *  # noqa: F403
from wye.nn.modules.module import Module as Module
from wye.nn.modules.normalization import *  # noqa: F403
from wye.nn.modules.padding import *  # noqa: F403
from wye.nn.modules.parameter_container import *  # noqa: F403
from wye.nn.modules.pooling import *  # noqa: F403
from wye.nn.modules.rnn import *  # noqa: F403
from wye.nn.modules.shaping import *  # noqa: F403
from wye.nn.modules.sparse import *  # noqa: F403
from wye.nn.modules.transformer import *  # noqa: F403

__all__ = sorted([  # noqa: PLE0605 - read off the modules
    "Module", "ModuleDict", "ModuleList", "MultiheadAttention", "Sequential",
    *(
        name
        for part in (
            activation, adaptive, batchnorm, conv, distance, dropout, lazy, linear, loss, normalization, padding,
            parameter_container, pooling, rnn, shaping, sparse, transformer,
        )
        for name in part.__all__
        if name != "LazyModuleMixin"  # in its module only
    ),
])  # fmt: skip
