"""Every operator of the set against the real torch: schema, tags, the order of overloads, what is composite."""

import pytest

import wye
from wye.aten.grid import build

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch
ROWS = build()
PACKETS = sorted({row.schema.name.removeprefix("aten::") for row in ROWS.values()})


def real(row):
    packet = getattr(torch.ops.aten, row.schema.name.removeprefix("aten::"))
    return getattr(packet, row.schema.overload_name or "default")


def test_every_schema_is_that_of_torch():
    assert [row.name for row in ROWS.values() if str(row.schema) != str(real(row)._schema)] == []


def test_every_tag_is_that_of_torch():
    def tags(op):
        return sorted(str(tag).rpartition(".")[2] for tag in op.tags)

    assert [row.name for row in ROWS.values() if sorted(row.tags) != tags(real(row))] == []


def test_overloads_are_tried_in_the_order_of_torch():
    """The first that takes the arguments is called, so the order decides."""
    unlike = {}
    for name in PACKETS:
        ours = getattr(wye.ops.aten, name).overloads()
        theirs = [overload for overload in getattr(torch.ops.aten, name).overloads() if overload in ours]
        if ours != theirs:
            unlike[name] = ours, theirs
    assert unlike == {}


def test_every_implicit_composite_is_one_in_torch():
    """Then later layers see the same operators below it.  Others may have a kernel here where torch composes."""
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    # `sym_size` of all dimensions and the like are known to PyTorch's interpreter alone, not to its dispatcher.
    known = set(torch._C._dispatch_get_all_op_names())
    implicit = [row for row in ROWS.values() if "implicit" in row.rules and f"aten::{row.name}" in known]
    unlike = [row.name for row in implicit if not has(f"aten::{row.name}", "CompositeImplicitAutograd")]
    assert len(implicit) > 300
    assert unlike == []
