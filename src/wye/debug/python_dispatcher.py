"""`PythonDispatcher`: an operator for experiments, to see which kernel each key gets and why.

Cold path.  In: names of keys.  Out: texts, which are PyTorch's to the letter, and so show PyTorch's keys only.
The operator is in the one registry like any other, and leaves it with its `PythonDispatcher`.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from wye.dispatch import Library, Why, dump, dump_table, table_rows
from wye.errors import RegistrationError
from wye.keys import key_name
from wye.schema import parse

if TYPE_CHECKING:
    from collections.abc import Collection

    from wye.dispatch import Kernel

__all__ = ["PythonDispatcher"]

_PYTORCHS: Final = 16  # backends whose keys are shown
_EXPLICIT: Final = "CompositeExplicitAutograd"
_IMPLICIT: Final = "CompositeImplicitAutograd"
_INFERRED: Final = parse("_(Tensor _0) -> Tensor _0")  # what PyTorch infers of the kernels it registers here


def _identity(x: Any) -> Any:
    return x


class PythonDispatcher:
    """An operator ``__test__::foo(Tensor x) -> Tensor`` without kernels, to register some and look at its tables.

    A kernel registered at a key is called ``fn_`` and the key's name. There is one such operator, so one
    PythonDispatcher at a time: it is removed by `close`, at the end of a ``with`` block, or when it is dropped.

    Raises:
        RegistrationError: another PythonDispatcher is alive.

    Example:
        >>> with PythonDispatcher() as dispatcher:
        ...     dispatcher.register(["CPU", "XLA", "CompositeImplicitAutograd"])
        ...     print(dispatcher.dispatchTable())
        <BLANKLINE>
        Computed Dispatch Table
        key             kernel
        ---------------------------
        CPU             fn_CPU [kernel]
        XLA             fn_XLA [kernel]
        Lazy            fn_CompositeImplicitAutograd [math kernel]
        FPGA            fn_CompositeImplicitAutograd [math kernel]
        AutogradOther   fn_CompositeImplicitAutograd [math kernel]
        AutogradCPU     [backend fallback]
        AutogradXLA     [backend fallback]
        AutogradLazy    fn_CompositeImplicitAutograd [math kernel]
        <BLANKLINE>
    """

    namespace: ClassVar[str] = "__test__"
    name: ClassVar[str] = "foo"
    # Backends and the autograd keys over them: three that have one each, and FPGA, which shares AutogradOther.
    runtime_keys: ClassVar[list[str]] = [
        "CPU",
        "AutogradCPU",
        "FPGA",
        "AutogradOther",
        "XLA",
        "AutogradXLA",
        "Lazy",
        "AutogradLazy",
    ]
    alias_keys: ClassVar[list[str]] = [_EXPLICIT, "Autograd", _IMPLICIT]
    supported_keys: ClassVar[list[str]] = runtime_keys + alias_keys

    def __init__(self) -> None:
        # redefine=False: also the same line, run again, may not take over an operator that is still in use
        self._library = Library("FRAGMENT", self.namespace, redefine=False)
        self._close = weakref.finalize(self, self._library.reset)
        self._close.atexit = False
        try:
            self._library.define(f"{self.name}(Tensor x) -> Tensor")
        except RegistrationError as error:
            error.add_note("  there is one PythonDispatcher at a time: close() the first, or drop it")
            raise

    def close(self) -> None:
        """Remove the operator and its kernels; a second call does nothing."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def keys(self) -> list[str]:
        """The keys that `register` takes: runtime keys, then alias keys."""
        return list(self.supported_keys)

    def register(self, dispatchKeys: Collection[str]) -> None:  # noqa: N803 - PyTorch's name
        """Register a kernel at each of these keys, in this order.

        What is registered already stays; a second kernel at a key, by a second call, overrides the first.

        Args:
            dispatchKeys: Some of `keys`, each once, and not both composite ones.

        Raises:
            RegistrationError: they are not; keys before an unknown one have been registered.
        """
        if len(set(dispatchKeys)) != len(dispatchKeys):
            raise RegistrationError(
                f"Overridden is not allowed but found duplicates in {dispatchKeys}.",
                fix="name each key once; to override a kernel, register its key by a second call",
            )
        if _EXPLICIT in dispatchKeys and _IMPLICIT in dispatchKeys:
            raise RegistrationError(
                f"Registration to both {_IMPLICIT} and {_EXPLICIT} is not allowed.",
                fix="choose one: every backend would take the explicit one, and nothing the implicit one",
            )
        self._check_open()
        for key in dispatchKeys:
            if key not in self.supported_keys:
                raise RegistrationError(
                    f"{key} is not supported, please select a dispatch key in {self.supported_keys}.",
                    fix="pass a list of names of keys, like ['CPU', 'Autograd']",
                )
            self._library.impl(self.name, _identity, key, debug=f"fn_{key}", inferred=_INFERRED)

    @property
    def _operator(self) -> str:
        """The operator's full name, as long as it is this object's."""
        self._check_open()
        return f"{self.namespace}::{self.name}"

    def _check_open(self) -> None:
        if not self._close.alive:
            raise RegistrationError("this PythonDispatcher is closed", fix="make a new one")

    def rawRegistrations(self) -> str:  # noqa: N802 - PyTorch's name
        """Everything registered for the operator, as `wye.dispatch.dump` tells it."""
        return dump(self._operator, backends=_PYTORCHS)

    def rawDispatchTable(self) -> str:  # noqa: N802 - PyTorch's name
        """The operator's whole table, as `wye.dispatch.dump_table` tells it."""
        return dump_table(self._operator, backends=_PYTORCHS)

    def registrations(self) -> str:
        """A table of the registered kernels, by key."""
        lines = []
        for line in self.rawRegistrations().splitlines():
            shown = line.partition(":")[0]  # a key, followed by "[alias]" or " (inactive)"
            key = shown.removesuffix(" (inactive)").removesuffix("[alias]")
            if key in self.supported_keys:
                # The second word, because PyTorch takes that: "(inactive):" for a kernel that was overridden.
                lines.append((shown, line.split()[1]))
        return _table("Registered Kernels", lines)

    def dispatchTable(self) -> str:  # noqa: N802 - PyTorch's name
        """The computed table at the runtime keys: each one's kernel, and why it was chosen."""
        rows = ((key_name(key), kernel, why) for key, kernel, why in table_rows(self._operator, backends=_PYTORCHS))
        lines = [(key, _cell(kernel, why)) for key, kernel, why in rows if key in self.runtime_keys]
        return _table("Computed Dispatch Table", lines)


def _cell(kernel: Kernel, why: Why) -> str:
    return f"[{why.value}]" if why is Why.FALLBACK else f"{kernel.table_text} [{why.value}]"


def _table(title: str, lines: list[tuple[str, str]]) -> str:
    rows = [("key", "kernel"), *lines]
    head, *body = [f"{key:<15} {kernel}" for key, kernel in rows]
    return "\n".join(["", title, head, "-" * 27, *body, ""])
