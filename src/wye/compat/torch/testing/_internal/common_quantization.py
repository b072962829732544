"""`torch.testing._internal.common_quantization`: decorators about compilers leave tests unchanged.  Aliases only."""

from wye.compat.modules import names_of
from wye.testing.skips import unchanged

__all__ = ["skipIfNoDynamoSupport"]

skipIfNoDynamoSupport = unchanged  # noqa: N816 - PyTorch's name
__getattr__ = names_of(__name__)
