"""A softmax over many classes, in clusters: frequent classes are cheap."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.nn.modules.container import ModuleList, Sequential
from wye.nn.modules.linear import Linear
from wye.nn.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.tensors import Tensor

__all__ = ["AdaptiveLogSoftmaxWithLoss"]


class _ASMoutput(NamedTuple):
    """What a call gives.

    Attributes:
        output: The logarithm of the probability of each target.
        loss: Their mean, negative.
    """

    output: Tensor
    loss: Tensor


class AdaptiveLogSoftmaxWithLoss(Module):
    """Logarithms of probabilities of classes that are sorted by how frequent they are, the most frequent first.

    Args:
        in_features: The size of the last dimension of inputs.
        n_classes: The number of classes.
        cutoffs: Where clusters of rarer classes begin.
        div_value: By how much each cluster's inner size is smaller than that of the one before.
        head_bias: Has the first cluster a bias?
        device: Where the parameters are.
        dtype: Their type.

    Raises:
        ValueError: cutoffs that are not sorted, not positive or too large.
    """

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Sequence[int],
        div_value: float = 4.0,
        head_bias: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        cutoffs = [*cutoffs]
        if not cutoffs:
            raise ValueError("cutoffs should be a sequence of length larger than 0")
        is_wrong = cutoffs != sorted(cutoffs) or min(cutoffs) <= 0 or max(cutoffs) > n_classes - 1
        if is_wrong or len({*cutoffs}) != len(cutoffs) or any(int(one) != one for one in cutoffs):
            raise ValueError(
                "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each "
                "value is between 1 and n_classes-1"
            )
        self.in_features, self.n_classes, self.div_value, self.head_bias = in_features, n_classes, div_value, head_bias
        self.cutoffs = [*cutoffs, n_classes]
        self.shortlist_size, self.n_clusters = self.cutoffs[0], len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        options: dict[str, Any] = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **options)
        self.tail = ModuleList()
        for place, (start, end) in enumerate(pairwise(self.cutoffs)):
            inner = int(in_features // (div_value ** (place + 1)))
            self.tail.append(
                Sequential(
                    Linear(in_features, inner, bias=False, **options), Linear(inner, end - start, bias=False, **options)
                )
            )

    def reset_parameters(self) -> None:
        """Draw initial values."""
        self.head.reset_parameters()
        steps: Any
        for steps in self.tail:
            for step in steps:
                step.reset_parameters()

    def forward(self, input_: Tensor, target_: Tensor) -> _ASMoutput:
        """The logarithm of the probability of each target, and the loss.

        Args:
            input_: Of one sample, or of a batch.
            target_: The class, or that of each sample.

        Raises:
            RuntimeError: shapes that do not fit, or a class that is not there.
        """
        is_batch = target_.dim() > 0
        if is_batch and target_.dim() != 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if is_batch and input_.shape[0] != target_.shape[0]:
            raise RuntimeError("Input and target should have the same size in the batch dimension.")
        if input_.dim() != (2 if is_batch else 1):
            kind = "1D target tensor expects 2D" if is_batch else "0D target tensor expects 1D"
            raise RuntimeError(f"{kind} input tensors, but found inputs with size {input_.size()}")
        input, target = (input_, target_) if is_batch else (input_.unsqueeze(0), target_.unsqueeze(0))
        if bool(((target < 0) | (target >= self.n_classes)).any()):
            raise RuntimeError(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range [{target.min().item()}, "
                f"{target.max().item()}] were found. "
            )
        output = self._of_targets(input, target)
        loss = (-output).mean()
        return _ASMoutput(output if is_batch else output.squeeze(0), loss)

    def _of_targets(self, input: Tensor, target: Tensor) -> Tensor:
        output = input.new_zeros(target.size(0))
        in_head = target.clone()
        for cluster, (start, end) in enumerate(pairwise(self.cutoffs)):
            rows = ((target >= start) & (target < end)).nonzero().squeeze(1)
            if rows.numel() == 0:
                continue
            found = F.log_softmax(self.tail[cluster](input.index_select(0, rows)), dim=1)
            classes = (target.index_select(0, rows) - start).unsqueeze(1)
            output = output.index_copy(0, rows, found.gather(1, classes).squeeze(1))
            in_head = in_head.index_fill(0, rows, self.shortlist_size + cluster)
        head = F.log_softmax(self.head(input), dim=1)
        return output + head.gather(1, in_head.unsqueeze(1)).squeeze(1)

    def log_prob(self, input: Tensor) -> Tensor:
        """The logarithms of the probabilities of all classes."""
        head = F.log_softmax(self.head(input), dim=1)
        n = self.shortlist_size
        rare = [
            F.log_softmax(self.tail[cluster](input), dim=1) + head[:, n + cluster].unsqueeze(1)
            for cluster in range(self.n_clusters)
        ]
        return of.cat([head[:, :n], *rare], 1)

    def predict(self, input: Tensor) -> Tensor:
        """The most probable class of each sample."""
        head = self.head(input)
        output = head.argmax(dim=1)
        rare = (output >= self.shortlist_size).nonzero().squeeze(1)
        if rare.numel():
            output = output.index_copy(0, rare, self.log_prob(input.index_select(0, rare)).argmax(dim=1))
        return output  # type: ignore[no-any-return]  # of an operator
