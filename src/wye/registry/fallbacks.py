"""Backend fallbacks: what runs at a key where an operator has no kernel; the built-in ones among them.

Cold path but for the fallbacks themselves.  Layouts are kept per set of registered keys: see Note [Shared layouts].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import AmbiguousKernelError, MissingEngineError, RegistrationError
from wye.keys import DispatchKey, DispatchKeySet, after_autograd, named_backends, runtime_keyset
from wye.registry.kernel import EngineKernel, Kernel, fallthrough, make_kernel, stepping_below
from wye.registry.table import TableLayout, compute

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.registry.entry import OperatorEntry

__all__ = ["BUILT_IN", "Fallbacks", "ambiguous_kernel", "hooks"]

# Note [Shared layouts]
# Which slot gets its kernel from which key depends only on the keys that have kernels and on which of those fall
# through, not on the kernels. So one layout serves all operators that are registered at the same keys, registration
# costs a dictionary lookup, and an operator's own table is a few pointers.
# Broken by: making a choice depend on a kernel. Dropped when a fallback or a backend is added or removed.
# Guarded by: tests/unit/registry/test_table.py::test_operators_with_the_same_keys_share_a_layout

_MAX_LAYOUTS: Final = 4096
BUILT_IN: Final = "registered at wye/registry/fallbacks.py"


def _ambiguous(op: Any, keyset: DispatchKeySet) -> AmbiguousKernelError:
    return AmbiguousKernelError(
        f"{op.name()} has kernels registered to both CompositeImplicitAutograd and a backend mapped to AutogradOther. "
        "This makes the backend kernel unreachable; the dispatcher will always prefer the CompositeImplicitAutograd "
        "lowering.",
        fix="register the composite kernel at CompositeExplicitAutograd, or an Autograd kernel for the operator",
    )


ambiguous_kernel: Final = make_kernel(_ambiguous, "ambiguous_autogradother", kind=engine.ERROR)


def _awaits(key: str, engine_name: str) -> Callable[..., Any]:
    def fallback(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise MissingEngineError(
            f"{op.name()} reached the {key} key, but {engine_name} is not part of this version of wye.",
            fix=(f"register a kernel: library('IMPL', {op.namespace!r}, {key!r}).impl({op.name_in_namespace!r}, fn)",
                 f"or keep {key} out of the call: with wye.dispatch.exclude({key!r})"),
        )  # fmt: skip

    return fallback


# Built-in fallbacks are at the keys where PyTorch has them.
_FALLTHROUGH: Final = (
    "BackendSelect", "ADInplaceOrView", "AutocastCPU", "AutocastMTIA", "AutocastMAIA", "AutocastXPU", "AutocastMPS",
    "AutocastCUDA", "FuncTorchVmapMode", "VmapMode",
)  # fmt: skip
_PASS_AUTOGRAD: Final = (
    "AutogradOther", "AutogradCPU", "AutogradCUDA", "AutogradXLA", "AutogradMPS", "AutogradXPU", "AutogradHPU",
    "AutogradLazy", "AutogradMTIA", "AutogradMAIA", "AutogradPrivateUse1", "AutogradMeta",
)  # fmt: skip
_AWAITED: Final = {
    "Meta": "the error message for a missing Meta kernel",
    "Python": "dispatch to modes and tensor subclasses",
    "FuncTorchDynamicLayerBackMode": "the stack of function transforms",
    "Functionalize": "functionalization",
    "Conjugate": "lazy conjugation",
    "Negative": "lazy negation",
    "ZeroTensor": "the algebra of zero tensors",
    "Tracer": "tracing",
    "FuncTorchBatched": "vmap",
    "BatchedNestedTensor": "vmap over nested tensors",
    "Batched": "vmap",
    "FuncTorchGradWrapper": "the grad transform",
    "PythonTLSSnapshot": "dispatch to tensor subclasses",
    "FuncTorchDynamicLayerFrontMode": "the stack of function transforms",
    "PreDispatch": "pre-dispatch modes",
    "PythonDispatcher": "the Python dispatcher",
}


class _Hooks:
    """What the layer of autograd does with a call of an operator that has no kernel at Autograd."""

    without_formula: Callable[..., Any] | None = None  # (op, keyset, args, kwargs)


hooks: Final = _Hooks()


def _without_formula(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An argument requires grad, and the operator has no kernel at Autograd."""
    if hooks.without_formula is None:
        return op.redispatch(keyset & after_autograd(), *args, **kwargs)
    return hooks.without_formula(op, keyset, args, kwargs)


class Fallbacks:
    """The backend fallbacks, and the layouts that follow from them.

    The canonical state is what was registered, at which key or alias; what each runtime key gets is computed from
    it each time.  So it does not matter whether a fallback or a backend that its alias covers comes first.

    Attributes:
        built_in: The kernel at a key before anything is registered there.
        kernels: The fallback at each runtime key.
        layouts: See Note [Shared layouts].
        waiting: Entries whose tables are pushed later, all at once; None: each is pushed as it changes.
    """

    def __init__(self) -> None:
        self.waiting: dict[OperatorEntry, None] | None = None
        self.built_in: dict[DispatchKey, Kernel] = {}
        self._registered: list[tuple[DispatchKey, Kernel]] = []  # oldest first; the key may be an alias
        self.kernels: dict[DispatchKey, Kernel] = {}
        self.layouts: dict[int, tuple[TableLayout, tuple[Kernel, ...]]] = {}
        for name in _FALLTHROUGH:
            self._add_built_in(name, fallthrough)
        for name in (*_PASS_AUTOGRAD, *(f"Autograd{backend}" for backend in named_backends())):
            self._add_autograd(name)
        for name, engine_name in _AWAITED.items():
            self._add_built_in(name, _awaits(name, engine_name))
        self._derive()

    def _add_built_in(self, name: str, fn: Any, *, unchecked: bool = False) -> None:
        key: DispatchKey = getattr(DispatchKey, name)
        given = EngineKernel(engine.BOXED, fn, None, engine.RESULT_UNCHECKED) if unchecked else fn
        self.built_in[key] = make_kernel(given, BUILT_IN, kind=0 if fn is fallthrough else engine.BOXED)

    def _add_pass(self, name: str, below: DispatchKeySet) -> None:
        """Nothing to do at this key: continue below it, without leaving the engine."""
        key: DispatchKey = getattr(DispatchKey, name)
        self.built_in[key] = make_kernel(stepping_below(below), BUILT_IN)

    def _add_autograd(self, name: str) -> None:
        """Continue below autograd, without leaving the engine unless an argument requires grad."""
        key: DispatchKey = getattr(DispatchKey, name)
        below = engine.Pass(after_autograd().bits)
        kernel = EngineKernel(engine.BOXED, _without_formula, below, engine.RESULT_UNCHECKED)
        self.built_in[key] = make_kernel(kernel, BUILT_IN)

    def _derive(self) -> None:
        kernels = dict(self.built_in)
        for where, kernel in self._registered:
            kernels.update(dict.fromkeys(runtime_keyset(where), kernel))
        self.kernels = kernels
        self.layouts.clear()

    def replace_built_in(self, key: DispatchKey, fn: Any, *, unchecked: bool = False) -> None:
        """Give a built-in fallback its implementation from a higher layer; with None, calls continue below the key."""
        if fn is None:
            self._add_pass(key.name, DispatchKeySet.full_after(key))
        else:
            self._add_built_in(key.name, fn, unchecked=unchecked)
        self._derive()

    def cover_backend(self, name: str) -> None:
        """A backend was added: it has the built-in fallback for autograd, and what is registered at aliases."""
        self._add_autograd("Autograd" + name)
        self._derive()

    def add(self, where: DispatchKey, kernel: Kernel) -> None:
        """Register a fallback at a key, or at all the keys of an alias, or at none of them.

        Raises:
            RegistrationError: one of the keys has a fallback that may not be overridden.
        """
        for key in reversed(list(runtime_keyset(where))):
            if key in self.kernels and not _may_override(key):
                raise RegistrationError(
                    f"Tried to register multiple backend fallbacks for the same dispatch key {key.name}; previous "
                    f"registration {self.kernels[key].debug}, new registration {kernel.debug}"
                )
        self._registered.append((where, kernel))
        self._derive()

    def remove(self, kernel: Kernel) -> None:
        """Remove a fallback; the one that it overrode, if any, comes back."""
        self._registered = [pair for pair in self._registered if pair[1] is not kernel]
        self._derive()

    def holds(self, kernel: Kernel) -> bool:
        """Is it a fallback that is built in or registered now?"""
        registered = (other for _, other in self._registered)
        return any(kernel is other for other in (*self.built_in.values(), *registered))

    def layout_for(
        self, fingerprint: int, kernels: Mapping[DispatchKey, Kernel]
    ) -> tuple[TableLayout, tuple[Kernel, ...]]:
        """The layout for operators with kernels at these keys, and the kernels that are not their own.

        See Note [Shared layouts].

        Args:
            fingerprint: Stands for the keys and which of them fall through.
            kernels: The active kernel at each key.
        """
        known = self.layouts.get(fingerprint)
        if known is None:
            if len(self.layouts) >= _MAX_LAYOUTS:
                self.layouts.clear()
            layout = self.compute_for(kernels)
            shared = [ambiguous_kernel if key is None else self.kernels[key] for key in layout.shared]
            known = self.layouts[fingerprint] = layout, tuple(shared)
        return known

    def compute_for(self, kernels: Mapping[DispatchKey, Kernel]) -> TableLayout:
        """`layout_for`, computed from scratch."""
        return compute(
            kernels.keys(),
            {key for key, kernel in kernels.items() if kernel.is_fallthrough},
            self.kernels.keys(),
            {key for key, kernel in self.kernels.items() if kernel.is_fallthrough},
        )


def _may_override(key: DispatchKey) -> bool:
    """Is this the autograd key of a third-party backend?  It may bring its own autograd."""
    if key.functionality != DispatchKey.AutogradFunctionality:
        return False
    return key.backend == "PrivateUse1" or key.backend in named_backends()
