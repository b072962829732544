"""Calls of public functions, drawn from templates, run on torch and on wye, and compared.

A template is a Python expression with placeholders: ``"F.max_pool2d(img, {k}, ceil_mode={b})"``.  Each placeholder is
drawn from a pool, good and bad values alike, so both sides take or refuse the same calls.
"""

import random
import re
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

PLACE = re.compile(r"\{(\w+)\}")
POOLS = {
    "b": ["True", "False"],
    "dim": ["0", "1", "-1", "2", "-2", "None", "5", "0.5"],
    "axis": ["0", "1", "-1"],
    "k": ["1", "2", "3", "(2,)", "[2]", "0", "2.5"],
    "kk": ["2", "(2, 3)", "[3, 1]", "3", "0", "(1, 2, 3)"],
    "kkk": ["2", "(1, 2, 2)", "1", "(2, 2)"],
    "s": ["None", "1", "2", "0"],
    "pad": ["0", "1", "2"],
    "p": ["0.5", "0", "1", "2.0", "3", "float('inf')", "-1", "'a'"],
    "prob": ["0.0", "1.0", "0", "1", "-0.5", "1.5"],
    "r": ["'mean'", "'sum'", "'none'", "'bad'", "None"],
    "f": ["0.1", "1.0", "2", "0", "-1.0", "True"],
    "n": ["1", "2", "3", "5", "0", "-1"],
    "sizes": ["(2, 3)", "5", "[4]", "(3,)", "None", "(2, 2, 2)"],
    "dtype": ["T.float64", "T.float32", "None", "T.float16"],
}


def arrays(seed: int) -> dict[str, np.ndarray]:
    """What expressions can use, by name."""
    r = np.random.RandomState(seed)

    def f(*shape: int) -> np.ndarray:
        return np.asarray(r.randn(*shape), "float32")

    return {
        "v": f(6), "w": f(6), "m": f(4, 6), "m2": f(4, 6), "sq": f(4, 4), "x3": f(2, 3, 8), "img": f(2, 4, 6, 8),
        "vol": f(1, 2, 4, 5, 6), "s0": f(), "e": f(0, 3), "d": r.randn(4, 6), "prob": r.rand(4, 6).astype("float32"),
        "prob2": r.rand(4, 6).astype("float32"), "logp": np.log(r.dirichlet(np.ones(6), 4)).astype("float32"),
        "i": r.randint(0, 4, (4, 6)), "iv": r.randint(0, 4, 12), "cls": r.randint(0, 6, 4), "sign": np.sign(f(4, 6)),
        "signs": np.sign(f(4)), "pos": r.rand(4, 6).astype("float32") + 0.1, "w6": r.rand(6).astype("float32"),
        "w4": r.rand(4).astype("float32"), "b4": f(4), "bools": r.rand(4, 6) > 0.5, "table": f(10, 5),
        "ids": r.randint(0, 10, (3, 4)), "idv": r.randint(0, 10, 9), "offs": np.array([0, 3, 3, 7]),
        "c": (r.randn(4, 6) + 1j * r.randn(4, 6)).astype("complex64"), "col": f(2, 12, 20),
        "grid": r.uniform(-1.2, 1.2, (2, 5, 4, 2)).astype("float32"), "theta": f(2, 2, 3), "theta3": f(2, 3, 4),
        "seq": f(5, 2, 8), "ipw": f(24, 8), "ipb": f(24), "opw": f(8, 8), "opb": f(8),
        "sig": f(40), "sigs": f(2, 40), "win": r.rand(8).astype("float32"), "spd": _spd(r, 4), "tall": f(6, 3),
        "lp": np.log(r.dirichlet(np.ones(5), (7, 2))).astype("float32"), "tg": r.randint(1, 5, (2, 3)),
    }  # fmt: skip


def _spd(r: np.random.RandomState, n: int) -> np.ndarray:
    a = r.randn(n, n)
    return (a @ a.T + n * np.eye(n)).astype("float32")


@dataclass
class Side:
    """torch or wye, as expressions see it."""

    T: Any
    F: Any

    def run(self, call: str, seed: int) -> tuple[str, Any]:
        """("gave", the result) or ("raised", the exception)."""
        scope = {name: self.T.from_numpy(value.copy()) for name, value in arrays(seed).items()}
        scope |= {"T": self.T, "F": self.F}
        self.T.manual_seed(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return "gave", eval(call, scope)
            except Exception as error:  # noqa: BLE001 - which one is what is compared
                return "raised", error


def draw(template: str, random_source: random.Random, pools: dict[str, list[str]] = POOLS) -> str:
    """One call of a template."""
    return PLACE.sub(lambda found: random_source.choice(pools[found[1]]), template)


def calls(template: str, count: int, seed: int) -> list[str]:
    """Different calls of a template, at most ``count``."""
    source = random.Random(f"{seed} {template}")
    return list(dict.fromkeys(draw(template, source) for _ in range(count)))


def kind(error: Exception) -> set[str]:
    """The names of builtin exception classes that an error is an instance of."""
    return {cls.__name__ for cls in type(error).__mro__ if cls.__module__ == "builtins"} - {
        "Exception",
        "BaseException",
        "object",
    }


def unlike(theirs: Any, ours: Any, *, values: bool = True, where: str = "") -> str | None:
    """The first difference between two results; None: there is none."""
    if isinstance(theirs, (tuple, list)):
        if not isinstance(ours, (tuple, list)) or len(theirs) != len(ours):
            return f"{where}: {theirs!r} and {ours!r}"
        pairs = enumerate(zip(theirs, ours, strict=True))
        return next(
            (found for i, (a, b) in pairs if (found := unlike(a, b, values=values, where=f"{where}[{i}]"))), None
        )
    if not hasattr(theirs, "stride"):
        return (
            None
            if theirs == ours or str(theirs).replace("torch", "wye") == str(ours)
            else f"{where}: {theirs!r} and {ours!r}"
        )
    if not hasattr(ours, "stride"):
        return f"{where}: a tensor and {ours!r}"
    for name, a, b in (
        ("shape", tuple(theirs.shape), tuple(ours.shape)),
        ("dtype", str(theirs.dtype).split(".")[1], str(ours.dtype).split(".")[1]),
        ("strides", theirs.stride() if theirs.numel() else None, ours.stride() if theirs.numel() else None),
    ):
        if a != b:
            return f"{where}: {name} {a} and {b}"
    if not values:
        return None
    a, b = theirs.detach().resolve_conj().resolve_neg().numpy(), ours.resolve_conj().resolve_neg().numpy()
    precise = 1e-4 if a.dtype.itemsize > 2 or a.dtype.kind not in "f" else 1e-2
    close = np.allclose(a, b, rtol=precise, atol=precise, equal_nan=True)
    return None if close else f"{where}: values {a.ravel()[:6]} and {b.ravel()[:6]}"


def compare(torch_side: Side, wye_side: Side, call: str, seed: int, *, values: bool = True) -> str | None:
    """The difference between both sides; None: there is none."""
    (one, theirs), (two, ours) = torch_side.run(call, seed), wye_side.run(call, seed)
    if one != two:
        return f"{call}: torch {one} {theirs!r:.150}, wye {two} {ours!r:.150}"
    if one == "raised":
        same = kind(theirs) & kind(ours)
        return None if same else f"{call}: torch raised {theirs!r:.120}, wye {ours!r:.120}"
    found = unlike(theirs, ours, values=values)
    return None if found is None else f"{call}: {found}"
