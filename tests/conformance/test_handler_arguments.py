"""What a `__torch_dispatch__` handler gets of a call: the same arguments as in PyTorch, defaults left out."""

import random
import re

import pytest

pytest.importorskip("torch")

from tests.conformance.sides import sides

pytestmark = pytest.mark.torch

CALLS_EACH = 4
SIMPLE = {
    "int": (0, 1, -1, 2, 5),
    "SymInt": (0, 1, -1, 2, 5),
    "float": (0.0, 1.0, 0.5, 1e-5, 0.01, 1),
    "bool": (True, False),
    "Scalar": (0, 1, 2, 1.0, 0.5, True),
    "str": ("none", "tanh", "mean"),
}


class Seen(Exception):  # noqa: N818 - not an error: it carries what a handler got
    """What a handler got."""


def recorder(lib):
    def show(value):
        if isinstance(value, lib.Tensor):
            return "Tensor"
        if isinstance(value, (list, tuple)):
            return [show(item) for item in value]
        return type(value).__name__, str(value).replace("wye.", "torch.")

    class Recorder(lib.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            raise Seen(str(func), show(args), {name: show(value) for name, value in (kwargs or {}).items()})

    return Recorder()


def drawn(rng, text, lib, length):
    if text.endswith("?"):
        return None if rng.random() < 0.4 else drawn(rng, text[:-1], lib, length)
    if text.endswith("]"):
        inner, _, size = text[:-1].rpartition("[")
        return [drawn(rng, inner, lib, length) for _ in range(int(size or length))]
    if text in SIMPLE:
        return rng.choice(SIMPLE[text])
    others = {"Tensor": lambda: lib.ones(2, 2), "ScalarType": lambda: lib.float32, "Device": lambda: lib.device("cpu")}
    others |= {"Layout": lambda: lib.strided, "MemoryFormat": lambda: lib.contiguous_format}
    return others[text]()


def types_of(schema):
    """The types as they are written, without alias sets."""
    text = str(schema).partition("(")[2]
    found = {}
    for argument in schema.arguments:
        match = re.search(r"(\w+(?:\([^)]*\))?(?:\[\d*\]|\?)*) " + re.escape(argument.name) + r"\b", text)
        found[argument.name] = re.sub(r"\([^)]*\)", "", match.group(1))
    return found


def seen(lib, op, written, arguments, seed):
    rng = random.Random(seed)
    args, kwargs, by_name = [], {}, False
    length = rng.randint(0, 3)  # of every list: PyTorch refuses others before handlers see them, wye's kernels do
    for argument in arguments:
        if argument.has_default_value():
            choice = rng.random()
            if choice < 0.3:
                by_name = True
                continue
            value = argument.default_value if choice < 0.6 else drawn(rng, written[argument.name], lib, length)
        else:
            value = drawn(rng, written[argument.name], lib, length)
        by_name = by_name or argument.kwarg_only or rng.random() < 0.1
        if by_name:
            kwargs[argument.name] = value
        else:
            args.append(value)
    try:
        with recorder(lib):
            op(*args, **kwargs)
    except Seen as found:
        return found.args
    except Exception as error:  # noqa: BLE001 - whatever is raised is compared
        return isinstance(error, (RuntimeError, TypeError)), "refused"
    return "no handler"


def operators():
    torch, compat = sides()
    for name in sorted(compat._C._dispatch_get_all_op_names()):
        if not name.startswith("aten::") or not torch._C._dispatch_has_kernel(name):
            continue
        if torch._C._dispatch_has_kernel_for_dispatch_key(name, "CompositeImplicitAutograd"):
            continue  # a handler sees what it decomposes into
        theirs = torch._library.utils.lookup_op(name)
        if any(argument.has_default_value() for argument in theirs._schema.arguments):
            yield name, theirs, compat._library.utils.lookup_op(name)


def test_handlers_get_what_pytorchs_get():
    torch, compat = sides()
    compared = 0
    for name, theirs, ours in operators():
        written = types_of(theirs._schema)
        if not {re.sub(r"[\[\]?\d]", "", text) for text in written.values()} <= {
            *SIMPLE, "Tensor", "ScalarType", "Device", "Layout", "MemoryFormat",
        }:  # fmt: skip
            continue  # generators, streams
        for number in range(CALLS_EACH):
            seed = f"{name} {number}"
            expected = seen(torch, theirs, written, theirs._schema.arguments, seed)
            assert seen(compat, ours, written, ours._schema.arguments, seed) == expected, (seed, str(ours._schema))
            compared += 1
    assert compared > 1000


def test_a_handler_of_wye_gets_what_the_caller_passed():
    import wye

    found = []

    class Keep(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            found.append((len(args), kwargs))
            return func(*args, **(kwargs or {}))

    x = wye.ones(2)
    with Keep():
        wye.ops.aten.cat([x, x], 0)
        wye.ops.aten.add.Tensor(x, x, alpha=1)
    assert found == [(2, {}), (2, {"alpha": 1})]
