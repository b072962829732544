import pytest

import wye
from wye.deprecated.amp_of_devices import CpuGradScaler, CudaGradScaler, cpu_autocast, cuda_autocast, cuda_custom_fwd
from wye.nn.functional.reductions import former_number, former_word

ONES = wye.ones(2, 2)


def test_the_device_is_in_the_name_and_the_first_argument_switches():
    with pytest.warns(FutureWarning, match=r"torch.cpu.amp.autocast\(args...\)` is deprecated"):
        block = cpu_autocast()
    with block:
        assert (ONES @ ONES).dtype is wye.bfloat16
    with pytest.warns(FutureWarning), cpu_autocast(False):
        assert (ONES @ ONES).dtype is wye.float32
    with pytest.warns(FutureWarning, match="cuda"):
        off = cuda_autocast(enabled=False)

    @off
    def run():
        return (ONES @ ONES).dtype

    assert run() is wye.float32
    with pytest.warns(FutureWarning), pytest.warns(UserWarning, match="Disabling"):
        cuda_autocast(dtype=wye.bfloat16)


def test_scalers_and_decorators_know_their_device():
    with pytest.warns(FutureWarning):
        assert CpuGradScaler(2.0).scale(wye.tensor(3.0)) == 6
    with pytest.warns(FutureWarning):
        assert not CudaGradScaler(enabled=False).is_enabled()
    with pytest.warns(FutureWarning, match="device_type='cuda'"):
        assert callable(cuda_custom_fwd(cast_inputs=wye.float16))


def test_former_arguments_of_losses_stand_for_reductions():
    with pytest.warns(UserWarning, match="reduction='sum'"):
        assert former_word(False, None) == "sum"
    assert former_number(None, False, emit_warning=False) == 0
    assert former_number(True, True, emit_warning=False) == 1
