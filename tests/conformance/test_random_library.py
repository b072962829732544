"""Random sequences of library actions: torch and wye decide the same, run the same kernels, and forget the same.

An example is a list of actions, plain data.  `World` does them on one side, each from a source line of its own: the
same line running again is a notebook's cell to wye, and may replace what it made before.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.sides import Failure, enough, fresh_namespace, outcome, quiet, same_decision, sides

pytestmark = pytest.mark.torch
pytest.importorskip("torch")

OPS = ("f", "g", "c")
SCHEMAS = (
    "{}(Tensor x) -> int",
    "{}(Tensor x, int n=1) -> int",
    "{}(Tensor x, *, int n=1) -> int",
    "{}(Tensor[] x) -> int",
    "{}(Tensor(a!) x) -> int",
    "{}(int n) -> int",
    "{}(Tensor x) -> (int, int)",
    "{}(Tensor x",
    "{}(Tensor x) -> Unknown",
)
SIGNATURES = (
    ("(x: torch.Tensor) -> int", ()),
    ("(x: torch.Tensor, n: int = 1) -> int", ()),
    ("(x: torch.Tensor) -> torch.Tensor", ()),
    ("(x: torch.Tensor) -> int", ("x",)),
    ("(x: torch.Tensor) -> None", ("x",)),
    ("(n: int) -> int", ()),
    ("(n: int, device: torch.device) -> int", ()),
    ("(x: torch.Tensor, *, y: torch.Tensor) -> int", ()),
    ("(x: torch.Tensor) -> str", ()),
    ("(x: torch.Tensor) -> int", ("y",)),
    ("(x: bytes) -> int", ()),
    ("(x) -> int", ()),
)
KEYS = ("", "CPU", "CUDA", "Meta", "CompositeExplicitAutograd", "CompositeImplicitAutograd", "AutogradCPU", "Autograd",
        "Nokey", "cpu")  # fmt: skip
DEVICES = (None, "cpu", "meta", "cuda", ("cpu", "cuda"), "cpu:0", "nodevice")
TYPES = (*DEVICES[1:], "CPU", "CompositeExplicitAutograd", "default")  # custom operators of torch take devices only
VALUES = ("t", "m", "[t]", "[t, m]", "1", "2.5", "None", "'a'", "torch.device('cpu')")
TAGS = ((), (), ("pointwise",), ("pt2_compliant_tag", "nondeterministic_seeded"))

op = st.sampled_from(OPS)
library = st.integers(0, 2)
form = st.sampled_from(("decorator", "direct"))
holder = st.sampled_from((None, None, 0, 1))
function = st.sampled_from(("kernel", "kernel", "kernel", "kernel", "fallthrough", "text"))
ACTIONS = st.one_of(
    st.tuples(st.just("open"), st.sampled_from(("DEF", "FRAGMENT", "FRAGMENT", "IMPL", "KIND")), st.sampled_from(("",
        "", "CPU"))),
    st.tuples(st.just("define"), library, op, st.sampled_from((*SCHEMAS[:2] * 3, *SCHEMAS)), st.sampled_from(TAGS)),
    st.tuples(st.just("define"), library, op, st.sampled_from((*SCHEMAS[:2] * 3, *SCHEMAS)), st.sampled_from(TAGS)),
    # With allow_override=False torch compares keys as they are written; here each has one name.
    st.tuples(st.just("impl"), library, op, st.sampled_from(KEYS[1:4]), function, st.booleans(), st.booleans()),
    st.tuples(st.just("impl"), library, op, st.sampled_from(KEYS), function, st.just(False), st.just(True)),
    st.tuples(st.just("define_by_name"), op, st.sampled_from(SCHEMAS), holder),
    st.tuples(st.just("impl_by_name"), op, st.sampled_from(TYPES), function, form, holder),
    st.tuples(st.just("custom"), op, st.sampled_from((*SIGNATURES[:2] * 4, *SIGNATURES)), st.sampled_from((None,
        None, *DEVICES)), form),
    st.tuples(st.just("custom"), op, st.sampled_from((*SIGNATURES[:2] * 4, *SIGNATURES)), st.none(), form),
    st.tuples(st.just("register_kernel"), op, st.sampled_from(DEVICES), form),
    st.tuples(st.just("register_fake"), op, form),
    st.tuples(st.just("register_autograd"), op),
    st.tuples(st.just("register_vmap"), op, form),
    st.tuples(st.just("register_autocast"), op, st.sampled_from(("cpu", "cuda", "meta"))),
    st.tuples(st.just("register_torch_dispatch"), op, form),
    st.tuples(st.just("get_kernel"), op, st.sampled_from(("CPU", "Meta", "CUDA", "Nokey"))),
    st.tuples(st.just("switched"), op, st.sampled_from(("cpu", "meta", "cuda")), st.booleans()),
    st.tuples(st.just("destroy"), library),
    st.tuples(st.just("drop"), library),
    st.tuples(st.just("call"), op, st.lists(st.sampled_from(VALUES), max_size=2), st.sampled_from(((), ("n", "x",
        "q")))),
)  # fmt: skip


class World:
    """One side, and what the actions have made in it."""

    def __init__(self, torch, namespace):
        self.torch, self.namespace, self.number = torch, namespace, 0
        self.libraries, self.custom, self.keep = {}, {}, []
        tensor = torch.tensor([1.0, 2.0])  # two elements: torch takes one float for an int
        self.values = {"torch": torch, "t": tensor, "m": torch.tensor([1.0, 2.0], device="meta")}

    def do(self, action):
        self.number += 1
        return outcome(getattr(self, f"do_{action[0]}"), *action[1:])

    def line(self, code, **names):
        """Run a line of code as the only one of its file."""
        names |= self.values | {"world": self}
        exec(compile(f"result = {code}", f"<action {self.number}>", "exec"), names)
        return names["result"]

    def lib(self, number):
        if number not in self.libraries:
            self.libraries[number] = self.line("torch.library.Library(ns, 'FRAGMENT')", ns=self.namespace)
        return self.libraries[number]

    def held(self, number):
        return {} if number is None else {"lib": self.lib(number)}

    def qualified(self, op):
        return f"{self.namespace}::{op}"

    def target(self, op):
        """How the operator is named to functions: by its custom operator if it has one."""
        return self.custom.get(op, self.qualified(op))

    def function(self, kind):
        number = self.number
        return {
            "kernel": lambda *args, **kwargs: number,
            "fallthrough": self.torch.library.fallthrough_kernel,
            "text": "no function",
        }[kind]

    def register(self, form, code, fn, **names):
        """Call a registration with the function, or as a decorator of it."""
        call = f"{code}, fn{names.pop('after', '')})" if form == "direct" else f"{code}{names.pop('after', '')})(fn)"
        self.line(call, fn=fn, **names)
        return "ok"

    # ---- actions ----

    def do_open(self, kind, key):
        number = len(self.libraries) % 3
        made = self.line("torch.library.Library(ns, kind, key)", ns=self.namespace, kind=kind, key=key)
        old = self.libraries.pop(number, None)
        if old is not None:
            old._destroy()
        self.libraries[number] = made
        return "ok"

    def do_define(self, number, op, schema, tags):
        tags = tuple(getattr(self.torch.Tag, name) for name in tags)
        return self.line("lib.define(schema, tags=tags)", lib=self.lib(number), schema=schema.format(op), tags=tags)

    def do_impl(self, number, op, key, kind, with_keyset, allow_override):
        self.line(
            "lib.impl(op, fn, key, with_keyset=with_keyset, allow_override=allow_override)",
            lib=self.lib(number), op=op, fn=self.function(kind), key=key,
            with_keyset=with_keyset, allow_override=allow_override,
        )  # fmt: skip
        return "ok"

    def do_define_by_name(self, op, schema, number):
        text = schema.format("")
        self.line(
            "torch.library.define(name, schema, **lib)", name=self.qualified(op), schema=text, lib=self.held(number)
        )
        return "ok"

    def do_impl_by_name(self, op, types, kind, form, number):
        return self.register(form, "torch.library.impl(name, types", self.function(kind), after=", **lib",
                             name=self.qualified(op), types=types, lib=self.held(number))  # fmt: skip

    def do_custom(self, op, signature, devices, form):
        text, mutates = signature
        names = dict(self.values)
        body = "x" if "-> torch.Tensor" in text else "None" if "-> None" in text else self.number
        exec(f"def {op}{text}:\n    return {body}", names)
        code = "torch.library.custom_op(name, fn, mutates_args=mutates, device_types=devices)"
        if form == "decorator":
            code = "torch.library.custom_op(name, mutates_args=mutates, device_types=devices)(fn)"
        try:
            made = self.line(code, name=self.qualified(op), fn=names[op], mutates=mutates, devices=devices)
        except Exception:
            self.forget(op)
            raise
        self.custom[op] = made
        return str(made._opoverload._schema)

    def forget(self, op):
        """After a custom operator that failed: torch may leave it half made, and its predecessor gone; wye no trace."""
        made = self.custom.pop(op, None)
        if self.torch.__name__ == "torch":
            known = self.torch._library.custom_ops
            known.OPDEFS.pop(self.qualified(op), None)
            library = known.OPDEF_TO_LIB.pop(self.qualified(op), None)
            if library is not None:
                library._destroy()
        elif made is not None:
            made._destroy()

    def do_register_kernel(self, op, devices, form):
        code = "torch.library.register_kernel(op, devices"
        return self.register(form, code, self.function("kernel"), op=self.target(op), devices=devices)

    def do_register_fake(self, op, form):
        return self.register(form, "torch.library.register_fake(op", self.function("kernel"), op=self.target(op))

    def do_register_autograd(self, op):
        self.line("torch.library.register_autograd(op, fn)", op=self.target(op), fn=lambda ctx, grad: grad)
        return "ok"

    def do_register_vmap(self, op, form):
        return self.register(form, "torch.library.register_vmap(op", lambda info, dims, *args: None, op=self.target(op))

    def do_register_autocast(self, op, device):
        self.line("torch.library.register_autocast(op, device, torch.float32)", op=self.target(op), device=device)
        return "ok"

    def do_register_torch_dispatch(self, op, form):
        cls = type("Mode", (self.torch.utils._python_dispatch.TorchDispatchMode,), {})
        number = self.number
        rule = lambda mode, func, types, args=(), kwargs=None: number  # noqa: E731
        self.register(form, "torch.library.register_torch_dispatch(op, cls", rule, op=self.target(op), cls=cls)
        with cls():
            return self.do_call(op, ["t"], ())

    def do_get_kernel(self, op, key):
        self.line("torch.library.get_kernel(op, key)", op=self.qualified(op), key=key)
        return "ok"

    def do_switched(self, op, device, enabled):
        if op not in self.custom:
            return "none"
        with self.custom[op].set_kernel_enabled(device, enabled):
            return outcome(self.do_call, op, ["m" if device == "meta" else "t"], ())

    def do_destroy(self, number):
        found = self.libraries.pop(number, None)
        if found is not None:
            found._destroy()
        return "ok"

    def do_drop(self, number):
        self.libraries.pop(number, None)
        return "ok"

    def do_call(self, op, args, names):
        values = [eval(text, self.values) for text in args]
        kwargs = {names[len(values) - 1]: values.pop()} if names and values else {}
        found = self.custom.get(op)
        result = (found or getattr(getattr(self.torch.ops, self.namespace), op))(*values, **kwargs)
        return "tensor" if isinstance(result, self.torch.Tensor) else result

    # ---- what is the case ----

    def state(self):
        prefix = f"{self.namespace}::"
        names = sorted(name for name in self.torch._C._dispatch_get_all_op_names() if name.startswith(prefix))
        found = {name: outcome(lambda n=name: str(self.torch._C._get_schema(n, ""))) for name in names}
        defined = {name: schema for name, schema in found.items() if not isinstance(schema, Failure)}
        keys = ("CPU", "Meta", "CUDA")
        has = [self.torch._C._dispatch_has_kernel_for_dispatch_key(name, key) for name in defined for key in keys]
        return defined, has

    def close(self):
        for made in self.custom.values():
            getattr(made, "_destroy", made._lib._destroy)()
        for library in self.libraries.values():
            library._destroy()


def both_fail(theirs, ours) -> bool:
    return isinstance(theirs, Failure) and isinstance(ours, Failure)


def compare(actions):
    """The first action after which the sides differ, in words; None where they agree."""
    namespace = fresh_namespace()
    worlds = [World(torch, namespace) for torch in sides()]
    try:
        for action in actions:
            known = worlds[0].state()[0]
            theirs, ours = (world.do(action) for world in worlds)
            # With several mistakes at once, one of them a missing operator, it may be another that is named.
            missing = f"{namespace}::{action[1]}" not in known
            if not same_decision(theirs, ours) and not (missing and both_fail(theirs, ours)):
                return f"{action}\n  torch: {theirs}\n  wye:   {ours}"
            theirs, ours = (world.state() for world in worlds)
            if theirs != ours:
                return f"after {action}\n  torch: {theirs}\n  wye:   {ours}"
    finally:
        for world in worlds:
            world.close()
    return None


@enough
@given(st.lists(ACTIONS, min_size=2, max_size=14))
def test_library_actions_have_the_results_of_torch(actions):
    with quiet():
        mismatch = compare(actions)
    assert mismatch is None, f"\n{actions}\n{mismatch}"
