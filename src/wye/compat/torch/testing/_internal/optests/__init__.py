"""`torch.testing._internal.optests`: tests made by opcheck, which comes later.  Aliases only."""

from __future__ import annotations

from wye.compat.modules import names_of
from wye.testing.opcheck_tests import dont_generate_opcheck_tests as dontGenerateOpCheckTests  # noqa: N812 - PyTorch's name
from wye.testing.opcheck_tests import generate_opcheck_tests, is_inside_opcheck_mode

__all__ = ["dontGenerateOpCheckTests", "generate_opcheck_tests", "is_inside_opcheck_mode"]

__getattr__ = names_of(__name__)
