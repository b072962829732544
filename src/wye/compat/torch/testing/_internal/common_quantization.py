"""`torch.testing._internal.common_quantization`: decorators about what wye does not have leave tests unchanged.  Aliases only."""

from wye.compat.modules import names_of
from wye.testing.skips import unchanged as skipIfNoDynamoSupport

__all__ = ["skipIfNoDynamoSupport"]

__getattr__ = names_of(__name__)
