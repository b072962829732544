"""`torch.testing._internal.common_utils`, as far as dispatcher tests use it.  Aliases and constants only."""

from __future__ import annotations

import importlib.util
import platform
import sys
import unittest
import unittest.mock  # tests write `unittest.mock` after importing unittest alone: PyTorch's module imports it

from wye.autograd import gradcheck, gradgradcheck
from wye.tensors.typed_storage import AlwaysWarning as AlwaysWarnTypedStorageRemoval
from wye.testing import TestCase, first_sample, instantiate_parametrized_tests, parametrize, run_tests, subtest
from wye.testing.cases import reparametrize, swap
from wye.testing.dtype_groups import NUMPY_DTYPES as torch_to_numpy_dtype_dict  # noqa: N811 - PyTorch's name
from wye.testing.dtype_groups import PRECISIONS as dtype2prec_DONTUSE  # noqa: N811 - PyTorch's name
from wye.testing.dtype_groups import TYPES_OF_NUMPY as numpy_to_torch_dtype_dict  # noqa: N811 - PyTorch's name
from wye.testing.dtype_groups import name_of as dtype_name
from wye.testing.gradient_cases import GradientCase as TestGradients
from wye.testing.make_tensor import make_tensor
from wye.testing.matrices import distinct_singular_values as make_fullrank_matrices_with_distinct_singular_values
from wye.testing.matrices import hermitian as random_hermitian_matrix
from wye.testing.matrices import hermitian_positive_definite as random_hermitian_pd_matrix
from wye.testing.matrices import hermitian_positive_semidefinite as random_hermitian_psd_matrix
from wye.testing.matrices import of_low_rank as random_lowrank_matrix
from wye.testing.matrices import of_rank as random_square_matrix_of_rank
from wye.testing.matrices import symmetric as random_symmetric_matrix
from wye.testing.matrices import symmetric_positive_definite as random_symmetric_pd_matrix
from wye.testing.matrices import symmetric_positive_semidefinite as random_symmetric_psd_matrix
from wye.testing.matrices import well_conditioned as random_well_conditioned_matrix
from wye.testing.module_cases import both_gradients as _assertGradAndGradgradChecks  # noqa: N812 - PyTorch's name
from wye.testing.outputs_and_gradients import compare_equal_outs_and_grads, outs_and_grads
from wye.testing.skips import decorate_if as decorateIf  # noqa: N812 - PyTorch's name
from wye.testing.skips import decorator_named as _decorator_named
from wye.testing.skips import expect_inherited_failures as xfail_inherited_tests
from wye.testing.skips import is_not as _is_not
from wye.testing.skips import no_network as download_file
from wye.testing.skips import skip_exceptions as _skip_exceptions
from wye.testing.skips import skip_on_windows as skipIfWindows  # noqa: N812 - PyTorch's name
from wye.testing.skips import slow as slowTest  # noqa: N812 - PyTorch's name
from wye.testing.skips import unchanged as _unchanged
from wye.testing.skips import unless_installed as _unless_installed
from wye.testing.skips import with_slow_tests as TEST_WITH_SLOW  # noqa: F401, N812 - listed by its beginning
from wye.testing.surroundings import Deterministic as DeterministicGuard
from wye.testing.surroundings import argument_names as get_function_arglist
from wye.testing.surroundings import clone_inputs as clone_input_helper
from wye.testing.surroundings import default_dtype as set_default_dtype
from wye.testing.surroundings import default_tensor_type as set_default_tensor_type
from wye.testing.surroundings import frozen_random_state as freeze_rng_state
from wye.testing.surroundings import is_iterable, noncontiguous_like
from wye.testing.surroundings import is_list_of_tensors as is_iterable_of_tensors
from wye.testing.surroundings import iterate_indices as iter_indices
from wye.testing.surroundings import number_of_bytes as bytes_to_scalar
from wye.testing.surroundings import seed_everything as set_rng_seed
from wye.testing.surroundings import swapping_parameters as wrapSwapTensorsTest  # noqa: N812 - PyTorch's name
from wye.testing.surroundings import temporary_directory as TemporaryDirectoryName  # noqa: N812
from wye.testing.surroundings import temporary_file as TemporaryFileName  # noqa: N812 - PyTorch's name
from wye.testing.surroundings import warning_always as set_warn_always_context
from wye.testing.surroundings import without_collections as disable_gc
from wye.testing.surroundings import without_warnings as suppress_warnings
from wye.testing.watching import recorded as mock_wrapper
from wye.testing.watching import tensors_among as get_tensors_from

# Facts about the machine and the build that PyTorch's tests read.
IS_LINUX, IS_MACOS, IS_WINDOWS = (sys.platform.startswith(name) for name in ("linux", "darwin", "win32"))
MACOS_VERSION = float(".".join(platform.mac_ver()[0].split(".")[:2]) or -1)
IS_X86, IS_ARM64 = (platform.machine() in names for names in (("x86_64", "i386"), ("arm64", "aarch64")))
IS_CI = IS_FBCODE = IS_JETSON = IS_REMOTE_GPU = IS_SANDCASTLE = IS_PPC = IS_S390X = False
TEST_NUMPY = importlib.util.find_spec("numpy") is not None
TEST_SCIPY = importlib.util.find_spec("scipy") is not None
TEST_OPT_EINSUM = importlib.util.find_spec("opt_einsum") is not None
TEST_CUDA = TEST_HPU = TEST_MPS = TEST_PRIVATEUSE1 = TEST_XPU = TEST_ACCELERATOR = TEST_MKL = False
TEST_WITH_ASAN = TEST_WITH_ROCM = TEST_WITH_TSAN = TEST_WITH_UBSAN = TEST_WITH_SLOW_GRADCHECK = False
TEST_WITH_AOT_EAGER = TEST_WITH_CROSSREF = TEST_WITH_TORCHDYNAMO = TEST_WITH_TORCHINDUCTOR = False
TEST_CUDA_GRAPH = TEST_CUDA_MEM_LEAK_CHECK = TEST_SKIP_FAST = TEST_WITH_DEV_DBG_ASAN = False
TEST_DILL, TEST_LIBROSA, TEST_NUMBA, TEST_Z3, TEST_TRANSFORMERS = (
    importlib.util.find_spec(name) is not None for name in ("dill", "librosa", "numba", "z3", "transformers")
)
TEST_ACL = TEST_BAILOUTS = TEST_CUDA_CUDSS = TEST_FAIRSEQ = TEST_IN_SUBPROCESS = TEST_ONEDNN = TEST_WITH_MTIA = False
TEST_CUDA_GRAPH_CONDITIONAL_NODES = TEST_CUDA_PYTHON_BINDINGS = TEST_MULTIACCELERATOR = TEST_SAVE_XML = False
TEST_PRIVATEUSE1_DEVICE_TYPE = "privateuseone"
NOTEST_CPU = NO_MULTIPROCESSING_SPAWN = RUN_PARALLEL = USE_PYTEST = RERUN_DISABLED_TESTS = False
IS_FILESYSTEM_UTF8_ENCODING = sys.getfilesystemencoding() == "utf-8"
IS_AVX512_VNNI_SUPPORTED = IS_CPU_EXT_SVE_SUPPORTED = False
MI200_ARCH = MI300_ARCH = MI350_ARCH = NAVI_ARCH = NAVI3_ARCH = NAVI4_ARCH = ()
NATIVE_DEVICES = ("cpu", "cuda", "xpu", "meta", "mps", "mtia", "privateuseone")
GRADCHECK_NONDET_TOL = 0.0
ACCELERATOR_TYPE = None
GRAPH_EXECUTOR = None
SEED = 1234

__all__ = [  # noqa: PLE0604 - the constants above and the names below
    *(name for name in dir() if name.startswith(("IS_", "TEST_"))),
    "DeterministicGuard",
    "TemporaryDirectoryName",
    "TemporaryFileName",
    "AlwaysWarnTypedStorageRemoval",
    "TestCase",
    "TestGradients",
    "bytes_to_scalar",
    "_assertGradAndGradgradChecks",
    "clone_input_helper",
    "compare_equal_outs_and_grads",
    "decorateIf",
    "disable_gc",
    "dtype2prec_DONTUSE",
    "dtype_name",
    "download_file",
    "first_sample",
    "freeze_rng_state",
    "get_function_arglist",
    "get_tensors_from",
    "gradcheck",
    "gradgradcheck",
    "instantiate_parametrized_tests",
    "is_iterable",
    "is_iterable_of_tensors",
    "iter_indices",
    "load_tests",
    "make_fullrank_matrices_with_distinct_singular_values",
    "make_tensor",
    "markDynamoStrictTest",
    "mock_wrapper",
    "noncontiguous_like",
    "numpy_to_torch_dtype_dict",
    "outs_and_grads",
    "parametrize",
    "reparametrize",
    "random_hermitian_matrix",
    "random_hermitian_pd_matrix",
    "random_hermitian_psd_matrix",
    "random_lowrank_matrix",
    "random_square_matrix_of_rank",
    "random_symmetric_matrix",
    "random_symmetric_pd_matrix",
    "random_symmetric_psd_matrix",
    "random_well_conditioned_matrix",
    "requires_cuda",
    "run_tests",
    "scoped_load_inline",
    "set_default_dtype",
    "set_default_tensor_type",
    "set_rng_seed",
    "set_warn_always_context",
    "skipIfNoSciPy",
    "skipIfTorchDynamo",
    "skipIfWindows",
    "skip_exception_type",
    "slowTest",
    "subtest",
    "suppress_warnings",
    "swap",
    "torch_to_numpy_dtype_dict",
    "unMarkDynamoStrictTest",
    "wrapSwapTensorsTest",
    "xfailIfTorchDynamo",
    "xfail_inherited_tests",
]

# Decorators about what wye does not have skip nothing: see `wye.testing.skips`.
__getattr__ = _decorator_named
markDynamoStrictTest = unMarkDynamoStrictTest = serialTest = dontWrapDynamo = _unchanged  # noqa: N816
skipIfTorchDynamo = xfailIfTorchDynamo = requires_mkl = _unchanged  # noqa: N816
skipIfNoSciPy = _unless_installed("scipy")  # noqa: N816
isRocmArchAnyOf = is_navi3_arch = _is_not  # noqa: N816
requires_cuda = unittest.skipUnless(TEST_CUDA, "needs CUDA")
scoped_load_inline = unittest.skip("wye.compat.torch builds no C++ extensions of PyTorch")
skip_exception_type = _skip_exceptions
skip_but_pass_in_sandcastle, skip_but_pass_in_sandcastle_if = unittest.skip, unittest.skipIf
wrapDeterministicFlagAPITest = gcIfJetson = runOnRocm = _unchanged  # noqa: N816
setBlasBackendsToDefaultFinally = setLinalgBackendsToDefaultFinally = runWithoutCompiledAutograd = _unchanged  # noqa: N816
load_tests = None  # unittest's own order
