"""Whatever the text, the schema parser answers with a schema or a SchemaError, and ends.

``WYE_FUZZ_EXAMPLES`` sets the number of inputs (2,000 by default), ``WYE_FUZZ_SEED`` another seed than the fixed one.
Most inputs come from a plain seeded mutator, which is fast; a part from hypothesis, which shrinks what it finds.
A hang is ended by faulthandler with a traceback; nothing here measures time.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from wye.errors import SchemaError
from wye.schema import FunctionSchema, parse, parse_name, parse_schema_or_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EXAMPLES = int(os.environ.get("WYE_FUZZ_EXAMPLES", "2000"))
SEED = os.environ.get("WYE_FUZZ_SEED")
BY_HYPOTHESIS = min(5000, max(EXAMPLES // 10, 50))
HANG_SECONDS = 60
CHUNK = 500

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "schemas.json").read_text(encoding="utf-8"))
SEEDS = [case["input"] for case in GOLDEN["valid"] + GOLDEN["malformed"]]
PIECE_TEXT = (
    "( ) [ ] { } , . : :: ; ? ! | = + - * / ** -> ... == != $ $0 # \\ ' \" ''' \"\"\" \n \t \0 é \u2028 \ud800 "
    "Tensor int SymInt float complex bool str Scalar Device ScalarType Dict( Future( Union( Tuple None True False def "
    "0 1 -1 1.5 1e5 1e400 1j 99999999999999999999 [] [2] (a!) (a->*) (*|a) =[1,2] ='x' =1 a b x self out "
    "__torch__.torch.classes. quantized.LinearPackedParamsBase .default aten::"
)
PIECES = [" ", *PIECE_TEXT.split(" ")]


def check(text: str) -> None:
    """Parse ``text`` in all ways; what comes out prints and parses to itself."""
    for read in (parse, parse_schema_or_name, parse_name, lambda t: parse(t, False)):
        with contextlib.suppress(SchemaError):
            found = read(text)
            if isinstance(found, FunctionSchema):
                assert parse(str(found)) == found, text


@contextlib.contextmanager
def no_hang() -> Iterator[None]:
    """End the process with a traceback when the block takes a minute."""
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def mutate(text: str, rng: random.Random) -> str:
    """``text`` with a few random edits."""
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(EDITS)(text, rng)
    return text


def insert(text: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice(PIECES) + text[at:]


def delete(text: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + text[at + rng.randint(1, 6) :]


def repeat(text: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    part = text[at : at + rng.randint(1, 12)]
    return text[:at] + part * rng.randint(2, 40) + text[at:]


def splice(text: str, rng: random.Random) -> str:
    other = rng.choice(SEEDS)
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]


def replace(text: str, rng: random.Random) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + chr(rng.choice([rng.randrange(128), rng.randrange(0x110000)])) + text[at + 1 :]


EDITS: list[Callable[[str, random.Random], str]] = [insert, delete, repeat, splice, replace]


def noise(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 30)))
    return rng.randbytes(rng.randint(0, 60)).decode("latin-1")


def test_mutated_schemas_and_noise_end_in_a_schema_or_a_schema_error() -> None:
    rng = random.Random(int(SEED) if SEED else 0)
    for start in range(0, EXAMPLES - BY_HYPOTHESIS, CHUNK):
        with no_hang():
            for _ in range(min(CHUNK, EXAMPLES - BY_HYPOTHESIS - start)):
                text = noise(rng) if rng.random() < 0.1 else mutate(rng.choice(SEEDS), rng)
                try:
                    check(text)
                except Exception as error:
                    error.add_note(f"  input: {text!r}")
                    raise


PARTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30).map("".join)
EDITED = st.builds(
    lambda base, at, part, cut: base[: at % (len(base) + 1)] + part + base[at % (len(base) + 1) + cut :],
    st.sampled_from(SEEDS),
    st.integers(0, 500),
    PARTS,
    st.integers(0, 10),
)
TEXTS = EDITED | PARTS | st.text(max_size=80) | st.binary(max_size=80).map(lambda data: data.decode("latin-1"))


def seeded(test: Callable[..., None]) -> Callable[..., None]:
    return seed(int(SEED))(test) if SEED else test


@seeded
@settings(
    max_examples=BY_HYPOTHESIS,
    deadline=None,
    derandomize=SEED is None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(TEXTS)
def test_edited_schemas_and_text_end_in_a_schema_or_a_schema_error(text: str) -> None:
    with no_hang():
        check(text)


SIZE = 30_000


@pytest.mark.parametrize(
    "text",
    [
        "(" * SIZE,
        "f(" * SIZE,
        f"f({'(' * SIZE}",
        f"f(Tensor{'[]' * SIZE} x) -> ()",
        f"f(Tensor{'?(' * SIZE} x) -> ()",
        f"f(Tensor({'a|' * SIZE}a) x) -> ()",
        f"f({'Dict(int,' * SIZE}",
        f"f({'Union(int,' * SIZE}",
        f"f({'Future(' * SIZE}",
        f"f({'int x,' * SIZE}",
        f"f(t{'.t' * SIZE} x) -> ()",
        f"f(int[] x=[{'1,' * SIZE}",
        f"f(int x={'9' * SIZE}) -> ()",
        f"f(float x={'9' * SIZE}) -> ()",
        f"f(float x=.{'0' * SIZE}1) -> ()",
        f"f(float x=1e{'9' * SIZE}) -> ()",
        f"f(int[{'9' * SIZE}] x) -> ()",
        "f(int[2147483647] x=1) -> ()",
        '"\\' * SIZE,
        '"' * SIZE,
        "'\"" * SIZE,
        f"'''{chr(34) * SIZE}",
        f"f(str x='{chr(92) * SIZE}') -> ()",
        f"f(str x='{chr(92) * SIZE}",
        " " * SIZE,
        "#" * SIZE,
        "\\\n" * SIZE,
        "\n" * SIZE,
        "a\n" * SIZE,
        f"{'x' * SIZE}() -> ()",
        f"f() -> ({'int,' * SIZE}",
        f"f() -> {'(' * SIZE}{')' * SIZE}",
    ],
    ids=range(32),
)
def test_hostile_shapes_end(text: str) -> None:
    with no_hang():
        check(text)
