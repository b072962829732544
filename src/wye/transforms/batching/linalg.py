"""Products of matrices and vectors."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.modes.stack import dispatch_stack
from wye.schema.values import DTYPES
from wye.transforms.rules.along import dims_behind_batch
from wye.transforms.rules.each import each
from wye.transforms.rules.leading import leading, parts
from wye.transforms.rules.moving import aten, front, logical_rank, padded, spread

__all__ = ["BATCHING"]

BATCHING = Rules()
BATCHING["_cdist_forward"] = leading
BATCHING["_pdist_forward"] = lambda info, in_dims, self, p: each(
    info, [0, None], front(self, in_dims[0]).contiguous(), p
)


def _is_seen() -> bool:
    """Does a mode see the operators that a rule calls?  Then they are PyTorch's, else one product does it."""
    return dispatch_stack.thread.top is not None


@BATCHING("mm", "bmm")
def _mm(info: Any, in_dims: Any, self: Any, mat2: Any) -> Any:
    _check(info, self, mat2, in_dims)
    a, b = front(self, in_dims[0]), front(mat2, in_dims[1])
    if a.ndim == b.ndim == 3 and None not in in_dims and a.dtype == b.dtype and not _is_seen():
        return aten.bmm.default(a, b), 0  # what `matmul` comes to
    return aten.matmul.default(a, b), 0


def _check(info: Any, a: Any, b: Any, in_dims: Any) -> None:
    """Errors of single examples, which broadcasting would hide."""
    rank = 2 if info.op is aten.mm.default else 3
    sizes = [list(x.shape) for x in (a, b)]
    for one, dim in zip(sizes, in_dims, strict=True):
        if dim is not None:
            del one[dim]
    if len(sizes[0]) != rank or len(sizes[1]) != rank:
        raise _wrong_ranks("mm" if rank == 2 else "bmm", (len(sizes[0]), len(sizes[1])), (rank, rank))
    if rank == 2 and sizes[0][1] != sizes[1][0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({sizes[0][0]}x{sizes[0][1]} and {sizes[1][0]}x{sizes[1][1]})"
        )
    if rank == 3 and (sizes[0][0] != sizes[1][0] or sizes[0][2] != sizes[1][1]):
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{sizes[0][0]}, {sizes[0][2]}] but got: "
            f"[{sizes[1][0]}, {sizes[1][1]}]."
        )


def _wrong_ranks(name: str, found: tuple[int, int], expected: tuple[int, int]) -> RuntimeError:
    return RuntimeError(
        f"Shape mismatch: Got incorrect dims for {name}(a, b). a has dim {found[0]} and b has dim {found[1]} but "
        f"expected them to have dim {expected[0]} and dim {expected[1]}"
    )


@BATCHING("mv")
def _mv(info: Any, in_dims: Any, self: Any, vec: Any) -> Any:
    ranks = logical_rank(self, in_dims[0]), logical_rank(vec, in_dims[1])
    if ranks != (2, 1):
        raise _wrong_ranks("mv", ranks, (2, 1))
    matrix, vectors = front(self, in_dims[0]), front(vec, in_dims[1])
    fits = matrix.dtype == vectors.dtype and matrix.size(-1) == vectors.size(-1) and not _is_seen()
    if in_dims[0] is None and fits:
        return aten.mm.default(vectors, aten.t.default(matrix)), 0  # one product for all examples
    column = aten.unsqueeze.default(vectors, -1)
    product = (aten.bmm if fits and in_dims[1] is not None else aten.matmul).default(matrix, column)
    return aten.squeeze.dim(product, -1), 0


@BATCHING("dot", "vdot")
def _dot(info: Any, in_dims: Any, self: Any, other: Any) -> Any:
    ranks = logical_rank(self, in_dims[0]), logical_rank(other, in_dims[1])
    if ranks != (1, 1):
        raise RuntimeError(
            "Shape mismatch: Got wrong shapes for dot: "
            f"1D tensors expected, but got {ranks[0]}D and {ranks[1]}D tensors"
        )
    if self.dtype != other.dtype:
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {self.dtype} and {other.dtype}")
    self = self.conj() if info.op is aten.vdot.default else self
    one, two = front(self, in_dims[0]), front(other, in_dims[1])
    fits = one.size(-1) == two.size(-1) and not _is_seen()
    if fits and None in in_dims:
        return (aten.mv.default(one, two) if in_dims[1] is None else aten.mv.default(two, one)), 0
    row, column = aten.unsqueeze.default(one, -2), aten.unsqueeze.default(two, -1)
    if fits:
        return aten.view.default(aten.bmm.default(row, column), [info.batch_size]), 0
    return aten.matmul.default(row, column).squeeze(-1).squeeze(-1), 0


def _added(self: Any, product: Any, beta: Any, alpha: Any) -> Any:
    if not (product.is_floating_point() or product.is_complex()):  # as the kernels of integers and of bool do
        kind = bool if product.dtype == DTYPES["bool"] else int
        beta, alpha = kind(beta), kind(alpha)
    product = product if alpha == 1 else aten.mul.Tensor(product, alpha)
    if beta == 0:
        return product
    return aten.add.Tensor(self if beta == 1 else aten.mul.Tensor(self, beta), product)


@BATCHING("addmm")
@parts
def _addmm(self: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    return _added(self, aten.mm.default(mat1, mat2), beta, alpha)


@BATCHING("addmv")
@parts
def _addmv(self: Any, mat: Any, vec: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    return _added(self, aten.mv.default(mat, vec), beta, alpha)


@BATCHING("addr")
@parts
def _addr(self: Any, vec1: Any, vec2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    return _added(self, aten.mul.Tensor(vec1.unsqueeze(1), vec2.unsqueeze(0)), beta, alpha)


@BATCHING("baddbmm")
@parts
def _baddbmm(self: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    return _added(self, aten.bmm.default(batch1, batch2), beta, alpha)


@BATCHING("addbmm")
@parts
def _addbmm(self: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    return _added(self, aten.bmm.default(batch1, batch2).sum(0), beta, alpha)


@BATCHING("linalg_cross")
def _cross(info: Any, in_dims: Any, self: Any, other: Any, *, dim: int = -1) -> Any:
    ranks = [logical_rank(x, d) for x, d in zip((self, other), in_dims, strict=True)]
    if ranks[0] != ranks[1]:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    both = [padded(spread(x, d, info.batch_size), ranks[0]) for x, d in zip((self, other), in_dims, strict=True)]
    return info.op(*both, dim=dims_behind_batch(dim, ranks[0])), 0
