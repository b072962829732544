"""`torch.fx.passes.operator_support`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.operator_support import (
    OperatorSupport,
    OperatorSupportBase,
    OpSupports,
    any_chain,
    chain,
    create_op_support,
)

__all__ = ["OpSupports", "OperatorSupport", "OperatorSupportBase", "any_chain", "chain", "create_op_support"]
