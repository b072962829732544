"""Random registration histories, run step by step on torch and on wye, which must agree on every state.

    python -m tests.conformance.histories --seed 7 --count 500 [--first 0] [--minutes 10]

History i of a seed is always the same.  A mismatch is shrunk to the few steps that show it, and ends the run with
status 1.  A history cleans up after itself: both dispatchers are as they were when it ends.

torch prints its table anew from the registrations, so it is compared as printed; the table it has *stored* goes stale
in some orders (docs/pytorch-differences.md) and is no subject here.
"""

import argparse
import os
import random
import re
import sys
import time
import warnings
from contextlib import contextmanager
from pprint import pformat

from wye.compat.torch import _C as wye_c  # noqa: N811 - a module
from wye.dispatch import fallthrough
from wye.keys import runtime_keyset

NS = "__test__"
OPS = ("foo", "foo.ov", "bar")
ALIASES = range(150, 156)
VALUES = range(1, 156)  # every key there is, with functionalities and sentinels, which only values can name
SCHEMAS = (
    "{}(Tensor x) -> Tensor",
    "{}(Tensor x) -> Tensor",
    "{}(Tensor self) -> Tensor",
    "{}(Tensor(a) x) -> Tensor(a)",
    "{}(Tensor x, *, int n=1) -> Tensor",  # from here on no schema for a t_t kernel
    "{}(Tensor x) -> (Tensor, Tensor)",
    "{}(Tensor? x) -> Tensor",
    "{}() -> ()",
)
BROKEN_SCHEMAS = ("{}", "{}(Tensor x", "{}(Tensor x) -> Nothing", "", "{}(Tensor x) -> Tensor)")

# Left out, each because PyTorch does what no other program should do:
# - a name without namespace in an IMPL library of the namespace "_": kills the process (golden/tables.json, crashes);
# - a fallback at AutogradPrivateUse1: the one key where a second fallback replaces the built-in one, and removing it
#   leaves none behind for the rest of the process; wye brings the built-in one back;
# - a kernel that cannot be called: PyTorch takes it, wye refuses it;
# - a fallback at a functionality or a sentinel, where no call arrives: PyTorch registers nothing, wye refuses it.
NO_FALLBACK_AT = {146, *(value for value in VALUES if not list(runtime_keyset(value)))}
# PyTorch registers the fallback of an alias key key by key and keeps what it did before a clash; wye registers all or
# none.  A step that fails so is followed by a reset of its library: both are in the same state again.
# Errors that PyTorch words as failed assertions, with its C++ macros or with links: wye has its own words for them.
OWN_WORDS = re.compile(r"INTERNAL ASSERT|TORCH_LIBRARY|bad optional access|https:")


# ---- making histories ----------------------------------------------------------------------------


class Generator:
    """Draws the steps of one history.  Few operators and few keys, so that registrations meet."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.steps: list[dict] = []
        self.libraries: list[dict] = []
        self.kernels = 0
        self.ops = rng.sample(OPS, rng.choice((1, 1, 2, 3)))
        self.keys = [self.draw_key() for _ in range(rng.randint(1, 8))]

    def draw_key(self) -> int:
        kind = self.rng.random()
        if kind < 0.4:
            return self.rng.choice(ALIASES)
        if kind < 0.7:
            return self.rng.choice((20, 22, 49, 50, 64, 83, 117, 134, 135, 2, 4, 6, 7, 34, 13))  # often under an alias
        return self.rng.choice(VALUES)

    def history(self) -> list[dict]:
        definition = self.rng.choice(("first", "anywhere", "anywhere", "never"))
        if definition == "first":
            for op in self.ops:
                self.add_definition(op)
        makers = [self.add_kernel] * 9 + [self.add_fallback] * 2 + [self.add_reset] * 3 + [self.add_mistake]
        if definition != "never":
            makers += [lambda: self.add_definition(self.op())] * (1 if definition == "first" else 3)
        for _ in range(self.rng.randint(2, 14)):
            self.rng.choice(makers)()
        for library in self.rng.sample(self.libraries, len(self.libraries)):
            self.step("reset", lib=library["id"])
        return self.steps

    def step(self, do: str, **arguments: object) -> dict:
        self.steps.append({"do": do, **arguments})
        return self.steps[-1]

    def op(self) -> str:
        return self.rng.choice(self.ops)

    def key(self) -> int:
        return self.rng.choice(self.keys)

    def debug(self) -> str:
        self.kernels += 1
        return f"kernel_{self.kernels}"

    def open(self, kind: str, ns: str = NS, key: str = "") -> dict:
        library = self.step("lib", id=f"L{len(self.libraries)}", kind=kind, ns=ns, key=key)
        self.libraries.append(library)
        return library

    def library(self, *kinds: str, ns: str = NS) -> dict:
        """One that is open already, or a new one."""
        able = [known for known in self.libraries if known["kind"] in kinds and known["ns"] == ns]
        if able and self.rng.random() < 0.6:
            return self.rng.choice(able)
        kind = self.rng.choice(kinds)
        with_key = kind == "IMPL" and self.rng.random() < 0.15
        return self.open(kind, ns, wye_c._dispatch_key_name(wye_c.DispatchKey(self.key())) if with_key else "")

    def add_definition(self, op: str) -> None:
        library = self.library("DEF", "FRAGMENT", "FRAGMENT", "FRAGMENT")["id"]
        schema = self.rng.choice(SCHEMAS[:5] if self.rng.random() < 0.8 else SCHEMAS).format(op)
        if self.rng.random() < 0.1:
            schema = f"{NS}::{schema}"
        alias = self.rng.choice(("", "", "FROM_SCHEMA", "CONSERVATIVE", "PURE_FUNCTION"))
        kind = self.rng.choice(("def", "def", "def", "define", "def_legacy", "def_name", "def_schema"))
        if kind == "def_legacy":
            self.step(kind, lib=library, schema=schema)
        elif kind == "def_name":
            self.step(kind, lib=library, name=op.partition(".")[0], key=self.key_name(), debug=self.debug())
        elif kind == "def_schema":
            self.step(kind, lib=library, schema=schema, key=self.key_name(), alias=alias, debug=self.debug())
        else:
            self.step(kind, lib=library, schema=schema, alias=alias)

    def key_name(self) -> str:
        """The name of a key, or no name: the catch-all."""
        return "" if self.rng.random() < 0.15 else wye_c._dispatch_key_name(wye_c.DispatchKey(self.key()))

    def add_kernel(self) -> None:
        ns = "_" if self.rng.random() < 0.02 else NS  # a mistake: for fallbacks only
        library = self.library("IMPL", ns="_") if ns == "_" else self.library("IMPL", "IMPL", "FRAGMENT", "DEF")
        op = self.op()
        name = f"{NS}::{op}" if ns == "_" or self.rng.random() < 0.1 else op
        kind = self.rng.random()
        if kind < 0.5:
            key = library["key"] if library["key"] and self.rng.random() < 0.8 else self.key_name()
            self.step("impl", lib=library["id"], name=name, key=key, debug=self.debug())
            return
        key = self.key() if self.rng.random() < 0.9 else 0  # Undefined: the catch-all
        by = self.rng.choice((key, wye_c._dispatch_key_name(wye_c.DispatchKey(key))))
        do = "impl_py" if kind < 0.8 else "impl_fallthrough"
        self.step(do, lib=library["id"], name=name, key=by, with_keyset=self.rng.random() < 0.3)

    def add_fallback(self) -> None:
        key = self.key() if self.rng.random() < 0.3 else self.rng.choice(VALUES)
        if key in NO_FALLBACK_AT:
            return
        do = self.rng.choice(("fallback_fallthrough", "fallback_py", "fallback_py_fallthrough"))
        library = self.library("IMPL", ns="_")
        step = self.step(do, lib=library["id"], key=key, at_alias=key in ALIASES)
        if do == "fallback_fallthrough":
            step["key"] = wye_c._dispatch_key_name(wye_c.DispatchKey(key))

    def add_reset(self) -> None:
        if self.libraries:
            self.step("reset", lib=self.rng.choice(self.libraries)["id"])

    def add_mistake(self) -> None:
        mistake = self.rng.choice(
            ("lib", "lib", "schema", "alias", "impl_key", "impl_ns", "impl_name", "fallback", "def")
        )
        if mistake == "lib":
            given = self.rng.choice(
                (("DEF", NS, "CPU"), ("IMPL", NS, "Nokey"), ("KIND", NS, ""), ("DEF", "_", ""), ("FRAGMENT", "_", ""))
            )
            self.step("lib", id="broken", kind=given[0], ns=given[1], key=given[2])
        elif mistake == "schema":
            text = self.rng.choice(BROKEN_SCHEMAS).format(self.op())
            self.step("def", lib=self.library("FRAGMENT")["id"], schema=text, alias="")
        elif mistake == "alias":
            self.step("def", lib=self.library("FRAGMENT")["id"], schema=SCHEMAS[0].format(self.op()), alias="BOGUS")
        elif mistake == "def":
            self.step("def", lib=self.library("IMPL")["id"], schema=SCHEMAS[0].format(self.op()), alias="")
        elif mistake == "fallback":
            self.step("fallback_fallthrough", lib=self.library("IMPL", "FRAGMENT")["id"], key="CPU", at_alias=False)
        else:
            key = "Nokey" if mistake == "impl_key" else "CPU"
            name = {"impl_ns": f"other::{self.op()}", "impl_name": "two words"}.get(mistake, self.op())
            self.step(
                self.rng.choice(("impl", "impl_py")),
                lib=self.library("IMPL", "FRAGMENT")["id"],
                name=name,
                key=key,
                debug="never",
            )


def history(seed: int, index: int) -> list[dict]:
    """The steps of one history."""
    return Generator(random.Random(f"{seed}:{index}")).history()


# ---- running them --------------------------------------------------------------------------------


class World:
    """One dispatcher, and the libraries that a history has opened in it."""

    def __init__(self, c, fallthrough_kernel) -> None:
        self.c = c
        self.fallthrough_kernel = fallthrough_kernel
        self.libraries = {}

    def do(self, step: dict):
        """Do one step: "ok", or the error."""
        if step["do"] != "lib" and step["lib"] not in self.libraries:
            return "skipped"  # its library could not be opened, or was dropped in shrinking
        result = outcome(lambda: getattr(self, f"do_{step['do']}")(step))
        if step.get("at_alias") and isinstance(result, Failure):
            self.do_reset(step)
        return result

    def close(self) -> None:
        for library in self.libraries.values():
            library.reset()

    def lib(self, step):
        return self.libraries[step["lib"]]

    def key(self, step):
        return step["key"] if isinstance(step["key"], str) else self.c.DispatchKey(step["key"])

    def do_lib(self, step):
        self.libraries[step["id"]] = self.c._dispatch_library(
            step["kind"], step["ns"], step["key"], f"{step['id']}.py", 1
        )

    def do_def(self, step):
        self.lib(step).def_(step["schema"], step["alias"])

    def do_define(self, step):
        self.lib(step).define(step["schema"], step["alias"])

    def do_def_legacy(self, step):
        self.lib(step).def_legacy(step["schema"])

    def do_def_name(self, step):
        self.lib(step).def_name_t_t(step["name"], step["key"], step["debug"])

    def do_def_schema(self, step):
        self.lib(step).def_schema_t_t(step["schema"], step["key"], step["alias"], step["debug"])

    def do_impl(self, step):
        self.lib(step).impl_t_t(step["name"], step["key"], step["debug"])

    def do_impl_py(self, step):
        self.lib(step).impl(step["name"], self.key(step), lambda *args: args[-1], step.get("with_keyset", False))

    def do_impl_fallthrough(self, step):
        self.lib(step).impl(step["name"], self.key(step), self.fallthrough_kernel, False)

    def do_fallback_fallthrough(self, step):
        self.lib(step).fallback_fallthrough(step["key"])

    def do_fallback_py(self, step):
        self.lib(step).fallback(self.key(step), lambda op, *args: args[0], False)

    def do_fallback_py_fallthrough(self, step):
        self.lib(step).fallback(self.key(step), self.fallthrough_kernel, False)

    def do_reset(self, step):
        self.lib(step).reset()

    # ---- what is the case now ----

    def state(self) -> dict:
        """Every answer about the operators of a history, in words that both dispatchers share."""
        state = {op: self.state_of(op) for op in OPS}
        dangling = self.c._dispatch_find_dangling_impls()  # in the order of a hash table: sorted here
        state["dangling"] = sorted(text for text in dangling if f"name: {NS}::" in text)
        return state

    def state_of(self, op: str) -> dict:
        c, name = self.c, f"{NS}::{op}"
        answers = {
            "dump": without_places(c._dispatch_dump(name)).splitlines(),
            "table": without_places(c._dispatch_dump_table(name)).splitlines(),
            "has kernel": c._dispatch_has_kernel(name),
            "find schema": outcome(lambda: str(c._dispatch_find_schema_or_throw(*f"{name}.".split(".")[:2]).schema())),
        }
        if answers["has kernel"]:
            keys = [c.DispatchKey(value) for value in VALUES]
            present = [key for key in keys if c._dispatch_has_kernel_for_dispatch_key(name, key)]
            answers["keys"] = [int(key) for key in present]
            answers["fallthroughs"] = [
                int(key) for key in present if c._dispatch_kernel_for_dispatch_key_is_fallthrough(name, key)
            ]
            answers["has any"] = [
                c._dispatch_has_kernel_for_any_dispatch_key(name, keyset) for keyset in self.keysets()
            ]
        else:
            answers["keys"] = outcome(lambda: c._dispatch_has_kernel_for_dispatch_key(name, "CPU"))
        return answers

    def keysets(self) -> list:
        c = self.c
        pairs = (
            ("CPU", "CUDA"),
            ("SparseCPU", "AutogradCPU"),
            ("Python", "NestedTensorXLA"),
            ("Undefined", "Undefined"),
        )
        made = [
            c.DispatchKeySet(getattr(c.DispatchKey, a)) | c.DispatchKeySet(getattr(c.DispatchKey, b)) for a, b in pairs
        ]
        return [*made, c._dispatch_keyset_full(), c._dispatch_autogradother_backends]

    def global_state(self) -> dict:
        """What is asked less often, because it looks at every operator or every key."""
        c = self.c
        keys = [c.DispatchKey(value) for value in range(156)]
        return {
            "fallbacks": [int(key) for key in keys if c._dispatch_has_backend_fallback(key)],
            "registrations": {
                name: sorted(op for op in c._dispatch_get_registrations_for_dispatch_key(name) if op.startswith(NS))
                for name in ("", "CPU", "CompositeImplicitAutograd", "AutogradCPU")
            },
        }


class Failure:
    """An error that a step or a question raised."""

    def __init__(self, error: Exception) -> None:
        self.type = type(error)
        text = without_places(str(error).split("Exception raised from")[0]).strip()
        # of several kernels that do not fit a definition, PyTorch names the first in the order of a hash table
        self.message = re.sub(r"(  inferred schema: .*)\n    .*", r"\1", text)

    def __repr__(self) -> str:
        return f"{self.type.__name__}: {self.message}"


def outcome(call):
    try:
        result = call()
    except Exception as error:  # noqa: BLE001 - whatever is raised is compared
        return Failure(error)
    return result if isinstance(result, str | bool) else "ok"


def without_places(text: str) -> str:
    """Without the source locations of built-in fallbacks, which are PyTorch's C++ files or wye's modules."""
    place = r"registered at (/\S+\.cpp:\d+|wye/[\w/]+\.py|wye/FallbackKernel\.cpp:0)"
    return re.sub(place, "registered at BUILT-IN", text)


def agree(theirs, ours) -> bool:
    """Whether wye's answer is PyTorch's; an error's class may be narrower and its text longer."""
    if isinstance(theirs, Failure) and isinstance(ours, Failure):
        same_words = bool(OWN_WORDS.search(theirs.message)) or ours.message.startswith(theirs.message)
        return issubclass(ours.type, theirs.type) and same_words
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return theirs.keys() == ours.keys() and all(agree(theirs[what], ours[what]) for what in theirs)
    return theirs == ours


def difference(theirs, ours, where: str = "") -> str:
    """The smallest part in which two answers differ, for people."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for what in theirs:
            if not agree(theirs[what], ours.get(what)):
                return difference(theirs[what], ours.get(what), f"{where}{what} / ")
    if isinstance(theirs, list) and isinstance(ours, list):
        theirs, ours = [x for x in theirs if x not in ours] or theirs, [x for x in ours if x not in theirs] or ours
    return f"  {where}\n  torch: {pformat(theirs, width=140)}\n  wye:   {pformat(ours, width=140)}"


def run(steps: list[dict]) -> str | None:
    """Run a history on both; the first mismatch in words, or None."""
    import torch
    from torch.library import fallthrough_kernel

    worlds = World(torch._C, fallthrough_kernel), World(wye_c, fallthrough)
    try:
        for number, step in enumerate(steps):
            theirs, ours = (world.do(step) for world in worlds)
            if not agree(theirs, ours):
                return f"step {number} {step}\n{difference(theirs, ours)}"
            theirs, ours = (world.state() for world in worlds)
            if not agree(theirs, ours):
                return f"after step {number} {step}\n{difference(theirs, ours)}"
            if step["do"].startswith("fallback") or number == len(steps) // 2:
                theirs, ours = (world.global_state() for world in worlds)
                if not agree(theirs, ours):
                    return f"after step {number} {step}\n{difference(theirs, ours)}"
        wye_c._dispatch_check_all_invariants()
    finally:
        for world in worlds:
            world.close()
    left = [world.state() for world in worlds]
    if not agree(*left) or any(left[0][op]["has kernel"] for op in OPS):
        return f"after all resets\n{difference(*left)}"
    return None


def shrink(steps: list[dict]) -> list[dict]:
    """The same mismatch, or another, in fewer steps."""
    size = len(steps) // 2
    while size:
        for start in range(0, len(steps), size):
            fewer = steps[:start] + steps[start + size :]
            if run(fewer) is not None:
                steps = fewer
                break
        else:
            size //= 2
    return steps


# ---- the command ---------------------------------------------------------------------------------


@contextmanager
def quiet():
    """Without torch's warning that a kernel is overridden, which comes on stderr or as a Python warning."""
    sys.stderr.flush()
    saved, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(nowhere)


def find_mismatch(seed: int, indices: range) -> str | None:
    """Run histories until one disagrees; say which, and in what."""
    with quiet():
        for index in indices:
            if run(history(seed, index)) is not None:
                steps = shrink(history(seed, index))
                lines = "".join(f"  {number} {step}\n" for number, step in enumerate(steps))
                return f"MISMATCH: seed {seed}, history {index}; {len(steps)} steps show it:\n{lines}{run(steps)}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, default=1000, help="histories (default: 1000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (default: 0)")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no more after so long")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    start, done = time.monotonic(), 0
    while done < options.count and time.monotonic() - start < options.minutes * 60:
        size = min(100, options.count - done)
        first = options.first + done
        mismatch = find_mismatch(options.seed, range(first, first + size))
        if mismatch is not None:
            print(mismatch)
            return 1
        done += size
        if done % 1000 == 0:
            print(f"  {done} histories agree ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"seed {options.seed}: {done} histories, no mismatch ({time.monotonic() - start:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
