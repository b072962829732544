import gc

import pytest

import wye
from wye.library import custom_ops, functions

# Namespaces whose operators are made once in a process: by a module of wye, and by tests/unit/transforms.
LASTING = ("_torch_testing", "transform_matrix")


def _defined():
    """The operators but for the built-in ones, which are there from the first use of one of them."""
    return {name for name in wye.dispatch.all_op_names() if not name.startswith("aten::")}


def destroy_all():
    """Undo what tests have registered without a library."""
    for made in [one for one in custom_ops._made.values() if one._namespace not in LASTING]:
        made._destroy()
    for namespace in [ns for ns in functions._for_good if ns not in LASTING]:
        functions._for_good.pop(namespace)._destroy()
    for line in [line for line in functions._by_line if line[0].split("::")[0] not in LASTING]:
        del functions._by_line[line]


@pytest.fixture(autouse=True)
def _nothing_is_left():
    destroy_all()  # tests of other folders may have run in this process
    before = _defined()
    yield
    destroy_all()
    assert _defined() == before


@pytest.fixture(scope="package", autouse=True)
def _quick_collections():
    """Collect what these tests leave, not thousands of built-in operators each time."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
