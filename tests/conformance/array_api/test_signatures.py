"""Names and signatures of `wye.array_api` are those of the standard, as `array_api_strict` has them."""

import inspect
from inspect import Parameter

import pytest

import wye.array_api as xp

strict = pytest.importorskip("array_api_strict")

POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
KEYWORD = (Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
OWN = {"Device", "DType", "ArrayAPIStrictFlags", "__version__"}


def functions():
    strict.set_array_api_strict_flags(api_version="2024.12")
    pairs = [("", strict, xp), ("linalg.", strict.linalg, xp.linalg), ("fft.", strict.fft, xp.fft)]
    for prefix, theirs, ours in pairs:
        for name in theirs.__all__:
            if name not in OWN and "strict" not in name and not inspect.ismodule(getattr(theirs, name, None)):
                yield prefix + name, getattr(theirs, name, None), getattr(ours, name, None)
    one, two = strict.ones((2, 2)), xp.ones((2, 2))
    yield from (
        (f"x.{name}", getattr(one, name), getattr(two, name, None))
        for name, member in vars(type(one)).items()
        if inspect.isfunction(member) and (name == "to_device" or name.startswith("__"))
        if name not in ("__new__", "__array__", "__buffer__", "__hash__") and name not in vars(object)
    )
    for name in ("capabilities", "default_device", "default_dtypes", "devices", "dtypes"):
        yield (
            f"info.{name}",
            getattr(strict.__array_namespace_info__(), name),
            getattr(xp.__array_namespace_info__(), name),
        )


def difference(theirs, ours):
    wanted, found = (list(inspect.signature(one).parameters.values()) for one in (theirs, ours))
    for place, one in enumerate(wanted):
        if one.kind is Parameter.KEYWORD_ONLY:
            other = next((other for other in found if other.name == one.name and other.kind in KEYWORD), None)
        else:
            other = found[place] if place < len(found) else None
        if other is None:
            return f"no {one}"
        if one.kind in POSITIONAL and other.kind not in POSITIONAL:
            return f"{other} is not positional"
        if one.kind is Parameter.POSITIONAL_OR_KEYWORD and other.name != one.name:
            return f"{other} is not called {one.name}"
        own = type(one.default).__name__ == "Undef"  # what stands for "not given", there
        if not own and one.default is not Parameter.empty and one.default != other.default:
            return f"{other} instead of {one}"
    return None


def test_every_function_has_the_standards_arguments():
    compared, different = 0, []
    for name, theirs, ours in functions():
        if not inspect.isroutine(theirs):
            assert ours is not None or theirs is None, name
            continue
        compared += 1
        found = "missing" if ours is None else difference(theirs, ours)
        if found is not None:
            different.append((name, found))
    assert compared > 220
    assert not different
