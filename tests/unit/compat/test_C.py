"""torch._C over wye: PyTorch's names and signatures (tests/golden/api.json), and the formats of its dumps."""

import inspect
import json
import pickle
import re
from pathlib import Path

import pytest

import wye
from wye.compat.torch import _C
from wye.errors import ComingError
from wye.keys import DispatchKey, DispatchKeySet

API = json.loads((Path(__file__).parents[2] / "golden" / "api.json").read_text())
FUNCTIONS = {record["name"].removeprefix("torch._C."): record for record in API["functions_and_objects"]}

# What belongs to engines that come later, by the engine.
LATER = {
    "TorchScript": {"_jit_register_decomposition_for_schema"},
    "other parts of PyTorch": {
        "_DTensor_OpSchema_post_init", "_DTensor_OpSchema_recompute_comparison_key",
        "_reinit_DTensor_dispatch_logger",
    },
    "methods": {"impl_with_aoti_compile"},
}  # fmt: skip
NOT_YET = set().union(*LATER.values())


def parameters(signature: str) -> list[tuple[str, object]]:
    """Names and defaults in a signature that pybind11 prints; `self` left out."""
    inside = re.sub(r"\[[^\]]+\]", "", signature.partition("(")[2].rpartition(") ->")[0])
    found = []
    for part in filter(None, inside.split(", ")):
        name, _, default = part.partition("=")
        name = name.partition(":")[0].strip()
        if name != "self":
            found.append((name, default.strip().strip("'") if default else inspect.Parameter.empty))
    return found


def check_signature(function, signature: str) -> None:
    """What PyTorch's callers may pass, by position or by name, our function takes too."""
    own = inspect.signature(function)
    positional, named, extra = [], {}, []
    for name, default in parameters(signature):
        if name.startswith("*"):
            extra.append(name.lstrip("*"))
        elif re.fullmatch(r"arg\d+", name):
            positional.append(name)
        else:
            named[name] = default
    own.bind(*positional, **dict.fromkeys(named))  # every parameter is known under PyTorch's name
    for name, default in named.items():
        ours = own.parameters[name].default
        assert (ours is inspect.Parameter.empty) == (default is inspect.Parameter.empty), name
        if default not in (inspect.Parameter.empty, "[]"):
            assert str(ours) == default, name
    kinds = {parameter.kind for parameter in own.parameters.values()}
    assert ("args" in extra) <= (inspect.Parameter.VAR_POSITIONAL in kinds)
    assert ("kwargs" in extra) <= (inspect.Parameter.VAR_KEYWORD in kinds)


# ---- names and signatures ------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - NOT_YET))
def test_a_name_of_torch_c_exists_with_its_signature(name):
    record = FUNCTIONS[name]
    found = getattr(_C, name)
    if record["kind"] == "DispatchKeySet":
        assert isinstance(found, DispatchKeySet)
        return
    assert callable(found)
    if record["signature"]:
        check_signature(found, record["signature"])


def test_every_dispatch_function_is_there():
    missing = [name for name in FUNCTIONS if name.startswith("_dispatch_") and not hasattr(_C, name)]
    assert missing == []


def test_what_comes_later_is_not_there_yet():
    """Take a name out of LATER when its engine arrives, so that its signature is checked."""
    found = [name for name in sorted(NOT_YET) if hasattr(_C, name) or hasattr(_C._DispatchModule, name)]
    for name in found:
        with pytest.raises(ComingError):
            getattr(_C, name)()


@pytest.mark.parametrize(
    ("owner", "methods"),
    [
        (_C._DispatchModule, "DispatchModule_methods"),
        (_C._DispatchOperatorHandle, "OperatorHandle_methods"),
        (_C._SafeKernelFunction, "SafeKernelFunction_methods"),
        (DispatchKeySet, "DispatchKeySet_methods"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_methods_have_pytorchs_parameters(owner, methods):
    for record in API[methods]:
        name = record["name"].partition(".")[2]
        if name in NOT_YET or name == "__setstate__":  # values are made whole, also by pickle
            continue
        method = getattr(owner, name)
        if not name.startswith("__"):
            static = isinstance(inspect.getattr_static(owner, name), classmethod | staticmethod)
            check_signature(method if static else _bound(method), record["signature"])


def _bound(method):
    """A method without its `self`."""

    def call(*args, **kwargs):
        return method(None, *args, **kwargs)

    signature = inspect.signature(method)
    call.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
    return call


def test_the_conveniences_of_older_test_modules_exist():
    assert list(inspect.signature(_C._DispatchModule.impl_tt_t).parameters) == ["self", "name", "dispatch", "debug"]


ARGUMENTS = {
    "torch._C.DispatchKeySet": DispatchKeySet(DispatchKey.CPU),
    "torch._C.DispatchKey": DispatchKey.Python,
    "bool": True,
}


@pytest.mark.parametrize("record", API["guards"], ids=lambda record: record["name"])
def test_a_guard_restores_the_thread_state(record):
    types = [part.partition(": ")[2] for part in record["init"].partition("(")[2].rpartition(")")[0].split(", ")][1:]
    before = _C._dispatch_tls_local_include_set(), _C._dispatch_tls_local_exclude_set()
    with getattr(_C, record["name"])(*(ARGUMENTS[kind] for kind in types)):
        pass
    assert (_C._dispatch_tls_local_include_set(), _C._dispatch_tls_local_exclude_set()) == before


def test_a_key_set_survives_pickle():
    keyset = DispatchKeySet("CPU", "AutogradCPU")
    assert pickle.loads(pickle.dumps(keyset)) == keyset


# ---- what the functions say ----------------------------------------------------------------------


@pytest.fixture
def module():
    module = _C._dispatch_library("FRAGMENT", "__compat__", "", "program.py", 7)
    yield module
    module.reset()


def test_a_dump_has_pytorchs_format(module):
    module.def_("foo.ov(Tensor x, *, int n=1) -> Tensor", alias="PURE_FUNCTION")
    module.impl("foo.ov", "CPU", lambda x: x)
    module.impl("foo.ov", DispatchKey.AutogradCPU, wye.dispatch.fallthrough)
    module.impl("foo.ov", "Autograd", lambda x: x, with_keyset=True)
    module.impl("foo.ov", "Autograd", lambda x: x)
    assert _C._dispatch_dump("__compat__::foo.ov") == (
        "name: __compat__::foo.ov\n"
        "schema: __compat__::foo.ov(Tensor x, *, int n=1) -> Tensor\n"
        "debug: registered at program.py:7\n"
        "alias analysis kind: PURE_FUNCTION\n"
        "CPU: registered at program.py:7 :: (none) [ boxed ]\n"
        "AutogradCPU: registered at program.py:7 :: (none) [ fallthrough boxed ]\n"
        "Autograd[alias]: registered at program.py:7 :: (none) [ boxed ]\n"
        "Autograd[alias] (inactive): registered at program.py:7 :: (none) [ boxed ]\n"
    )


def test_a_kernel_with_a_type_shows_it_in_the_dump(module):
    module.def_schema_t_t("foo(Tensor x) -> Tensor", dispatch="CPU", debug="named")
    assert "CPU: named :: (Tensor _0) -> Tensor _0 [ boxed unboxed ]\n" in _C._dispatch_dump("__compat__::foo")


def test_a_table_has_pytorchs_format_and_only_its_keys(module):
    module.def_("foo(Tensor x) -> Tensor").impl_t_t("foo", "CompositeExplicitAutograd", "explicit")
    module.impl("foo", "NumPy", lambda x: x)
    module.impl("foo", "AutogradCPU", wye.dispatch.fallthrough)
    rows = _C._dispatch_dump_table("__compat__::foo").splitlines()
    assert rows[:2] == ["Undefined: explicit [default backend kernel]", "CPU: explicit [default backend kernel]"]
    assert "AutogradCPU: fallthrough registered at program.py:7 [kernel]" in rows
    assert not [row for row in rows if "NumPy" in row]
    assert "NumPy" not in _C._dispatch_dump("__compat__::foo")


def test_dangling_kernels_show_pytorchs_keys_only(module):
    module.impl("bar", "NumPy", lambda x: x)
    assert _C._dispatch_find_dangling_impls() == ["name: __compat__::bar\nschema: (none)\n"]


def test_definitions_chain_and_define_returns_the_name(module):
    assert module.def_("a(Tensor x) -> Tensor").def_legacy("b() -> ()").impl_t_t("a", "CPU") is module
    assert module.define("c.ov(Tensor x) -> Tensor") == "c"
    assert "alias analysis kind: CONSERVATIVE (default)\n" in _C._dispatch_dump("__compat__::b")


def test_a_kernel_of_two_tensors_fits_only_an_operator_of_two(module):
    module.def_("two(Tensor x, Tensor y) -> Tensor").impl_tt_t("two", "CPU")
    module.def_("one(Tensor x) -> Tensor")
    with pytest.raises(RuntimeError, match="The number of arguments is different"):
        module.impl_tt_t("one", "CPU")
    x, y = wye.tensor([1.0]), wye.tensor([2.0])
    assert _C._dispatch_call_boxed(_C._dispatch_find_schema_or_throw("__compat__::two", ""), x, y) is x


def test_registrations_are_found_and_printed_by_key(module, capsys):
    module.def_("foo(Tensor x) -> Tensor").impl_t_t("foo", "Vulkan")
    assert _C._dispatch_get_registrations_for_dispatch_key(dispatch_key="Vulkan") == ["__compat__::foo"]
    _C._dispatch_print_registrations_for_dispatch_key(dispatch_key="Vulkan")
    assert capsys.readouterr().out == "__compat__::foo\n"


def test_every_kind_of_computed_kernel_can_be_called_alone(module):
    calls = []
    module.def_("foo(Tensor x) -> Tensor")
    module.impl("foo", "CPU", lambda x: calls.append("cpu") or x)
    module.impl("foo", "CUDA", lambda keyset, x: calls.append(repr(keyset)) or x, with_keyset=True)
    module.impl("foo", "CompositeImplicitAutograd", lambda x: calls.append("implicit") or x)
    module.impl("foo", "FPGA", lambda x: x)
    x, keyset = wye.tensor([1.0]), DispatchKeySet(DispatchKey.CPU)

    def call(key, keys=keyset):
        return _C._dispatch_get_computed_kernel_for_dispatch_key("__compat__::foo", key).call_boxed(keys, x)

    assert call("CPU") is call(DispatchKey.CUDA) is call("XLA") is x
    assert calls == ["cpu", "DispatchKeySet(CPU)", "implicit"]
    assert (
        call("AutogradCPU", keyset | DispatchKeySet(DispatchKey.AutogradCPU)) is x
    )  # the fallback: goes on below autograd
    assert calls[3:] == ["cpu"]
    with pytest.raises(RuntimeError, match="both CompositeImplicitAutograd and a backend mapped to AutogradOther"):
        call("AutogradOther")
    with pytest.raises(RuntimeError, match="cannot be called"):
        call("BackendSelect")
    with pytest.raises(NotImplementedError, match="tracing"):
        call("Tracer")


def test_schemas_parse_under_pytorchs_name():
    schema = _C.parse_schema(schema="ns::f(Tensor x) -> Tensor", allow_typevars=False)
    assert (schema.name, schema.overload_name, str(schema)) == ("ns::f", "", "ns::f(Tensor x) -> Tensor")
    with pytest.raises(RuntimeError):
        _C.parse_schema("f(t x) -> t", allow_typevars=False)


def test_names_of_keys_that_do_not_exist_parse_to_none_or_raise():
    assert _C._parse_dispatch_key("CPU") == DispatchKey.CPU
    assert _C._parse_dispatch_key("Nokey") is None
    with pytest.raises(RuntimeError, match="could not parse dispatch key: Nokey"):
        _C._dispatch_key_parse("Nokey")


def test_writes_are_counted_below_autograd() -> None:
    library = _C._dispatch_library("DEF", "written", "")
    try:
        library.define("fill(Tensor(a!) x, *, Tensor(b!)? y=None) -> ()")
        library.impl("fill", "CPU", lambda x, *, y=None: None)
        library.register_ad_inplace_or_view_fallback("fill")
        x, y = wye.tensor([1.0]), wye.tensor([2.0])
        _C._dispatch_find_schema_or_throw("written::fill", "").call_boxed(x, y=y)
        assert (x._version, y._version) == (1, 1)
    finally:
        library.reset()


def test_functions_of_operators_stand_in_modules_under_their_own_names():
    assert _C._nn.gelu(wye.zeros(1)).tolist() == [0.0]
    assert _C._fft.fft_fft(wye.ones(1)).tolist() == [1 + 0j]
    assert _C._linalg.linalg_det(wye.ones(1, 1)).item() == 1
    assert _C._special.special_erf(wye.zeros(1)).tolist() == [0.0]
    assert not hasattr(_C._nn, "no_such_function")


def test_functions_of_frequencies_are_there():
    assert _C.has_spectral
