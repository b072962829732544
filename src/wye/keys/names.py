"""The one list of keys: names and order, as in PyTorch 2.13.

Cold path: constants, read at import.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "ALIASES",
    "AUTOGRAD",
    "BACKENDS",
    "DENSE",
    "FIRST_ALIAS",
    "FIRST_RUNTIME",
    "FUNCTIONALITIES",
    "PER_BACKEND",
    "TEXT_KEYS",
]

# Value 0 is Undefined; a functionality's value is its place in this list. Higher values run first.
FUNCTIONALITIES: Final = (
    "Undefined", "Dense", "FPGA", "Vulkan", "Metal", "Quantized", "CustomRNGKeyId", "MkldnnCPU", "Sparse", "SparseCsr",
    "NestedTensor", "BackendSelect", "Fake", "Python", "FuncTorchDynamicLayerBackMode", "Functionalize", "Conjugate",
    "Negative", "ZeroTensor", "ADInplaceOrView", "AutogradOther", "AutogradFunctionality", "AutogradNestedTensor",
    "Tracer", "AutocastCPU", "AutocastMTIA", "AutocastMAIA", "AutocastXPU", "AutocastIPU", "AutocastHPU",
    "AutocastXLA", "AutocastMPS", "AutocastCUDA", "AutocastPrivateUse1", "FuncTorchBatched", "BatchedNestedTensor",
    "FuncTorchVmapMode", "Batched", "VmapMode", "FuncTorchGradWrapper", "DeferredInit", "PythonTLSSnapshot",
    "FuncTorchDynamicLayerFrontMode", "TESTING_ONLY_GenericWrapper", "TESTING_ONLY_GenericMode", "PreDispatch",
    "PythonDispatcher", "EndOfFunctionalityKeys",
)  # fmt: skip

# Built-in backends in the order of their bits; a higher one wins within a functionality.
BACKENDS: Final = (
    "CPU", "CUDA", "HIP", "XLA", "MPS", "IPU", "XPU", "HPU", "VE", "Lazy", "MTIA", "MAIA", "PrivateUse1",
    "PrivateUse2", "PrivateUse3", "Meta",
)  # fmt: skip

# Functionalities that exist once per backend: value, the prefix of their runtime keys, the name of their range.
PER_BACKEND: Final = (
    (1, "", "Dense"),
    (5, "Quantized", "Quantized"),
    (8, "Sparse", "Sparse"),
    (9, "SparseCsr", "SparseCsr"),
    (10, "NestedTensor", "NestedTensor"),
    (21, "Autograd", "AutogradFunctionality"),
)
DENSE: Final = 0  # columns of PER_BACKEND
AUTOGRAD: Final = 5

# After the functionalities: for each of PER_BACKEND one range, its start (no backend) and its sixteen keys.
FIRST_RUNTIME: Final = len(FUNCTIONALITIES)

ALIASES: Final = (
    "Autograd",
    "CompositeImplicitAutograd",
    "FuncTorchBatchedDecomposition",
    "CompositeImplicitAutogradNestedTensor",
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
)
FIRST_ALIAS: Final = FIRST_RUNTIME + len(PER_BACKEND) * (len(BACKENDS) + 1)

# PyTorch parses only these of the built-in per-backend keys from text; the others are reached as DispatchKey.NAME.
TEXT_KEYS: Final = frozenset(
    ["CPU", "CUDA", "HIP", "XLA", "MPS", "IPU", "XPU", "HPU", "VE", "Lazy", "MTIA", "MAIA"]
    + ["PrivateUse1", "PrivateUse2", "PrivateUse3", "Meta"]
    + ["Quantized" + b for b in ("CPU", "CUDA", "XPU", "PrivateUse1")]
    + ["Sparse" + b for b in ("CPU", "CUDA", "HIP", "MPS", "XPU", "VE", "PrivateUse1", "Meta")]
    + ["SparseCsr" + b for b in ("CPU", "CUDA", "HIP", "MPS", "XPU", "VE", "PrivateUse1", "Meta")]
    + ["NestedTensor" + b for b in ("CPU", "CUDA", "XPU", "HPU", "PrivateUse1", "Meta")]
    + ["Autograd" + b for b in ("CPU", "CUDA", "XLA", "MPS", "IPU", "XPU", "HPU", "Lazy")]
    + ["AutogradPrivateUse1", "AutogradPrivateUse2", "AutogradPrivateUse3", "AutogradMeta"]
)
