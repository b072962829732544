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
