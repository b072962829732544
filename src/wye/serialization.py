"""Files of tensors: `save` and `load`, in the format safetensors.

A file holds tensors by name, and never code: loading one from a stranger is safe.  A flat dictionary of tensors, as
`Module.state_dict` returns it, is a plain file of that format, which other libraries read as well.  Of other trees (the
state of an optimizer) the shape is kept beside the tensors, as JSON in the file's metadata.  So is what a tensor is
beyond its elements: that it requires gradients, its class and what that keeps on it.
See Note [Classes that files name].
"""

from __future__ import annotations

import importlib
import inspect
import json
import pickle
import sys
from collections import OrderedDict
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wye.loading_options import get_safe_globals
from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.making import from_numpy
from wye.tensors.meta_array import MetaArray
from wye.tensors.subclass import make_wrapper_subclass

if TYPE_CHECKING:
    from typing import IO

    from wye.schema.values import device

__all__ = ["load", "save"]

_PARAMETER: Final = ("wye.nn.parameter", "Parameter")  # the one class that needs no listing
_PLAIN: Final = (bool, int, float, str, type(None))
_TREE: Final = "wye.tree"  # the key of the shape in the metadata
_VERSIONS: Final = "wye.versions"  # and of the versions of modules, which a state dictionary has as `_metadata`
# The dtypes that the format has, by its names and the names that the package takes.
_DTYPES: Final = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "U16": "uint16", "I16": "int16", "U32": "uint32", "I32": "int32",
    "U64": "uint64", "I64": "int64", "F16": "float16", "BF16": "bfloat16", "F32": "float32", "F64": "float64",
    "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2", "C64": "complex64",
}  # fmt: skip

# Note [Classes that files name]
# A file names classes; it never says what they are.  A class is `Parameter`, or one that the reading program has listed
# (by `wye.loading_options.add_safe_globals`), or, if it trusts the file, one of the modules that it has loaded.  It
# must be a class of tensors.  It is not called: its object is made empty and given what was kept on it, but no
# attribute that all tensors have.
# Broken by: importing the module that a file names, calling the class, or setting what the engine relies on.
# Guarded by: tests/unit/test_serialization.py::test_a_class_that_the_reader_has_not_listed_is_refused


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
    versions = getattr(obj, "_metadata", None)
    if isinstance(obj, dict) and versions:
        metadata[_VERSIONS] = json.dumps(versions)
    if isinstance(obj, dict) and all(isinstance(k, str) and _is_plain(v) for k, v in obj.items()):
        tensors.update(obj)
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

    if isinstance(value, Tensor) and not _is_plain(value):
        return {"object": _look(value, path, tensors)}
    if isinstance(value, Tensor):
        return _elements(value, path, tensors)
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


def _is_plain(value: object) -> bool:
    """Is it a tensor that is nothing beyond its elements?"""
    return type(value) is Tensor and not value.requires_grad


def _elements(value: Tensor, path: str, tensors: dict[str, Tensor]) -> dict[str, str]:
    name = path or "tensor"
    while name in tensors:  # paths of keys with dots may meet
        name += "_"
    tensors[name] = value
    return {"tensor": name}


def _look(value: Tensor, path: str, tensors: dict[str, Tensor]) -> dict[str, Any]:
    """What a tensor is beyond its elements, as JSON has it; of one without data (a wrapper) also its metadata."""
    cls = type(value)
    described: dict[str, Any] = {"requires_grad": value.requires_grad}
    if cls is not Tensor:
        slots = {name for base in cls.__mro__[: cls.__mro__.index(Tensor)] for name in _slots_of(base)}
        kept = value._attributes() | {name: getattr(value, name) for name in slots if hasattr(value, name)}
        kept = {name: one for name, one in kept.items() if not _is_of_all_tensors(cls, name)}
        described |= {"class": [cls.__module__, cls.__qualname__], "kept": _described(kept, path, tensors)}
    if value._handles_calls and type(value._data) is MetaArray:
        described["metadata"] = {
            "size": list(value.shape), "strides": list(value.stride()), "storage_offset": value.storage_offset(),
            "dtype": value.dtype.name, "device": str(value.device),
        }  # fmt: skip
    else:
        described["elements"] = _elements(value, path, tensors)
    return described


def _is_of_all_tensors(cls: type[Tensor], name: str) -> bool:
    """Is it an attribute or an internal of every tensor?  Methods may be hidden by what a class keeps (`diag`)."""
    of_all = inspect.getattr_static(Tensor, name, None)
    is_kept = name.startswith("_") or inspect.isdatadescriptor(of_all)
    return hasattr(Tensor, name) and is_kept and inspect.getattr_static(cls, name) is of_all


def _slots_of(cls: type) -> tuple[str, ...]:
    slots = cls.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _object(described: dict[str, Any], tensors: dict[str, Tensor], trusted: bool) -> Tensor:
    """The tensor whose look `_look` has described."""
    cls = _class(*described["class"], trusted=trusted) if "class" in described else Tensor
    metadata = described.get("metadata")
    if metadata is None:
        elements: Tensor = _made(described["elements"], tensors, trusted)
        made = elements if cls is Tensor else elements.as_subclass(cls)
        if described["requires_grad"]:
            made._requires_grad = True
    else:
        kind = DTYPES[metadata.pop("dtype")]
        made = make_wrapper_subclass(cls, dtype=kind, requires_grad=described["requires_grad"], **metadata)
    if "kept" in described:
        kept = _made(described["kept"], tensors, trusted)
        setter = getattr(cls, "__setstate__", None)
        if setter is not None:
            setter(made, kept)
        else:
            for name, value in kept.items():
                if _is_of_all_tensors(cls, name):
                    raise pickle.UnpicklingError(f"the file sets {name!r}, which is part of every tensor")
                object.__setattr__(made, name, value)
    return made


def _class(module: str, name: str, *, trusted: bool) -> Any:
    """A class of tensors that a file names.  See Note [Classes that files name].

    Raises:
        pickle.UnpicklingError: the reader has not listed it; the error is that of PyTorch's files.
    """
    found: Any = next((one for one in get_safe_globals() if _names(one) == (module, name)), None)
    found = found[0] if isinstance(found, tuple) else found
    if (module, name) == _PARAMETER:
        found = importlib.import_module(module).Parameter
    elif found is None and trusted:
        found = sys.modules.get(module)
        for part in name.split("."):
            found = getattr(found, part, None)
    if not (isinstance(found, type) and issubclass(found, Tensor)):
        raise pickle.UnpicklingError(
            f"Weights only load failed: the file holds a tensor of the class {module}.{name}, which was not an allowed "
            f"global by default. Please use `torch.serialization.add_safe_globals([{name}])` or the "
            f"`torch.serialization.safe_globals([{name}])` context manager if you trust this class (in wye: "
            "`wye.loading_options`)."
        )
    return found


def _names(listed: Any) -> tuple[str, str] | None:
    """The module and the name of what `get_safe_globals` lists: something, or a pair of it and its full name."""
    if isinstance(listed, tuple):
        module, _, name = listed[1].rpartition(".")
        return module, name
    return (listed.__module__, listed.__qualname__) if isinstance(listed, type) else None


def _made(shape: Any, tensors: dict[str, Tensor], trusted: bool = False) -> Any:
    """The tree that `_described` has described."""
    ((kind, content),) = shape.items()
    if kind == "tensor":
        return tensors[content]
    if kind == "object":
        return _object(content, tensors, trusted)
    if kind == "dict":
        return {key: _made(one, tensors, trusted) for key, one in content}
    if kind in ("list", "tuple"):
        parts = [_made(one, tensors, trusted) for one in content]
        return parts if kind == "list" else tuple(parts)
    return content


def load(
    f: str | PathLike[str] | IO[bytes], map_location: device | str | None = None, *, weights_only: bool = True
) -> Any:
    """Read what `save` wrote, or any other file in the format safetensors.

    Args:
        f: The path, or a file that is open for reading bytes.
        map_location: The device where the tensors shall be.
        weights_only: Make tensors only of wye's own classes and those that were listed as safe; else of every class
            of tensors that the program has loaded.  Such a file never holds code.

    Returns:
        The tree; of files of other libraries, the tensors by name.

    Raises:
        ImportError: the package safetensors is missing.
        safetensors.SafetensorError: it is no such file.
        pickle.UnpicklingError: it holds a tensor of a class that is not listed as safe.
    """
    package = _safetensors()
    content = Path(f).read_bytes() if isinstance(f, (str, PathLike)) else f.read()
    read = package.deserialize(content)  # checks the file
    tensors: Any = OrderedDict()
    for name, part in sorted(read, key=lambda item: item[0]):
        tensors[name] = _tensor(part, map_location)
    metadata = _header(content).get("__metadata__", {})
    if _TREE in metadata:
        tensors = _made(json.loads(metadata[_TREE]), tensors, not weights_only)
    if _VERSIONS in metadata:
        tensors = OrderedDict(tensors)
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
