from copy import copy

import wye
from wye.debug.module_tracker import ModuleTracker


def test_modules_are_named_forward_and_backward_also_in_lists_that_nobody_calls():
    seen = []

    class Leaf(wye.nn.Module):
        def forward(self, x):
            y = x * 2
            seen.append((copy(tracker.parents), tracker.is_bw))
            y.register_hook(lambda grad: seen.append((copy(tracker.parents), tracker.is_bw)))
            return y * 1

    class Root(wye.nn.Module):
        def __init__(self):
            super().__init__()
            self.parts = wye.nn.ModuleList([Leaf()])

        def forward(self, x):
            return self.parts[0](x)

    with ModuleTracker() as tracker:
        Root()(wye.ones(2, requires_grad=True).clone()).sum().backward()
        assert (tracker.parents, tracker.is_bw) == ({"Global"}, False)
    names = {"Global", "Root", "Root.parts.0"}
    assert seen == [(names, False), (names, True)]
