"""Handles and places of registrations, in both engines."""

from __future__ import annotations

import gc
import sys
import weakref
from typing import Any

import pytest

import wye._pure as pure
from wye._engine import engine
from wye.registry.kernel import line_of

ENGINES = [pure] if engine is pure else [pure, engine]


@pytest.mark.parametrize("made_by", ENGINES, ids=lambda one: one.__name__)
def test_a_handle_keeps_what_it_is_given_and_nothing_else_alive(made_by: Any) -> None:
    class Registration(made_by.Handle):  # type: ignore[misc]  # a class of either engine
        __slots__ = ("__weakref__",)

    handle = Registration(len, "entry", "key", "kernel")
    assert (handle._undo, handle.entry, handle.key, handle.kernel) == (len, "entry", "key", "kernel")
    short = Registration(len)
    assert (short.entry, short.key, short.kernel) == (None, None, None)
    handle._undo = None
    assert handle._undo is None
    short.entry = short  # a cycle: found by the collector
    gone = weakref.ref(short)
    del short
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("made_by", ENGINES, ids=lambda one: one.__name__)
def test_a_handle_takes_one_to_four_arguments_by_place(made_by: Any) -> None:
    for given in ((), (1, 2, 3, 4, 5)):
        with pytest.raises(TypeError):
            made_by.Handle(*given)
    with pytest.raises(TypeError):
        made_by.Handle(undo=len)


@pytest.mark.parametrize("made_by", ENGINES, ids=lambda one: one.__name__)
def test_the_place_of_a_caller_is_the_nearest_line_outside(made_by: Any) -> None:
    line = sys._getframe().f_lineno + 1
    assert line_of(made_by.place_of_caller("/nowhere")) == f"{__file__}:{line}"

    def inner(depth: int) -> Any:
        return made_by.place_of_caller("/nowhere", depth)

    line = sys._getframe().f_lineno + 1
    assert line_of(inner(2)) == f"{__file__}:{line}"
    code, _ = made_by.place_of_caller(__file__)
    assert code.co_filename != __file__


@pytest.mark.parametrize("made_by", ENGINES, ids=lambda one: one.__name__)
def test_what_files_register_while_they_are_loaded_is_theirs(made_by: Any) -> None:
    def at(outside: str) -> Any:
        return made_by.place_of_caller(outside)

    names = {"at": at, "inside": __file__}
    exec(compile("place = [at(inside) for _ in [0]][0]", __file__, "exec"), names)
    code, _ = names["place"]
    assert (code.co_name, code.co_filename) == ("<module>", __file__)
