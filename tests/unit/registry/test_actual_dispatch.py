"""Redispatching runs the kernel that PyTorch ran, except where PyTorch's stored table was stale.

tests/golden/tables.json records, for 249 orders of registering kernels, what `redispatch_boxed` ran for each of 104
keys.  PyTorch does not recompute its whole table at each registration.  The model of that below explains every record;
where it says that PyTorch was up to date, wye must run the recorded kernel, elsewhere the one that PyTorch's own
recomputation (the dumped table) chooses.
"""

import builtins
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

import wye
from wye import dispatch
from wye.keys import (
    DispatchKey,
    DispatchKeySet,
    autogradother_backends,
    key_name,
    runtime_keyset,
)
from wye.registry import Choice, Why, choose, registry, runtime_keys

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "tables.json").read_text())
PROBES = [getattr(DispatchKey, name) for name in GOLDEN["actual_probe_keys"]]
REACH_UNDEFINED = (
    DispatchKey.CompositeImplicitAutograd,
    DispatchKey.CompositeExplicitAutograd,
    DispatchKey.CompositeExplicitAutogradNonFunctional,
)
TENSOR = wye.tensor([1.0])


class StoredTable:
    """PyTorch's table, of which a registration refreshes only a part; the rest goes stale."""

    def __init__(self) -> None:
        self.registered: list[DispatchKey] = []
        self.entries = {key: choose(key, [], registry.fallbacks.kernels) for key in runtime_keys(16)}

    def register(self, key: DispatchKey) -> None:
        self.registered.append(key)
        for refreshed in refreshed_by(key):
            self.entries[refreshed] = choose(refreshed, self.registered, registry.fallbacks.kernels)

    def recomputed(self) -> dict[DispatchKey, Choice]:
        return {key: choose(key, self.registered, registry.fallbacks.kernels) for key in self.entries}


def refreshed_by(key: DispatchKey) -> Iterable[DispatchKey]:
    """The entries that PyTorch computes anew when a kernel is registered at ``key``."""
    yield from runtime_keyset(key)
    if key in REACH_UNDEFINED:
        yield DispatchKey.Undefined
    if key.functionality == DispatchKey.Dense or (autogradother_backends().has(key) and not key.is_alias):
        autograd = f"Autograd{key.backend or 'Other'}"
        yield getattr(DispatchKey, autograd)


def what_runs(table: dict[DispatchKey, Choice], key: DispatchKey) -> str:
    """The kernel that a call with this one key reaches, or the reason why there is none."""
    source, why = table[key]
    if why is Why.FALLBACK and key != DispatchKey.Meta:  # autograd's: go on below, where no key is left
        return what_runs(table, DispatchKey.Undefined)
    return f"!{why.value}" if source is None or why is Why.FALLBACK else f"fn_{key_name(source)}"


def matches(recorded: str, predicted: str) -> bool:
    return recorded == predicted or (recorded.startswith("!") and predicted.startswith("!"))


def recorded_outcomes(record: dict) -> list[str]:
    return [outcome for _, count, outcome in record["probe"] for _ in range(count)]


def actual(op, key: DispatchKey, recorded: str) -> str:
    """What wye does; a recorded error that it shares in type and words counts as the same."""
    try:
        return op.redispatch(DispatchKeySet(key), TENSOR)
    except Exception as error:  # noqa: BLE001 - whatever is raised is compared with the recorded error
        kind, _, text = recorded.removeprefix("!").partition(": ")
        if not isinstance(error, getattr(builtins, kind, ())):
            return f"!{type(error).__name__}: {error}"
        words = text.removesuffix("...").partition(".  ")[0].strip().replace("<KEY>", key_name(key))  # first sentence
        return recorded if "INTERNAL ASSERT" in text or str(error).startswith(words) else f"!{kind}: {error}"


@pytest.fixture
def lib():
    with dispatch.library("FRAGMENT", "__test__") as lib:
        yield lib


def test_the_records_are_all_there():
    assert len(GOLDEN["actual_dispatch"]) == 249
    assert {len(recorded_outcomes(record)) for record in GOLDEN["actual_dispatch"]} == {len(PROBES)} == {104}


@pytest.mark.parametrize("record", GOLDEN["actual_dispatch"], ids=lambda record: "-".join(record["order"]) or "nothing")
def test_redispatch_runs_what_pytorch_ran_unless_its_table_was_stale(lib, record):
    stored = StoredTable()
    op = lib.define("foo(Tensor x) -> str")
    for name in record["order"]:
        key = getattr(DispatchKey, name)
        stored.register(key)
        lib.impl("foo", lambda x, label=f"fn_{name}": label, key)
    recomputed = stored.recomputed()
    for key, recorded in zip(PROBES, recorded_outcomes(record), strict=True):
        stale, right = what_runs(stored.entries, key), what_runs(recomputed, key)
        assert matches(recorded, stale), f"the model of PyTorch's stored table is wrong at {key}"
        if stale == right:
            assert actual(op, key, recorded) == recorded
        elif right.startswith("!"):
            assert actual(op, key, recorded).startswith("!")
        else:
            assert actual(op, key, recorded) == right


def test_pytorch_is_stale_somewhere_so_that_the_difference_is_tested():
    stale = 0
    for record in GOLDEN["actual_dispatch"]:
        stored = StoredTable()
        for name in record["order"]:
            stored.register(getattr(DispatchKey, name))
        recomputed = stored.recomputed()
        stale += sum(what_runs(stored.entries, key) != what_runs(recomputed, key) for key in PROBES)
    assert stale > 0
