"""Files of tensors: `save` and `load`, in the format safetensors.

A file holds tensors by name, and never code: loading one from a stranger is safe.  A flat dictionary of tensors, as
`Module.state_dict` returns it, is a plain file of that format, which other libraries read as well.  Of other trees (the
state of an optimizer) the shape is kept beside the tensors, as JSON in the metadata of the file.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.making import from_numpy

if TYPE_CHECKING:
    from typing import IO

    from wye.schema.values import device

__all__ = ["load", "save"]

_PLAIN: Final = (bool, int, float, str, type(None))
_TREE: Final = "wye.tree"  # the key of the shape in the metadata
_VERSIONS: Final = "wye.versions"  # and of the versions of modules, which a state dictionary has as `_metadata`
# The dtypes that the format has, by its names and the names that the package takes.
_DTYPES: Final = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "U16": "uint16", "I16": "int16", "U32": "uint32", "I32": "int32",
    "U64": "uint64", "I64": "int64", "F16": "float16", "BF16": "bfloat16", "F32": "float32", "F64": "float64",
    "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2", "C64": "complex64",
}  # fmt: skip


def _safetensors() -> Any:
    """The package: an optional dependency, imported when it is needed."""
    try:
        import safetensors.numpy
    except ImportError as error:
        raise ImportError(
            "save and load need the package safetensors: pip install safetensors, or wye[save]"
        ) from error
    return safetensors


def save(obj: Any, f: str | PathLike[str] | IO[bytes]) -> None:
    """Write tensors to a file.

    Args:
        obj: A dictionary of tensors by name; or any tree of dictionaries, lists and tuples, of tensors, numbers, texts
            and None.  Tensors that share memory are written one by one.
        f: The path, or a file that is open for writing bytes.

    Raises:
        ImportError: the package safetensors is missing.
        TypeError: something in ``obj`` has no place in such a file.
    """
    package = _safetensors()
    tensors: dict[str, Tensor] = {}
    metadata = {"format": "pt"}  # as files of PyTorch have it: the same names, the same order of elements
    if isinstance(obj, dict) and all(isinstance(k, str) and isinstance(v, Tensor) for k, v in obj.items()):
        tensors.update(obj)
        versions = getattr(obj, "_metadata", None)
        if versions:
            metadata[_VERSIONS] = json.dumps(versions)
    else:
        metadata[_TREE] = json.dumps(_described(obj, "", tensors))
    content = package.numpy.save({name: _array(name, value) for name, value in tensors.items()}, metadata)
    if isinstance(f, (str, PathLike)):
        Path(f).write_bytes(content)
    else:
        f.write(content)


def _array(name: str, value: Tensor) -> Any:
    """A tensor as the package takes it.

    Raises:
        TypeError: the format does not have its dtype.
    """
    plain = value.detach().resolve_conj().resolve_neg().contiguous().cpu()
    if plain.dtype.name not in _DTYPES.values():
        raise TypeError(f"{name}: the format safetensors has no {plain.dtype}")
    return plain.numpy()


def _described(value: Any, path: str, tensors: dict[str, Tensor]) -> Any:
    """The shape of a tree as JSON has it; the tensors go into ``tensors``, by their paths."""

    def below(key: Any, one: Any) -> Any:
        return _described(one, f"{path}.{key}" if path else str(key), tensors)

    if isinstance(value, Tensor):
        name = path or "tensor"
        while name in tensors:  # paths of keys with dots may meet
            name += "_"
        tensors[name] = value
        return {"tensor": name}
    if isinstance(value, dict):
        wrong = next((key for key in value if not isinstance(key, _PLAIN)), None)
        if wrong is not None:
            raise TypeError(f"{path or 'the dictionary'}: a key of type {type(wrong).__name__} cannot be saved")
        return {"dict": [[key, below(key, one)] for key, one in value.items()]}
    if isinstance(value, (list, tuple)):
        kind = "list" if isinstance(value, list) else "tuple"
        return {kind: [below(place, one) for place, one in enumerate(value)]}
    if isinstance(value, _PLAIN):
        return {"value": value}
    raise TypeError(
        f"{path or 'save()'}: an object of type {type(value).__name__} cannot be saved: only tensors, numbers, texts "
        "and None, and dictionaries, lists and tuples of them"
    )


def _made(shape: Any, tensors: dict[str, Tensor]) -> Any:
    """The tree that `_described` has described."""
    ((kind, content),) = shape.items()
    if kind == "tensor":
        return tensors[content]
    if kind == "dict":
        return {key: _made(one, tensors) for key, one in content}
    if kind in ("list", "tuple"):
        parts = [_made(one, tensors) for one in content]
        return parts if kind == "list" else tuple(parts)
    return content


def load(
    f: str | PathLike[str] | IO[bytes], map_location: device | str | None = None, *, weights_only: bool = True
) -> Any:
    """Read what `save` wrote, or any other file in the format safetensors.

    Args:
        f: The path, or a file that is open for reading bytes.
        map_location: The device where the tensors shall be.
        weights_only: Accepted for PyTorch's sake: such a file never holds code.

    Returns:
        The tree; of files of other libraries, the tensors by name.

    Raises:
        ImportError: the package safetensors is missing.
        safetensors.SafetensorError: it is no such file.
    """
    package = _safetensors()
    content = Path(f).read_bytes() if isinstance(f, (str, PathLike)) else f.read()
    read = package.deserialize(content)  # checks the file
    tensors: Any = OrderedDict()
    for name, part in sorted(read, key=lambda item: item[0]):
        tensors[name] = _tensor(part, map_location)
    metadata = _header(content).get("__metadata__", {})
    if _TREE in metadata:
        return _made(json.loads(metadata[_TREE]), tensors)
    if _VERSIONS in metadata:
        tensors._metadata = OrderedDict(json.loads(metadata[_VERSIONS]))
    return tensors


def _header(content: bytes) -> dict[str, Any]:
    """The start of a file: eight bytes with the length of the JSON that follows."""
    length = int.from_bytes(content[:8], "little")
    header: dict[str, Any] = json.loads(content[8 : 8 + length])
    return header


def _tensor(part: dict[str, Any], place: device | str | None) -> Tensor:
    import numpy as np  # here: where there is a tensor, it is loaded already

    kind = DTYPES[_DTYPES[part["dtype"]]]
    array = np.frombuffer(bytearray(part["data"]), to_numpy_dtype(kind)).reshape(part["shape"])
    made = from_numpy(array)
    return made if place is None else made.to(place)
