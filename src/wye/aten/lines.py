"""The schema lines of the operator set, by name, before anything is parsed.

Cold path: read once, when the set is announced, so nothing is done here that could wait until an operator is looked up.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from typing import Final

from wye.aten import schemas

__all__ = ["Lines", "group_of", "lines"]

_METHOD: Final = re.compile(r"[(,] ?Tensor(?:\([^)]*\))? self[,)=]")


class Lines:
    """The schema lines of all families, by name, unparsed.

    Attributes:
        families: The family of each operator, in the order of the files.
        methods: For each name without overload: is it a method?  It is if an overload has a tensor called ``self`` and
            its line does not say that PyTorch has a function alone.
        groups: The lines of an operator and its variants, by the name that they share.
        nn: The names whose functions PyTorch keeps in ``torch._C._nn``.
    """

    __slots__ = ("families", "groups", "methods", "nn")

    def __init__(self) -> None:
        self.families: dict[str, str] = {}
        self.methods: dict[str, bool] = {}
        self.groups: dict[str, list[tuple[str, str]]] = {}
        self.nn: set[str] = set()
        for found in pkgutil.iter_modules(schemas.__path__):
            self._read(found.name, importlib.import_module(f"{schemas.__name__}.{found.name}").SCHEMAS)

    def _read(self, family: str, text: str) -> None:
        families, methods, groups = self.families, self.methods, self.groups
        for line in text.strip().splitlines():
            name = line[: line.index("(")]
            if name in families:
                raise ValueError(f"{name} is in the schemas of {families[name]} and of {family}")
            families[name] = family
            packet = name.partition(".")[0]
            if not methods.get(packet):
                methods[packet] = "public(" not in line and _METHOD.search(line) is not None
            if "public(nn)" in line:
                self.nn.add(packet)
            groups.setdefault(packet.removesuffix("_"), []).append((line, family))


@cache
def lines() -> Lines:
    """The schema lines, read once."""
    return Lines()


def group_of(name: str) -> str:
    """The name that an operator shares with its variants: that of ``add_.Tensor`` is ``add``."""
    return name.partition(".")[0].removesuffix("_")
