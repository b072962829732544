"""Tensors of modules by dotted names."""

import pytest

import wye
from wye import nn
from wye.nn.utils.member_access import NamedMemberAccessor, swap_tensor


def made():
    return nn.Sequential(nn.Linear(2, 1), nn.BatchNorm1d(1))


def test_tensors_are_swapped_in_the_place_that_holds_them():
    model = made()
    members = NamedMemberAccessor(model)
    weight, mean = wye.ones(1, 2), wye.zeros(1)
    assert isinstance(members.swap_tensor("0.weight", weight), nn.Parameter)
    members.set_tensor("1.running_mean", mean)
    assert model[0].weight is weight
    assert model[1]._buffers["running_mean"] is mean
    members.del_tensors(["0.weight"])
    with pytest.raises(AttributeError, match="weight"):
        members.get_tensor("0.weight")


def test_a_dictionary_is_swapped_whole_or_not_at_all():
    model = made()
    before = dict(model.state_dict(keep_vars=True))
    members = NamedMemberAccessor(model)
    with pytest.raises(RuntimeError, match="no_such"):
        members.swap_tensors_dict({"0.weight": wye.ones(1, 2), "0.no_such": wye.ones(1)})
    assert all(members.get_tensor(name) is value for name, value in before.items())
    old, missing = members.swap_tensors_dict({"0.weight": wye.ones(1, 2)}, allow_missing=True)
    assert old["0.weight"] is before["0.weight"]
    assert missing == []
    assert members.check_keys(["0.weight", "x"])[1] == ["x"]


@pytest.mark.parametrize(("name", "value"), [("", None), ("0.weight", None)])
def test_names_of_one_module_have_no_dots(name, value):
    with pytest.raises(KeyError, match="dot"):
        swap_tensor(made(), name, value)


def test_only_tensors_are_put_where_tensors_are():
    with pytest.raises(TypeError, match="not an instance of Tensor"):
        swap_tensor(nn.Linear(1, 1), "weight", 1)


def test_swapping_what_was_there_restores_what_was_not_there_too():
    model = made()
    members = NamedMemberAccessor(model)
    members.set_tensor("0.extra", wye.ones(1))
    before = set(vars(model[0])), model[0].weight
    old, missing = members.swap_tensors_dict({"0.more": wye.ones(1), "0.weight": wye.zeros(1, 2)}, allow_missing=True)
    assert missing == ["0.more"]
    assert model[0].more.item() == 1
    members.swap_tensors_dict(old, allow_missing=True)
    assert (set(vars(model[0])), model[0].weight) == before
    members.del_tensor("0.extra")
    assert not hasattr(model[0], "extra")


def test_what_is_not_there_is_named():
    members = NamedMemberAccessor(made())
    with pytest.raises(AttributeError, match=r"Linear has no attribute `0\.nope`"):
        members.get_tensor("0.nope")
    with pytest.raises(KeyError, match="submodule 7 does not exist"):
        members.swap_submodule("7", nn.ReLU())
    with pytest.raises(AssertionError, match="same length"):
        members.set_tensors(["0.weight"], [])
