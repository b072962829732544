"""What a schema line says of its operator beside PyTorch's schema and tags.

A line is ``schema | tags | facts``; facts are words, some with values: ``uncounted``, ``output(castable)``.  An unknown
fact is refused, so that a typing error is not silently ignored.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["COMPOSITE_REASONS", "FACTS", "NO_RULE_REASONS", "Facts", "parse_facts"]

# Why an operator has no rule at all.
NO_RULE_REASONS: Final = {
    "cuda_only": "PyTorch has a kernel on CUDA alone; on CPU both say that there is none",
    "layout": "it makes a tensor of another layout; every tensor here is strided",
}
# Why an operator is composite here and not in PyTorch, or the other way round.
COMPOSITE_REASONS: Final = {
    "direct": "PyTorch composes it of others; here one NumPy function does it, without calls in between",
    "itself": "PyTorch composes it for all backends; here only a Tensor can change what it shows, an array cannot",
    "copies": "PyTorch composes it, too, but under a key that leaves functionalization out",
}
# Each fact, the values that it may have (None: names that the line's schema or another line has), and what it says.
FACTS: Final[dict[str, tuple[tuple[str, ...] | None, str]]] = {
    "uncounted": (None, "it writes without a new version; in parentheses: to these arguments only"),
    "undeclared": (None, "arguments that it writes to, or returns views of, though its schema does not say so"),
    "same_as": (None, "another name of the operator in parentheses"),
    "output": (
        ("same", "operand", "real", "castable", "computed", "floating", "truth", "any"),
        "which dtypes it stores in: see `wye.aten.outputs.Output`",
    ),
    "layout": (
        ("row_major", "as_computed", "filled"),
        "how a resized output lies in memory, where that is not the usual way; filled: one of as many elements is not "
        "resized",
    ),
    "passes_lazy_bits": ((), "it looks at no element, or knows of conjugated, negated and zero tensors"),
    "public": (("function", "nn"), "PyTorch has no method of this overload; nn: its function is in ``torch._C._nn``"),
    "unreduced": ((), "its function reduces nothing by default: PyTorch's argument parser reads no names for numbers"),
    "no_rule": (tuple(NO_RULE_REASONS), "it has no rule, for this reason"),
    "single_call": (
        (),
        "handlers see one call of this variant, though its functional operator is composed",
    ),
    "functional": (None, "the operator that computes what this one writes, where the names do not tell"),
    "devices": (("first",), "its arguments may be on several devices: results are where the first one is"),
    "composite": (tuple(COMPOSITE_REASONS), "it is composite where PyTorch's is not or not where it is: the reason"),
}
_FACT: Final = re.compile(r"(\w+)(?:\(([\w.,]*)\))?")


class Facts(dict[str, tuple[str, ...]]):
    """The facts of one line: each with its values."""

    def value(self, fact: str) -> str | None:
        """The first value of a fact, or None."""
        found = self.get(fact)
        return found[0] if found else None


NONE: Final = Facts()


def parse_facts(text: str, name: str) -> Facts:
    """Read the facts of a line.

    Raises:
        ValueError: a fact, or a value of one, is not known.
    """
    if not text:
        return NONE
    found = Facts()
    for word in text.split():
        parts = _FACT.fullmatch(word)
        fact = parts[1] if parts else word
        if parts is None or fact not in FACTS:
            raise ValueError(f"the schema line of {name} has an unknown fact {word!r}; known are {', '.join(FACTS)}")
        values, allowed = tuple(filter(None, (parts[2] or "").split(","))), FACTS[fact][0]
        if allowed is not None and (len(values) != bool(allowed) or not set(values) <= set(allowed)):
            wanted = f"one of {', '.join(allowed)} in parentheses" if allowed else "no value"
            raise ValueError(f"the schema line of {name} says {word}; {fact} takes {wanted}")
        if fact in found:
            raise ValueError(f"the schema line of {name} says {fact} twice")
        found[fact] = values
    return found
