"""Partitions: the cut is minimal, and what the forward graph gives anyway costs nothing."""

import wye
from wye.fx.aot import aot
from wye.fx.partition import _Network, min_cut_rematerialization_partition


def test_the_latest_minimum_cut_is_found():
    network = _Network()
    for start, goal, capacity in (("source", "a", 5), ("a", "b", 3), ("b", "c", 3), ("c", "sink", 9), ("a", "c", 1)):
        network.add(start, goal, capacity)
    assert network.reach_sink() == {"sink", "c"}


def test_results_are_saved_for_free_and_small_values_before_large_ones():
    def function(x):
        small = x.sum(1, keepdim=True)
        return (small.sin().expand(4, 100) * 2).cos()

    forward, backward = aot(
        function, wye.ones(4, 100, requires_grad=True), partition_fn=min_cut_rematerialization_partition
    )
    saved = [node.meta["val"].shape for node in backward.graph.find_nodes(op="placeholder")][:-1]
    assert all(shape[1] == 1 for shape in saved)
    assert "cos" in forward.code
