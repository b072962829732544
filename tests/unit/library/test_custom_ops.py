"""custom_op: what a function becomes, and what it can be told."""

import copy
import dataclasses
import enum
import inspect
import pickle
import typing

import pytest

import wye
from wye import ones
from wye.library import CustomOpDef, custom_op, find_rule, get_ctx, register_fake, register_kernel, rules_of

T = wye.Tensor
EVERYWHERE = wye.DispatchKey.CompositeExplicitAutograd


@dataclasses.dataclass
class Settings:
    weight: wye.Tensor
    scale: float = 2.0


class Pair(typing.NamedTuple):
    first: wye.Tensor
    second: wye.Tensor


class Kind(enum.Enum):
    UP = "up"
    DOWN = "down"


@pytest.fixture
def add():
    @custom_op("co::add", mutates_args=())
    def add(x: T, y: int = 1, *, z: float = 0.5) -> T:
        """Add some numbers."""
        return x.clone().add_(y + z)

    return add


def test_it_looks_like_its_function(add):
    assert isinstance(add, CustomOpDef)
    assert repr(add) == "<CustomOpDef(co::add)>"
    assert add.__doc__ == "Add some numbers."
    assert inspect.getdoc(add) == "Add some numbers."
    assert list(inspect.signature(add).parameters) == ["x", "y", "z"]
    assert inspect.signature(add) == inspect.signature(add.__wrapped__)
    assert add.__name__ == "add"
    assert inspect.unwrap(add) is add.__wrapped__


def test_it_is_the_operator(add):
    x = ones(2)
    assert str(wye.ops.co.add.default.schema) == "co::add(Tensor x, SymInt y=1, *, float z=0.5) -> Tensor"
    for op in (add, wye.ops.co.add, wye.ops.co.add.default):
        assert op(x)[0] == 2.5
        assert op(x, 2, z=1.0)[0] == 4
        assert op(x=x, y=2)[0] == 3.5


def test_it_is_found_by_name_when_pickled_or_copied(add):
    assert pickle.loads(pickle.dumps(add)) is add
    assert copy.deepcopy(add) is add
    add._destroy()
    with pytest.raises(RuntimeError, match="no custom operator co::add"):
        add.__reduce__()[0]("co::add")


def test_direct_and_decorator_forms_are_the_same():
    made = custom_op("co::f", lambda x: x + 1, mutates_args=(), schema="(int x) -> int")
    assert made(1) == 2


def test_the_kernel_of_a_device_is_used_on_it():
    calls = []

    @custom_op("co::f", mutates_args=(), device_types="cpu")
    def f(x: T) -> T:
        calls.append("cpu")
        return x.clone()

    @f.register_kernel(["meta", "cuda"])
    def f_meta(x):
        calls.append("meta")
        return x.clone()

    assert callable(f_meta)
    f(ones(1))
    f(ones(1, device="meta"))
    assert calls == ["cpu", "meta"]
    assert not wye.ops.co.f.default.has_kernel_for_dispatch_key("CompositeExplicitAutograd")


def test_a_kernel_registered_again_replaces_the_first(add):
    for n in range(3):
        register_kernel(add, "cpu", lambda x, *a, n=n, **k: x.clone().add_(n + 10))
        assert add(ones(1))[0] == n + 11
    assert len(add._opoverload._entry.kernels[wye.DispatchKey.CPU]) == 1


def test_kernels_can_be_switched_off_and_on(add, caplog):
    add.register_kernel("cpu", lambda x, *a, **k: x.clone().add_(99))
    x = ones(1)
    with add.set_kernel_enabled("cpu", False):
        assert add(x)[0] == 2.5
        with add.set_kernel_enabled("cpu"):
            assert add(x)[0] == 100
        assert add(x)[0] == 2.5
    assert add(x)[0] == 100
    assert not caplog.records
    with add.set_kernel_enabled("cuda", False):
        assert add(x)[0] == 100
    with add.set_kernel_enabled("cpu"), add.set_kernel_enabled("cpu", False), add.set_kernel_enabled("cpu", False):
        assert add(x)[0] == 2.5
    assert [record.getMessage() for record in caplog.records] == [
        "Attempted to disable kernel for cuda but no kernel was registered for this device type.",
        "Attempted to enable kernel for cpu but it was already enabled.",
        "Attempted to disable kernel for cpu but it was already disabled.",
    ]


def test_writes_are_counted():
    @custom_op("co::f", mutates_args=("x", "many"))
    def f(x: T, y: T, many: typing.Sequence[T]) -> None:
        x.numpy()[...] = 1

    x, y, many = ones(1), ones(1), [ones(1), ones(1)]
    f(x, y, many)
    f(x, many=many, y=y)
    assert [x._version, y._version, *(t._version for t in many)] == [2, 0, 2, 2]
    with wye.dispatch.exclude("ADInplaceOrView"):
        f(x, y, many)
    assert x._version == 2


def test_out_arguments_are_counted():
    @custom_op("co::f", mutates_args=("out",), tags=wye.Tag.out)
    def f(x: T, *, out: T) -> T:
        out.numpy()[...] = 1
        return out

    out = ones(1)
    assert f(ones(1), out=out) is out
    assert out._version == 1


def test_fake_kernels(add):
    x = ones(3, device="meta")
    with pytest.raises(NotImplementedError, match=r"no fake impl registered for <CustomOpDef\(co::add\)>"):
        add(x)

    @add.register_fake
    def _(x, y=1, *, z=0.5):
        return x.clone()

    assert add(x).shape == (3,)
    register_fake("co::add", lambda x, *a, **k: ones(7, device="meta"))
    assert add(x).shape == (7,)
    assert find_rule(wye.ops.co.add.default, "fake") is not None


def test_get_ctx_is_for_fake_tensors(add):
    assert get_ctx() is None
    add.register_fake(lambda x, *a, **k: get_ctx().new_dynamic_size())
    with pytest.raises(RuntimeError, match="data-dependent"):
        add(ones(1, device="meta"))
    assert get_ctx() is None


def test_rules_wait_for_their_engines(add):
    def backward(ctx, grad):
        return grad, None

    def setup(ctx, inputs, output): ...

    def batched(info, in_dims, x, *a, **k): ...

    class Mode: ...

    add.register_autograd(backward, setup_context=setup)
    add.register_vmap(batched)
    add.register_torch_dispatch(Mode, backward)
    op = wye.ops.co.add.default
    assert find_rule(op, "autograd").fn is backward
    assert find_rule(op, "autograd").more == {"setup_context": setup}
    assert find_rule(op, "vmap").fn is batched
    assert list(rules_of(op, "dispatch")) == [Mode]
    assert "test_custom_ops.py" in find_rule(op, "vmap").debug
    assert add(ones(1))[0] == 2.5
    add._destroy()
    assert op._entry.rules == {}


def test_autocast_casts_floating_point_tensors():
    seen = []

    @custom_op("co::f", mutates_args=())
    def f(x: T, y: typing.List[T], n: int) -> T:  # noqa: UP006
        seen.append([x.dtype, y[0].dtype, n])
        return x.clone()

    f.register_autocast("cpu", wye.bfloat16)
    x, double = ones(1), ones(1).to(wye.float64)
    f(x, [double], 3)
    with wye.dispatch.set_exclude("AutocastCPU", False):
        f(x, [double], 3)
        f(x, [x], 3)
    assert seen == [[wye.float32, wye.float64, 3], [wye.bfloat16, wye.float64, 3], [wye.bfloat16, wye.bfloat16, 3]]


def test_a_new_operator_of_the_name_replaces_the_old_one():
    first = custom_op("co::f", lambda x: 1, mutates_args=(), schema="(int x) -> int")
    second = custom_op("co::f", lambda x, y: 2, mutates_args=(), schema="(int x, int y) -> int")
    assert second(1, 1) == 2
    assert first(1, 1) == 2
    first._destroy()
    assert second(1, 1) == 2


def test_a_failed_definition_leaves_nothing():
    with pytest.raises(RuntimeError, match="device type"):
        custom_op("co::f", lambda x: 1, mutates_args=(), schema="(Tensor x) -> int", device_types="nowhere")
    assert wye.dispatch.all_op_names().count("co::f") == 0


def test_a_factory_is_dispatched_by_its_device():
    @custom_op("co::make", mutates_args=(), device_types="cpu")
    def make(n: int, device: wye.device) -> T:
        return ones(n)

    make.register_kernel("meta", lambda n, device: ones(n, device="meta"))
    assert make(2, wye.device("cpu")).device.type == "cpu"
    assert make(2, device=wye.device("meta")).device.type == "meta"
    with pytest.raises(RuntimeError, match="does not have a kernel registered for cuda"):
        make(2, wye.device("cuda"))


def test_arguments_may_have_an_inside():
    @custom_op("co::f", mutates_args=())
    def f(x: T, settings: Settings, pair: Pair, kind: Kind, extra: dict[str, T], maybe: T | None = None) -> T:
        assert isinstance(settings, Settings)
        assert isinstance(pair, Pair)
        assert kind is Kind.UP
        assert maybe is None
        return x.clone().add_(settings.scale + len(extra))

    a, b = ones(1), ones(1)
    args = (a, Settings(b), Pair(a, b), Kind.UP, {"k": b, "l": a})
    assert isinstance(f(*args), wye.Tensor)
    assert f(*args)[0] == 5
    assert f(a, settings=Settings(b, 0.0), pair=Pair(a, b), kind=Kind.UP, extra={})[0] == 1
    with pytest.raises(TypeError, match="settings"):
        f(a, 3, Pair(a, b), Kind.UP, {})


def test_keys_are_found_inside_arguments():
    @custom_op("co::f", mutates_args=())
    def f(pair: Pair, tree: dict[str, list[T]]) -> int:
        return 1

    @f.register_kernel("meta")
    def _(pair, tree):
        assert isinstance(pair, Pair)
        return 2

    on_meta = ones(1, device="meta")
    assert f(Pair(ones(1), ones(1)), {}) == 1
    assert f(Pair(on_meta, on_meta), {}) == 2
    assert f(Pair(on_meta, on_meta), {"k": [on_meta]}) == 2


def test_fake_kernels_get_the_functions_arguments():
    @custom_op("co::f", mutates_args=())
    def f(settings: Settings) -> T:
        return settings.weight.clone()

    f.register_fake(lambda settings: ones(int(settings.scale), device="meta"))
    assert f(Settings(ones(1, device="meta"), 4.0)).shape == (4,)


def test_annotations_may_be_optional_or_strings():
    @custom_op("co::f", mutates_args=())
    def f(x: "T | None", n: "int | None" = None) -> "int":
        return -1 if x is None else n or 0

    assert (f(None), f(ones(1), 3)) == (-1, 3)


def test_annotations_that_only_wye_takes_are_refused_where_wye_stands_for_torch(monkeypatch):
    def f(x: T, pair: tuple[int, int]) -> T:
        return x.clone()

    custom_op("co::pairs", f, mutates_args=())._destroy()
    monkeypatch.setattr(wye.shown, "package", "torch")
    with pytest.raises(ValueError, match="unsupported type tuple"):
        custom_op("co::pairs", f, mutates_args=())
    assert not hasattr(wye.ops.co, "pairs")
