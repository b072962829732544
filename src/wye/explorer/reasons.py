"""What the page says of each reason that a slot of a table has, of each alias key and of each column of the grid.

Constants; the reasons themselves are `wye.registry.table.Why`, what an alias stands for is `wye.keys.alias`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from wye.registry.table import Why

__all__ = ["ALIASES", "COLUMNS", "REASONS", "Reason"]


class Reason(NamedTuple):
    """How the page shows a reason: one letter for small cells, a short name, a sentence."""

    letter: str
    title: str
    text: str


REASONS: Final = {
    Why.DIRECT: Reason("K", "own kernel", "A kernel is registered at this very key; nothing comes before that."),
    Why.DEFAULT_BACKEND: Reason(
        "E",
        "explicit composite",
        "No kernel of its own. A composite that is written for every backend, without a gradient, covers this key.",
    ),
    Why.NESTED: Reason("N", "nested composite", "No kernel of its own. The composite for nested tensors covers it."),
    Why.MATH: Reason(
        "I",
        "implicit composite",
        "No kernel of its own. The operator is made of other operators, which dispatch again and bring their own "
        "gradients.",
    ),
    Why.AMBIGUOUS: Reason(
        "!",
        "ambiguous",
        "An implicit composite covers this key, but a backend that shares AutogradOther has a kernel that the "
        "composite would bypass. Calls raise an error instead of choosing silently.",
    ),
    Why.AUTOGRAD: Reason("A", "autograd kernel", "The kernel registered at the alias Autograd covers this key."),
    Why.BATCHED: Reason(
        "B", "batched composite", "A decomposition for vmap, registered at FuncTorchBatchedDecomposition, covers it."
    ),
    Why.FALLBACK: Reason(
        "F", "fallback", "Nothing of this operator covers the key; the fallback of the key itself serves all operators."
    ),
    Why.MISSING: Reason("·", "no kernel", "Nothing covers this key: a call that reaches it raises an error."),
}

ALIASES: Final = {
    "Autograd": "A gradient formula for every backend: all autograd keys.",
    "CompositeImplicitAutograd": "The operator written in terms of others, for every backend and for autograd: its "
    "parts bring their own gradients. It yields where a backend has a kernel of its own, which autograd must not "
    "bypass.",
    "CompositeExplicitAutograd": "One kernel for every backend, in terms of other operators; autograd is not covered "
    "and needs a formula of its own.",
    "CompositeExplicitAutogradNonFunctional": "As CompositeExplicitAutograd, for kernels that write or take views: "
    "backends that want functional operators are left out.",
    "CompositeImplicitAutogradNestedTensor": "As CompositeImplicitAutograd, for nested tensors alone.",
    "FuncTorchBatchedDecomposition": "How vmap takes the operator apart.",
}

COLUMNS: Final = {
    "kernel": "Computes on NumPy's memory",
    "fake": "Shapes, dtypes and devices, without data",
    "implicit": "In terms of other operators, gradients included",
    "explicit": "In terms of other operators, without gradients",
    "on_arrays": "On plain ndarrays, where that differs from the kernel",
    "on_tensors": "Works on the tensor itself: its memory or metadata",
    "views": "What a changed view makes of its base",
    "derivatives": "Gradient formulas",
    "vmap": "How it runs on a batch",
    "functionalize": "What a write becomes without writing",
    "unbacked": "What only data says, as symbols",
}
