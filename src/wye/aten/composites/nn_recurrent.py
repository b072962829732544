"""Composites: recurrent networks, as cells and as layers over whole sequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.aten.declare import Rules
from wye.aten.metadata import size_of
from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["IMPLICIT"]

IMPLICIT = Rules()
aten: Any = ops.aten


class _Weights(NamedTuple):
    """The parameters of one cell."""

    ih: Any
    hh: Any
    b_ih: Any = None
    b_hh: Any = None
    hr: Any = None  # what the outputs of an LSTM are multiplied by


def _of_hidden(hx: Any, weights: _Weights) -> Any:
    return aten.linear.default(hx, weights.hh, weights.b_hh)


def _of_input(input: Any, weights: _Weights) -> Any:
    return aten.linear.default(input, weights.ih, weights.b_ih)


def _simple(activation: str) -> Callable[[Any, tuple[Any, ...], _Weights], tuple[Any, ...]]:
    def step(gates: Any, states: tuple[Any, ...], weights: _Weights) -> tuple[Any, ...]:
        hidden = _of_hidden(states[0], weights)
        return (getattr(aten, activation).default(aten.add_.Tensor(hidden, gates)),)

    return step


def _gru_step(gates: Any, states: tuple[Any, ...], weights: _Weights) -> tuple[Any, ...]:
    hx = states[0]
    reset_in, update_in, new_in = aten.unsafe_chunk.default(gates, 3, 1)
    reset_h, update_h, new_h = aten.unsafe_chunk.default(_of_hidden(hx, weights), 3, 1)
    reset = aten.sigmoid_.default(aten.add_.Tensor(reset_h, reset_in))
    update = aten.sigmoid_.default(aten.add_.Tensor(update_h, update_in))
    new = aten.tanh_.default(aten.add.Tensor(new_in, aten.mul_.Tensor(new_h, reset)))
    return (aten.add_.Tensor(aten.mul_.Tensor(aten.sub.Tensor(hx, new), update), new),)


def _lstm_step(gates: Any, states: tuple[Any, ...], weights: _Weights) -> tuple[Any, ...]:
    hy, cy = _lstm_gates(aten.add_.Tensor(_of_hidden(states[0], weights), gates), states[1])
    return hy if weights.hr is None else aten.linear.default(hy, weights.hr), cy


def _lstm_gates(gates: Any, cx: Any) -> tuple[Any, ...]:
    parts = aten.unsafe_chunk.default(gates, 4, 1)
    let_in, forget = aten.sigmoid_.default(parts[0]), aten.sigmoid_.default(parts[1])
    cell, let_out = aten.tanh_.default(parts[2]), aten.sigmoid_.default(parts[3])
    cy = aten.add_.Tensor(aten.mul.Tensor(forget, cx), aten.mul.Tensor(let_in, cell))
    return aten.mul.Tensor(let_out, aten.tanh.default(cy)), cy


# A step takes what a linear map has made of the input, the states and the weights, and returns the new states.
STEPS: Final = {"rnn_tanh": _simple("tanh"), "rnn_relu": _simple("relu"), "gru": _gru_step, "lstm": _lstm_step}


# ---- cells ----


def _check_cell(input: Any, states: Sequence[Any], weights: _Weights, gates: int) -> None:
    size, expected = size_of(input, 1), size_of(weights.ih, 1)
    if size != expected:
        raise RuntimeError(f"input has inconsistent input_size: got {size} expected {expected}")
    hidden = size_of(weights.hh, 1)
    for at, state in enumerate(states):
        batch, width = size_of(state, 0), size_of(state, 1)
        if size_of(input, 0) != batch:
            raise RuntimeError(f"Input batch size {size_of(input, 0)} doesn't match hidden{at} batch size {batch}")
        if width != hidden:
            raise RuntimeError(f"hidden{at} has inconsistent hidden_size: got {width}, expected {hidden}")
    for name, weight in (("weight_ih", weights.ih), ("weight_hh", weights.hh)):
        rows = size_of(weight, 0)
        if rows != gates * hidden:
            raise RuntimeError(f"{name} first dim must be {gates} * hidden_size = {gates * hidden}, but got {rows}")


def _cell(name: str, input: Any, states: tuple[Any, ...], weights: _Weights) -> tuple[Any, ...]:
    _check_cell(input, states, weights, {"gru": 3, "lstm": 4}.get(name, 1))
    if name == "gru":
        return _gru_step(_of_input(input, weights), states, weights)
    hidden = _of_hidden(states[0], weights)  # first, as in PyTorch: handlers see the order
    gates = aten.add_.Tensor(hidden, _of_input(input, weights))
    if name == "lstm":
        return _lstm_gates(gates, states[1])
    return (getattr(aten, name.removeprefix("rnn_")).default(gates),)


@IMPLICIT("rnn_tanh_cell")
def rnn_tanh_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next state of a recurrent cell with `tanh`."""
    return _cell("rnn_tanh", input, (hx,), _Weights(w_ih, w_hh, b_ih, b_hh))[0]


@IMPLICIT("rnn_relu_cell")
def rnn_relu_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next state of a recurrent cell with `relu`."""
    return _cell("rnn_relu", input, (hx,), _Weights(w_ih, w_hh, b_ih, b_hh))[0]


@IMPLICIT("gru_cell")
def gru_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next state of a gated recurrent unit."""
    return _cell("gru", input, (hx,), _Weights(w_ih, w_hh, b_ih, b_hh))[0]


@IMPLICIT("lstm_cell")
def lstm_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """The next hidden and cell state of a long short-term memory."""
    if len(hx) != 2:
        raise RuntimeError("lstm_cell expects two hidden states")
    return _cell("lstm", input, tuple(hx), _Weights(w_ih, w_hh, b_ih, b_hh))


# ---- layers ----


def _grouped(params: Sequence[Any], hx: Sequence[Any], has_biases: bool, cells: int) -> list[_Weights]:
    """The parameters of each cell; those of an LSTM have a projection where its two states differ in size."""
    plain = 4 if has_biases else 2
    projected = len(hx) == 2 and size_of(hx[0], 2) != size_of(hx[1], 2)
    each = plain + projected
    if len(params) != each * cells:
        raise RuntimeError("got an incorrect number of RNN parameters")
    found = []
    for at in range(0, len(params), each):
        made = _Weights(*params[at : at + plain])
        found.append(made._replace(hr=params[at + plain]) if projected else made)
    return found


def _over_steps(name: str, input: Any, states: tuple[Any, ...], weights: _Weights, reverse: bool) -> tuple[Any, Any]:
    """One direction of one layer over steps of the same size: all outputs, and the last states."""
    gates = aten.unbind.int(_of_input(input, weights), 0)
    outputs = []
    for gate in reversed(gates) if reverse else gates:
        states = STEPS[name](gate, states, weights)
        outputs.append(states[0])
    return aten.stack.default(outputs[::-1] if reverse else outputs), states


def _over_packed(
    name: str, input: Any, sizes: list[int], states: tuple[Any, ...], weights: _Weights, reverse: bool
) -> tuple[Any, Any]:
    """The same over steps for ever fewer sequences, which lie behind each other."""
    gates = aten.split_with_sizes.default(_of_input(input, weights), sizes, 0)
    if reverse:
        return _packed_backwards(name, gates, sizes, states, weights)
    outputs: list[Any] = []
    ended: list[tuple[Any, ...]] = []
    for gate, size in zip(gates, sizes, strict=True):
        before = size_of(states[0], 0)
        if size < before:
            ended.append(tuple(aten.narrow.default(state, 0, size, before - size) for state in states))
            states = tuple(aten.narrow.default(state, 0, 0, size) for state in states)
        states = STEPS[name](gate, states, weights)
        outputs.append(states[0])
    ended.append(states)
    last = tuple(aten.cat.default([part[at] for part in reversed(ended)], 0) for at in range(len(states)))
    return aten.cat.default(outputs, 0), last


def _packed_backwards(
    name: str, gates: Sequence[Any], sizes: list[int], first: tuple[Any, ...], weights: _Weights
) -> tuple[Any, Any]:
    outputs: list[Any] = []
    states = tuple(aten.narrow.default(state, 0, 0, sizes[-1]) for state in first)
    for gate, size in zip(reversed(gates), reversed(sizes), strict=True):
        before = size_of(states[0], 0)
        if size > before:
            states = tuple(
                aten.cat.default([state, aten.narrow.default(whole, 0, before, size - before)], 0)
                for state, whole in zip(states, first, strict=True)
            )
        states = STEPS[name](gate, states, weights)
        outputs.append(states[0])
    return aten.cat.default(outputs[::-1], 0), states


class _Layers(NamedTuple):
    """What the layers of a network have in common."""

    name: str
    depth: int
    dropout: float
    train: bool
    bidirectional: bool


def _network(
    layers: _Layers,
    input: Any,
    hx: Sequence[Any],
    weights: list[_Weights],
    over: Callable[[Any, tuple[Any, ...], _Weights, bool], tuple[Any, Any]],
) -> tuple[Any, ...]:
    """All layers: the outputs of the last one, and the last states of all."""
    starts = list(zip(*(aten.unbind.int(state, 0) for state in hx), strict=True))
    directions = 2 if layers.bidirectional else 1
    if len(starts) != layers.depth * directions:
        raise RuntimeError(f"Expected more hidden states in stacked_rnn: {layers.depth * directions}")
    ends: list[Any] = []
    for layer in range(layers.depth):
        results = [
            over(input, starts[at], weights[at], bool(at % directions))
            for at in range(layer * directions, (layer + 1) * directions)
        ]
        ends += [states for _, states in results]
        outputs = [output for output, _ in results]
        input = aten.cat.default(outputs, -1) if layers.bidirectional else outputs[0]
        if layers.dropout != 0 and layers.train and layer < layers.depth - 1:
            input = aten.dropout.default(input, layers.dropout, layers.train)
    return input, *(aten.stack.default([end[at] for end in ends], 0) for at in range(len(hx)))


def _padded(
    layers: _Layers, input: Any, hx: Sequence[Any], params: Sequence[Any], has_biases: bool, batch_first: bool
) -> tuple[Any, ...]:
    weights = _grouped(params, hx, has_biases, layers.depth * (2 if layers.bidirectional else 1))
    if batch_first:
        input = aten.transpose.int(input, 0, 1)

    def over(x: Any, states: tuple[Any, ...], cell: _Weights, reverse: bool) -> tuple[Any, Any]:
        return _over_steps(layers.name, x, states, cell, reverse)

    output, *states = _network(layers, input, hx, weights, over)
    return (aten.transpose.int(output, 0, 1) if batch_first else output), *states


def _packed(
    layers: _Layers, data: Any, batch_sizes: Any, hx: Sequence[Any], params: Sequence[Any], has_biases: bool
) -> tuple[Any, ...]:
    weights = _grouped(params, hx, has_biases, layers.depth * (2 if layers.bidirectional else 1))
    sizes = [int(aten.item.default(size)) for size in aten.unbind.int(batch_sizes, 0)]

    def over(x: Any, states: tuple[Any, ...], cell: _Weights, reverse: bool) -> tuple[Any, Any]:
        return _over_packed(layers.name, x, sizes, states, cell, reverse)

    return _network(layers, data, hx, weights, over)


def _add(name: str) -> None:
    def of_input(
        input: Any, hx: Any, params: Any, has_biases: bool, num_layers: int, dropout: float, train: bool,
        bidirectional: bool, batch_first: bool,
    ) -> Any:  # fmt: skip
        states = list(hx) if name == "lstm" else [hx]
        if name == "lstm" and len(states) != 2:
            raise RuntimeError("lstm expects two hidden states")
        layers = _Layers(name, num_layers, dropout, train, bidirectional)
        return _padded(layers, input, states, params, has_biases, batch_first)

    def of_data(
        data: Any, batch_sizes: Any, hx: Any, params: Any, has_biases: bool, num_layers: int, dropout: float,
        train: bool, bidirectional: bool,
    ) -> Any:  # fmt: skip
        states = list(hx) if name == "lstm" else [hx]
        layers = _Layers(name, num_layers, dropout, train, bidirectional)
        return _packed(layers, data, batch_sizes, states, params, has_biases)

    of_input.__doc__ = f"The outputs of layers of {name} over sequences, and the last states."
    IMPLICIT[f"{name}.input"], IMPLICIT[f"{name}.data"] = of_input, of_data


for _name in STEPS:
    _add(_name)
