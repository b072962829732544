"""Live views of what libraries hold."""

import gc

from wye.library import Library
from wye.library.registered import definitions, kernels, key_of_device_type


def test_views_follow_what_libraries_hold():
    lib = Library("rg", "DEF")
    lib.define("f(Tensor x) -> Tensor")
    handle = lib.impl("f", lambda x: x, "CPU")
    assert "rg::f" in definitions
    assert "rg/f/CPU" in kernels
    assert {"rg/f/CPU"} <= kernels
    assert len(kernels) >= 1
    handle.remove()
    assert "rg/f/CPU" not in kernels
    del lib
    gc.collect()
    assert "rg::f" not in definitions


def test_the_key_of_a_device_type():
    assert key_of_device_type("cuda") == "CUDA"
    assert key_of_device_type("default") == "CompositeExplicitAutograd"
