"""Plans: how each operator runs on fake tensors, worked out once per operator from what is registered for it.

Warm: a plan is made at an operator's first call and dropped when its registrations change; see `plan_of`.
In: an operator.  Out: a plan, whose `run` makes fake results of fake arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call.explain_miss import explain_meta
from wye.errors import RegistrationError
from wye.fake.devices import common_device, normalized
from wye.fake.exceptions import UnsupportedOperatorException
from wye.fake.special import special_rule
from wye.fake.tensor import LAZY, FakeTensor, kernels, make, view
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry.introspect import has_computed_kernel_for_key
from wye.registry.kernel import return_codes
from wye.registry.rules import find_rule
from wye.registry.table import slot_of
from wye.schema.tags import Tag
from wye.tensors import Tensor
from wye.tensors.dense import META
from wye.tensors.meta_array import MetaArray, describe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["AT_META", "Plan", "plan_of", "run_without_handlers"]

_FRESH: Final = engine.RETURNS_FRESH
_VALUE: Final = engine.RETURNS_VALUE
_SAME: Final = engine.RETURNS_SAME
_DETACHED: Final = engine.RETURNS_DETACHED
_PYTHON: Final = DispatchKeySet("Python", "PythonTLSSnapshot")
AT_META: Final = engine.StateGuard(DispatchKeySet("Meta"), _PYTHON)
run_without_handlers: Final = engine.StateGuard(DispatchKeySet(), _PYTHON).run  # on real tensors
_LIFTS: Final = frozenset(("aten::lift", "aten::lift_fresh", "aten::lift_fresh_copy"))


class Plan:
    """How an operator runs on fake tensors.

    Attributes:
        func: The operator.
        run: ``run(plan, mode, args, kwargs, fakes)``: the results; ``fakes`` are the fake tensors among the arguments.
        fn: What ``run`` calls: a rule of arrays, or the fake kernel that a program has registered.
        codes: How each result comes about: see `wye.registry.kernel.return_codes`.
        names: Of the arguments.
        may_share: May a result share memory with an argument, though its schema does not say so?
        reads_storage: May its result depend on the size of an argument's storage?
        makes_tensors: Is one of its results a tensor?
        takes_device: Does an argument say where results are?
        is_anywhere: May the arguments be on different devices?  Then results are where the first one is.
        is_lift: Does it bring tensors that a program has written down into the mode?
        is_random, changes_shape: Facts from the tags.
        written: The numbers of the arguments that it writes to.
        bypass: Why the cache does not remember its results; None: it does.
        special: ``special(mode, func, *args, **kwargs)``, tried first: see `wye.fake.special`.
    """

    __slots__ = (
        "bypass", "changes_shape", "codes", "fn", "func", "is_anywhere", "is_lift", "is_random", "makes_tensors",
        "may_share", "names", "reads_storage", "run", "special", "takes_device", "written",
    )  # fmt: skip

    def __init__(self, func: Any) -> None:
        schema, tags = func.schema, func.tags
        arguments = schema.arguments
        self.func = func
        self.fn: Any = None
        self.names = [argument.name for argument in arguments]
        try:
            self.codes = return_codes(schema)
        except RegistrationError:  # a result aliases what the schema does not name
            self.codes = bytes([_FRESH]) * len(schema.returns)
        self.takes_device = "device" in self.names
        row = func._entry.row
        self.is_anywhere = row is not None and "devices" in row.facts
        self.makes_tensors = any(code != _VALUE for code in self.codes)
        self.is_lift = func.name() in _LIFTS
        self.is_random = Tag.nondeterministic_seeded in tags
        self.changes_shape = Tag.inplace_view in tags
        self.written = [at for at, a in enumerate(arguments) if a.alias_info is not None and a.alias_info.is_write]
        self.special = special_rule(func)
        self.bypass = _bypass(func, tags, self)
        self.run = _choose(self)
        self.may_share = self.run is _run_kernel
        self.reads_storage = self.may_share and func.is_view

    def device(self, kwargs: dict[str, Any], fakes: Sequence[Any]) -> Any:
        """Where the results of a call are.

        Raises:
            FakeTensorDeviceMismatchError: the arguments are on different devices.
        """
        if self.takes_device:
            device = kwargs.get("device")
            if device is not None or not fakes:
                return normalized(device)
        if self.is_anywhere and fakes:
            return fakes[0]._device
        if not self.makes_tensors:
            return None
        return common_device(self.func, fakes)

    def argument(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """An argument by its number."""
        return args[number] if number < len(args) else kwargs[self.names[number]]


def plan_of(func: Any) -> Plan:
    """The plan of an operator, made again when its registrations have changed."""
    rules = func._entry.rules
    found: Plan | None = rules.get("fake_plan")
    if found is None:
        found = rules["fake_plan"] = Plan(func)
    return found


def _bypass(func: Any, tags: Sequence[Any], plan: Plan) -> str | None:
    """Why the cache cannot remember the results of an operator."""
    if Tag.dynamic_output_shape in tags and func.name() != "aten::index.Tensor":
        return "dynamic output shape"
    if Tag.data_dependent_output in tags:
        return "data dependent output"
    if plan.changes_shape or func.name().startswith("aten::set_"):
        return "inplace view"
    if plan.is_lift:
        return "lift"
    return "non-builtin" if func.defined_in_python else None


def _choose(plan: Plan) -> Callable[..., Any]:
    """What runs an operator: the first of these that there is."""
    func = plan.func
    rule = find_rule(func, "fake")
    if rule is not None and not rule.is_built_in:
        from wye.fake.registered import run_registered  # here: most programs have no such operator

        plan.fn = rule.fn
        return run_registered
    is_there = has_computed_kernel_for_key(func.name(), DispatchKey.Meta)
    kernel = func.kernel_at(slot_of(DispatchKey.Meta)) if is_there else None
    on_arrays = getattr(getattr(kernel, "fn", None), "rule_of_arrays", None)
    if on_arrays is not None:
        plan.fn = on_arrays
        return _run_rule
    if func.has_kernel_for_dispatch_key(DispatchKey.CompositeImplicitAutograd) and not _has_own(func):
        return _run_parts
    if kernel is not None and kernel.fn is not explain_meta:
        return _run_kernel
    return _returns_nothing if not plan.codes else _refuse


def _has_own(func: Any) -> bool:
    """Has an operator a kernel for tensors without data of its own, beside a composite one?"""
    return bool(func.has_kernel_for_dispatch_key(DispatchKey.Meta))


def _refuse(plan: Plan, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: Sequence[Any]) -> Any:
    raise UnsupportedOperatorException(plan.func)


def _returns_nothing(plan: Plan, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: Sequence[Any]) -> Any:
    """An operator without results needs no fake kernel: it may not change the shape of its arguments."""


def _run_parts(plan: Plan, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: Sequence[Any]) -> Any:
    """Run the operators that a composite is made of."""
    with mode:
        return plan.func.decompose(*args, **kwargs)


# ---- rules of arrays ----


def _array(value: Any) -> Any:
    if isinstance(value, FakeTensor):
        return value._data
    return [_array(item) for item in value] if type(value) in (list, tuple) else value


def _run_rule(plan: Plan, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: Sequence[Any]) -> Any:
    """Run the fake rule of an operator of the set, which knows arrays without data only."""
    device = plan.device(kwargs, fakes)
    result = plan.fn(
        *map(_array, args), **{name: _array(value) for name, value in kwargs.items()} if kwargs else kwargs
    )
    codes = plan.codes
    if len(codes) == 1:
        code = codes[0]
        if code == _FRESH and type(result) is MetaArray:
            return make(mode, _at_start(result), device)
        return _over_array(plan, code, result, mode, args, kwargs, device)
    if not codes:
        return None
    return tuple(
        _over_array(plan, code, value, mode, args, kwargs, device) for code, value in zip(codes, result, strict=True)
    )


def _at_start(array: MetaArray) -> MetaArray:
    """The same array at the start of its memory: a rule may return an argument's, whose offset is kept."""
    return array if type(array.offset) is int and not array.offset else array.without_offset()


def _over_array(
    plan: Plan, code: int, value: Any, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], device: Any
) -> Any:
    if code == _VALUE or value is None:
        return value
    if _SAME <= code < _FRESH:
        return plan.argument(code & 0x3F, args, kwargs)
    if type(value) in (list, tuple):
        made = [_over_array(plan, code, item, mode, args, kwargs, device) for item in value]
        return made if code == _FRESH else _made_together(made)
    if code == _FRESH:
        return make(mode, _at_start(describe(value)), device)
    return view(plan.argument(code & 0x3F, args, kwargs), value, code < _DETACHED)


def _made_together(views: list[Any]) -> list[Any]:
    """Views that one call has made: autograd allows no writes to these."""
    for one in views:
        one._made |= engine.MADE_WITH_OTHERS
    return views


# ---- kernels of tensors without data ----


def _run_kernel(plan: Plan, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: Sequence[Any]) -> Any:
    """Run the kernel for the device "meta".  It gets the fake tensors, which say that they are there."""
    device = plan.device(kwargs, fakes)
    if plan.takes_device and (not fakes or kwargs.get("device") is not None):
        kwargs = {**kwargs, "device": META}
    before = kernels.mode
    kernels.mode = mode
    try:
        result = AT_META.run(plan.func, *args, **kwargs)
    finally:
        kernels.mode = before
    codes = plan.codes
    if len(codes) == 1:
        return _over_tensor(plan, codes[0], result, mode, args, kwargs, device)
    if not codes:
        return None
    return tuple(
        _over_tensor(plan, code, value, mode, args, kwargs, device) for code, value in zip(codes, result, strict=True)
    )


def _over_tensor(
    plan: Plan, code: int, value: Any, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], device: Any
) -> Any:
    if type(value) in (list, tuple):
        made = [_over_tensor(plan, code, item, mode, args, kwargs, device) for item in value]
        return made if code in (_FRESH, _VALUE) else _made_together(made)
    if not isinstance(value, Tensor) or isinstance(value, FakeTensor):
        return value
    if type(value._data) is not MetaArray:
        raise AssertionError(f"tensor's device must be `meta`, got {value.device.type} instead")
    if code == _FRESH:
        fake = make(mode, value._data, device)
        fake._show(value._data, value._storage)  # it may be that of an argument
    else:
        fake = view(plan.argument(code & 0x3F, args, kwargs), value._data, code < _DETACHED)
    lazy = value._keys & LAZY
    if lazy.bits != (fake._keys & LAZY).bits:
        fake._keys = (fake._keys - LAZY) | lazy
    return fake
