"""Parametrizations that are used often: orthogonal weights, and weights that are normalised."""

from __future__ import annotations

from typing import Any, TypeVar

from wye.functional.operators import of, parts
from wye.grad_mode import no_grad
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.modules.module import Module
from wye.nn.utils.parametrize import register_parametrization
from wye.nn.utils.spectral_norm import as_matrix, check_iterations, dim_of, drawn
from wye.nn.utils.weight_norm import norm_except_dim, scaled
from wye.tensors import Tensor
from wye.tensors.limits import finfo

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]

_M = TypeVar("_M", bound=Module)
_MAPS = ("matrix_exp", "cayley", "householder")


def _weight_of(module: Module, name: str) -> Tensor:
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return weight


# ---- orthogonal ----


def _is_orthogonal(matrix: Tensor) -> bool:
    n, k = matrix.size(-2), matrix.size(-1)
    identity = of.eye(k, dtype=matrix.dtype, device=matrix.device)
    return bool(of.allclose(matrix.mH @ matrix, identity, atol=10.0 * n * finfo(matrix.dtype).eps))


def _made_orthogonal(matrix: Tensor) -> Tensor:
    """The orthogonal part of a matrix, whose triangular part has a positive diagonal."""
    packed, factors = parts.geqrf(matrix)
    return of.linalg_householder_product(packed, factors) * packed.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


class _Orthogonal(Module):
    """A matrix with orthonormal columns, or rows where there are fewer of them, from any matrix.

    Args:
        weight: Of the shape that is wanted.
        orthogonal_map: How it is made; see `orthogonal`.
        use_trivialization: It is multiplied by a matrix that is fixed: the one that is assigned.
    """

    base: Tensor

    def __init__(self, weight: Tensor, orthogonal_map: str, *, use_trivialization: bool = True) -> None:
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape, self.orthogonal_map = weight.shape, orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X: Tensor) -> Tensor:  # noqa: N803 - PyTorch's name
        """The orthogonal matrix for any other."""
        turned = X.size(-2) < X.size(-1)
        tall = X.mT if turned else X
        made = self._by_reflections(tall) if self.orthogonal_map == "householder" else self._by_rotation(tall)
        if hasattr(self, "base"):
            made = self.base @ made
        return made.mT if turned else made

    def _by_rotation(self, tall: Tensor) -> Tensor:
        """From the part below the diagonal, as the skew matrix of a rotation."""
        n, k = tall.size(-2), tall.size(-1)
        lower = tall.tril()
        if n != k:
            lower = of.cat([lower, lower.new_zeros(n, n - k).expand(*lower.shape[:-2], -1, -1)], dim=-1)
        skew = lower - lower.mH
        if self.orthogonal_map == "matrix_exp":
            made = of.matrix_exp(skew)
        else:
            identity = of.eye(n, dtype=skew.dtype, device=skew.device)
            made = of.linalg_solve(of.add(identity, skew, alpha=-0.5), of.add(identity, skew, alpha=0.5))
        return made[..., :k] if n != k else made

    def _by_reflections(self, tall: Tensor) -> Tensor:
        """From the part below the diagonal, as directions of reflections, and the signs on it."""
        below = tall.tril(diagonal=-1)
        factors = 2.0 / (1.0 + (below * below).sum(dim=-2))
        made = of.linalg_householder_product(below, factors)
        return made * tall.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    def right_inverse(self, Q: Tensor) -> Tensor:  # noqa: N803 - PyTorch's name
        """What an orthogonal matrix is computed from.

        Raises:
            NotImplementedError: rotations cannot be assigned without a fixed matrix.
            ValueError: another shape.
        """
        if Q.shape != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {Q.shape}."
            )
        turned = Q.size(-2) < Q.size(-1)
        tall = Q.mT if turned else Q
        if hasattr(self, "base"):
            self.base = self._completed(tall)
            negative = of.zeros_like(Q)  # signs on the diagonal: what reflections without directions need
            negative.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
            return negative
        if self.orthogonal_map != "householder":
            # refused, as in PyTorch: these maps cannot be inverted
            raise NotImplementedError(
                "It is not possible to assign to the matrix exponential or the Cayley parametrizations when "
                "use_trivialization=False."
            )
        packed, factors = parts.geqrf(tall)
        signs = packed.diagonal(dim1=-2, dim2=-1)
        signs.sign_()
        signs[factors == 0.0] *= -1.0  # no reflection; `forward` makes one of a direction without elements
        return packed.mT if turned else packed

    def _completed(self, tall: Tensor) -> Tensor:
        """A square orthogonal matrix that begins with the columns of another one."""
        n, k = tall.size(-2), tall.size(-1)
        if n == k:
            return tall.clone() if _is_orthogonal(tall) else _made_orthogonal(tall)
        more = of.randn(*tall.shape[:-2], n, n - k, dtype=tall.dtype, device=tall.device)
        return _made_orthogonal(of.cat([tall, more], dim=-1))


def orthogonal(
    module: _M, name: str = "weight", orthogonal_map: str | None = None, *, use_trivialization: bool = True
) -> _M:
    """Keep a weight orthogonal: its columns, or its rows where there are fewer, are orthonormal.

    Args:
        module: Whose weight it is.
        name: The weight: a matrix, or a batch of them.
        orthogonal_map: ``"matrix_exp"``, ``"cayley"`` or ``"householder"``; by default the first for square and complex
            matrices, the last for others.
        use_trivialization: Compute from the matrix that is assigned; needed to assign to the first two.

    Raises:
        ValueError: no such weight, a vector, or an unknown map.
    """
    weight = _weight_of(module, name)
    if weight.dim() < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.dim()} dimensions.")
    if orthogonal_map is None:
        is_square = weight.size(-2) == weight.size(-1)
        orthogonal_map = "matrix_exp" if is_square or weight.is_complex() else "householder"
    if orthogonal_map not in _MAPS:
        listed = ", ".join(f'"{one}"' for one in _MAPS)
        raise ValueError(f"orthogonal_map has to be one of {listed}. Got: {orthogonal_map}")
    made = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    register_parametrization(module, name, made, unsafe=True)
    return module


# ---- normalised ----


class _WeightNorm(Module):
    """A length times a direction."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        """The weight."""
        return scaled(weight_v, weight_g, self.dim)

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        """Its length, and itself as its direction."""
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module: _M, name: str = "weight", dim: int | None = 0) -> _M:
    """Let a weight be its length times its direction.

    Args:
        module: Whose weight it is.
        name: The weight.
        dim: There is a length for each part along this dimension; None: one for all.

    Raises:
        ValueError: no such weight.
    """
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def renamed(state_dict: dict[str, Any], prefix: str, *rest: Any) -> None:
        """Values that were saved with the hook have other names."""
        old = [f"{prefix}{name}_{part}" for part in ("g", "v")]
        if all(key in state_dict for key in old):
            for place, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{name}.original{place}"] = state_dict.pop(key)

    module._register_load_state_dict_pre_hook(renamed)
    return module


class _SpectralNorm(Module):
    """A weight divided by its greatest singular value.

    Args:
        weight: Of the shape that is wanted.
        n_power_iterations: How often singular vectors are improved, in training.
        dim: The dimension that belongs to outputs.
        eps: The least length that is divided by.
    """

    _u: Tensor
    _v: Tensor

    def __init__(self, weight: Tensor, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        super().__init__()
        if not -weight.dim() <= dim < weight.dim():
            raise IndexError(
                f"Dimension out of range (expected to be in range of [-{weight.dim()}, {weight.dim() - 1}] but got "
                f"{dim})"
            )
        check_iterations(n_power_iterations)
        self.dim, self.eps = dim if dim >= 0 else dim + weight.dim(), eps
        if weight.dim() > 1:
            self.n_power_iterations = n_power_iterations
            matrix = as_matrix(weight.detach(), self.dim)
            self.register_buffer("_u", drawn(matrix, 0, eps))
            self.register_buffer("_v", drawn(matrix, 1, eps))
            self._turn(matrix, 15)

    def _turn(self, matrix: Tensor, n: int) -> None:
        """Turn both directions towards the singular vectors, in place: the left one first."""
        with no_grad():
            for _ in range(n):
                self._u.copy_(F.normalize(of.mv(matrix, self._v), dim=0, eps=self.eps))
                self._v.copy_(F.normalize(of.mv(matrix.mH, self._u), dim=0, eps=self.eps))

    def forward(self, weight: Tensor) -> Tensor:
        """The weight, divided."""
        if weight.dim() == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            self._turn(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()  # the next call writes to them
        made: Tensor = weight / of.vdot(u, of.mv(matrix, v))
        return made

    def right_inverse(self, value: Tensor) -> Tensor:
        """Any weight has the right direction."""
        return value


def spectral_norm(
    module: _M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> _M:
    """Divide a weight by its greatest singular value.

    Args:
        module: Whose weight it is.
        name: The weight.
        n_power_iterations: How often the singular vectors are improved when it is computed, in training.
        eps: The least length that is divided by.
        dim: The dimension that belongs to outputs; by default 0, or 1 for transposed convolutions.

    Raises:
        ValueError: no such weight, or no iterations.
    """
    weight = _weight_of(module, name)
    made = _SpectralNorm(weight, n_power_iterations, dim_of(module, dim), eps)
    register_parametrization(module, name, made)
    return module
