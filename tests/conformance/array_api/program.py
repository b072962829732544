"""Drawn calls of the array API standard through `array_api_compat.torch`, and what they gave.

Run twice, once with torch and once with `wye.compat.torch` in its place (``python -m wye.compat.torch program.py``):
``program.py SEED COUNT FILE`` draws ``COUNT`` calls of each function and writes their outcomes.
"""

from __future__ import annotations

import pickle
import sys
import warnings
from typing import Any

import array_api_compat
import array_api_compat.torch as xp
import numpy as np
from tests.conformance.array_api.calls import calls
from tests.conformance.array_api.drawing import Made


def built(value: Any) -> Any:
    """Arguments in words as the library's objects."""
    if isinstance(value, Made):
        return _array(value)
    if isinstance(value, dict) and set(value) == {"$dtype"}:
        return getattr(xp, value["$dtype"])
    if isinstance(value, dict) and set(value) == {"$tuple"}:
        return tuple(map(built, value["$tuple"]))
    if isinstance(value, dict) and set(value) == {"$slice"}:
        return slice(*value["$slice"])
    if isinstance(value, dict) and set(value) == {"$..."}:
        return ...
    return [built(item) for item in value] if isinstance(value, list) else value


def _array(made: Made) -> Any:
    array = xp.asarray(made.values.copy())
    if made.layout == "transposed":
        return xp.permute_dims(xp.asarray(np.ascontiguousarray(made.values.T)), tuple(range(array.ndim))[::-1])
    if made.layout == "strided" and made.values.ndim:
        wide = xp.asarray(np.repeat(made.values, 2, axis=-1))
        return wide[..., ::2]
    return array


def told(value: Any) -> Any:
    """A result in words that do not depend on the library."""
    if array_api_compat.is_torch_array(value):
        return "array", str(value.dtype).rpartition(".")[2], tuple(value.shape), _numbers(value)
    if isinstance(value, (list, tuple)):
        kind = "list" if isinstance(value, list) else "tuple"
        named = hasattr(value, "_fields") or hasattr(value, "n_fields")  # results of torch's functions have the second
        return kind, named, [told(item) for item in value]
    if isinstance(value, dict):
        return "dict", [(str(key), told(item)) for key, item in value.items()]
    if isinstance(value, (bool, int, float, complex, str, type(None))):
        return type(value).__name__, value
    return "object", str(value).replace("wye.compat.", "").replace("wye.", "torch.")


def _numbers(value: Any) -> Any:
    if str(value.dtype).endswith("bfloat16"):
        value = value.to(xp.float32)
    return np.array(value.detach().resolve_conj().resolve_neg().numpy())


def outcome(function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = [built(arg) for arg in args]
            named = {name: built(arg) for name, arg in kwargs.items()}
            result = function(xp, *made, **named)
            return "value", told(result), [told(arg) for arg in made if array_api_compat.is_torch_array(arg)]
    except Exception as error:  # noqa: BLE001 - whatever it is, the other library must raise the same
        return "error", [cls.__name__ for cls in type(error).__mro__], str(error)[:200]


def main(seed: int, count: int, place: str) -> None:
    outcomes = [(text, outcome(function, args, kwargs)) for text, function, args, kwargs in calls(seed, count)]
    with open(place, "wb") as file:
        pickle.dump(outcomes, file)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
