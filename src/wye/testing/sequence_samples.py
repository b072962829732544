"""Samples of embeddings, attention and recurrent modules.  Cold path.

Out: `SEQUENCES`, the samples of each by name, `REFUSED_SEQUENCES` and `SEQUENCE_FACTS`.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from wye.functional.operators import of
from wye.testing.layer_samples import of_a_batch_of_one
from wye.testing.module_info import Case, Refused
from wye.testing.surroundings import frozen_random_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.testing.module_info import Draw

__all__ = ["REFUSED_SEQUENCES", "SEQUENCES", "SEQUENCE_FACTS"]


def _indices(*shape: int, count: int) -> Callable[[Draw], Any]:
    return lambda draw: draw.classes(*shape, count=count)


def _pairs(*shape: int) -> Callable[[Draw], Any]:
    """A hidden state and a cell state."""
    return lambda draw: (draw(*shape), draw(*shape))


def _beside(axis: int) -> Callable[..., Any]:
    """What a recurrent module gives for a sequence without a batch, by way of a batch of one on this axis."""

    def expected(module: Any, x: Any) -> Any:
        with frozen_random_state():
            outputs, hidden = module(x.unsqueeze(axis))
        states = tuple(one.squeeze(1) for one in hidden) if isinstance(hidden, tuple) else hidden.squeeze(1)
        return outputs.squeeze(axis), states

    return expected


def _recurrent(states: Callable[..., Callable[[Draw], Any]], **more: Any) -> list[Case]:
    """A recurrent module of inputs of 3 numbers and states of 2, in both orders and directions."""
    found = []
    for first, both, bias in product((False, True), repeat=3):
        options = {"batch_first": first, "bidirectional": both, "bias": bias, **more}
        layers = 2 if both else 1
        batch = (2, 4, 3) if first else (4, 2, 3)
        found.append(Case(batch, args=(3, 2), **options))
        if bias:
            found.append(Case(batch, states(layers, 2, 2), args=(3, 2), **options))
            found.append(Case((4, 3), args=(3, 2), reference=_beside(0 if first else 1), **options))
    found.append(Case((3, 2, 3), args=(3, 2, 2), **more))
    return found


def _one_state(*shape: int) -> Callable[[Draw], Any]:
    return lambda draw: draw(*shape)


def _cell_of_one(module: Any, x: Any, state: Any = None) -> Any:
    def widened(one: Any) -> Any:
        return tuple(part.unsqueeze(0) for part in one) if isinstance(one, tuple) else one.unsqueeze(0)

    found = module(widened(x), *([] if state is None else [widened(state)]))
    return tuple(one.squeeze(0) for one in found) if isinstance(found, tuple) else found.squeeze(0)


def _cells(states: Callable[..., Callable[[Draw], Any]], *options: dict[str, Any]) -> list[Case]:
    return [
        case
        for option in ({}, {"bias": False}, *options)
        for case in (
            Case((4, 3), args=(3, 2), **option),
            Case((4, 3), states(4, 2), args=(3, 2), **option),
            Case((3,), states(2), args=(3, 2), reference=_cell_of_one, **option),
        )
    ]


def _attention_of_one(module: Any, *given: Any, **named: Any) -> Any:
    """Attention of sequences without a batch, by way of batches of one."""
    axis = 0 if module.batch_first else 1
    with frozen_random_state():
        found, weights = module(*(one.unsqueeze(axis) for one in given), **named)
    return found.squeeze(axis), None if weights is None else weights.squeeze(0)


def _attention() -> list[Case]:
    found = []
    for first, bias in product((False, True), repeat=2):
        shapes = [(2, 3, 4), (2, 5, 4), (2, 5, 4)] if first else [(3, 2, 4), (5, 2, 4), (5, 2, 4)]
        found.append(Case(*shapes, args=(4, 2), batch_first=first, bias=bias))
        alone = [(3, 4), (5, 4), (5, 4)]
        found.append(Case(*alone, args=(4, 2), batch_first=first, bias=bias, reference=_attention_of_one))
    batch = [(3, 2, 4), (5, 2, 4), (5, 2, 4)]
    found.append(Case(*batch, args=(4, 2), add_bias_kv=True, add_zero_attn=True))
    found.append(Case(*batch, args=(4, 2), named={"average_attn_weights": lambda draw: False}))
    found.append(Case((3, 2, 4), (5, 2, 6), (5, 2, 7), args=(4, 2), kdim=6, vdim=7))
    masks: dict[str, Any] = {
        "attn_mask": lambda draw: of.ones([3, 5], device=draw.device).triu(2).bool(),
        "key_padding_mask": lambda draw: draw.constant([[False] * 5, [False] * 3 + [True] * 2]),
    }
    found.append(Case(*batch, args=(4, 2), named=masks))
    return found


def _triangle(size: int) -> Callable[[Draw], Any]:
    return lambda draw: of.ones([size, size], device=draw.device).triu(1).bool()


def _layer_options() -> list[dict[str, Any]]:
    return [
        {"batch_first": first, "norm_first": before, "activation": activation, "bias": bias}
        for first, before, activation, bias in (
            (False, False, "relu", True),
            (True, False, "gelu", True),
            (True, True, "relu", True),
            (True, False, "relu", False),
        )
    ]


def _transformers() -> dict[str, list[Case]]:
    options = _layer_options()
    encoder = [Case((2, 3, 4), args=(4, 2, 6, 0.0), **one) for one in options]
    decoder = [Case((2, 3, 4), (2, 3, 4), args=(4, 2, 6, 0.0), **one) for one in options]
    whole = [Case((2, 3, 4), (2, 3, 4), args=(4, 2, 1, 1, 6, 0.0), **one) for one in options]
    alone: dict[str, Any] = {"args": (4, 2, 6, 0.0), "batch_first": True, "reference": of_a_batch_of_one}
    masked = {"src_mask": _triangle(3)}
    return {
        "TransformerEncoderLayer": [
            *encoder, Case((3, 4), **alone), Case((2, 3, 4), args=(4, 2, 6, 0.0), named=masked, batch_first=True),
        ],
        "TransformerDecoderLayer": [*decoder, Case((3, 4), (3, 4), **alone)],
        "Transformer": [*whole, Case((3, 4), (3, 4), **{**alone, "args": (4, 2, 1, 1, 6, 0.0)})],
        "TransformerEncoder": [
            Case((2, 3, 4), args=(_encoder_layer, 2), enable_nested_tensor=False),
            Case((2, 3, 4), args=(_encoder_layer, 1), named={"mask": _triangle(3)}, enable_nested_tensor=False),
        ],
    }  # fmt: skip


def _encoder_layer(draw: Draw) -> Any:
    from wye.nn import TransformerEncoderLayer

    return TransformerEncoderLayer(4, 2, 6, 0.0, batch_first=True)


SEQUENCES: Final[dict[str, list[Case]]] = {
    "Embedding": [
        Case(_indices(3, 2, count=5), args=(5, 4), reference=lambda m, x: m.weight[x]),
        Case(lambda draw: draw.constant([4, 0, 2, 2]), args=(5, 4), padding_idx=1),
        Case(_indices(count=5), args=(5, 4), reference=lambda m, x: m.weight[x]),
    ],
    "MultiheadAttention": _attention(),
    **_transformers(),
    "RNNCell": _cells(_one_state, {"nonlinearity": "relu"}),
    "GRUCell": _cells(_one_state),
    "LSTMCell": _cells(_pairs),
    "RNN": [*_recurrent(_one_state), *_recurrent(_one_state, nonlinearity="relu")],
    "GRU": _recurrent(_one_state),
    "LSTM": [*_recurrent(_pairs), Case((4, 2, 3), args=(3, 4), proj_size=2)],
}

REFUSED_SEQUENCES: Final[dict[str, list[Refused]]] = {
    "Embedding": [Refused(Case(args=(5, 4), padding_idx=7), "Padding_idx must be within", AssertionError, made=True)],
    **{f"{name}Cell": [Refused(Case((4, 5), args=(3, 2)), "input")] for name in ("RNN", "GRU", "LSTM")},
    **{
        name: [
            Refused(Case(args=(3, 0)), "hidden_size must be greater than zero", ValueError, made=True),
            Refused(Case((4, 2, 5), args=(3, 2)), "input"),
        ]
        for name in ("RNN", "GRU", "LSTM")
    },
}

_BOTH_MODES: Final = ("TransformerEncoder", "TransformerEncoderLayer", "MultiheadAttention", "RNN", "GRU", "LSTM")
SEQUENCE_FACTS: Final[dict[str, dict[str, Any]]] = {
    **{name: {"train_and_eval_differ": True} for name in _BOTH_MODES},
    "Transformer": {"gradcheck_fast_mode": True},
}
