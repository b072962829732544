"""`torch.testing._internal.common_cuda`: there is no CUDA here.  Constants only."""

from __future__ import annotations

from wye.testing.no_cuda import short_products as tf32_enabled
from wye.testing.no_cuda import version as _get_magma_version  # noqa: F401 - no public name
from wye.testing.no_cuda import version as _get_torch_cuda_version  # noqa: F401 - no public name
from wye.testing.scaling_cases import scaling_case as _create_scaling_case  # noqa: F401 - no public name
from wye.testing.scaling_cases import scaling_models as _create_scaling_models_optimizers  # noqa: F401 - no public name
from wye.testing.skips import is_not as tf32_is_not_fp32
from wye.testing.skips import unchanged

__all__ = [
    "TEST_CUDA", "TEST_CUDNN", "TEST_MULTIGPU", "SM53OrLater", "SM80OrLater", "tf32_enabled",
    "tf32_is_not_fp32", "tf32_off",
    "with_tf32_off",
]  # fmt: skip

TEST_CUDA = TEST_CUDNN = TEST_MULTIGPU = SM53OrLater = SM80OrLater = False
PLATFORM_SUPPORTS_FLASH_ATTENTION = PLATFORM_SUPPORTS_FUSED_ATTENTION = PLATFORM_SUPPORTS_MEM_EFF_ATTENTION = False
PLATFORM_SUPPORTS_CUDNN_ATTENTION = PLATFORM_SUPPORTS_BF16 = PLATFORM_SUPPORTS_FP8 = PLATFORM_SUPPORTS_FUSED_SDPA = (
    False
)
SM60OrLater = SM70OrLater = SM75OrLater = SM89OrLater = SM90OrLater = SM100OrLater = IS_SM89 = IS_SM90 = IS_JETSON = (
    False
)
TEST_CUSPARSE_GENERIC = TEST_HIPSPARSE_GENERIC = CDNA2OrLater = CDNA3OrLater = False
PLATFORM_SUPPORTS_BF16_ATOMICS = PLATFORM_SUPPORTS_CK_SDPA = PLATFORM_SUPPORTS_FP8_GROUPED_GEMM = False
PLATFORM_SUPPORTS_FP8_SPARSE = PLATFORM_SUPPORTS_GREEN_CONTEXT = PLATFORM_SUPPORTS_HALF_ATOMICS = False
PLATFORM_SUPPORTS_MXFP8_GROUPED_GEMM = PLATFORM_SUPPORTS_MX_GEMM = PLATFORM_SUPPORTS_WORKQUEUE_CONFIG = False
SM120OrLater = IS_SM12X = IS_THOR = TEST_NUMBA_CUDA = False
TEST_CUDNN_VERSION = 0
xfailCUDAIfSM89OrLaterOnWindows = xfailIfDistributedNotSupported = xfailIfSM120OrLater = unchanged  # noqa: N816
xfailIfSM12X = xfailIfSM89PreCUDA13 = xfailIfSM90 = unchanged  # noqa: N816
evaluate_platform_supports_flash_attention = evaluate_platform_supports_efficient_attention = tf32_is_not_fp32
evaluate_platform_supports_cudnn_attention = evaluate_platform_supports_bf16 = tf32_is_not_fp32
evaluate_platform_supports_fp8 = evaluate_platform_supports_ck_sdpa = evaluate_gfx_arch_within = tf32_is_not_fp32
tf32_on = xfailIfSM89 = xfailIfSM100OrLater = tf32_off = with_tf32_off = tf32_on_and_off = unchanged  # noqa: N816
