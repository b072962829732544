"""Public functions: choose an overload as PyTorch's argument parser does.  Twin: csrc/function.c, form.c, match.c."""

from __future__ import annotations

from operator import index
from types import MethodType
from typing import TYPE_CHECKING, Any, Final, Self

from wye._pure.bits import _WORD, REQUIRES_GRAD
from wye._pure.op import (
    _SCALARS,
    Forward,
    Op,
    _accept,
    _argument_bits,
    _Refused,
    _run_with_bits,
    _with_thread_state,
)
from wye._pure.plan import (
    _BASE,
    KIND_OPERAND,
    KIND_TENSOR,
    LIST,
    MAX_ARGS,
    OPTIONAL,
    Signature,
)
from wye._pure.state import TensorBase, _hooks, _state

if TYPE_CHECKING:
    from collections.abc import Callable

# Note [Forms of a function]
# A public function has a form for each way to call it, and a call takes the first that its arguments fit. A form is
# strict where operators are lenient: a bool does not pass for an int. Its kinds are the engine's quick test, as in a
# Signature. What they refuse goes to the form's own check for that parameter, which returns the value as kernels get
# it, or NotImplemented; plain numbers are refused without asking, unless the bit in `converts` says that they may be
# converted. `places` says which argument of the operator a parameter is, or one of the constants below.
# Only a call that fits no form reaches Python, which builds the error message.
DROPPED: Final = 0xFF  # checked, then left out: `out=None`
OUTPUTS: Final = 0xFE  # a tuple of tensors: one for each output of the operator, which are its last arguments
GRAD_FLAG: Final = 0xFD  # True: the result's requires_grad_() is called

_TENSORS: Final = (KIND_TENSOR, KIND_OPERAND)


class Form:
    """One way to call a public function, and the operator that it calls.  See Note [Forms of a function]."""

    __slots__ = (
        "_kept", "aliases", "checks", "converts", "exact", "fills", "gathers", "kinds", "n_positional", "names", "op",
        "outputs", "places", "required", "sizes",
    )  # fmt: skip

    def __init__(
        self,
        op: Op,
        names: tuple[str, ...],
        n_positional: int,
        kinds: bytes,
        exact: tuple[type | None, ...],
        sizes: bytes,
        places: bytes,
        checks: tuple[Callable[[Any], Any] | None, ...],
        aliases: dict[str, int],
        required: int,
        converts: int = 0,
        gathers: int = -1,
        outputs: int = 0,
        fills: tuple[tuple[Any, ...], ...] = (),
    ) -> None:
        if not isinstance(op, Op):
            raise TypeError("a Form needs an operator")
        if not all(isinstance(given, tuple) for given in (names, exact, checks)) or not isinstance(aliases, dict):
            raise TypeError("names, types and checks must be tuples, aliases a dict")
        if not all(isinstance(given, bytes) for given in (kinds, sizes, places)):
            raise TypeError("kinds, sizes and places must be bytes")
        lengths = {len(given) for given in (names, kinds, exact, sizes, places, checks)}
        if lengths != {len(names)} or len(names) > MAX_ARGS or not 0 <= index(n_positional) <= len(names):
            raise ValueError("names, kinds, types, sizes, places and checks must have one item per parameter")
        self.op, self.names, self.n_positional = op, names, index(n_positional)
        self.kinds, self.exact, self.sizes, self.places = kinds, exact, sizes, places
        self.checks, self.aliases = checks, aliases
        self.required, self.converts = required & _WORD, converts & _WORD
        self.gathers, self.outputs, self.fills = index(gathers), index(outputs), fills
        self._kept = ~REQUIRES_GRAD if GRAD_FLAG in places else -1  # factories are called without the grad bit


class _Match:
    """Arguments of an operator, as one form gives them."""

    def __init__(self) -> None:
        self.values: dict[int, Any] = {}
        self.overridden = self.requires_grad = False

    def arguments(self, sig: Signature) -> tuple[tuple[Any, ...], dict[str, Any]]:
        last = max((i + 1 for i in self.values if i < sig.n_positional), default=0)
        placed = tuple(self.values[i] if i in self.values else _default(sig, i) for i in range(last))
        return placed, {sig.names[i]: self.values[i] for i in sorted(self.values) if i >= sig.n_positional}


def _default(sig: Signature, i: int) -> Any:
    default = sig.defaults[i]
    return list(default) if type(default) is list else default


def _given(form: Form, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[int, Any]:
    """The values of a form's parameters, by number."""
    n = len(args)
    given = dict(enumerate(args[: form.n_positional]))
    if 0 <= form.gathers < n and not isinstance(args[form.gathers], (list, tuple)):
        given[form.gathers] = list(args[form.gathers :])
    elif n > form.n_positional:
        raise _Refused
    for name, value in kwargs.items():
        i = form.names.index(name) if name in form.names else form.aliases.get(name, -1)
        if i < 0 or i in given:
            raise _Refused
        given[i] = value
    if form.required & ~sum(1 << i for i in given):
        raise _Refused
    return given


def _is_number(value: Any) -> bool:
    """Is it a NumPy scalar?  Operators take those for arrays, functions for numbers."""
    return _hooks.number_type is not None and isinstance(value, _hooks.number_type)


def _fit(form: Form, i: int, value: Any, match: _Match) -> Any:
    kind, size = form.kinds[i], form.sizes[i]
    if size > 1 and type(value) is int and kind & LIST:
        return [value] * size
    try:
        if kind & _BASE not in _TENSORS or not _is_number(value):
            return _accept(kind, form.exact[i], value)
    except _Refused:
        pass
    check = form.checks[i]
    plain = type(value) in _SCALARS or value is None
    sequence = not kind & LIST and (type(value) is list or isinstance(value, tuple))
    if sequence or (plain and not form.converts >> i & 1):
        raise _Refused
    found = NotImplemented if check is None else check(value)
    if found is not NotImplemented:
        return found
    if not _has_handler(kind, value):
        raise _Refused
    match.overridden = True
    return value


def _has_handler(kind: int, value: Any) -> bool:
    """Does the class of a value that does not fit, or of one in a list, handle calls of functions by itself?"""
    if kind & LIST and isinstance(value, (list, tuple)):
        return any(_has_handler(0, item) for item in value)
    cls = type(value)
    if isinstance(value, (TensorBase, str, *_SCALARS)):
        return False
    return hasattr(cls, "__wye_function__") or hasattr(cls, "__torch_function__")


def _is_read(form: Form, i: int, value: Any) -> bool:
    """Must the tensor be read to know the number that it is given for?  Only where all else fits."""
    return isinstance(value, TensorBase) and form.kinds[i] & _BASE not in _TENSORS


def _match(form: Form, sig: Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Match:
    """The arguments of the form's operator; raises _Refused where the call does not fit."""
    match = _Match()
    given = _given(form, args, kwargs)
    for i in sorted(given, key=lambda i: (_is_read(form, i, given[i]), i)):
        value = given[i]
        place = form.places[i]
        if value is None and form.kinds[i] & OPTIONAL:
            if place < GRAD_FLAG and sig.kinds[place] & OPTIONAL and sig.required >> place & 1:
                match.values[place] = None
            continue
        found = _fit(form, i, value, match)
        if place == OUTPUTS:
            if len(found) != form.outputs:
                raise _Refused
            first = len(sig.names) - form.outputs
            match.values |= {first + k: item for k, item in enumerate(found)}
        elif place == GRAD_FLAG:
            match.requires_grad = found
        elif place != DROPPED:
            match.values[place] = found
    for place, value, *keys in form.fills:  # defaults of the function that are not the operator's
        if not keys or (_state.include | _argument_bits(sig, *match.arguments(sig))) & keys[0].bits:
            match.values.setdefault(place, value)
    return match


def _is_without_tensors(form: Form, sig: Signature, match: _Match) -> bool:
    """``add(1, 2)``: numbers in place of tensors, and no tensor at all."""
    if not any(kind & _BASE == KIND_OPERAND for kind in form.kinds):
        return False
    return not _argument_bits(sig, *match.arguments(sig))


class Function(Forward):
    """A public function: calls the operator of the first form that fits; a method when it is in a class."""

    __slots__ = ("_forms", "_pack")
    _forms: tuple[Form, ...]
    _pack: type | None

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        self = super().__new__(cls)
        self._forms, self._pack = (), None
        return self

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        for form in self._forms:
            plan = form.op._plan
            if plan is None:
                continue
            try:
                match = _match(form, plan[0], args, kwargs)
            except _Refused:
                continue
            if match.overridden or not _is_without_tensors(form, plan[0], match):
                return self._call(form, plan[0], match, args, kwargs)
        return super().__call__(*args, **kwargs)

    def _call(self, form: Form, sig: Signature, match: _Match, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        op = form.op
        placed, named = match.arguments(sig)
        bits = _argument_bits(sig, placed, named) & form._kept
        seen = _with_thread_state(bits)
        if match.overridden or seen & _hooks.function_keys:
            return _hooks.override(self, args, kwargs)
        own = type(op).__call__ is Op.__call__
        result = _run_with_bits(op, seen, placed, named) if own else op(*placed, **named)
        if match.requires_grad:
            result._begin_as_leaf()
        return _packed(self._pack, result)

    def use_forms(self, forms: tuple[Form, ...], pack: type | None = None, /) -> None:
        """From now on, try these forms in turn; `pack` is the tuple class of several results."""
        if type(forms) is not tuple or not all(isinstance(form, Form) for form in forms):
            raise TypeError("use_forms() takes a tuple of Forms")
        if pack is not None and not (isinstance(pack, type) and issubclass(pack, tuple)):
            raise TypeError("use_forms() takes a subclass of tuple for results")
        self._forms, self._pack = forms, pack

    def match(self, /, *args: Any, **kwargs: Any) -> tuple[Op, tuple[Any, ...], dict[str, Any]] | None:
        """The operator that a call means, with its arguments; None: the call fits no form."""
        for form in self._forms:
            plan = form.op._plan
            if plan is None:
                continue
            try:
                return form.op, *_match(form, plan[0], args, kwargs).arguments(plan[0])
            except _Refused:
                continue
        return None

    def __get__(self, instance: object, owner: type | None = None, /) -> Any:
        return self if instance is None else MethodType(self, instance)


def _packed(pack: type | None, result: Any) -> Any:
    if pack is None:
        return result
    if pack is tuple:
        return tuple(result) if type(result) is list else result
    return tuple.__new__(pack, result) if type(result) is tuple else result


def are_plain(args: tuple[Any, ...], kwargs: dict[str, Any], types: frozenset[type], /) -> bool:
    """Does nothing handle a call of a function: no mode, and no argument, as all are plain or of these types?"""
    if type(args) is not tuple or type(kwargs) is not dict or not isinstance(types, (set, frozenset)):
        raise TypeError("are_plain() takes a tuple, a dict and a set of types")
    if _with_thread_state(0) & _hooks.function_keys:
        return False
    plain = {*types, *_SCALARS, str, type(None), getattr(_hooks, "plain_type", None)}
    for value in (*args, *kwargs.values()):
        for one in value if type(value) in (list, tuple) else (value,):
            if isinstance(one, TensorBase):
                if one._keys.bits & _hooks.function_keys:
                    return False
            elif type(one) not in plain:
                return False
    return True
