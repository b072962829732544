"""Features bring their kernels at their first use; what a program has registered before stays above them."""

import subprocess
import sys

import pytest

PROGRAM = """
import wye
with wye.library._scoped_library("aten", "IMPL") as lib:
    lib.impl({operator!r}, {kernel}, {key!r})
    seen = {call}
    assert {expected}, seen
"""


@pytest.mark.parametrize(
    ("operator", "key", "kernel", "call", "expected"),
    [
        ("neg", "Autograd", "lambda x: x.detach() * 7", "wye.neg(wye.ones(2, requires_grad=True))", "seen[0] == 7"),
        (
            "mm",
            "AutocastCPU",
            "wye.library.fallthrough_kernel",
            "wye.autocast('cpu', wye.bfloat16)(lambda: wye.mm(wye.ones(2, 2), wye.ones(2, 2)))()",
            "seen.dtype is wye.float32",
        ),
    ],
)
def test_a_kernel_of_a_program_is_not_hidden_by_a_feature_that_is_used_later(operator, key, kernel, call, expected):
    program = PROGRAM.format(operator=operator, key=key, kernel=kernel, call=call, expected=expected)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
