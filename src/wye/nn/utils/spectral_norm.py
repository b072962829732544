"""Spectral normalisation by a hook: a weight is divided by its greatest singular value before each call.

`wye.nn.utils.parametrizations.spectral_norm` does the same by a parametrization.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from wye.nn.parameter import Parameter
from wye.nn.uninitialized import is_lazy

if TYPE_CHECKING:
    from wye.nn.modules.module import Module
    from wye.tensors import Tensor

__all__ = [
    "SpectralNorm",
    "as_matrix",
    "check_iterations",
    "dim_of",
    "drawn",
    "iterate",
    "remove_spectral_norm",
    "spectral_norm",
]

_M = TypeVar("_M", bound="Module")


def dim_of(module: Any, dim: int | None) -> int:
    """The dimension of a weight that belongs to outputs."""
    if dim is not None:
        return dim
    return 1 if isinstance(module, (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)) else 0


def check_iterations(n: int) -> None:
    """Refuse a number of iterations that is not positive.

    Raises:
        ValueError: it is not.
    """
    if n <= 0:
        raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n}")


def as_matrix(weight: Tensor, dim: int) -> Tensor:
    """A weight as a matrix with a row for each output."""
    if dim != 0:
        weight = weight.permute(dim, *(d for d in range(weight.dim()) if d != dim))
    return weight.reshape(weight.size(0), -1)


def drawn(matrix: Tensor, dim: int, eps: float) -> Tensor:
    """A random direction, as a start for `iterate`."""
    return F.normalize(matrix.new_empty(matrix.size(dim)).normal_(0, 1), dim=0, eps=eps)


def iterate(matrix: Tensor, u: Tensor, v: Tensor, n: int, eps: float) -> None:
    """Turn two directions towards the singular vectors of the greatest singular value, in place."""
    with no_grad():
        for _ in range(n):
            v.copy_(F.normalize(of.mv(matrix.t(), u), dim=0, eps=eps))
            u.copy_(F.normalize(of.mv(matrix, v), dim=0, eps=eps))


class SpectralNorm:
    """The hook: computes ``name`` from ``name_orig``, and the directions ``name_u`` and ``name_v``.

    Attributes:
        name: The attribute.
        n_power_iterations: How often directions are turned before a call, in training.
        eps: The least length that is divided by.
        dim: The dimension of the weight that belongs to outputs.
    """

    def __init__(self, name: str = "weight", n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        check_iterations(n_power_iterations)
        self.name, self.n_power_iterations, self.dim, self.eps = name, n_power_iterations, dim, eps

    _version = 1  # of what is in state dictionaries: before it, the weight instead of the right direction

    def reshape_weight_to_matrix(self, weight: Tensor) -> Tensor:
        """The weight with a row for each output."""
        return as_matrix(weight, self.dim)

    def compute_weight(self, module: Module, do_power_iteration: bool) -> Tensor:
        """The weight, divided; with turned directions or as they are."""
        weight, u, v = (getattr(module, f"{self.name}_{part}") for part in ("orig", "u", "v"))
        matrix = self.reshape_weight_to_matrix(weight)
        if do_power_iteration:
            iterate(matrix, u, v, self.n_power_iterations, self.eps)
            u, v = u.clone(), v.clone()  # the next call writes to them
        made: Tensor = weight / of.dot(u, of.mv(matrix, v))
        return made

    @staticmethod
    def apply(module: Module, name: str, n_power_iterations: int, dim: int, eps: float) -> SpectralNorm:
        """Add the hook to a module.

        Raises:
            RuntimeError: the module has one for this weight.
        """
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, SpectralNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
        made = SpectralNorm(name, n_power_iterations, dim, eps)
        weight: Any = module._parameters[name]
        if weight is None:
            raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
        if is_lazy(weight):
            raise ValueError(
                "The module passed to `SpectralNorm` can't have uninitialized parameters. Make sure to run the dummy "
                "forward before applying spectral normalization"
            )
        with no_grad():
            matrix = made.reshape_weight_to_matrix(weight)
            u, v = drawn(matrix, 0, eps), drawn(matrix, 1, eps)
        delattr(module, name)
        module.register_parameter(f"{name}_orig", weight)
        setattr(module, name, weight.data)  # an attribute, as hooks compute it
        module.register_buffer(f"{name}_u", u)
        module.register_buffer(f"{name}_v", v)
        module.register_forward_pre_hook(made)
        module._register_state_dict_hook(_Writes(made))
        module._register_load_state_dict_pre_hook(_Reads(made))
        return made

    def remove(self, module: Module) -> None:
        """Make the weight a parameter again."""
        with no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        for name in (self.name, *(f"{self.name}_{part}" for part in ("u", "v", "orig"))):
            delattr(module, name)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module: Module, inputs: Any) -> None:
        """Compute the weight, before a call."""
        setattr(module, self.name, self.compute_weight(module, do_power_iteration=module.training))


class _Writes:
    """The hook that writes into a state dictionary which version of `SpectralNorm` it is from."""

    def __init__(self, of: SpectralNorm) -> None:
        self.of = of

    def __call__(self, module: Module, state_dict: Any, prefix: str, local_metadata: dict[str, Any]) -> None:
        versions, key = local_metadata.setdefault("spectral_norm", {}), f"{self.of.name}.version"
        if key in versions:
            raise RuntimeError(f"Unexpected key in metadata['spectral_norm']: {key}")
        versions[key] = self.of._version


class _Reads:
    """The hook that computes the right direction for state dictionaries that have the weight in its place."""

    def __init__(self, of: SpectralNorm) -> None:
        self.of = of

    def __call__(
        self, state_dict: Any, prefix: str, local_metadata: dict[str, Any], strict: bool, missing_keys: list[str],
        *others: Any,
    ) -> None:  # fmt: skip
        version = local_metadata.get("spectral_norm", {}).get(f"{self.of.name}.version")
        key = prefix + self.of.name
        new = all(f"{key}_{part}" in state_dict for part in ("orig", "u", "v")) and key not in state_dict
        if version is not None or new:
            return
        missing = [name for name in (f"{key}_orig", key, f"{key}_u") if name not in state_dict]
        if missing:
            missing_keys.extend(missing if strict else ())
            return
        with no_grad():
            weight, u = state_dict[f"{key}_orig"], state_dict[f"{key}_u"]
            sigma = (weight / state_dict.pop(key)).mean()
            state_dict[f"{key}_v"] = _right_direction(self.of.reshape_weight_to_matrix(weight), u, sigma)


def _right_direction(matrix: Tensor, u: Tensor, sigma: Tensor) -> Tensor:
    """``v`` with ``u = matrix @ v`` up to its length, and ``u @ matrix @ v`` equal to ``sigma``."""
    v: Any = of.linalg_pinv(matrix) @ u
    return v * (sigma / of.dot(u, of.mv(matrix, v)))  # type: ignore[no-any-return]


def spectral_norm(
    module: _M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> _M:
    """Divide a parameter of a module by its greatest singular value.

    Args:
        module: Whose parameter it is.
        name: The parameter.
        n_power_iterations: How often the singular vectors are improved before each call, in training.
        eps: The least length that is divided by.
        dim: The dimension that belongs to outputs; by default 0, or 1 for transposed convolutions.

    Raises:
        KeyError: there is no such parameter.
        RuntimeError: it is so already.
        ValueError: no iterations.
    """
    SpectralNorm.apply(module, name, n_power_iterations, dim_of(module, dim), eps)
    return module


def remove_spectral_norm(module: _M, name: str = "weight") -> _M:
    """Make a parameter with `spectral_norm` plain again.

    Raises:
        ValueError: it has none.
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            for hooks in (module._state_dict_hooks, module._load_state_dict_pre_hooks):
                for other, one in list(hooks.items()):
                    if isinstance(one, (_Writes, _Reads)) and one.of is hook:
                        del hooks[other]
            return module
    raise ValueError(f"spectral_norm of '{name}' not found in {module}")
