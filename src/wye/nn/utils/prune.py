"""Pruning: some elements of a module's tensors are held at zero by a mask.

A pruned tensor ``weight`` is computed before each call as ``weight_orig * weight_mask``.  A method of pruning says what
the mask is; pruning again adds a method, which sees what is left.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar

from wye.functional.operators import of, parts
from wye.nn.utils.convert_parameters import parameters_to_vector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.nn.modules.module import Module
    from wye.tensors import Tensor

__all__ = [
    "BasePruningMethod",
    "CustomFromMask",
    "Identity",
    "L1Unstructured",
    "LnStructured",
    "PruningContainer",
    "RandomStructured",
    "RandomUnstructured",
    "custom_from_mask",
    "global_unstructured",
    "identity",
    "is_pruned",
    "l1_unstructured",
    "ln_structured",
    "random_structured",
    "random_unstructured",
    "remove",
]


# ---- how much ----


def _validate_pruning_amount_init(amount: Any) -> None:
    """Refuse an amount that cannot be one: neither a count nor a part of the whole."""
    if not isinstance(amount, (int, float, Integral)):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if amount < 0 or (not isinstance(amount, Integral) and amount > 1):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _validate_pruning_amount(amount: Any, tensor_size: int) -> None:
    """Refuse to prune more elements than there are."""
    if isinstance(amount, Integral) and int(amount) > tensor_size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={tensor_size}")


def _compute_nparams_toprune(amount: Any, tensor_size: int) -> int:
    """How many of so many elements an amount is."""
    return int(amount) if isinstance(amount, Integral) else round(amount * tensor_size)


def _counted(amount: Any, tensor_size: int) -> int:
    count = _compute_nparams_toprune(amount, tensor_size)
    _validate_pruning_amount(count, tensor_size)
    return count


def _validate_structured_pruning(t: Tensor) -> None:
    """Refuse to prune rows of a tensor that is one row."""
    if t.dim() <= 1:
        raise ValueError(
            "Structured pruning can only be applied to multidimensional tensors. Found tensor of shape "
            f"{t.shape} with {t.dim()} dims"
        )


def _validate_pruning_dim(t: Tensor, dim: int) -> None:
    """Refuse a dimension that a tensor does not have."""
    if dim >= t.dim():
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")


def _compute_norm(t: Tensor, n: Any, dim: int) -> Tensor:
    """The norm of each part of a tensor along a dimension."""
    dims = [place for place in range(t.dim()) if place != dim % t.dim()]
    return of.norm(t, p=n, dim=dims) if isinstance(n, str) else of.linalg_vector_norm(t, n, dims)


def _along(dim: int, dims: int, part: Any) -> tuple[Any, ...]:
    """The index of a part of one dimension."""
    return tuple(part if place == dim % dims else slice(None) for place in range(dims))


# ---- methods ----


class BasePruningMethod(ABC):
    """A way of pruning; it is also the hook that computes the pruned tensor before each call.

    A subclass says what ``PRUNING_TYPE`` it is (``"unstructured"``, ``"structured"`` with a ``dim``, or ``"global"``),
    and has a `compute_mask`.
    """

    PRUNING_TYPE: ClassVar[str]
    _tensor_name: str

    def __call__(self, module: Module, inputs: Any) -> None:
        """Compute the pruned tensor."""
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The mask for a tensor, beginning with ``default_mask``."""

    def apply_mask(self, module: Any) -> Tensor:
        """The pruned tensor: the original one times the mask."""
        name = getattr(self, "_tensor_name", None)
        assert name is not None, f"Module {module} has to be pruned"
        original: Tensor = getattr(module, f"{name}_orig")
        mask: Tensor = getattr(module, f"{name}_mask")
        return mask.to(dtype=original.dtype) * original

    @classmethod
    def apply(
        cls, module: Any, name: str, *args: Any, importance_scores: Tensor | None = None, **kwargs: Any
    ) -> BasePruningMethod:
        """Prune a tensor of a module.

        Args:
            module: Whose tensor it is.
            name: The attribute.
            args: What the method is made with.
            importance_scores: What decides which elements stay, in the place of the elements.
            kwargs: What the method is made with, by name.

        Returns:
            The hook.
        """
        method: BasePruningMethod = cls(*args, **kwargs)
        method._tensor_name = name
        former = _take_hook(module, name)
        if former is not None:
            chain = former if isinstance(former, PruningContainer) else PruningContainer(former)
            chain.add_pruning_method(method)
            method = chain
        value = getattr(module, name)
        scores = value if importance_scores is None else importance_scores
        if scores.shape != value.shape:
            raise AssertionError("importance_scores should have the same shape as parameter of module")
        if former is None:
            module.register_parameter(f"{name}_orig", value)
            del module._parameters[name]
            mask = of.ones_like(value)
        else:
            mask = getattr(module, f"{name}_mask").detach().clone()
        try:
            module.register_buffer(f"{name}_mask", method.compute_mask(scores, default_mask=mask))
        except Exception:
            if former is None:
                module.register_parameter(name, module._parameters.pop(f"{name}_orig"))
            raise
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t: Tensor, default_mask: Tensor | None = None, importance_scores: Tensor | None = None) -> Tensor:
        """A tensor with the mask that the method has for it."""
        scores = t if importance_scores is None else importance_scores
        if scores.shape != t.shape:
            raise AssertionError("importance_scores should have the same shape as tensor t")
        return t * self.compute_mask(scores, default_mask=of.ones_like(t) if default_mask is None else default_mask)

    def remove(self, module: Any) -> None:
        """Make the pruned tensor a plain parameter, with the values that it has."""
        name = self._tensor_name
        pruned = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(f"{name}_orig")
        del module._buffers[f"{name}_mask"]
        original.data = pruned.data
        setattr(module, name, original)


def _take_hook(module: Any, name: str) -> BasePruningMethod | None:
    """The hook that prunes a tensor of a module, which is no longer one of its hooks; None: there is none."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            del module._forward_pre_hooks[key]
            return hook
    return None


class PruningContainer(BasePruningMethod):
    """Several methods, one after the other; a new one prunes what the others have left."""

    def __init__(self, *args: Any) -> None:
        self._pruning_methods: tuple[BasePruningMethod, ...] = ()
        methods = args[0] if len(args) == 1 and isinstance(args[0], Iterable) else args
        for method in methods:
            if not hasattr(self, "_tensor_name"):
                self._tensor_name = method._tensor_name
            self.add_pruning_method(method)

    def add_pruning_method(self, method: Any) -> None:
        """Add a method.

        Raises:
            TypeError: it is none.
            ValueError: it is for another tensor.
        """
        if method is not None and not isinstance(method, BasePruningMethod):
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is None:
            return
        own = getattr(self, "_tensor_name", None)
        if own != getattr(method, "_tensor_name", None):
            raise ValueError(
                f"Can only add pruning methods acting on the parameter named '{own}' to PruningContainer {self}. Found "
                f"'{getattr(method, '_tensor_name', None)}'"
            )
        self._pruning_methods += (method,)

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self) -> Iterator[BasePruningMethod]:
        return iter(self._pruning_methods)

    def __getitem__(self, place: Any) -> Any:
        return self._pruning_methods[place]

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The mask of the last method for what ``default_mask`` has left, and zero elsewhere.

        Raises:
            ValueError: the method's ``PRUNING_TYPE`` is unknown.
        """
        method: Any = self._pruning_methods[-1]
        left = self._left(method, t, default_mask)
        mask = default_mask.to(dtype=t.dtype, copy=True)
        mask[left] = method.compute_mask(t[left], default_mask=mask[left]).to(dtype=mask.dtype)
        return mask

    @staticmethod
    def _left(method: Any, t: Tensor, mask: Tensor) -> Any:
        if method.PRUNING_TYPE == "unstructured":
            return mask == 1
        if method.PRUNING_TYPE == "global":
            return (slice(None),) * t.dim()
        if method.PRUNING_TYPE != "structured":
            raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
        others = [place for place in range(t.dim()) if place != method.dim % t.dim()]
        return _along(method.dim, t.dim(), mask.sum(others) != 0)


class Identity(BasePruningMethod):
    """Prunes nothing: the tensor gets a mask of ones."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The mask that there was."""
        return default_mask


class _ByAmount(BasePruningMethod):
    def __init__(self, amount: Any) -> None:
        _validate_pruning_amount_init(amount)
        self.amount = amount


class RandomUnstructured(_ByAmount):
    """Prunes elements at random.

    Args:
        amount: How many, or which part of them.
    """

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The mask."""
        return _without_smallest(of.rand_like(t), self.amount, default_mask)


class L1Unstructured(_ByAmount):
    """Prunes the elements nearest to zero.

    Args:
        amount: How many, or which part of them.
    """

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The mask."""
        return _without_smallest(t.abs(), self.amount, default_mask)


def _without_smallest(scores: Tensor, amount: Any, mask: Tensor) -> Tensor:
    """A mask without the elements of the smallest scores."""
    count = _counted(amount, scores.numel())
    made = mask.clone()
    if count:
        places = parts.topk(scores.reshape([-1]), count, largest=False)[1]
        made = made.reshape([-1]).index_fill(0, places, 0).reshape(mask.shape)
    return made


class _OfParts(_ByAmount):
    PRUNING_TYPE = "structured"

    def __init__(self, amount: Any, dim: int = -1) -> None:
        super().__init__(amount)
        self.dim = dim

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """The mask: zero where a part is pruned."""
        _validate_structured_pruning(t)
        _validate_pruning_dim(t, self.dim)
        size = t.shape[self.dim]
        count = _counted(self.amount, size)
        if not count:
            return default_mask
        kept = of.ones([size], dtype=default_mask.dtype, device=default_mask.device)
        kept[parts.topk(self._scores(t), count, largest=False)[1]] = 0
        mask = of.zeros_like(t)
        mask[:] = kept.reshape([size if place == self.dim % t.dim() else 1 for place in range(t.dim())])
        return mask * default_mask

    def _scores(self, t: Tensor) -> Tensor:
        raise NotImplementedError  # abstract: the subclasses below have it


class RandomStructured(_OfParts):
    """Prunes parts along a dimension at random.

    Args:
        amount: How many, or which part of them.
        dim: The dimension.
    """

    def _scores(self, t: Tensor) -> Tensor:
        return of.rand([t.shape[self.dim]])


class LnStructured(_OfParts):
    """Prunes the parts along a dimension whose norm is the smallest.

    Args:
        amount: How many, or which part of them.
        n: Which norm: a number, ``inf``, ``"fro"`` or ``"nuc"``.
        dim: The dimension.
    """

    def __init__(self, amount: Any, n: Any, dim: int = -1) -> None:
        super().__init__(amount, dim)
        self.n = n

    def _scores(self, t: Tensor) -> Tensor:
        return _compute_norm(t, self.n, self.dim)


class CustomFromMask(BasePruningMethod):
    """Prunes by a mask that is given."""

    PRUNING_TYPE = "global"

    def __init__(self, mask: Tensor) -> None:
        self.mask = mask

    def compute_mask(self, t: Tensor, default_mask: Tensor) -> Tensor:
        """Both masks."""
        assert default_mask.shape == self.mask.shape
        return default_mask * self.mask.to(dtype=default_mask.dtype)


# ---- functions ----


def identity(module: Module, name: str) -> Module:
    """Give a tensor of a module a mask of ones; returns the module."""
    Identity.apply(module, name)
    return module


def random_unstructured(module: Module, name: str, amount: Any) -> Module:
    """Prune elements of a module's tensor at random: so many, or such a part of them; returns the module."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module: Module, name: str, amount: Any, importance_scores: Tensor | None = None) -> Module:
    """Prune the elements of a module's tensor that are nearest to zero; returns the module.

    >>> import wye
    >>> layer = wye.nn.Linear(3, 1)
    >>> pruned = l1_unstructured(layer, "weight", amount=2)
    >>> int((layer.weight == 0).sum()), sorted(name for name, _ in layer.named_parameters())
    (2, ['bias', 'weight_orig'])
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Module, name: str, amount: Any, dim: int) -> Module:
    """Prune parts of a module's tensor along a dimension at random; returns the module."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
    module: Module, name: str, amount: Any, n: Any, dim: int, importance_scores: Tensor | None = None
) -> Module:
    """Prune the parts of a module's tensor along a dimension that have the smallest norms; returns the module."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: Module, name: str, mask: Tensor) -> Module:
    """Prune a module's tensor by a mask; returns the module."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
    parameters: Any, pruning_method: type[BasePruningMethod], importance_scores: Any = None, **kwargs: Any
) -> None:
    """Prune several tensors as if they were one.

    Args:
        parameters: Pairs of a module and a name.
        pruning_method: The method, which is of elements.
        importance_scores: What decides in the place of the elements, by such pairs.
        kwargs: What the method is made with.

    Raises:
        TypeError: an argument is of another kind.
    """
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, Mapping):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    pairs = [*parameters]
    values = [getattr(module, name) for module, name in pairs]
    masks = [getattr(m, f"{name}_mask", of.ones_like(v)) for (m, name), v in zip(pairs, values, strict=True)]
    decisive = [scores.get(pair, value) for pair, value in zip(pairs, values, strict=True)]
    method: Any = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {method.PRUNING_TYPE}"
        )
    method._tensor_name = "all"
    found = PruningContainer(method).compute_mask(parameters_to_vector(decisive), parameters_to_vector(masks))
    split = parts.split(found, [value.numel() for value in values])
    for (module, name), value, mask in zip(pairs, values, split, strict=True):
        custom_from_mask(module, name, mask.reshape(value.shape))


def remove(module: Module, name: str) -> Module:
    """Make a pruned tensor a plain parameter, with the values that it has; returns the module.

    Raises:
        ValueError: it is not pruned.
    """
    hook = _take_hook(module, name)
    if hook is None:
        raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning.remove can be called")
    hook.remove(module)
    return module


def is_pruned(module: Module) -> bool:
    """Is a tensor of the module, or of one below it, pruned?"""
    return any(
        isinstance(hook, BasePruningMethod) for part in module.modules() for hook in part._forward_pre_hooks.values()
    )
