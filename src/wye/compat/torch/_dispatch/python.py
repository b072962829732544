"""`torch._dispatch.python`: the Python dispatcher.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch._C import _DisablePythonDispatcher as no_python_dispatcher
from wye.compat.torch._C import _EnablePreDispatch as enable_pre_dispatch
from wye.compat.torch._C import _EnablePythonDispatcher as enable_python_dispatcher
from wye.functionalization.crossref import (
    Lit,
    check_metadata_matches,
    check_tensor_metadata_matches,
    enable_crossref_functionalize,
    make_crossref_functionalize,
    suspend_functionalization,
)
from wye.functionalization.crossref import shown as _fmt
from wye.inspection import defined_operators as all_py_loaded_overloads
from wye.keys import DispatchKey

__all__ = [
    "CROSSREF_FUNCTIONALIZE",
    "DispatchKey",
    "Lit",
    "_fmt",
    "all_py_loaded_overloads",
    "check_metadata_matches",
    "check_tensor_metadata_matches",
    "enable_crossref_functionalize",
    "enable_pre_dispatch",
    "enable_python_dispatcher",
    "make_crossref_functionalize",
    "no_python_dispatcher",
    "suspend_functionalization",
]

CROSSREF_FUNCTIONALIZE = False
__getattr__ = names_of(__name__)
