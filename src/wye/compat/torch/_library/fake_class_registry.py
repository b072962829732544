"""`torch._library.fake_class_registry`: fakes of script objects.  Aliases only."""

from __future__ import annotations

from wye.call.script_objects import FakeScriptMethod, FakeScriptObject
from wye.call.script_objects import unwrap_fake as maybe_unwrap_fake_script_object
from wye.library.fake_objects import (
    deregister_fake_class,
    find_fake_class,
    has_fake_class,
    maybe_to_fake_obj,
    register_fake_class,
)
from wye.library.opaque_types import full_class_name as _full_qual_class_name

__all__ = [
    "FakeScriptMethod",
    "FakeScriptObject",
    "_full_qual_class_name",
    "deregister_fake_class",
    "find_fake_class",
    "has_fake_class",
    "maybe_to_fake_obj",
    "maybe_unwrap_fake_script_object",
    "register_fake_class",
]
