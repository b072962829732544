"""A call on fake tensors: arguments are checked and converted, constants are computed, then its plan runs.

Hot path under fake tensors where the cache does not know a call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.fake.plans import Plan, run_without_handlers
from wye.fake.symbols import run_with_symbols
from wye.fake.tensor import FakeTensor
from wye.pytree import tree_leaves, tree_map_only
from wye.symbolic.numbers import SymInt
from wye.tensors import Tensor
from wye.tensors.printing import call_text

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["CONSTANT_NUMEL_LIMIT", "call", "tensors_in"]

CONSTANT_NUMEL_LIMIT: Final = 1  # elements of a tensor whose value is kept beside its fake


def tensors_in(values: Iterable[Any]) -> list[Any]:
    """The tensors among arguments, also those in lists."""
    found: list[Any] = []
    for value in values:
        if isinstance(value, Tensor):
            found.append(value)
        elif type(value) in (list, tuple):
            found += tensors_in(value)
    return found


def call(mode: Any, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call an operator on fake tensors.

    Args:
        mode: The mode.
        plan: Of the operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.

    Raises:
        AssertionError: an argument is real, or belongs to another mode.
    """
    tensors = tensors_in(args)
    if kwargs:
        tensors += tensors_in(kwargs.values())
    constants = False
    for tensor in tensors:
        if not isinstance(tensor, FakeTensor) or tensor.fake_mode is not mode:
            return _call_with_others(mode, plan, args, kwargs, tensors)
        constants = constants or tensor.constant is not None
    if constants:
        made = _call_on_constants(mode, plan, args, kwargs, tensors)
        if made is not None:
            return made
    if plan.special is not None:
        made = plan.special(mode, plan.func, *args, **kwargs)
        if made is not NotImplemented:
            return made
    if mode.shape_env is not None:
        return run_with_symbols(plan, mode, args, kwargs, tensors)
    return plan.run(plan, mode, args, kwargs, tensors)


def _call_with_others(mode: Any, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any], tensors: list[Any]) -> Any:
    """A call with tensors that are no fakes of this mode."""
    has_fakes = any(isinstance(tensor, FakeTensor) for tensor in tensors)
    if plan.is_lift and not has_fakes and type(args[0]) is Tensor:
        return _lifted(mode, plan, args[0])
    converter, func = mode.fake_tensor_converter, plan.func

    def convert(value: Any) -> Any:
        if isinstance(value, FakeTensor):
            if value.fake_mode is not mode:
                raise AssertionError(f"Mixing fake modes NYI x.fake_mode={value.fake_mode} vs self={mode}")
            return value
        if plan.changes_shape:
            raise AssertionError(
                f"Can't call metadata mutating ops on non-Fake Tensor inputs. Found in {call_text(func, args, kwargs)}"
            )
        if not mode.allow_non_fake_inputs:
            raise AssertionError(
                "Please convert all Tensors to FakeTensors first or instantiate FakeTensorMode with "
                f"'allow_non_fake_inputs'. Found in {call_text(func, args, kwargs)}"
            )
        return converter.from_real_tensor(mode, value)

    given, named = tree_map_only(Tensor, convert, (args, kwargs))
    if plan.written and not has_fakes:
        return run_without_handlers(func, *args, **kwargs)  # the program's own memory: writes to it are not faked
    return call(mode, plan, given, named)


def _lifted(mode: Any, plan: Plan, tensor: Any) -> Any:
    """The fake of a tensor that a program has written down: with its value, where that is one number."""
    if may_be_constant(tensor):
        kept = run_without_handlers(tensor.clone)
        return mode.fake_tensor_converter.from_real_tensor(mode, kept, make_constant=True)
    return mode.fake_tensor_converter.from_real_tensor(mode, tensor)


def may_be_constant(tensor: Any) -> bool:
    """Is the value of a tensor kept beside its fake?  One number is."""
    return tensor.numel() <= CONSTANT_NUMEL_LIMIT and not isinstance(tensor, FakeTensor) and not tensor.is_meta


def _constant(value: Any) -> Any:
    return value.constant


def _call_on_constants(mode: Any, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: list[Any]) -> Any:
    """Compute a call whose arguments are all known; None: it has to be faked, and what it writes is not known any more.

    Where it writes, the constants are written to; results of other calls get constants of their own.
    """
    moves = plan.takes_device and kwargs.get("device") is not None and str(kwargs["device"]) != "cpu"
    known = all(fake.constant is not None for fake in fakes)
    if known and any(isinstance(one, SymInt) for one in tree_leaves((args, kwargs))):
        known = False  # the number of a symbol is not known
    if known and not (plan.is_random or plan.changes_shape or moves):
        given, named = tree_map_only(FakeTensor, _constant, (args, kwargs))
        result = run_without_handlers(plan.func, *given, **named)
        results = [one for one in tree_leaves(result) if isinstance(one, Tensor)]
        if not plan.codes or not results:
            return result
        if all(map(may_be_constant, results)):
            converter = mode.fake_tensor_converter
            return tree_map_only(Tensor, lambda one: converter.from_real_tensor(mode, one, make_constant=True), result)
        for one in results:  # what is not known may be written to through these
            mode.fake_tensor_converter.invalidate_constant_aliases(one)
    for number in plan.written:
        target = plan.argument(number, args, kwargs) if number < len(args) or plan.names[number] in kwargs else None
        for one in tensors_in((target,)):
            one.fake_mode.fake_tensor_converter.forget_constants(one)
    return None
