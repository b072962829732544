import gc

import pytest

import wye
from wye.library import custom_ops, functions


def _defined():
    """The operators but for the built-in ones, which are there from the first use of one of them."""
    return {name for name in wye.dispatch.all_op_names() if not name.startswith("aten::")}


def _destroy_all():
    for made in [*custom_ops._made.values(), *functions._for_good.values()]:
        made._destroy()
    functions._for_good.clear()
    functions._by_line.clear()


@pytest.fixture(autouse=True)
def _nothing_is_left():
    _destroy_all()  # tests of other folders may have run in this process
    before = _defined()
    yield
    _destroy_all()
    assert _defined() == before


@pytest.fixture(scope="package", autouse=True)
def _quick_collections():
    """Collect what these tests leave, not thousands of built-in operators each time."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
