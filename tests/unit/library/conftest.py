import pytest

import wye
from wye.library import custom_ops, functions


@pytest.fixture(autouse=True)
def _nothing_is_left():
    before = set(wye.dispatch.all_op_names())
    yield
    for made in [*custom_ops._made.values(), *functions._for_good.values()]:
        made._destroy()
    functions._for_good.clear()
    functions._by_line.clear()
    assert set(wye.dispatch.all_op_names()) == before
