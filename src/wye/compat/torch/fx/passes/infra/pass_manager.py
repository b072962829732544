"""`torch.fx.passes.infra.pass_manager`.  Aliases only."""

from __future__ import annotations

from wye.fx.passes.manager import PassManager
from wye.fx.passes.manager import before as this_before_that_pass_constraint
from wye.fx.passes.manager import in_order as _topological_sort_passes
from wye.fx.passes.manager import with_result as pass_result_wrapper

__all__ = ["PassManager", "_topological_sort_passes", "pass_result_wrapper", "this_before_that_pass_constraint"]
