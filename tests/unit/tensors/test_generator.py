"""Generators: where their state is read."""

import numpy as np

from wye.tensors.generator import Generator


def test_a_state_is_the_same_where_the_memory_of_the_words_is_not_known():
    known, unknown = Generator().manual_seed(5), Generator().manual_seed(5)
    unknown.draw(1)
    unknown._memory = np.empty(0, np.uint32)
    known.draw(1)
    assert known._packed() == unknown._packed()
    for generator in (known, unknown):
        with generator.lock:
            start = generator.position()
            first = generator.draw(700).tolist()
            generator.return_to(start)
        assert generator.draw(700).tolist() == first
    assert known._packed() == unknown._packed()
