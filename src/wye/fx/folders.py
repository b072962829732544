"""A graph module as a folder with Python code and its parameters: `GraphModule.to_folder`.

Cold path.  In: a module and a folder.  Out: ``module.py`` with a class that computes the same, the file of its state,
and submodules whose repr does not make them again, as pickles.
"""

from __future__ import annotations

import pickle
import textwrap
import types
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye.serialization import save

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from wye.fx.graph_module import GraphModule
    from wye.nn.modules.module import Module

__all__ = ["write_folder"]

# Classes whose repr, after ``nn.``, makes them again.
_BY_REPR: Final = frozenset(
    {
        "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d",
        "ConvTranspose2d", "ConvTranspose3d", "Dropout", "Embedding", "Flatten", "GELU", "Identity", "LayerNorm",
        "Linear", "MaxPool2d", "ReLU", "Sigmoid", "Softmax", "Tanh",
    }
)  # fmt: skip
_STATE: Final = "state_dict.pt"


def write_folder(module: GraphModule, folder: str | os.PathLike[str], class_name: str) -> None:
    """Write a graph module into a folder, from which Python can import it as a package.

    Args:
        module: The module.
        folder: Where; it is made if it is not there.
        class_name: The name of the class in the package.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    save(module.state_dict(), place / _STATE)
    code = module.graph.python_code("self")
    package, pickled, lines = shown.package, list[str](), list[str]()
    for name, child in module.named_children():
        lines.append(f"self.{name} = {_child(name, child, place, pickled)}")
    for name, buffer in module._buffers.items():
        if buffer is not None:
            made = f"{package}.empty({list(buffer.shape)}, dtype={buffer.dtype})"
            lines.append(f"self.register_buffer({name!r}, {made})")
    for name, parameter in module._parameters.items():
        if parameter is not None:
            made = f"{package}.empty({list(parameter.shape)}, dtype={parameter.dtype})"
            lines.append(f"self.{name} = {package}.nn.Parameter({made})")
    lines.append(f"self.load_state_dict({package}.load(_folder / {_STATE!r}))")
    text = "\n".join(
        [
            "import pickle",
            "from pathlib import Path",
            *_imports(code.globals.items()),
            "",
            "_folder = Path(__file__).parent",
            "",
            f"class {class_name}({package}.nn.Module):",
            "    def __init__(self):",
            "        super().__init__()",
            textwrap.indent("\n".join(lines), " " * 8),
            textwrap.indent(code.src, " " * 4),
        ]
    )
    (place / "module.py").write_text(text + "\n", encoding="utf-8")
    (place / "__init__.py").write_text("from .module import *\n", encoding="utf-8")
    if pickled:
        warnings.warn(
            f"Was not able to save the following children modules as reprs -saved as pickled files instead: {pickled}",
            stacklevel=3,
        )


def _child(name: str, child: Module, folder: Path, pickled: list[str]) -> str:
    """An expression that makes a submodule again."""
    if type(child).__name__ in _BY_REPR and type(child).__module__.startswith(("wye.nn", "torch.nn")):
        return f"{shown.package}.nn.{child!r}"
    file = f"{name}.pickle"
    (folder / file).write_bytes(pickle.dumps(child))
    pickled.append(name)
    return f"pickle.loads((_folder / {file!r}).read_bytes())"


def _imports(names: Iterable[tuple[str, Any]]) -> list[str]:
    """Lines that give the names of generated code their values."""
    found = []
    for name, value in sorted(names, key=lambda pair: pair[0]):
        if isinstance(value, types.ModuleType):
            found.append(f"import {value.__name__} as {name}")
        elif isinstance(value, float):
            found.append(f"{name} = float({str(value)!r})")
        elif value is type(None):
            found.append(f"{name} = type(None)")
        else:
            found.append(f"from {value.__module__} import {value.__qualname__} as {name}")
    return found
