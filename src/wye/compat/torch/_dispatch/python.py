"""`torch._dispatch.python`: the Python dispatcher.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.compat.torch._C import _DisablePythonDispatcher as no_python_dispatcher
from wye.compat.torch._C import _EnablePreDispatch as enable_pre_dispatch
from wye.compat.torch._C import _EnablePythonDispatcher as enable_python_dispatcher
from wye.inspection import defined_operators as all_py_loaded_overloads
from wye.keys import DispatchKey
from wye.testing.metadata import check_metadata_matches, check_tensor_metadata_matches

__all__ = [
    "CROSSREF_FUNCTIONALIZE",
    "DispatchKey",
    "all_py_loaded_overloads",
    "check_metadata_matches",
    "check_tensor_metadata_matches",
    "enable_pre_dispatch",
    "enable_python_dispatcher",
    "no_python_dispatcher",
]

CROSSREF_FUNCTIONALIZE = False
__getattr__ = names_of(__name__)
