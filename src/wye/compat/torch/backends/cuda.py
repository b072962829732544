"""`torch.backends.cuda`: settings of a device that is not there.  Aliases only."""

from __future__ import annotations

from wye.device_answers import Switch, Tf32
from wye.device_answers import never as can_use_cudnn_attention
from wye.device_answers import never as can_use_efficient_attention
from wye.device_answers import never as can_use_flash_attention
from wye.device_answers import never as is_built
from wye.device_answers import never as is_flash_attention_available
from wye.nn.attention import sdp_kernel

_flash, _efficient, _math, _cudnn, _reduced = (Switch(value) for value in (True, True, True, True, False))
flash_sdp_enabled, enable_flash_sdp = _flash.get, _flash.set
mem_efficient_sdp_enabled, enable_mem_efficient_sdp = _efficient.get, _efficient.set
math_sdp_enabled, enable_math_sdp = _math.get, _math.set
cudnn_sdp_enabled, enable_cudnn_sdp = _cudnn.get, _cudnn.set
fp16_bf16_reduction_math_sdp_allowed, allow_fp16_bf16_reduction_math_sdp = _reduced.get, _reduced.set
preferred_linalg_library = Switch("default").ask
preferred_blas_library = Switch("cublas").ask
matmul = Tf32()

__all__ = [
    "allow_fp16_bf16_reduction_math_sdp", "can_use_cudnn_attention", "can_use_efficient_attention",
    "can_use_flash_attention", "cudnn_sdp_enabled", "enable_cudnn_sdp", "enable_flash_sdp", "enable_math_sdp",
    "enable_mem_efficient_sdp", "flash_sdp_enabled", "fp16_bf16_reduction_math_sdp_allowed", "is_built",
    "is_flash_attention_available", "math_sdp_enabled", "matmul", "mem_efficient_sdp_enabled",
    "preferred_blas_library", "preferred_linalg_library", "sdp_kernel",
]  # fmt: skip
