"""Recurrent layers, and single steps of them."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any, ClassVar

from wye.functional.operators import of
from wye.nn import init
from wye.nn.modules.module import Module
from wye.nn.packed_sequence import PackedSequence
from wye.nn.parameter import Parameter, empty_parameter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.schema.values import device, dtype
    from wye.tensors import Tensor

__all__ = ["GRU", "LSTM", "RNN", "GRUCell", "LSTMCell", "RNNBase", "RNNCell", "RNNCellBase"]

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _check_sizes(input_size: Any, hidden_size: Any, num_layers: int, proj_size: int) -> None:
    for name, size in (("input_size", input_size), ("hidden_size", hidden_size)):
        if not isinstance(size, int):
            raise TypeError(f"{name} should be of type int, got: {type(size).__name__}")
        if size <= 0:
            raise ValueError(f"{name} must be greater than zero")
    if num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if proj_size < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if proj_size >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")


def _check_options(dropout: Any, num_layers: int, bias: Any, batch_first: Any) -> None:
    if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
        raise ValueError(
            "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
        )
    if dropout > 0 and num_layers == 1:
        warnings.warn(
            "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
            f"greater than 1, but got dropout={dropout} and num_layers={num_layers}",
            stacklevel=4,
        )
    for name, value in (("bias", bias), ("batch_first", batch_first)):
        if not isinstance(value, bool):
            raise TypeError(f"{name} should be of type bool, got: {type(value).__name__}")


def _ordered(states: Sequence[Tensor], order: Tensor | None) -> list[Tensor]:
    """States of sequences in another order; None for the one that they have."""
    return [*states] if order is None else [state.index_select(1, order) for state in states]


class RNNBase(Module):
    """Layers of steps over a sequence, forwards or in both directions.

    Args:
        mode: ``"LSTM"``, ``"GRU"``, ``"RNN_TANH"`` or ``"RNN_RELU"``.
        input_size: The size of inputs.
        hidden_size: The size of states.
        num_layers: The number of layers.
        bias: Are there biases?
        batch_first: Do inputs and outputs have the batch before the time?
        dropout: The probability of zeros between layers.
        bidirectional: Also from the end to the beginning?
        proj_size: The size that states of an LSTM are projected to; 0 for none.
        device: Where the parameters are.
        dtype: Their type.

    Raises:
        TypeError: an option of another type.
        ValueError: an option that makes no sense.
    """

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        _check_options(dropout, num_layers, bias, batch_first)
        _check_sizes(input_size, hidden_size, num_layers, proj_size)
        if mode not in _GATES:
            raise ValueError(f"Unrecognized RNN mode: {mode}")
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        self._all_weights: list[list[str]] = []
        gates, out = _GATES[mode] * hidden_size, proj_size or hidden_size
        options: dict[str, Any] = {"device": device, "dtype": dtype}
        for layer in range(num_layers):
            for reverse in ("", "_reverse")[: self._directions]:
                size = input_size if layer == 0 else out * self._directions
                shapes = {"weight_ih": (gates, size), "weight_hh": (gates, out)}
                shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)} if bias else {}  # type: ignore[dict-item]
                shapes |= {"weight_hr": (proj_size, hidden_size)} if proj_size else {}
                names = [f"{name}_l{layer}{reverse}" for name in shapes]
                self._all_weights.append(names)
                for name, shape in zip(names, shapes.values(), strict=True):
                    setattr(self, name, empty_parameter(*shape, **options))
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    @property
    def _flat_weights_names(self) -> list[str]:
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self) -> list[Any]:
        return [getattr(self, name) for name in self._flat_weights_names]

    @property
    def all_weights(self) -> list[list[Parameter]]:
        """The parameters of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self) -> None:
        """Bring the parameters close together, where a device wants that; here nothing has to be done."""

    def reset_parameters(self) -> None:
        """Draw initial values."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for value in self.parameters():
            init.uniform_(value, -bound, bound)

    def _check_input(self, input: Tensor, is_packed: bool = False) -> None:
        name = "RNN" if self.mode.startswith("RNN") else self.mode
        if is_packed and input.dim() != 2:
            raise RuntimeError(f"input must have 2 dimensions, got {input.dim()}")
        if input.dim() not in (2, 3):
            kind = " tensor" if name == "RNN" else ""
            raise ValueError(f"{name}: Expected input to be 2D or 3D, got {input.dim()}D{kind} instead")
        weight = self._flat_weights[0]
        if input.dtype != weight.dtype:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({weight.dtype}). Convert input: "
                f"input.to({weight.dtype}), or convert model: model.to({input.dtype})"
            )
        if input.size(-1) != self.input_size:
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
            )

    def _state_size(self, input: Tensor, size: int) -> tuple[int, int, int]:
        """The shape of a state, for an input with a batch."""
        return self.num_layers * self._directions, input.size(0 if self.batch_first else 1), size

    def _check_state(self, state: Tensor, wanted: tuple[int, int, int], name: str = "hidden") -> None:
        if tuple(state.size()) != wanted:
            raise RuntimeError(f"Expected {name} size {wanted}, got {[*state.size()]}")

    def _run(self, input: Tensor, states: Any, batch_sizes: Tensor | None = None) -> tuple[Tensor, ...]:
        """The outputs, and the last states."""
        operator: Any = {"LSTM": of.lstm, "GRU": of.gru, "RNN_TANH": of.rnn_tanh, "RNN_RELU": of.rnn_relu}[self.mode]
        options = (self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
        made: tuple[Tensor, ...]
        if batch_sizes is None:
            made = operator(input, states, *options, self.batch_first)
        else:
            made = operator(input, batch_sizes, states, *options)
        return made

    def _run_packed(self, packed: PackedSequence, states: list[Tensor] | None) -> tuple[PackedSequence, list[Tensor]]:
        """The outputs for packed sequences, and the last states of each, in the order in which they were given."""
        data = packed.data
        self._check_input(data, is_packed=True)
        n, batch = self.num_layers * self._directions, int(packed.batch_sizes[0])
        sizes = (self.proj_size or self.hidden_size, self.hidden_size) if self.mode == "LSTM" else (self.hidden_size,)
        if states is None:
            states = [of.zeros(n, batch, size, dtype=data.dtype, device=data.device) for size in sizes]
        for place, (state, size) in enumerate(zip(states, sizes, strict=True)):
            self._check_state(state, (n, batch, size), f"hidden[{place}]" if len(sizes) > 1 else "hidden")
        given = _ordered(states, packed.sorted_indices)
        output, *last = self._run(data, given if len(given) > 1 else given[0], packed.batch_sizes)
        made = PackedSequence(output, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
        return made, _ordered(last, packed.unsorted_indices)

    def forward(self, input: Any, hx: Tensor | None = None) -> tuple[Any, Tensor]:
        """The outputs of all steps, and the last states.

        Args:
            input: A sequence (time, batch, size), without the batch, or the batch first; or packed sequences, for
                which the outputs are packed, too.
            hx: The states at first (layers and directions, batch, size); zeros by default.

        Raises:
            RuntimeError: sizes that do not fit.
            ValueError: dimensions or a dtype that do not fit.
        """
        if isinstance(input, PackedSequence):
            packed, last = self._run_packed(input, None if hx is None else [hx])
            return packed, last[0]
        self._check_input(input)
        place, alone = 0 if self.batch_first else 1, input.dim() == 2
        if hx is not None and hx.dim() != input.dim():
            kind, n = ("unbatched 2-D", 2) if alone else ("batched 3-D", 3)
            raise RuntimeError(f"For {kind} input, hx should also be {n}-D but got {hx.dim()}-D tensor")
        input = input.unsqueeze(place) if alone else input
        wanted = self._state_size(input, self.hidden_size)
        if hx is None:
            hx = of.zeros(wanted, dtype=input.dtype, device=input.device)
        elif alone:
            hx = hx.unsqueeze(1)
        self._check_state(hx, wanted)
        output, state = self._run(input, hx)
        return (output.squeeze(place), state.squeeze(1)) if alone else (output, state)

    def extra_repr(self) -> str:
        """The sizes, and what is not as usual."""
        usual: dict[str, Any] = {"proj_size": 0, "num_layers": 1, "bias": True}
        usual |= {"batch_first": False, "dropout": 0, "bidirectional": False}
        others = [f"{name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return ", ".join([f"{self.input_size}, {self.hidden_size}", *others])


def _without_projection(kwargs: dict[str, Any]) -> dict[str, Any]:
    if "proj_size" in kwargs:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
    return kwargs


class RNN(RNNBase):
    """Steps ``nonlinearity(x @ W + h @ U)``; arguments as of `RNNBase`, and ``nonlinearity``, ``"tanh"`` or ``"relu"``.

    Raises:
        ValueError: an option that makes no sense.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        args, named = [*args], _without_projection(kwargs)  # type: ignore[assignment]
        self_nonlinearity = named.pop("nonlinearity", "tanh")
        if len(args) > 3:
            self_nonlinearity, args = args[3], [*args[:3], *args[4:]]  # type: ignore[assignment]
        if self_nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{self_nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{self_nonlinearity.upper()}", *args, **named)
        self.nonlinearity = self_nonlinearity


class GRU(RNNBase):
    """Gated recurrent units; arguments as of `RNNBase`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("GRU", *args, **_without_projection(kwargs))


class LSTM(RNNBase):
    """Long short-term memory: two states, one of which is kept by gates; arguments as of `RNNBase`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)

    def forward(  # type: ignore[override]  # two states
        self, input: Any, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Any, tuple[Tensor, Tensor]]:
        """The outputs of all steps, and the last states; see `RNNBase.forward`."""
        if isinstance(input, PackedSequence):
            packed, last = self._run_packed(input, None if hx is None else [*hx])
            return packed, (last[0], last[1])
        self._check_input(input)
        place, alone = 0 if self.batch_first else 1, input.dim() == 2
        if hx is not None and (hx[0].dim() != input.dim() or hx[1].dim() != input.dim()):
            kind, n = ("unbatched 2-D", 2) if alone else ("batched 3-D", 3)
            raise RuntimeError(
                f"For {kind} input, hx and cx should also be {n}-D but got ({hx[0].dim()}-D, {hx[1].dim()}-D) tensors"
            )
        input = input.unsqueeze(place) if alone else input
        shapes = [self._state_size(input, size) for size in (self.proj_size or self.hidden_size, self.hidden_size)]
        if hx is None:
            options: dict[str, Any] = {"dtype": input.dtype, "device": input.device}
            states = [of.zeros(shape, **options) for shape in shapes]
        else:
            states = [state.unsqueeze(1) if alone else state for state in hx]
        for place_of, (state, shape) in enumerate(zip(states, shapes, strict=True)):
            self._check_state(state, shape, f"hidden[{place_of}]")
        output, h, c = self._run(input, states)
        if alone:
            return output.squeeze(place), (h.squeeze(1), c.squeeze(1))
        return output, (h, c)


class RNNCellBase(Module):
    """The base of single steps."""

    weight_ih: Parameter
    weight_hh: Parameter
    bias_ih: Parameter | None
    bias_hh: Parameter | None
    _states: ClassVar[int] = 1

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows, options = num_chunks * hidden_size, {"device": device, "dtype": dtype}
        self.weight_ih = empty_parameter(rows, input_size, **options)
        self.weight_hh = empty_parameter(rows, hidden_size, **options)
        self.register_parameter("bias_ih", empty_parameter(rows, **options) if bias else None)
        self.register_parameter("bias_hh", empty_parameter(rows, **options) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw initial values."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for value in self.parameters():
            init.uniform_(value, -bound, bound)

    def _step(self, operator: Any, input: Tensor, hx: Any) -> Any:
        """One step of an operator, on an input with or without a batch."""
        name = type(self).__name__
        if input.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        states = None if hx is None else [hx] if self._states == 1 else [*hx]
        for place, state in enumerate(states or ()):
            if state.dim() not in (1, 2):
                which = "hidden" if self._states == 1 else f"hx[{place}]"
                raise ValueError(f"{name}: Expected {which} to be 1D or 2D, got {state.dim()}D instead")
        alone = input.dim() == 1
        input = input.unsqueeze(0) if alone else input
        if states is None:
            zero = of.zeros(input.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
            states = [zero] * self._states
        else:
            states = [state.unsqueeze(0) if alone else state for state in states]
        given = states[0] if self._states == 1 else states
        made = operator(input, given, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if not alone:
            return made
        return made.squeeze(0) if self._states == 1 else tuple(one.squeeze(0) for one in made)

    def extra_repr(self) -> str:
        """The sizes, and what is not as usual."""
        text = f"{self.input_size}, {self.hidden_size}"
        text += "" if self.bias is True else f", bias={self.bias}"
        nonlinearity = self.__dict__.get("nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else f"{text}, nonlinearity={nonlinearity}"


class RNNCell(RNNCellBase):
    """One step of `RNN`.

    Args:
        input_size: The size of inputs.
        hidden_size: The size of states.
        bias: Are there biases?
        nonlinearity: ``"tanh"`` or ``"relu"``.
        device: Where the parameters are.
        dtype: Their type.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """The next state.

        Raises:
            RuntimeError: an unknown nonlinearity.
            ValueError: dimensions that do not fit.
        """
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        operator = of.rnn_tanh_cell if self.nonlinearity == "tanh" else of.rnn_relu_cell
        return self._step(operator, input, hx)  # type: ignore[no-any-return]


class LSTMCell(RNNCellBase):
    """One step of `LSTM`; arguments as of `RNNCell`, without ``nonlinearity``."""

    _states = 2

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """The next two states.

        Raises:
            ValueError: dimensions that do not fit.
        """
        return self._step(of.lstm_cell, input, hx)  # type: ignore[no-any-return]


class GRUCell(RNNCellBase):
    """One step of `GRU`; arguments as of `RNNCell`, without ``nonlinearity``."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: device | str | None = None,
        dtype: dtype | None = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """The next state.

        Raises:
            ValueError: dimensions that do not fit.
        """
        return self._step(of.gru_cell, input, hx)  # type: ignore[no-any-return]
