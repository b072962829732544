"""Modules of compat that are a few names."""

import numpy as np

import wye
import wye.compat.torch as torch


def test_the_version_says_that_there_is_no_accelerator():
    assert torch.version.__version__ == torch.__version__
    assert (torch.version.cuda, torch.version.hip, torch.version.xpu, torch.version.debug) == (None, None, None, False)


def test_random_has_the_generator_of_the_process():
    torch.random.manual_seed(3)
    assert torch.random.initial_seed() == wye.initial_seed() == 3
    state = torch.random.get_rng_state()
    first = torch.rand(3)
    torch.random.set_rng_state(state)
    assert torch.equal(first, torch.rand(3))


def test_a_capsule_shares_the_memory():
    x = torch.arange(3.0)
    y = torch.from_dlpack(torch.to_dlpack(x))
    x[0] = 5
    assert y.tolist() == [5.0, 1.0, 2.0]
    assert np.shares_memory(x.numpy(), y.numpy())


def test_nodes_operators_and_backends_have_their_modules():
    x = torch.ones(2, requires_grad=True)
    assert isinstance(x.sin().grad_fn, torch._C._functions.SinBackward0)
    assert not hasattr(torch._C._functions, "NoSuchBackward0")
    assert torch._C._acc.create_empty_tensor([2], torch.float32).device.type == "privateuseone"
    assert torch._library.autograd.make_autograd_impl
    assert torch.library.triton_op is torch._library.triton.triton_op
    describer = torch._subclasses.meta_utils.MetaTensorDescriber()
    assert describer.describe_tensor(x).as_json(0)["requires_grad"]


def test_inference_can_be_asked_as_a_function():
    with torch.inference_mode():
        x = torch.ones(1)
    assert torch.is_inference(x)
    assert not torch.is_inference(torch.ones(1))


def test_helpers_that_tests_read_are_there():
    from wye.compat.torch.testing._internal import common_cuda

    assert torch._utils._element_size(torch.float16) == 2
    assert common_cuda.tf32_is_not_fp32() is False


def test_names_of_functions_and_classes_that_stand_at_the_top():
    assert torch._segment_reduce(torch.ones(4), "sum", lengths=torch.tensor([1, 3])).tolist() == [1.0, 3.0]
    assert torch.GradScaler is torch.amp.GradScaler
    assert torch.storage._dtype_to_storage_type_map()[torch.float32] == "FloatStorage"


def test_programs_can_print_what_they_run_on():
    lines = torch.__config__.show().splitlines()
    assert lines[0] == "Built with:"
    assert f"  - numpy {np.__version__}" in lines
    assert f"Threads in an operator: {torch.get_num_threads()}" in torch.__config__.parallel_info()


def test_libraries_that_are_not_there_can_be_asked_for():
    assert torch._nnpack_available() is False
