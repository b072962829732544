"""The scenarios of golden/library_errors.json: wye.library decides as PyTorch's does.

An error must be of the same builtin family and share words with PyTorch's; what works must give the same.
`LEFT_OUT` has what cannot be compared, `MENDED` what SPEC §19 decides otherwise, each with its reason.
"""

import gc
import json
import re
import typing
import warnings
from pathlib import Path

import pytest
from tests.unit.library.conftest import destroy_all

import wye
import wye.library as library
from wye import ones

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "library_errors.json").read_text())["scenarios"]

FAKE = "needs the engine of fake tensors"
AUTOGRAD = "needs the autograd engine"
VMAP = "needs the vmap engine"
OPCHECK = "opcheck belongs to wye.testing, which needs fake tensors and autograd"
COMPILER = "is about PyTorch's compiler"
LEFT_OUT = {
    "_impl_with_aoti_compile on a non-dense key": COMPILER,
    "register_symm_mem_args with an empty list": COMPILER,
    "fake call without a fake impl": FAKE,
    "fake impl creating a dynamic size under a plain FakeTensorMode": FAKE,
    "custom_op fake call without register_fake": FAKE,
    "custom_op mutating without returns gets a trivial fake impl": FAKE,
    "register_autograd works": AUTOGRAD,
    "backward returning the wrong number of gradients": AUTOGRAD,
    "backward returning None": AUTOGRAD,
    "custom op without a formula, backward": AUTOGRAD,
    "plain library op without a formula, backward": AUTOGRAD,
    "vmap without a rule": VMAP,
    "vmap with a rule": VMAP,
    "vmap rule with a wrong return": VMAP,
}
LEFT_OUT |= {scenario["words"]: OPCHECK for scenario in GOLDEN if any(s["do"] == "opcheck" for s in scenario["steps"])}

# (words, step) -> the family of the error that wye raises where PyTorch does not, or None where it is the other way
MENDED = {
    ("namespace with characters not allowed in identifiers", 0): (RuntimeError, "no operator could be named"),
    ("empty namespace", 0): (RuntimeError, "no operator could be named"),
    ("a kernel returning None where a Tensor is expected", 3): (TypeError, "SPEC §19: None is no Tensor"),
    ("fallback not callable", 1): (TypeError, "PyTorch fails at the call"),
    ("call with None for a Tensor", 3): (TypeError, "SPEC §19: None is no Tensor"),
    ("define with a namespace in the schema", 3): (None, "PyTorch trips over its own name"),
    ("custom_op with a schema that has a name", 0): (ValueError, "PyTorch defines foofoo, then looks for foo"),
    ("py_impl for the Python key", 2): (RuntimeError, "an assertion is for our own faults, not for the user's"),
    ("py_impl for something that is not a key", 2): (None, "wye takes keys by number, too"),
}

# where the words differ and are at least as helpful: (words, step) -> what wye says
WORDS = {
    ("DEF with a dispatch key", 0): "a DEF library cannot have a dispatch key, got CPU",
    ("FRAGMENT with a dispatch key", 0): "a FRAGMENT library cannot have a dispatch key, got CPU",
    ("wildcard namespace with DEF", 0): "cannot define operators in the wildcard namespace _",
    ("a kernel returning a str where a Tensor is expected", 3): "returned str where the schema promises 'Tensor'",
    ("a kernel returning an int where a Tensor is expected", 3): "returned int where the schema promises 'Tensor'",
    ("a kernel returning one tensor where two are expected", 3): "must return 2 values but returned Tensor",
    ("a kernel returning two tensors where one is expected", 3): "returned tuple where the schema promises 'Tensor'",
    ("a kernel returning a float where an int is expected", 3): "returned float where the schema promises 'int'",
    ("custom_op without namespace", 0): 'of the form "namespace::name", but got foo',
    ("custom_op with two separators", 0): 'of the form "namespace::name", but got a::b::c',
}


class Names:
    """What annotations in the scenarios take from torch."""

    Tensor, device, dtype = wye.Tensor, wye.device, wye.dtype
    ScalarType = wye.dtype
    float32 = wye.float32


def out_add(x, *, out):
    return wye.add(x, 1, out=out)


def dynamic(x):
    return library.get_ctx().new_dynamic_size()


def get_context(x):
    library.get_ctx()
    return x.clone()


def fail(*args, **kwargs):
    raise RuntimeError("boom")


def same_twice(x):
    y = x.clone()
    return y, y


BODIES = {
    "add_inplace": lambda x: (x.add_(1), None)[1],
    "add_inplace_return_first": lambda x: x.add_(1),
    "bool": lambda *a, **k: True,
    "clone": lambda *a, **k: a[0].clone(),
    "empty_like": lambda x: x.clone(),
    "float": lambda *a: 1.5,
    "get_ctx": get_context,
    "dynamic": dynamic,
    "grad_identity": lambda ctx, g: g,
    "grad_pass_through": lambda ctx, g: g,
    "identity": lambda *a: a[0],
    "int": lambda *a: 7,
    "keyset_first": lambda *a: a[1].clone(),
    "mode_rule": lambda mode, func, types, args, kwargs: func(*args),
    "none": lambda *a, **k: None,
    "ones3": lambda *a, **k: ones(3),
    "out_add": out_add,
    "out_add_wrong_return": lambda x, *, out: x.clone(),
    "raise": fail,
    "same_twice": same_twice,
    "sin": lambda *a: a[0].sin(),
    "str": lambda *a: "s",
    "tensor_of_wrong_shape": lambda *a, **k: ones(17),
    "two": lambda *a: (a[0].clone(), a[0].clone()),
    "view": lambda *a: a[0].view(-1),
    "vmap_ok": lambda info, in_dims, x: (x.clone(), in_dims[0]),
    "fallthrough_kernel": library.fallthrough_kernel,
    "not_callable": 3,
}
ARGS = {
    "t": lambda: ones(3),
    "tg": lambda: ones(3),
    "tm": lambda: ones(3, device="meta"),
    "t23": lambda: ones(2, 3),
    "cpu_device": lambda: wye.device("cpu"),
    "cuda_device": lambda: wye.device("cuda"),
}


def tag_of(name):
    return wye.Tag[name]


def argument(code):
    if isinstance(code, str):
        return code[2:] if code.startswith("s:") else ARGS[code]()
    return code


class MyMode(wye.DispatchMode):
    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


class Runner:
    """Does the steps of one scenario, each on a source line of its own."""

    def __init__(self):
        self.libs = {}
        self.opdefs = {}
        self.n = 0

    def at_own_line(self, fn, *args, **kwargs):
        self.n += 1
        names = {"fn": fn, "args": args, "kwargs": kwargs}
        exec(compile("result = fn(*args, **kwargs)", f"<step {self.n}>", "exec"), names)
        return names["result"]

    def op(self, named):
        if isinstance(named, str):
            return named
        ((kind, value),) = named.items()
        if kind == "int":
            return value
        if kind == "opdef":
            return self.opdefs[value]
        found = wye.ops
        for part in value.split("."):
            found = getattr(found, part)
        return found

    def callee(self, named):
        if isinstance(named, str):
            ns, name = named.split("::")
            return getattr(getattr(wye.ops, ns), name)
        return self.op(named)

    def do(self, step):
        name = step["do"]
        if name.startswith("Library."):
            name = "lib_" + name.partition(".")[2].lstrip("_")
        elif name.startswith("library."):
            name = "fn_" + name.partition(".")[2]
        return getattr(self, "library" if name == "Library" else name.strip("()"))(step)

    def options(self, step, *names):
        found = {name: step[name] for name in names if name in step}
        if "lib" in step:
            found["lib"] = self.libs[step["lib"]]
        return found

    def library(self, s):
        made = self.at_own_line(library.Library, s["ns"], s["kind"], s.get("key", ""))
        self.libs[s["id"]] = made
        return repr(made)

    def lib_define(self, s):
        tags = s.get("tags", ())
        given = tag_of(tags) if isinstance(tags, str) else [tag_of(tag) for tag in tags]
        return self.at_own_line(self.libs[s["lib"]].define, s["schema"], s.get("alias", ""), tags=given)

    def lib_impl(self, s):
        more = {k: s[k] for k in ("with_keyset", "allow_override") if k in s}
        self.at_own_line(self.libs[s["lib"]].impl, self.op(s["op"]), BODIES[s["fn"]], s.get("key", ""), **more)

    def lib_destroy(self, s):
        self.libs[s["lib"]]._destroy()

    def lib_delete(self, s):
        del self.libs[s["lib"]]
        gc.collect()

    def lib_fallback(self, s):
        self.at_own_line(self.libs[s["lib"]].fallback, BODIES[s["fn"]], s.get("key", ""))

    def fn_define(self, s):
        qualname = s["qualname"] if isinstance(s["qualname"], str) else s["qualname"]["int"]
        return self.at_own_line(library.define, qualname, s["schema"])

    def fn_define_legacy(self, s):
        return self.at_own_line(library.define(self.libs[s["lib"]], s["schema"]), BODIES[s["fn"]])

    def fn_impl(self, s):
        return self.at_own_line(library.impl, s["qualname"], s["types"], BODIES[s["fn"]])

    def impl_abstract(self, s):
        return library.impl_abstract(self.op(s["op"]), BODIES[s["fn"]])

    def register_fake(self, s):
        more = self.options(s, "allow_override")
        return self.at_own_line(library.register_fake, self.op(s["op"]), BODIES[s["fn"]], **more)

    def register_kernel(self, s):
        fn = BODIES[s["fn"]]
        self.at_own_line(library.register_kernel, self.op(s["op"]), s["device_types"], fn, **self.options(s))

    def register_autograd(self, s):
        library.register_autograd(self.op(s["op"]), BODIES[s["backward"]], **self.options(s))

    def register_vmap(self, s):
        library.register_vmap(self.op(s["op"]), BODIES[s["fn"]], **self.options(s))

    def register_autocast(self, s):
        dtype = getattr(wye, s.get("dtype", "float32"))
        library.register_autocast(self.op(s["op"]), s["device_type"], dtype, **self.options(s))

    def register_torch_dispatch(self, s):
        return library.register_dispatch_rule(self.op(s["op"]), MyMode, BODIES[s["fn"]], **self.options(s))

    def custom_op(self, s):
        names = {**vars(typing), "torch": Names, "Tensor": wye.Tensor, "body": BODIES[s["body"]]}
        parameters = re.findall(r"(\w+):", s["sig"]) or re.findall(r"\((\w+)\)", s["sig"])
        passed = ", ".join(p for p in parameters if p not in ("xs", "kw") and not s["sig"].count(f"*, {p}:"))
        by_name = [p for p in parameters if s["sig"].count(f"*, {p}:") and p == "out"]
        passed += "".join(f", {p}={p}" for p in by_name)
        exec(f"def func{s['sig']}: return body({passed})", names)
        more = {k: s[k] for k in ("mutates_args", "device_types", "schema") if k in s}
        if "tags" in s:
            more["tags"] = tag_of(s["tags"]) if isinstance(s["tags"], str) else [tag_of(t) for t in s["tags"]]
        made = self.at_own_line(library.custom_op, s["name"], names["func"], **more)
        self.opdefs[s["name"]] = made
        return f"{made!r} {made._opoverload.schema}"

    def call(self, s):
        args = [argument(code) for code in s["args"]]
        kwargs = {name: argument(code) for name, code in s.get("kwargs", {}).items()}
        return self.callee(s["op"])(*args, **kwargs)

    def call_under_mode(self, s):
        with MyMode():
            return self.call(s)

    def decompose(self, s):
        return self.op(s["op"]).decompose(*[argument(code) for code in s["args"]])

    def py_impl(self, s):
        key = wye.DispatchKey.__members__.get(s["key"], s["key"]) if isinstance(s["key"], str) else s["key"]
        return self.op(s["op"]).py_impl(key)(BODIES[s["fn"]])

    def getattr(self, s):
        found = wye.ops
        for part in s["path"].split("."):
            found = getattr(found, part)
        return f"{type(found).__name__} {found!r}"

    def has_kernel_keys(self, s):
        entry = wye.dispatch.registry.require(s["op"])
        return sorted(key.name for key in entry.kernels)

    def tags_of(self, s):
        return [str(tag) for tag in self.op(s["op"]).tags]

    def schema_of(self, s):
        return str(self.op(s["op"]).schema)

    def get_ctx(self, s):
        return library.get_ctx()

    def get_kernel(self, s):
        return library.get_kernel(self.op(s["op"]), s["key"])

    def fallthrough_kernel(self, s):
        return library.fallthrough_kernel()


def summary(value):
    if isinstance(value, wye.Tensor):
        return f"Tensor{list(value.shape)}" + (" meta" if value.device.type == "meta" else "")
    if value is NotImplemented:
        return "NotImplementedType: NotImplemented"
    if isinstance(value, library.KernelFunction):
        return "_SafeKernelFunction: SafeKernelFunction"
    return "<function>" if callable(value) else value


def words_of(text):
    plain = re.sub(r"torch\.|TORCH_LIBRARY\w*|DispatchKey::", "", text)
    return re.findall(r"[\w'`(!)]+", plain)


def share_words(ours, theirs):
    """Three words in a row, or all of a shorter text."""
    have, want = words_of(ours), words_of(theirs)
    n = min(3, len(want))
    rows = {tuple(have[i : i + n]) for i in range(len(have) - n + 1)}
    return any(tuple(want[i : i + n]) in rows for i in range(len(want) - n + 1))


def check_raised(step, error, where):
    wanted = step["raised"]
    families = {cls.__name__ for cls in type(error).__mro__}
    assert wanted["type"] in families, (where, wanted, repr(error))
    if where in WORDS:
        assert WORDS[where] in str(error), (where, str(error))
    else:
        assert share_words(str(error), wanted["message"]), (where, wanted["message"], str(error))


def check_returned(step, result, where):
    wanted, got = step["returned"], summary(result)
    if isinstance(wanted, list):
        assert sorted(got) == sorted(wanted), where
    elif isinstance(wanted, str):
        assert isinstance(got, str), (where, got)
        assert re.sub(r"\(debug=.*", "", wanted) == re.sub(r"\(debug=.*", "", got), where
    else:
        assert got == wanted, where


@pytest.fixture
def runner():
    runner = Runner()
    yield runner
    for made in runner.libs.values():
        made._destroy()
    destroy_all()
    assert not [name for name in wye.dispatch.all_op_names() if name.startswith(("mylib::", "mylib2::"))]


@pytest.mark.parametrize("scenario", GOLDEN, ids=[scenario["words"] for scenario in GOLDEN])
def test_the_library_decides_as_pytorch_does(scenario, runner):
    if scenario["words"] in LEFT_OUT:
        pytest.skip(LEFT_OUT[scenario["words"]])
    for i, step in enumerate(scenario["steps"]):
        where = (scenario["words"], i)
        family, _ = MENDED.get(where, (None, None))
        if family is not None:
            with pytest.raises(family):
                runner.do(step)
            break
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            if "raised" in step and where not in MENDED:
                with pytest.raises(Exception) as raised:  # noqa: PT011 - the golden file says which
                    runner.do(step)
                check_raised(step, raised.value, where)
                continue
            result = runner.do(step)
        if where not in MENDED:
            check_returned(step, result, where)
        renamed = [w for w in step.get("warnings", ()) if "renamed" in w]
        assert len(caught) == len(renamed)


def test_every_left_out_scenario_exists():
    words = {scenario["words"] for scenario in GOLDEN}
    assert set(LEFT_OUT) <= words
    assert {where[0] for where in MENDED} | {where[0] for where in WORDS} <= words
