"""`torch.testing._internal.optests`: checks of operators, and tests made by them.  Aliases only."""

from __future__ import annotations

from wye.compat.torch.testing._internal.optests import (
    aot_autograd,
    autograd_registration,
    fake_tensor,
    generate_tests,
    make_fx,
)
from wye.errors import OpCheckError
from wye.testing.operator_checks.aot import aot_autograd_check, make_fx_check
from wye.testing.operator_checks.fake import fake_check
from wye.testing.operator_checks.generate import dont_generate_opcheck_tests as dontGenerateOpCheckTests  # noqa: N812 - PyTorch's name
from wye.testing.operator_checks.generate import generate_opcheck_tests, is_inside_opcheck_mode
from wye.testing.operator_checks.registration import autograd_registration_check
from wye.testing.operator_checks.run import opcheck

__all__ = [
    "OpCheckError",
    "aot_autograd",
    "aot_autograd_check",
    "autograd_registration",
    "autograd_registration_check",
    "dontGenerateOpCheckTests",
    "fake_check",
    "fake_tensor",
    "generate_opcheck_tests",
    "generate_tests",
    "is_inside_opcheck_mode",
    "make_fx",
    "make_fx_check",
    "opcheck",
]
