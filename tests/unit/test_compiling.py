"""Programs ask whether they are compiled, and mark functions for compilers."""

from wye import compiling


def test_nothing_is_compiled_and_marks_leave_functions_as_they_are():
    assert not compiling.is_compiling()
    assert compiling.marked(len) is len
    assert compiling.marked(recursive=False)(len) is len
    assert compiling.allow(len) is len
    assert compiling.unchanged(int, 3) == 3
