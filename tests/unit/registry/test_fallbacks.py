"""What stands at a key without kernels depends on what is registered, not on the order in which it came."""

import subprocess
import sys
import textwrap
from itertools import permutations

import pytest

import wye
from wye import dispatch
from wye.errors import RegistrationError
from wye.keys import DispatchKey, DispatchKeySet, all_backends, runtime_keyset
from wye.registry import registry
from wye.registry.fallbacks import Fallbacks
from wye.registry.kernel import make_kernel

ALIAS = DispatchKey.CompositeImplicitAutogradNestedTensor


def kernel(label):
    return make_kernel(lambda op, keyset, args, kwargs: label, label)


def debugs(fallbacks):
    return {key.name: kernel.debug for key, kernel in fallbacks.kernels.items()}


def test_a_fallback_at_an_alias_stands_at_every_key_of_it_and_goes_from_all():
    fallbacks = Fallbacks()
    before = dict(fallbacks.kernels)
    one = kernel("one")
    fallbacks.add(ALIAS, one)
    covered = {key for key, found in fallbacks.kernels.items() if found is one}
    assert covered == set(runtime_keyset(ALIAS))
    assert {f"NestedTensor{backend}" for backend in all_backends()} <= {key.name for key in covered}
    fallbacks.remove(one)
    assert fallbacks.kernels == before


@pytest.mark.parametrize("adding", list(permutations("abc")), ids="".join)
@pytest.mark.parametrize("removing", list(permutations("abc")), ids="".join)
def test_fallbacks_of_an_outside_backend_stack_and_go_in_any_order(adding, removing):
    fallbacks = Fallbacks()
    key, made = DispatchKey.AutogradNumPy, {}
    for label in adding:
        made[label] = kernel(label)
        fallbacks.add(key, made[label])
        assert fallbacks.kernels[key] is made[label]
    for label in removing:
        fallbacks.remove(made.pop(label))
        assert fallbacks.kernels[key] is (list(made.values())[-1] if made else fallbacks.built_in[key])


def test_an_engine_does_not_take_the_place_of_what_is_registered():
    fallbacks = Fallbacks()
    one = kernel("one")
    fallbacks.add(DispatchKey.AutogradNumPy, one)
    fallbacks.replace_built_in(DispatchKey.AutogradNumPy, lambda op, keyset, args, kwargs: "engine")
    assert fallbacks.kernels[DispatchKey.AutogradNumPy] is one
    fallbacks.remove(one)
    assert fallbacks.kernels[DispatchKey.AutogradNumPy].fn(None, None, (), {}) == "engine"


def test_a_refused_fallback_changes_nothing():
    fallbacks = Fallbacks()
    fallbacks.add(DispatchKey.NestedTensorCUDA, kernel("one"))
    before = debugs(fallbacks)
    with pytest.raises(RegistrationError, match="NestedTensorCUDA; previous registration one, new registration all"):
        fallbacks.add(ALIAS, kernel("all"))
    assert debugs(fallbacks) == before


def test_backends_fallbacks_and_operators_come_in_any_order():
    program = """
        from itertools import permutations

        from wye import dispatch
        from wye.errors import NoKernelError
        from wye.keys import DispatchKeySet, register_backend
        from wye.tensors import tensor  # not `wye.tensor`: every fallback would push the tables of all its operators

        X = tensor([1.0])

        class World:
            def __init__(self, number):
                self.backend, self.ns = f"Later{number}", f"later{number}"
                self.fallbacks = dispatch.library("IMPL", "_")

            def add_backend(self):
                register_backend(self.backend)

            def add_fallback(self):
                alias = "CompositeImplicitAutogradNestedTensor"
                self.fallbacks.fallback(lambda op, keyset, args, kwargs: f"fallback {keyset.highest_priority()}", alias)

            def add_operator(self):
                self.lib = dispatch.library("DEF", self.ns)
                self.op = self.lib.define("f(Tensor x) -> str")
                self.lib.impl("f", lambda x: "own", "CPU")

            def state(self):
                found = []
                nested = (f"NestedTensor{self.backend}", "NestedTensorCPU", "AutogradNestedTensor")
                for name in (*nested, self.backend, "CPU"):
                    try:
                        found.append(self.op.redispatch(DispatchKeySet(name), X).replace(self.backend, "*"))
                    except NoKernelError:
                        found.append("none")
                return found

        steps = ("backend", "fallback", "operator")
        states = []
        for number, order in enumerate(permutations(steps)):
            world = World(number)
            for step in order:
                getattr(world, f"add_{step}")()
                dispatch.check_all_invariants()
            states.append(world.state())
            world.fallbacks.reset()
            dispatch.check_all_invariants()
            without = world.state()
            assert without == ["none", "none", "none", "none", "own"], without
            world.lib.reset()
        assert all(state == states[0] for state in states), states
        print(states[0])
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], check=True, stdout=subprocess.PIPE, text=True
    )
    keys = ("NestedTensor*", "NestedTensorCPU", "AutogradNestedTensor")
    assert done.stdout.strip() == str([*(f"fallback DispatchKey.{key}" for key in keys), "none", "own"])


def test_a_fallback_serves_calls_at_the_keys_of_its_alias():
    with dispatch.library("DEF", "fbtest") as lib, dispatch.library("IMPL", "_") as fallbacks:
        op = lib.define("f(Tensor x) -> str")
        fallbacks.fallback(lambda op, keyset, args, kwargs: "fallback", ALIAS)
        assert op.redispatch(DispatchKeySet("NestedTensorNumPy"), wye.tensor([1.0])) == "fallback"
        assert dispatch.has_backend_fallback("NestedTensorNumPy")
    assert not dispatch.has_backend_fallback("NestedTensorNumPy")
    assert ALIAS not in registry.fallbacks.kernels
