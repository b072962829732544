import gc

import pytest

from wye.testing.file_check import FileCheck

F = FileCheck


@pytest.mark.parametrize(
    ("checks", "text"),
    [
        (F().check("a").check("b"), "a b"),
        (F().check("x").check_next("y"), "x\ny"),
        (F().check("x").check_same("y"), "x y"),
        (F().check("x").check_not("q").check("y"), "x y q"),
        (F().check_dag("y").check_dag("x").check("z"), "x y z"),
        (F().check_regex("a.c").check("d"), "abc d"),
        (F().check_count("a", 2), "a a a"),
        (F().check_count("a", 3, exactly=True), "a a a"),
        (F().check_not("c"), "ab"),
        (F().check_source_highlighted("abc"), "x abc\n  ~~~"),
    ],
)
def test_a_text_that_fits_passes(checks, text):
    checks.run(text)


@pytest.mark.parametrize(
    ("checks", "text", "told"),
    [
        (F().check("b").check("a"), "a b", 'Expected to find "a" but did not find it'),
        (F().check_not("c"), "a c", 'Expected to not find "c" but found it\na c\n  ~ <--- HERE\nFrom CHECK-NOT: c'),
        (F().check("x").check_not("q").check("y"), "x q y", 'Expected to not find "q"'),
        (F().check_count("a", 2, exactly=True), "a a a", 'Expected to not find "a"'),
        (F().check_count("a", 2), "a", "From CHECK-COUNT-2: a"),
        (F().check("x").check_next("y"), "x\nz\ny", "From CHECK-NEXT: y"),
        (F().check("x").check_next("y"), "x y", "From CHECK-NEXT"),
        (F().check("x").check_same("y"), "x\ny", "From CHECK-SAME: y"),
        (F().check_dag("x").check_dag("y"), "x", 'Expected to find "y"'),
        (F().check_regex("a.d"), "abc", 'Expected to find regex "a.d"'),
        (F().check_source_highlighted("abc"), "abc\n~", "highlighted but it is not"),
        (F(), "abc", "No checks have been added"),
    ],
)
def test_a_text_that_does_not_fit_is_refused(checks, text, told):
    with pytest.raises(RuntimeError) as caught:
        checks.run(text)
    assert told in str(caught.value)


def test_checks_can_be_written_as_comments():
    F().run("# CHECK: def\n  # CHECK-NEXT: return\n# CHECK-NOT: class", "def f():\n    return 1")
    with pytest.raises(RuntimeError, match="CHECK-COUNT-2"):
        F().run("# CHECK-COUNT-2: a", "a")


def test_checks_that_were_made_on_no_text_say_so(capsys):
    checks = F().check("not run").check_next("nor this")
    del checks
    gc.collect()
    assert capsys.readouterr().out == (
        "You have not run this instance of FileCheck!\nFileCheck checks:\n\tCHECK: not run\n\tCHECK-NEXT: nor this\n"
    )
    checks = F().check("a")
    checks.run("a")
    del checks
    gc.collect()
    assert capsys.readouterr().out == ""


def test_the_output_of_a_process_is_a_text():
    F().check("a").check_next("b").run(b"a\nb")
