"""`Module`: a function with parameters, made of modules.

Parts: `wye.nn.modules.members` (finding), `wye.nn.modules.calling` (calls and hooks), `wye.nn.modules.state` (state
dictionaries), `wye.nn.modules.converting` (dtypes and devices).  Here are the attributes and how it prints.
"""

from __future__ import annotations

from inspect import signature
from textwrap import indent
from threading import get_ident
from typing import TYPE_CHECKING, Any

import wye.shown as shown
from wye import late_names
from wye.nn.modules import global_hooks
from wye.nn.modules.calling import Calling
from wye.nn.modules.converting import Converting
from wye.nn.modules.members import Members
from wye.nn.modules.state import StateDicts
from wye.nn.modules.traces import running
from wye.nn.parameter import Buffer, Parameter
from wye.tensors import Tensor
from wye.tensors.type_names import typename

if TYPE_CHECKING:
    from typing import Self

__all__ = ["Module"]


class Module(Members, Calling, StateDicts, Converting):
    """The base of all modules: a subclass makes its parts in ``__init__`` and computes in ``forward``.

    Parameters, buffers and modules that are assigned to attributes are its members.

    >>> import wye
    >>> class Scale(Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = Parameter(wye.ones(1))
    ...     def forward(self, x):
    ...         return x * self.factor
    >>> [name for name, _ in Scale().named_parameters()]
    ['factor']
    """

    call_super_init: bool = False  # does `__init__` call that of the next class, with the arguments?
    training: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.call_super_init:
            name = f"{type(self).__name__}.__init__()"
            if kwargs:
                raise TypeError(f"{name} got an unexpected keyword argument '{next(iter(kwargs))}'")
            if args:
                raise TypeError(f"{name} takes 1 positional argument but {len(args) + 1} were given")
        self.__dict__.update(training=True, _parameters={}, _buffers={}, _non_persistent_buffers_set=set(), _modules={})
        self._init_hooks()
        self._init_state_hooks()
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    # ---- registering ----

    def _check_name(self, kind: str, name: Any, known: str) -> None:
        if known not in self.__dict__:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if hasattr(self, name) and name not in self.__dict__[known]:
            raise KeyError(f"attribute '{name}' already exists")

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        """Add a buffer: a tensor that is part of the state, but no parameter.

        Args:
            name: The attribute.
            tensor: The values; None for a place that is empty, and not part of `state_dict`.
            persistent: Is it part of `state_dict`?

        Raises:
            AttributeError: before ``Module.__init__``.
            KeyError: a name that is no attribute, or belongs to another.
            TypeError: the name is no string, or the buffer no tensor.
        """
        self._check_name("buffer", name, "_buffers")
        if tensor is not None and not (isinstance(tensor, Tensor) or hasattr(tensor, "__torch_function__")):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' "
                f"({shown.package} Tensor or None required)"
            )
        self._buffers[name] = global_hooks.filtered(global_hooks.BUFFERS, self, name, tensor)
        (self._non_persistent_buffers_set.discard if persistent else self._non_persistent_buffers_set.add)(name)

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter; as ``setattr``, but also for names and places without a value (None).

        Raises:
            AttributeError: before ``Module.__init__``.
            KeyError: a name that is no attribute, or belongs to another.
            TypeError: the name is no string, or the value no parameter.
            ValueError: the parameter is the result of a computation.
        """
        self._check_name("parameter", name, "_parameters")
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(
                    f"cannot assign '{typename(param)}' object to parameter '{name}' "
                    f"({shown.package}.nn.Parameter or None required)"
                )
            if param.grad_fn is not None:
                raise ValueError(
                    f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created "
                    f"explicitly. To express '{name}' as a function of another Tensor, compute the value in the "
                    "forward() method."
                )
            param = global_hooks.filtered(global_hooks.PARAMETERS, self, name, param)
        self._parameters[name] = param

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a module below this one, under any name without a dot.

        Raises:
            AttributeError: before ``Module.__init__``.
            KeyError: a name that is no attribute, or belongs to another.
            TypeError: the name is no string, or the value no module.
        """
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        self._check_name("module", name, "_modules")
        self._modules[name] = global_hooks.filtered(global_hooks.MODULES, self, name, module)

    def register_module(self, name: str, module: Module | None) -> None:
        """The same as `add_module`."""
        self.add_module(name, module)

    # ---- attributes ----

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__  # called where the attribute is not in it
        for place in ("_parameters", "_buffers", "_modules"):
            members = own.get(place)
            if members is not None and name in members:
                trace = running.get(get_ident()) if running else None
                return members[name] if trace is None else trace.read(name, members[name])
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in own:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, "_parameters")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            self._set_module(name, value)
        elif name in own.get("_parameters", ()):
            self._refuse_other(name, value, "parameter", "nn.Parameter")
            self.register_parameter(name, value)
        elif name in own.get("_modules", ()):
            self._refuse_other(name, value, "child module", "nn.Module")
            own["_modules"][name] = global_hooks.filtered(global_hooks.MODULES, self, name, value)
        elif isinstance(value, Buffer) or name in own.get("_buffers", ()):
            self._set_buffer(name, value)
        else:
            super().__setattr__(name, value)

    def _set_module(self, name: str, value: Module) -> None:
        own = self.__dict__
        if name in own.get("_parameters", ()):
            self._refuse_other(name, value, "parameter", "nn.Parameter")
        if "_modules" not in own:
            raise AttributeError("cannot assign module before Module.__init__() call")
        self._forget(name, "_modules")
        own["_modules"][name] = global_hooks.filtered(global_hooks.MODULES, self, name, value)

    def _set_buffer(self, name: str, value: Any) -> None:
        if value is not None and not isinstance(value, Tensor):
            package = shown.package
            raise TypeError(
                f"cannot assign '{typename(value)}' as buffer '{name}' ({package}.nn.Buffer, {package}.Tensor or None "
                "expected)"
            )
        kept = value.persistent if isinstance(value, Buffer) else name not in self._non_persistent_buffers_set
        if type(self).register_buffer is Module.register_buffer or _takes(self.register_buffer, "persistent"):
            self.register_buffer(name, value, kept)
        elif kept:
            self.register_buffer(name, value)
        else:
            raise RuntimeError(
                f"'{name}' is not persistent, and register_buffer of {type(self).__name__} has no argument 'persistent'"
            )

    def _refuse_other(self, name: str, value: object, role: str, wanted: str) -> None:
        if value is not None:
            raise TypeError(
                f"cannot assign '{typename(value)}' as {role} '{name}' ({shown.package}.{wanted} or None expected)"
            )

    def _forget(self, name: str, kept: str) -> None:
        """Take a name out of all places but one: it is assigned there."""
        own = self.__dict__
        own.pop(name, None)
        for place in ("_parameters", "_buffers", "_modules"):
            if place != kept:
                own[place].pop(name, None)
        own["_non_persistent_buffers_set"].discard(name)

    def __delattr__(self, name: str) -> None:
        for place in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__.get(place, ()):
                del self.__dict__[place][name]
                self._non_persistent_buffers_set.discard(name)
                return
        super().__delattr__(name)

    def __dir__(self) -> list[str]:
        names = (*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers)
        return sorted(name for name in names if not name[0].isdigit())

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    # ---- training ----

    def train(self, mode: bool = True) -> Self:
        """Behave as in training, or where ``mode`` is False as in use; also the modules below.

        Raises:
            ValueError: ``mode`` is no bool.
        """
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """``train(False)``."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Say of all parameters whether gradients are computed for them."""
        for value in self.parameters():
            value.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Remove the gradients of all parameters, or make them zero."""
        for value in self.parameters():
            grad: Any = value.grad
            if set_to_none:
                value.grad = None
            elif grad is not None:
                if grad.grad_fn is not None:
                    grad.detach_()
                else:
                    grad.requires_grad_(False)
                grad.zero_()

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Run calls of this module as `wye.compile` would: as the Python they are.

        Takes the arguments of `wye.compile`, and refuses what it refuses.
        """
        late_names.find(__name__, "compile")(self, *args, **kwargs)

    def _replicate_for_data_parallel(self) -> Self:
        """A module whose parameters are still to be given, as attributes; what else it holds is that of this one."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.__dict__.update(
            _parameters={}, _buffers=self._buffers.copy(), _modules=self._modules.copy(), _is_replica=True
        )
        return made

    # ---- printing ----

    def extra_repr(self) -> str:
        """What the module's repr shows in the brackets; empty unless a subclass says something."""
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr().split("\n") if self.extra_repr() else []
        below = [f"({name}): {_indented(repr(module))}" for name, module in self._modules.items()]
        if not below and len(extra) < 2:
            return f"{self._get_name()}({''.join(extra)})"
        lines = "".join(f"\n  {line}" for line in (*extra, *below))
        return f"{self._get_name()}({lines}\n)"


def _takes(function: Any, name: str) -> bool:
    return name in signature(function).parameters


def _indented(text: str) -> str:
    first, newline, rest = text.partition("\n")
    return first + newline + indent(rest, "  ", lambda line: True)
