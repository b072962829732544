"""Models beside each other, one of which is trained with scaled losses: what tests of `GradScaler` start from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import wye.nn as nn
import wye.optim as optim
from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.schema.values import DTYPES

if TYPE_CHECKING:
    from wye.schema.values import dtype as Dtype  # noqa: N812 - the argument is called dtype

__all__ = ["scaling_case", "scaling_models"]

_SIZE = 8  # features of the layers and of the data
_BATCHES = 4
_SKIPPED = 2  # the batch at which tests put an infinity


def scaling_models(
    device: str = "cuda", optimizer_ctor: Any = optim.SGD, optimizer_kwargs: dict[str, Any] | None = None
) -> tuple[Any, Any, Any, Any]:
    """Two models with the same parameters and an optimizer for each: the control's, then the one that scales."""

    def layers() -> Any:
        return nn.Sequential(nn.Linear(_SIZE, _SIZE), nn.Linear(_SIZE, _SIZE)).to(device=device)

    control, scaling = layers(), layers()
    with no_grad():
        for one, other in zip(scaling.parameters(), control.parameters(), strict=True):
            one.copy_(other)
    options = {"lr": 1.0} | (optimizer_kwargs or {})
    of_control = optimizer_ctor(control.parameters(), **options)
    return control, scaling, of_control, optimizer_ctor(scaling.parameters(), **options)


def scaling_case(
    device: str = "cuda",
    dtype: Dtype = DTYPES["float32"],
    optimizer_ctor: Any = optim.SGD,
    optimizer_kwargs: dict[str, Any] | None = None,
) -> tuple[Any, ...]:
    """Two models and their optimizers, with data, a loss, and the number of the batch that is to be skipped."""
    size = (_SIZE, _SIZE)
    data = [tuple(of.randn(size, dtype=dtype, device=device) for _ in range(2)) for _ in range(_BATCHES)]
    models = scaling_models(device, optimizer_ctor, optimizer_kwargs)
    return (*models, data, nn.MSELoss().to(device), _SKIPPED)
