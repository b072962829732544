import pytest

import wye
from wye import nn
from wye.debug.flops import FlopCounterMode, flop_registry, register_flop_formula

aten = wye.ops.aten


def count(f, **options):
    with FlopCounterMode(display=False, **options) as counter:
        f()
    return counter.get_total_flops()


def randn(*sizes, grad=False):
    return wye.randn(*sizes).requires_grad_(grad)


@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (lambda: randn(2, 3) @ randn(3, 4), 48),
        (lambda: randn(5, 2, 3) @ randn(5, 3, 4), 240),
        (lambda: nn.functional.linear(randn(2, 3), randn(4, 3), randn(4)), 48),
        (lambda: nn.functional.conv2d(randn(2, 3, 8, 8), randn(4, 3, 3, 3)), 15552),
        (lambda: nn.functional.conv2d(randn(2, 4, 8, 8), randn(4, 2, 3, 3), groups=2, stride=2), 2592),
        (lambda: nn.functional.conv_transpose2d(randn(2, 3, 8, 8), randn(3, 4, 3, 3)), 27648),
        (
            lambda: nn.functional.conv2d(randn(2, 3, 8, 8, grad=True), randn(4, 3, 3, 3, grad=True)).sum().backward(),
            46656,
        ),
        (lambda: nn.functional.conv2d(randn(2, 3, 8, 8), randn(4, 3, 3, 3, grad=True)).sum().backward(), 31104),
        (lambda: randn(3).sin(), 0),
    ],
)
def test_products_and_convolutions_are_counted_as_in_pytorch(f, expected):
    assert count(f) == expected


def test_counts_are_told_by_module_forward_and_backward():
    class Two(nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = nn.Linear(2, 2), nn.Linear(2, 2)

        def forward(self, x):
            return self.b(self.a(x).relu())

    with FlopCounterMode(display=False) as counter:
        Two()(randn(3, 2)).sum().backward()
    counts = counter.get_flop_counts()
    assert counts["Global"] == counts["Two"] == {aten.addmm: 48, aten.mm: 72}
    assert counts["Two.a"] == {aten.addmm: 24, aten.mm: 24}
    assert counts["Two.b"] == {aten.addmm: 24, aten.mm: 48}
    table = counter.get_table()
    assert "Two.b" in table
    assert "Two.b" not in counter.get_table(depth=1)


def test_formulas_of_ones_own_count_too(capsys):
    assert count(lambda: randn(3).sin(), custom_mapping={aten.sin: lambda x, out_shape=None: x[0]}) == 3
    register_flop_formula(aten.cos)(lambda x, out_shape=None: 2 * x[0])
    try:
        with FlopCounterMode() as counter:
            randn(3).cos()
        assert counter.get_total_flops() == 6
        assert "aten.cos" in capsys.readouterr().out
        with pytest.raises(RuntimeError, match="duplicate"):
            register_flop_formula(aten.cos)(len)
    finally:
        del flop_registry[aten.cos]


def test_formulas_of_a_counter_may_ask_for_the_arguments_themselves():
    def count(*args, out_val):
        return out_val.numel()

    count._get_raw = True
    with FlopCounterMode(display=False, custom_mapping={wye.ops.aten.add: count}) as counter:
        wye.ones(4, 5) + 1
    assert counter.get_total_flops() == 20


def test_formulas_are_registered_for_packets():
    with pytest.raises(ValueError, match="expected each target to be OpOverloadPacket"):
        register_flop_formula(wye.ops.aten.add.Tensor)(lambda *args: 0)
