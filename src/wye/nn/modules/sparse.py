"""Tables of vectors that are looked up by number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from wye.grad_mode import no_grad
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn import init
from wye.nn.modules.module import Module
from wye.nn.parameter import Parameter, empty_parameter

if TYPE_CHECKING:
    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = ["Embedding", "EmbeddingBag"]


class _Table(Module):
    num_embeddings: int
    embedding_dim: int
    padding_idx: int | None
    max_norm: float | None
    norm_type: float
    scale_grad_by_freq: bool
    sparse: bool
    weight: Parameter

    def _init_table(
        self,
        weight: Tensor | None,
        padding_idx: int | None,
        what: str,
        device: Any,
        dtype: Any,
        *,
        freeze: bool = False,
    ) -> None:
        rows = self.num_embeddings
        if padding_idx is not None:
            if not -rows <= padding_idx < max(rows, 1):
                raise AssertionError(f"{what} must be within num_embeddings")
            padding_idx += rows if padding_idx < 0 else 0
        self.padding_idx = padding_idx
        if weight is None:
            self.weight = empty_parameter(rows, self.embedding_dim, device=device, dtype=dtype)
            self.reset_parameters()
            self.weight.requires_grad = not freeze
        else:
            if [*weight.shape] != [rows, self.embedding_dim]:
                raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
            self.weight = Parameter(weight, requires_grad=not freeze)

    def reset_parameters(self) -> None:
        """Draw initial values; the vector of the padding is zero."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    def extra_repr(self) -> str:
        """The sizes, and what is not as usual."""
        usual = {"max_norm": None, "norm_type": 2, "scale_grad_by_freq": False}
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        return text + "".join(f", {n}={getattr(self, n)}" for n, v in usual.items() if getattr(self, n) != v)


def _rows_and_columns(embeddings: Tensor) -> dict[str, Any]:
    if embeddings.dim() != 2:
        raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
    return dict(zip(("num_embeddings", "embedding_dim"), embeddings.shape, strict=True))


class Embedding(_Table):
    """A table of vectors; a tensor of integers becomes one of their vectors.

    Args:
        num_embeddings: The number of vectors.
        embedding_dim: Their size.
        padding_idx: The number whose vector is zero and is not trained.
        max_norm: Longer vectors are shortened to this norm when they are looked up.
        norm_type: Which norm.
        scale_grad_by_freq: Are gradients divided by how often a number occurs?
        sparse: Accepted; gradients are dense.
        device: Where the table is.
        dtype: Its type.

    Raises:
        AssertionError: ``padding_idx`` is not in the table.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self._init_table(_weight, padding_idx, "Padding_idx", device, dtype, freeze=_freeze)

    def forward(self, input: Tensor) -> Tensor:
        """The vectors of the numbers in ``input``."""
        return F.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        )

    def extra_repr(self) -> str:
        """The sizes, and what is not as usual."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        sizes = f"{self.num_embeddings}, {self.embedding_dim}"
        rest = super().extra_repr().removeprefix(sizes)
        return f"{sizes}{padding}{rest}{', sparse=True' if self.sparse else ''}"

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, *args: Any, **kwargs: Any) -> Self:
        """A table of given vectors.

        Args:
            embeddings: The vectors; their memory is shared.
            freeze: They are not trained.
            args: ``padding_idx`` and what follows it in the constructor.
            kwargs: The same by name.

        Raises:
            AssertionError: not a matrix.
        """
        return cls(**_rows_and_columns(embeddings), _weight=embeddings, _freeze=freeze, **_named(cls, args), **kwargs)


def _named(cls: type, args: tuple[Any, ...]) -> dict[str, Any]:
    names = ("padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse")
    bag = ("max_norm", "norm_type", "scale_grad_by_freq", "mode", "sparse", "include_last_offset", "padding_idx")
    return dict(zip(bag if issubclass(cls, EmbeddingBag) else names, args, strict=False))


class EmbeddingBag(_Table):
    """A table of vectors; bags of integers become the sums, means or maxima of their vectors.

    Args:
        num_embeddings: The number of vectors.
        embedding_dim: Their size.
        max_norm: Longer vectors are shortened to this norm when they are looked up.
        norm_type: Which norm.
        scale_grad_by_freq: Are gradients divided by how often a number occurs?
        mode: ``"sum"``, ``"mean"`` or ``"max"``.
        sparse: Accepted; gradients are dense.
        include_last_offset: The last offset is the end, not another bag.
        padding_idx: The number that counts for nothing.
        device: Where the table is.
        dtype: Its type.

    Raises:
        AssertionError: ``padding_idx`` is not in the table.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        mode: str = "mean",
        sparse: bool = False,
        _weight: Tensor | None = None,
        include_last_offset: bool = False,
        padding_idx: int | None = None,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type, self.scale_grad_by_freq = max_norm, norm_type, scale_grad_by_freq
        self.mode, self.sparse, self.include_last_offset = mode, sparse, include_last_offset
        self._init_table(_weight, padding_idx, "padding_idx", device, dtype)

    def forward(self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None) -> Tensor:
        """One vector for each bag.

        Args:
            input: A bag to a row; or all of them one after another.
            offsets: Where each bag starts, where they follow one another.
            per_sample_weights: A factor for each number, where the mode is ``"sum"``.
        """
        return F.embedding_bag(
            input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.mode,
            self.sparse, per_sample_weights, self.include_last_offset, self.padding_idx,
        )  # fmt: skip

    def extra_repr(self) -> str:
        """The sizes, and what is not as usual."""
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{super().extra_repr()}, mode={self.mode!r}{padding}"

    @classmethod
    def from_pretrained(cls, embeddings: Tensor, freeze: bool = True, *args: Any, **kwargs: Any) -> Self:
        """A table of given vectors; as of `Embedding`, but the arguments that follow start with ``max_norm``."""
        made = cls(**_rows_and_columns(embeddings), _weight=embeddings, **_named(cls, args), **kwargs)
        made.weight.requires_grad = not freeze
        return made
