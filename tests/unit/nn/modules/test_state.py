"""State dictionaries: out of a module and into it."""

import pickle

import pytest

import wye
from wye import nn


def small():
    return nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2))


def test_a_state_has_parameters_and_persistent_buffers_by_name():
    model = small()
    model.register_buffer("kept", wye.ones(1))
    model.register_buffer("lost", wye.ones(1), persistent=False)
    assert [*model.state_dict()] == [
        "kept", "0.weight", "0.bias", "1.weight", "1.bias", "1.running_mean", "1.running_var", "1.num_batches_tracked",
    ]  # fmt: skip
    state = model.state_dict()
    assert state["0.weight"].data_ptr() == model[0].weight.data_ptr()
    assert not state["0.weight"].requires_grad


def test_loading_copies_values():
    first, second = small(), small()
    found = second.load_state_dict(first.state_dict())
    assert repr(found) == str(found) == "<All keys matched successfully>"
    assert wye.equal(first[0].weight, second[0].weight)
    assert first[0].weight.data_ptr() != second[0].weight.data_ptr()


def test_all_problems_are_listed():
    model = small()
    state = model.state_dict()
    del state["0.bias"]
    state["other"] = wye.ones(1)
    state["0.weight"] = wye.ones(5)
    with pytest.raises(RuntimeError) as caught:
        model.load_state_dict(state)
    assert str(caught.value) == (
        "Error(s) in loading state_dict for Sequential:\n"
        '\tMissing key(s) in state_dict: "0.bias". \n'
        '\tUnexpected key(s) in state_dict: "other". \n'
        "\tsize mismatch for 0.weight: copying a param with shape wye.Size([5]) from checkpoint, the shape in current "
        "model is wye.Size([2, 1])."
    )


def test_assigning_does_not_copy_and_leaves_the_dictionary_as_it_was():
    first, second = small(), small()
    state = first.state_dict()
    second.load_state_dict(state, assign=True)
    assert second[0].weight.data_ptr() == first[0].weight.data_ptr()
    assert "assign_to_params_buffers" not in state._metadata[""]


def test_copying_to_a_module_without_data_is_warned_about():
    model = nn.Linear(1, 1, device="meta")
    with pytest.warns(UserWarning, match=r"copying from a non-meta parameter.*assign=True"):
        model.load_state_dict(nn.Linear(1, 1).state_dict())
    model.load_state_dict(nn.Linear(1, 1).state_dict(), assign=True)
    assert model.weight.device.type == "cpu"


def test_a_hook_before_loading_outlives_a_copy_of_its_module():
    model = nn.Linear(1, 1)
    model.register_load_state_dict_pre_hook(rename_weight)
    copied = pickle.loads(pickle.dumps(model))
    state = {"w": wye.ones(1, 1), "bias": wye.ones(1)}
    assert repr(copied.load_state_dict(state)) == "<All keys matched successfully>"


def rename_weight(module, state, prefix, *rest):
    assert isinstance(module, nn.Linear)
    state[f"{prefix}weight"] = state.pop(f"{prefix}w")
