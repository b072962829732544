"""Public functions choose the same overload in C and in Python, and call it with the same arguments."""

import pytest
from tests.parity.twins import N_SLOTS, TWINS, Twin

from wye import _pure as e

INT, TENSOR = e.KIND_EXACT, e.KIND_TENSOR


@pytest.fixture(params=TWINS, ids=repr)
def twin(request: pytest.FixtureRequest) -> Twin:
    return request.param


def operator(twin: Twin, name: str, kinds: bytes, exact: tuple, n_positional: int | None = None, defaults=None):
    """An operator that tells its name and arguments."""
    n = len(kinds)
    kernel = twin.module.Kernel(e.PLAIN, lambda *args, **kwargs: (name, args, kwargs))
    signature = twin.module.Signature(
        tuple(f"a{i}" for i in range(n)),
        n if n_positional is None else n_positional,
        kinds,
        exact,
        defaults or (None,) * n,
        0,
        None,
        (),
    )
    op = twin.module.Op()
    op.install(signature, twin.layout(dict.fromkeys(range(N_SLOTS), 1), (1 << 48) - 1), (kernel,))
    return op


def form(twin: Twin, op, names: tuple, kinds: bytes, exact: tuple, **more):
    n = len(names)
    options = {"n_positional": n, "sizes": bytes(n), "places": bytes(range(n)), "checks": (None,) * n}
    options |= {"aliases": {}, "required": (1 << n) - 1} | more
    return twin.module.Form(op, names, kinds=kinds, exact=exact, **options)


def function(twin: Twin, *forms, pack=None):
    made = twin.module.Function()
    made.forward_to(lambda *args, **kwargs: ("refused", args, kwargs))
    made.use_forms(forms, pack)
    return made


def test_the_first_form_that_fits_is_called(twin):
    ints = operator(twin, "ints", bytes([INT]), (int,))
    texts = operator(twin, "texts", bytes([INT]), (str,))
    called = function(
        twin,
        form(twin, ints, ("n",), bytes([INT]), (int,), aliases={"other": 0}),
        form(twin, texts, ("text",), bytes([INT]), (str,)),
    )
    assert called(1) == called(n=1) == called(other=1) == ("ints", (1,), {})
    assert called("a") == called(text="a") == ("texts", ("a",), {})
    for args, kwargs in (
        ((True,), {}),
        ((), {}),
        ((1, 2), {}),
        ((1,), {"n": 1}),
        ((), {"n": 1, "foo": 2}),
        ((None,), {}),
    ):
        assert called(*args, **kwargs) == ("refused", args, kwargs)


def test_integers_are_gathered_and_single_ones_repeated(twin):
    op = operator(twin, "op", bytes([INT | e.LIST]), (int,))
    gathers = function(twin, form(twin, op, ("size",), bytes([INT | e.LIST]), (int,), gathers=0))
    assert gathers(2, 3) == gathers([2, 3]) == gathers((2, 3)) == gathers(size=(2, 3)) == ("op", ([2, 3],), {})
    assert gathers(2) == ("op", ([2],), {})
    assert gathers(2, "a") == ("refused", (2, "a"), {})
    assert gathers([2], 3) == ("refused", ([2], 3), {})
    repeats = function(twin, form(twin, op, ("size",), bytes([INT | e.LIST]), (int,), sizes=bytes([2])))
    assert repeats(4) == ("op", ([4, 4],), {})


def test_checks_convert_what_the_quick_test_refuses(twin):
    asked = []

    def check(value):
        asked.append(value)
        return int(value) if isinstance(value, float) else NotImplemented

    op = operator(twin, "op", bytes([INT]), (int,))
    plain = function(twin, form(twin, op, ("n",), bytes([INT]), (int,), checks=(check,)))
    assert plain(1.5) == ("refused", (1.5,), {})
    assert asked == []
    converts = function(twin, form(twin, op, ("n",), bytes([INT]), (int,), checks=(check,), converts=1))
    assert converts(1.5) == ("op", (1,), {})
    assert converts("a") == ("refused", ("a",), {})
    assert asked == [1.5, "a"]


def test_an_error_of_a_check_is_the_answer(twin):
    def check(value):
        raise LookupError("inside")

    op = operator(twin, "op", bytes([INT]), (int,))
    with pytest.raises(LookupError, match="inside"):
        function(twin, form(twin, op, ("n",), bytes([INT]), (int,), checks=(check,)))("a")


def test_places_put_arguments_elsewhere(twin):
    op = operator(twin, "op", bytes([INT] * 4), (int,) * 4, n_positional=2, defaults=(7, 8, None, None))
    exchanged = function(twin, form(twin, op, ("b", "a"), bytes([INT] * 2), (int,) * 2, places=bytes([1, 0])))
    assert exchanged(1, 2) == ("op", (2, 1), {})
    by_name = function(twin, form(twin, op, ("c", "b"), bytes([INT] * 2), (int,) * 2, places=bytes([3, 1]), required=0))
    assert by_name(1) == ("op", (), {"a3": 1})
    assert by_name(b=2) == ("op", (7, 2), {})
    dropped = function(twin, form(twin, op, ("a", "b"), bytes([INT] * 2), (int,) * 2, places=bytes([0, e.DROPPED])))
    assert dropped(1, 2) == ("op", (1,), {})
    filled = function(twin, form(twin, op, ("a",), bytes([INT]), (int,), fills=((1, 5), (0, 6))))
    assert filled(1) == ("op", (1, 5), {})


def test_none_is_the_default_where_it_may_stand(twin):
    op = operator(twin, "op", bytes([INT, INT]), (int, int), defaults=(3, 4))
    kinds = bytes([INT | e.OPTIONAL, INT])
    called = function(twin, form(twin, op, ("a", "b"), kinds, (int, int), required=0))
    assert called(None, 1) == ("op", (3, 1), {})
    assert called(None) == ("op", (), {})
    assert called(1, None) == ("refused", (1, None), {})


def test_results_are_packed(twin):
    class Named(tuple):
        __slots__ = ()

    op = twin.module.Op()
    results = [(1, 2), [1, 2], 3]
    kernel = twin.module.Kernel(e.PLAIN, lambda n: results[n])
    signature = twin.module.Signature(("a",), 1, bytes([INT]), (int,), (None,), 0, None, ())
    op.install(signature, twin.layout(dict.fromkeys(range(N_SLOTS), 1), (1 << 48) - 1), (kernel,))
    one = form(twin, op, ("n",), bytes([INT]), (int,))
    named, lists = function(twin, one, pack=Named), function(twin, one, pack=tuple)
    assert type(named(0)) is Named
    assert [named(0), named(1), named(2)] == [(1, 2), [1, 2], 3]
    assert [lists(0), lists(1), lists(2)] == [(1, 2), (1, 2), 3]


def test_match_says_what_a_call_means(twin):
    op = operator(twin, "op", bytes([INT | e.LIST]), (int,))
    called = function(twin, form(twin, op, ("size",), bytes([INT | e.LIST]), (int,), gathers=0))
    assert called.match(1, 2) == (op, ([1, 2],), {})
    assert called.match("a") is None
    assert twin.module.Function().match(1) is None


def test_an_operator_that_is_gone_is_passed_over(twin):
    op = operator(twin, "op", bytes([INT]), (int,))
    called = function(twin, form(twin, op, ("n",), bytes([INT]), (int,)))
    op.uninstall()
    assert called(1) == ("refused", (1,), {})


def test_what_is_no_form_is_refused(twin):
    op = operator(twin, "op", bytes([INT]), (int,))
    with pytest.raises(TypeError, match="tuple of Forms"):
        twin.module.Function().use_forms([1])
    with pytest.raises(TypeError, match="subclass of tuple"):
        twin.module.Function().use_forms((), int)
    with pytest.raises(ValueError, match="one item per parameter"):
        form(twin, op, ("n",), b"", (int,))
    with pytest.raises(TypeError):
        form(twin, None, ("n",), bytes([INT]), (int,))
