"""Functionalization: programs that write become programs that only compute.  May import: aten and what is below.

storage (what aliases share, and the writes that wait) -> steps (view operators both ways, with views or copies) ->
wrapper (functional tensors) -> handlers (what an operator does with them, from its schema), custom (operators of
programs) and rules (the column "functionalize": where the schema does not say it all) -> key (the dispatch key
Functionalize) -> tensors (functional tensors by hand), mode (`FunctionalTensorMode`), contexts (what
`py_functionalize_impl` gives to rules), control_flow (`cond` and its relatives).  The transform is
`wye.transforms.functional_level`.
"""

from __future__ import annotations

from wye.aten.grid import add_column
from wye.functionalization import control_flow, rules
from wye.functionalization.contexts import BaseFunctionalizeAPI, CppFunctionalizeAPI, PythonFunctionalizeAPI
from wye.functionalization.mode import FunctionalTensor, FunctionalTensorMode

__all__ = [
    "BaseFunctionalizeAPI",
    "CppFunctionalizeAPI",
    "FunctionalTensor",
    "FunctionalTensorMode",
    "PythonFunctionalizeAPI",
]

add_column("functionalize", rules, "FUNCTIONALIZE")
control_flow.register()
