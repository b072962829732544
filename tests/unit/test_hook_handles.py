"""Handles of hooks take their hook away, and keep nothing alive."""

import gc
import pickle
import weakref
from collections import OrderedDict

from wye.hook_handles import RemovableHandle


def test_a_handle_takes_its_hook_out_of_all_dictionaries():
    hooks, marks = OrderedDict(), OrderedDict()
    handle, other = RemovableHandle(hooks, extra_dict=marks), RemovableHandle(hooks)
    hooks[handle.id] = hooks[other.id] = print
    marks[handle.id] = True
    handle.remove()
    handle.remove()
    assert [*hooks] == [other.id]
    assert not marks


def test_a_handle_in_with_removes_at_the_end():
    hooks = OrderedDict()
    with RemovableHandle(hooks) as handle:
        hooks[handle.id] = print
    assert not hooks


def test_a_handle_does_not_keep_the_hooks_alive():
    hooks = OrderedDict()
    handle, seen = RemovableHandle(hooks), weakref.ref(hooks)
    del hooks
    gc.collect()
    assert seen() is None
    handle.remove()


def test_a_pickled_handle_removes_from_the_pickled_dictionary():
    hooks = OrderedDict()
    handle = RemovableHandle(hooks)
    hooks[handle.id] = "hook"
    copied_hooks, copied = pickle.loads(pickle.dumps((hooks, handle)))
    copied.remove()
    assert not copied_hooks
    assert hooks
