"""`torch._library.fake_impl`: fake kernels and their context.  Aliases only."""

from __future__ import annotations

from wye.library.fake_context import FakeContext as FakeImplCtx
from wye.library.fake_context import get_ctx as global_ctx_getter
from wye.library.fake_context import running_with as set_ctx_getter
from wye.library.records import FakeRecord as FakeImplHolder

__all__ = ["FakeImplCtx", "FakeImplHolder", "global_ctx_getter", "set_ctx_getter"]
