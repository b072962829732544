"""Programs for both sides: each fills ``seen``, and what it has seen must be the same."""

import textwrap
import warnings

import numpy as np

__all__ = ["compare", "plain", "run"]


def plain(value):
    """Values as both sides have them: arrays, numbers and text."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, "detach"):
        return value.detach().numpy().copy()
    if isinstance(value, str):
        return value.replace("torch.", "wye.").replace("wye.compat.wye.", "wye.")
    return value


def compare(ours, theirs, where="", rtol=1e-4, atol=1e-5):
    """Check that two values of `plain` are the same."""
    assert type(ours) is type(theirs), (where, ours, theirs)
    if isinstance(theirs, dict):
        assert [*ours] == [*theirs], where
        for key, one in theirs.items():
            compare(ours[key], one, f"{where}.{key}", rtol, atol)
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs), (where, ours, theirs)
        for place, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            compare(a, b, f"{where}[{place}]", rtol, atol)
    elif isinstance(theirs, np.ndarray):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), where
        np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol, err_msg=where)
    elif isinstance(theirs, float):
        np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol, err_msg=where)
    else:
        assert ours == theirs, where


def run(side, program):
    """What the program has seen, with its error and its warnings."""
    seen = []

    def caught(call, *args, **kwargs):
        try:
            seen.append(call(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whatever is raised is compared
            seen.append((type(error).__name__, str(error)))

    names = {"torch": side, "nn": side.nn, "F": side.nn.functional, "seen": seen, "np": np, "caught": caught}
    names["randn"] = lambda *shape, seed=0: side.from_numpy(
        np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
    )
    side.manual_seed(1)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        caught(exec, textwrap.dedent(program), names)
    return plain([seen, [(one.category.__name__, str(one.message)) for one in warned]])
