"""FunctionalTensorMode: which tensors it makes, what the modes below see, and what is refused."""

import pytest

import wye
from wye.functionalization import tensors
from wye.functionalization.mode import (
    FunctionalTensor,
    FunctionalTensorMode,
    disable_functional_mode,
    dispatch_functionalize,
)
from wye.fx import make_fx
from wye.modes import current_modes
from wye.modes.stack import ModeKey

X = wye.arange(4.0).view(2, 2)


class Below(wye.DispatchMode):
    _mode_key = ModeKey.PROXY

    def __init__(self):
        super().__init__()
        self.names = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(str(func).removeprefix("aten.").removesuffix(".default"))
        return func(*args, **(kwargs or {}))


def seen(f, *args):
    with Below() as mode:
        dispatch_functionalize(f)(*args)
    return mode.names


def test_modes_below_see_no_write():
    def f(x):
        x[0].add_(1)
        return x

    assert seen(f, X) == ["select.int", "add.Tensor", "select_scatter", "select.int"]
    assert seen(lambda x: wye.nn.functional.linear(x, x), X) == ["t", "mm"]
    assert seen(lambda x: x.t_().mul_(2), X) == ["t", "mul.Tensor", "t", "t"]


def test_arguments_are_left_as_they_are_and_results_are_ordinary():
    x = X.clone()
    made = dispatch_functionalize(lambda x: x.view(4).mul_(2))(x)
    assert type(made) is wye.Tensor
    assert (made.tolist(), x.tolist()) == ([0.0, 2.0, 4.0, 6.0], X.tolist())


def test_tensors_made_under_the_mode_are_functional():
    with FunctionalTensorMode() as mode:
        made = [wye.zeros(2), wye.tensor([1.0]), wye.ones(1)]
        with disable_functional_mode():
            plain = wye.zeros(1)
    assert [type(one).__name__ for one in made] == ["FunctionalTensor"] * 3
    assert type(plain) is wye.Tensor
    assert mode.is_infra_mode()
    assert current_modes() == ()


def test_a_functional_tensor_has_the_metadata_of_its_value_and_can_be_read():
    with FunctionalTensorMode():
        f = wye.zeros(2, 2)
        row = f[1]
        assert f.add_(1) is f
        number = f.sum().item()
    assert (tuple(row.shape), row.storage_offset(), row._is_view(), f._version) == ((2,), 2, True, 1)
    assert row.untyped_storage()._cdata == f.untyped_storage()._cdata
    assert (number, f.tolist(), row.tolist()) == (4.0, [[1.0, 1.0], [1.0, 1.0]], [1.0, 1.0])
    assert repr(f).startswith("FunctionalTensor(_to_functional_tensor(")
    assert (tensors.is_functional(f), tensors.is_functional(f.elem), f.is_base_tensor()) == (False, True, True)


def test_computed_tensors_stay_computed_so_that_they_may_be_written_to():
    x = wye.ones(2, requires_grad=True) + 1
    with FunctionalTensorMode():
        leaf = FunctionalTensor.to_functional(wye.ones(2, requires_grad=True))
        made = FunctionalTensor.to_functional(x)
        assert (leaf.is_leaf, made.is_leaf, made.requires_grad) == (True, False, True)
        made.mul_(2)
        with pytest.raises(RuntimeError, match="leaf Variable"):
            leaf.mul_(2)
    assert made.from_functional().tolist() == [4.0, 4.0]


def test_without_the_mode_calls_are_refused():
    with FunctionalTensorMode():
        f = wye.zeros(2)
    with pytest.raises(RuntimeError, match="FunctionalTensor on its own"):
        f + 1
    with pytest.raises(AssertionError, match="functional_mode must not be None"):
        FunctionalTensor.to_functional(wye.zeros(1))
    with pytest.raises(AssertionError, match="elem must be a functional tensor"):
        FunctionalTensor(wye.zeros(1), None)


def test_ordinary_tensors_under_the_mode_are_left_alone():
    x = wye.zeros(2)
    with FunctionalTensorMode():
        made = x.add_(1) * 2
    assert (type(made), made.tolist(), x.tolist()) == (wye.Tensor, [2.0, 2.0], [1.0, 1.0])


def test_replacing_committing_and_syncing_by_hand():
    with FunctionalTensorMode():
        f = wye.zeros(2, 2)
        row = f[0]
    row.replace_(wye.ones(2))
    row.commit_update()
    f.sync()
    row.mark_mutation_hidden_from_autograd()
    assert f.from_functional().tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert tensors.are_all_writes_hidden(f.elem)


def test_classes_that_the_mode_does_not_know_handle_calls_themselves():
    class Other(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            return wye.full((1,), 7.0)

    with FunctionalTensorMode():
        f = wye.zeros(1)
        assert f.add(wye.zeros(1).from_functional().as_subclass(Other)).tolist() == [7.0]


def recorded(f, *args, **how):
    mode = FunctionalTensorMode(**how)
    module = make_fx(dispatch_functionalize(f, mode), pre_dispatch=how.get("pre_dispatch", False))(*args)
    return [str(node.target) for node in module.graph.nodes if node.op == "call_function"], module


def writing(x):
    y = x.matmul(x.t())
    y.view(-1).add_(1)
    return y, wye.nn.functional.linear(x, x)


def test_a_program_recorded_before_autograd_keeps_functional_composites_and_its_views():
    names, module = recorded(writing, wye.ones(2, 3), pre_dispatch=True, export=True)
    assert [name for name in names if "view" not in name] == [
        "aten.t.default", "aten.matmul.default", "aten.add.Tensor", "aten.linear.default"
    ]  # fmt: skip
    assert not [node for node in module.graph.nodes if node.op == "get_attr"]
    x = wye.arange(6.0).view(2, 3)
    assert [one.tolist() for one in module(x)] == [one.tolist() for one in writing(x)]


@pytest.mark.parametrize("how", [{}, {"export": True}])
def test_other_programs_take_composites_apart(how):
    names, _ = recorded(writing, wye.ones(2, 3), **how)
    assert "aten.mm.default" in names
    assert "aten.matmul.default" not in names


def test_composites_that_may_be_views_are_always_taken_apart():
    names, _ = recorded(lambda x: x.reshape(-1).add_(1), wye.ones(2, 2), pre_dispatch=True, export=True)
    assert "aten.reshape.default" not in names
    assert "aten.view.default" in names


@pytest.mark.parametrize("dtype", [wye.complex64, wye.float32])
def test_writes_to_lazy_conjugates_and_negatives_are_functionalized(dtype):
    def f(x):
        y = wye.conj(x.clone()) if x.is_complex() else x.clone()._neg_view()
        y.mul_(2)
        return y.resolve_conj().resolve_neg() + 1, y.clone()

    x = wye.tensor([1 + 2j, 3 - 1j]) if dtype is wye.complex64 else wye.tensor([1.0, -2.0])
    made, expected = dispatch_functionalize(f)(x), f(x)
    assert [one.resolve_conj().resolve_neg().tolist() for one in made] == [
        one.resolve_conj().resolve_neg().tolist() for one in expected
    ]
