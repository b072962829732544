"""The operator set is loaded when somebody asks for it, and whoever asks sees it."""

import subprocess
import sys

import pytest

QUESTIONS = [
    "wye.dispatch.has_kernel('aten::sin')",
    "wye.dispatch.has_kernel_for_key('aten::sin', 'CPU')",
    "'aten::sin' in wye.dispatch.all_op_names()",
    "wye.dispatch.dump('aten::sin').startswith('name: aten::sin')",
    "wye.library.get_kernel('aten::sin', 'CPU')",
    "torch._C._dispatch_has_kernel('aten::sin')",
    "len(torch._C._jit_get_all_schemas()) > 1000",
    "torch._C._jit_get_operation('aten::sin')[0]",
    "torch._library.utils.lookup_op('aten::sin.out')",
    "torch._custom_op.impl.get_op('aten::sin')",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_first_question_about_the_operator_set_is_answered(question):
    program = f"""
import sys
import wye, wye.library, wye.dispatch
import wye.compat.torch as torch
assert "wye.aten.register" not in sys.modules and "numpy" not in sys.modules
assert {question}
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=200)


def test_a_question_about_another_operator_loads_nothing():
    program = """
import sys
import wye.dispatch
assert not wye.dispatch.has_kernel("other::sin") and "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=200)


def test_first_calls_of_everyday_operators_read_no_files_in_the_middle_of_a_program():
    program = """
import sys
import numpy as np
import wye
x = wye.from_numpy(np.ones((3, 3)))
x + x, wye.einsum("ij,jk->ik", x, x)
before = set(sys.modules)
wye.relu(x), x.sum(), x.sort(), wye.softmax(x, 0), x[0], x[:, 1:], x[x > 0], wye.cat([x, x]), x @ x, wye.zeros(3)
wye.where(x > 0, x, x), x.clamp(0, 1), x ** 2, x.reshape(9), x.split(1), x.to(wye.float32), wye.einsum("ij->j", x)
read = [name for name in set(sys.modules) - before if name.startswith("wye.aten.")]
assert not read, read
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=200)
