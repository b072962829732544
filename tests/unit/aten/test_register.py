"""The operator set is announced by name; an operator is registered with its variants when it is asked for."""

import subprocess
import sys

import wye
from wye.aten.lines import lines


def run(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.split()


def test_in_a_fresh_process_whoever_asks_sees_the_set():
    assert (
        run(
            "import wye\n"
            "d = wye.dispatch\n"
            "print(d.has_kernel('aten::sin'), d.has_kernel_for_key('aten::cos.out', 'CPU'))\n"
            "print('aten::add.Tensor' in d.all_op_names(), 'aten::mul.Tensor' in d.registrations_for_key('CPU'))\n"
            "print('CPU: registered at wye/aten/kernels' in d.dump_table('aten::exp'))\n"
        )
        == ["True"] * 5
    )


def test_an_operator_is_made_with_its_variants_and_no_others():
    made = run(
        "import wye, wye.aten.methods\n"
        "from wye.aten.register import operators\n"
        "before = set(operators.rows)\n"
        "wye.dispatch.has_kernel('aten::sin')\n"
        "print(*(name for name in operators.rows if name not in before))\n"
    )
    assert made == ["sin", "sin.out", "sin_"]


def test_a_call_of_a_small_program_makes_few_operators():
    (made,) = run(
        "import wye\nx = wye.ones(3) + 1\nfrom wye.aten.register import operators\nprint(len(operators.rows))\n"
    )
    assert int(made) < 40


def test_reading_the_files_of_rules_makes_no_operator():
    """They are read while operators are made."""
    (made,) = run(
        "import wye.aten.register as r\n"
        "from wye.aten.columns import COLUMNS\n"
        "for column in COLUMNS.values(): column.check()\n"
        "print(len(r.operators.rows))\n"
    )
    assert made == "0"


def test_operators_come_in_the_order_of_the_files_whatever_was_asked_for_first():
    assert list(wye.ops.aten)[: len(lines().methods)] == list(lines().methods)


def test_methods_are_made_when_they_are_looked_up():
    assert run(
        "import wye\n"
        "T = type(wye.ones(3))\n"
        "def waits(name): return type(vars(T)[name]).__name__ in ('Later', 'LaterProperty')\n"
        "print(waits('sin'), T.sin is T.sin, waits('sin'))\n"
        "print(waits('__sub__'), float(wye.ones(1) - 1), waits('__sub__'))\n"
        "print(waits('mT'), wye.ones(2, 3).mT.shape[0], waits('mT'))\n"
    ) == ["True", "True", "False", "True", "0.0", "False", "True", "3", "False"]


def test_a_property_that_has_not_been_read_cannot_be_set_either():
    assert run(
        "import wye\n"
        "class Mine(wye.Tensor): pass\n"
        "x = wye.Tensor._make_subclass(Mine, wye.ones(2, 2))\n"
        "x.other = 1\n"
        "try: x.mT = 1\n"
        "except AttributeError: print('refused')\n"
    ) == ["refused"]


def test_a_registration_that_fails_leaves_nothing_and_can_be_tried_again():
    assert run(
        "import wye\n"
        "from wye.aten import register\n"
        "from wye.registry import registry\n"
        "real = register.register_bits\n"
        "def fail(library, row): raise KeyboardInterrupt\n"
        "register.register_bits = fail\n"
        "try: registry.find('aten::sin')\n"
        "except KeyboardInterrupt: print(registry.entries.peek('aten::sin'), registry.overloads.peek('aten::sin'))\n"
        "register.register_bits = real\n"
        "print(wye.ops.aten.sin(wye.zeros(1)).item(), wye.dispatch.check_invariants('aten::sin'))\n"
    ) == ["None", "None", "0.0", "None"]


def test_threads_that_ask_for_an_operator_at_once_all_get_it():
    assert run(
        "import sys, threading, wye\n"
        "sys.setswitchinterval(1e-6)\n"
        "x, start, found = wye.zeros(1), threading.Barrier(8), []\n"
        "def ask():\n"
        "    start.wait()\n"
        "    found.append((id(wye.ops.aten.cos.default), wye.ops.aten.cos(x).item(), x.sinh().item()))\n"
        "threads = [threading.Thread(target=ask) for _ in range(8)]\n"
        "for t in threads: t.start()\n"
        "for t in threads: t.join()\n"
        "print(len(found), len(set(found)), *found[0][1:])\n"
    ) == ["8", "1", "1.0", "0.0"]
