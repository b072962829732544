import pytest

import wye
from wye import nn
from wye.func import functional_call


def test_a_parameter_that_the_module_does_not_have_is_gone_after_the_call():
    module = nn.Linear(1, 1)
    extra = nn.Parameter(wye.ones(1))
    functional_call(module, {"extra": extra}, wye.ones(1))
    assert sorted(dict(module.named_parameters())) == ["bias", "weight"]
    assert not hasattr(module, "extra")


def test_none_takes_the_place_of_a_tensor_for_the_call():
    module = nn.Linear(1, 1)
    bias = module.bias
    out = functional_call(module, {"weight": wye.tensor([[2.0]]), "bias": None}, wye.tensor([3.0]))
    assert out.item() == 6
    assert module.bias is bias
    with pytest.raises(TypeError, match="is not an instance of"):
        functional_call(module, {"bias": 1}, wye.ones(1))
