"""`torch._subclasses.schema_check_mode`: writes and shared memory that schemas do not declare.  Aliases only."""

from __future__ import annotations

from wye.testing.schema_check import Aliasing, Mutation, SchemaCheckMode

__all__ = ["Aliasing", "Mutation", "SchemaCheckMode"]
