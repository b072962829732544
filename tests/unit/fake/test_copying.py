"""FakeCopyMode: copies of modules without memory."""

import copy

import wye
from wye.fake import FakeTensor, FakeTensorMode
from wye.fake.copying import FakeCopyMode


def test_a_module_is_copied_to_fake_parameters():
    module = wye.nn.Linear(3, 2)
    mode = FakeTensorMode()
    with FakeCopyMode(mode):
        made = copy.deepcopy(module)
        plain = copy.deepcopy(wye.ones(2))
    assert [type(p) for p in made.parameters()] == [FakeTensor, FakeTensor]
    assert all(isinstance(p, wye.nn.Parameter) and p.fake_mode is mode for p in made.parameters())
    assert type(plain) is FakeTensor
    assert tuple(made(mode.from_tensor(wye.ones(4, 3))).shape) == (4, 2)
