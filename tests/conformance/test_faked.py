"""Every operator on fake tensors: metadata and aliases as on real ones, computed and remembered."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from tests.conformance.operators.calls import Call
from tests.conformance.operators.sides import Wye

import wye
from wye.fake import DataDependentOutputException, DynamicOutputShapeException, FakeTensor, FakeTensorMode

STORED = json.loads(
    gzip.decompress((Path(__file__).parents[1] / "golden" / "operator_samples.json.gz").read_bytes()).decode()
)
# Storages are no arguments of samples; zeros that are not stored lie in the memory of one element.
LEFT_OUT = frozenset(("set_.source_Storage", "set_.source_Storage_storage_offset", "_efficientzerotensor"))
# What only data says.
UNKNOWN = (DataDependentOutputException.__name__, DynamicOutputShapeException.__name__)


class Faked(Wye):
    """Wye on fakes of the tensors that it would have."""

    def __init__(self, mode):
        super().__init__()
        self.mode, self.real = mode, []

    def tensor(self, flat, shape, strides, offset):
        self.real.append(super().tensor(flat, shape, strides, offset))
        return self.mode.from_tensor(self.real[-1])

    def operator(self, name):
        op = super().operator(name)

        def run(*args, **kwargs):
            with self.mode:
                return op(*args, **kwargs)

        return run

    def numpy(self, value):
        assert type(value) is FakeTensor
        return str(value.device)


def metadata(value):
    """What a result is, without its elements and without strides that lead to no element."""
    if isinstance(value, dict):
        shown = {name: one for name, one in value.items() if name != "array"}
        steps = zip(value["shape"], value["strides"], strict=True)
        shown["strides"] = [] if 0 in value["shape"] else [step if size > 1 else 0 for size, step in steps]
        return shown
    return [metadata(one) for one in value] if isinstance(value, list) else value


def versions(outcome):
    return [version for _, version in outcome["inputs"]]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(STORED.keys() - LEFT_OUT))
def test_an_operator_on_fake_tensors_gives_the_metadata_of_real_ones(name):
    mode, op = FakeTensorMode(), Wye().operator(name)
    for words in STORED[name]:
        call = Call.of(name, words)
        eager = Wye().run(call, words["seed"])
        first = Faked(mode).run(call, words["seed"])
        if first.get("raised") in UNKNOWN:
            continue
        if "raised" in eager:
            continue  # what only the elements show is not seen
        assert "raised" not in first, (first, words)
        again = Faked(mode).run(call, words["seed"])
        assert metadata(first["result"]) == metadata(eager["result"]), words
        assert again == first, words
        if "out" not in op.schema.overload_name:  # resizing an output is a call that handlers see, and counts
            assert versions(first) == versions(eager), words


def test_results_are_on_the_device_of_the_arguments():
    mode = FakeTensorMode()
    with mode:
        x = wye.ones(2, 3, device="cuda")
        made = [x + 1, x.sum(0), x.t(), x @ x.t(), wye.cat([x, x]), x.to(wye.float64), *x.split(1), *x.max(1)]
    assert {str(one.device) for one in made} == {"cuda:0"}
