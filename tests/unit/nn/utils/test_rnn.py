"""Sequences of several lengths."""

import pytest

import wye
from wye import nn
from wye.nn.utils import rnn


def test_packed_sequences_unpack_to_what_they_were():
    sequences = [wye.arange(float(n)).view(n, 1) for n in (2, 4, 1)]
    packed = rnn.pack_sequence(sequences, enforce_sorted=False)
    assert packed.batch_sizes.tolist() == [3, 2, 1, 1]
    assert [one.tolist() for one in rnn.unpack_sequence(packed)] == [one.tolist() for one in sequences]


def test_lengths_that_do_not_fit_are_refused():
    x = wye.ones(3, 2)
    for lengths, message in (([1, 2], "sorted in decreasing order"), ([3], "batch_size=2"), ([4, 1], "at most 3")):
        with pytest.raises(RuntimeError, match=message):
            rnn.pack_padded_sequence(x, lengths)


def test_a_recurrent_layer_computes_each_packed_sequence_as_if_it_were_alone():
    layer = nn.LSTM(2, 3, proj_size=2, bidirectional=True)
    sequences = [wye.rand(n, 2) for n in (1, 3, 2)]
    output, (h, c) = layer(rnn.pack_sequence(sequences, enforce_sorted=False))
    for place, (one, found) in enumerate(zip(sequences, rnn.unpack_sequence(output), strict=True)):
        alone, (h_alone, c_alone) = layer(one)
        assert wye.allclose(found, alone, atol=1e-6)
        assert wye.allclose(h[:, place], h_alone, atol=1e-6)
        assert wye.allclose(c[:, place], c_alone, atol=1e-6)
