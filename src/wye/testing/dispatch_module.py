"""A low-level library with the conveniences that PyTorch's dispatcher tests expect of one.

Cold path.  In: schemas, names of keys.  Out: registrations of kernels that return their first argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from wye.dispatch import Library, fallthrough, find_schema_or_throw
from wye.keys import DispatchKey
from wye.library.lifetimes import take_back_later
from wye.registry.kernel import counting_writes
from wye.schema import FunctionSchema, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["DispatchModule", "dispatch_library"]

_T_T: Final = parse("_(Tensor _0) -> Tensor _0")  # what PyTorch infers of its C++ test kernels
_TT_T: Final = parse("_(Tensor _0, Tensor _1) -> Tensor _0")


def _identity(tensor: Any, *rest: Any) -> Any:
    return tensor


def _optional_key(dispatch: DispatchKey | str) -> DispatchKey | str:
    """Parsed, and before anything else is looked at: a wrong key defines nothing."""
    return "" if dispatch == "" else DispatchKey(dispatch)


class DispatchModule:
    """A low-level library with the conveniences of PyTorch's dispatcher tests.

    Registrations of one that owns its library end with its last reference, as PyTorch's do.
    """

    def __init__(self, library: Library, *, owns: bool = False) -> None:
        self._library, self._owns = library, owns

    def def_(self, schema: str, alias: str = "") -> Self:
        """Define an operator; what it aliases is said by ``alias`` and the schema."""
        self._library.define(schema, alias)
        return self

    def def_legacy(self, schema: str) -> Self:
        """Define an operator whose aliasing is unknown."""
        self._library.define(schema, None)
        return self

    def def_name_t_t(self, name: str, dispatch: str = "", debug: str = "default_def_name_t_t") -> Self:
        """Define an operator from one tensor to one tensor, with a kernel."""
        key = _optional_key(dispatch)
        self._library.define(FunctionSchema(name, "", _T_T.arguments, _T_T.returns), "CONSERVATIVE")
        return self.impl_t_t(name, key, debug)

    def def_schema_t_t(
        self, name: str, dispatch: str = "", alias: str = "", debug: str = "default_def_schema_t_t"
    ) -> Self:
        """Define an operator by its schema, with a kernel from one tensor to one tensor."""
        key = _optional_key(dispatch)
        op = self._library.define(name, alias)
        return self.impl_t_t(op.name(), key, debug)

    def define(self, schema: str, alias_analysis: str = "", tags: Iterable[Any] = ()) -> str:
        """Define an operator; returns its name."""
        self._library.define(schema, alias_analysis, tags)
        return parse(schema).name

    def impl(self, name: str, dispatch: DispatchKey | str, func: Callable[..., Any], with_keyset: bool = False) -> None:
        """Register a kernel."""
        self._library.impl(name, func, DispatchKey(dispatch), with_keyset=with_keyset)

    def impl_t_t(self, name: str, dispatch: DispatchKey | str = "", debug: str = "impl_t_t") -> Self:
        """Register a kernel from one tensor to one tensor."""
        self._library.impl(name, _identity, _optional_key(dispatch), debug=debug, inferred=_T_T)
        return self

    def impl_tt_t(self, name: str, dispatch: DispatchKey | str = "", debug: str = "impl_tt_t") -> Self:
        """Register a kernel from two tensors to one tensor."""
        self._library.impl(name, _identity, _optional_key(dispatch), debug=debug, inferred=_TT_T)
        return self

    def register_ad_inplace_or_view_fallback(self, name: str) -> None:
        """Register what counts writes of an operator at ADInplaceOrView."""
        packet, _, overload = name.rpartition("::")[2].partition(".")
        op = find_schema_or_throw(f"{self._library.ns}::{packet}", overload)
        self._library.impl(name, counting_writes(op.schema()), "ADInplaceOrView")

    def fallback(self, dispatch: DispatchKey | str, func: Callable[..., Any], with_keyset: bool = False) -> None:
        """Register a backend fallback."""
        self._library.fallback(func, DispatchKey(dispatch), unboxed=True, with_keyset=with_keyset)

    def fallback_fallthrough(self, dispatch: DispatchKey | str = "") -> Self:
        """Register a backend fallback that passes calls on."""
        self._library.fallback(fallthrough, _optional_key(dispatch))
        return self

    def reset(self) -> None:
        """Take everything back."""
        self._library.reset()

    def __del__(self) -> None:
        if self.__dict__.get("_owns"):
            take_back_later(self._library)


def dispatch_library(kind: str, name: str, dispatch: str, file: str = "/dev/null", linenum: int = 0) -> DispatchModule:
    """A `DispatchModule` for a namespace; its registrations report this file and line."""
    given = Library(kind, name, dispatch, location=f"{file}:{linenum}", accepts_none=True, redefine=False)
    return DispatchModule(given, owns=True)
