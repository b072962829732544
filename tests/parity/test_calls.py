"""Placing arguments: both engines accept the same calls, give kernels the same objects, and ask for the same help."""

from dataclasses import dataclass

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.parity.twins import ALL, Called, Fixed, Stranger, SubCalled, Twin, same

from wye import _pure as e

BITS = st.sampled_from([0, 1 << 16, 1 | 1 << 16, 1 << 36, 1 << 64 | 1 << 16, ALL])
TENSOR = BITS.map(lambda bits: ("tensor", bits))
ARRAY = st.sampled_from([Fixed(), Called(("keys", 1 << 16 | 2)), SubCalled(("keys", 1 << 20)), Called("no keys")])
NUMBER = st.sampled_from([0, 1, -1, 2**53, -(2**53), 2**53 + 1, 2**70, True, False, 1.5, float("inf"), 2j])
OTHER = st.sampled_from([None, "text", Stranger(), b"bytes", int])
ONE = st.one_of(TENSOR, ARRAY, NUMBER, OTHER)
ITEMS = st.lists(st.one_of(TENSOR, NUMBER, st.none(), ARRAY), max_size=3)
ALIKE = st.one_of(st.lists(TENSOR, max_size=3), st.lists(st.integers(), max_size=3), st.lists(st.floats(), max_size=2))
LISTS = st.one_of(ITEMS, ITEMS.map(tuple), ALIKE, ALIKE.map(tuple))
VALUE = st.one_of(ONE, LISTS)

BASES = [e.KIND_ANY, e.KIND_TENSOR, e.KIND_EXACT, e.KIND_SCALAR, e.KIND_PYTHON, e.KIND_FLOAT, 9]
FLAGS = [0, 0, e.OPTIONAL, e.LIST, e.LIST | e.OPTIONAL, e.LIST | e.OPTIONAL_ELEMENT]
EXACT = st.sampled_from([None, int, str, bool])


@dataclass(frozen=True)
class Argument:
    kind: int
    exact: type | None
    default: object
    required: bool


ARGUMENT = st.builds(
    Argument,
    st.builds(lambda base, flags: base | flags, st.sampled_from(BASES), st.sampled_from(FLAGS)),
    EXACT,
    st.one_of(st.none(), st.integers(-1, 1), st.lists(st.integers(0, 2), max_size=2)),
    st.booleans(),
)


@dataclass(frozen=True)
class Call:
    arguments: list[Argument]
    n_positional: int
    args: list[object]
    kwargs: dict[str, object]

    def signature(self, twin: Twin) -> object:
        return twin.signature(
            bytes(argument.kind for argument in self.arguments),
            exact=tuple(argument.exact for argument in self.arguments),
            defaults=tuple(argument.default for argument in self.arguments),
            required=sum(argument.required << i for i, argument in enumerate(self.arguments)),
            n_positional=self.n_positional,
        )


def fitting(argument: Argument) -> st.SearchStrategy[object]:
    """Values that mostly fit."""
    base = argument.kind & 0x0F
    one = {e.KIND_TENSOR: TENSOR, e.KIND_EXACT: NUMBER, e.KIND_SCALAR: NUMBER, e.KIND_FLOAT: NUMBER}.get(base, ONE)
    if argument.kind & e.LIST:
        one = st.lists(one, max_size=3) | st.lists(one, max_size=3).map(tuple)
    return st.one_of(one, one, one, VALUE)


@st.composite
def calls(draw: st.DrawFn, max_arguments: int = 6) -> Call:
    arguments = draw(st.lists(ARGUMENT, max_size=max_arguments))
    n_positional = draw(st.integers(0, len(arguments)))
    values = [draw(fitting(argument)) for argument in arguments]
    n_given = draw(st.integers(0, n_positional))
    args = values[:n_given] + draw(st.lists(VALUE, max_size=1) if draw(st.integers(0, 9)) == 0 else st.just([]))
    names = draw(st.permutations([f"a{i}" for i in range(n_given, len(arguments))]))
    names = names[draw(st.integers(0, len(names))) :]
    kwargs = {name: values[int(name[1:])] for name in names}
    if draw(st.integers(0, 9)) == 0:
        kwargs[draw(st.sampled_from(["a0", "a1", "stranger"]))] = draw(VALUE)
    return Call(arguments, n_positional, args, kwargs)


TENSORS = [Argument(e.KIND_TENSOR, None, None, True)] * 2
LIST_ARGUMENT = [Argument(e.KIND_EXACT | e.LIST, int, [1, 2], False)] * 3


@settings(max_examples=1500)
@given(call=calls())
@example(Call(TENSORS, 2, [("tensor", 1)], {"a1": ("tensor", 2)}))
@example(Call(TENSORS, 2, [("tensor", 1)], {"a0": ("tensor", 2)}))
@example(Call(LIST_ARGUMENT, 3, [], {"a1": [3]}))
@example(Call(LIST_ARGUMENT, 3, [[1]], {"a2": (3,)}))
def test_kernels_get_the_same_arguments_or_bind_is_asked(call: Call) -> None:
    def question(twin: Twin) -> object:
        op = twin.echo_op(call.signature(twin))
        return twin.outcome(op, *twin.made(tuple(call.args)), **twin.made(call.kwargs))

    same(question)


@settings(max_examples=500)
@given(call=calls(), bits=BITS)
def test_redispatch_places_arguments_as_a_call_does(call: Call, bits: int) -> None:
    def question(twin: Twin) -> object:
        op = twin.echo_op(call.signature(twin))
        return twin.outcome(op.redispatch, twin.keys(bits), *twin.made(tuple(call.args)), **twin.made(call.kwargs))

    same(question)


@settings(max_examples=500)
@given(call=calls())
def test_the_same_objects_arrive_not_copies(call: Call) -> None:
    """A list that fits as it is must be the caller's own: kernels write into lists."""

    def question(twin: Twin) -> object:
        args, kwargs = twin.made(tuple(call.args)), twin.made(call.kwargs)
        given = [*args, *kwargs.values()]

        def kernel(*got: object, **named: object) -> object:
            return [[i for i, value in enumerate(given) if value is each] for each in (*got, *named.values())]

        layout = twin.layout(dict.fromkeys(range(48 + 6 * 20), 1))
        op = twin.op(call.signature(twin), layout, twin.module.Kernel(twin.module.PLAIN, kernel))
        return twin.outcome(op, *args, **kwargs)

    same(question)


@settings(max_examples=500)
@given(call=calls())
def test_what_bind_returns_is_run_with_the_same_keys(call: Call) -> None:
    def question(twin: Twin) -> object:
        twin.asks_bind = False
        try:
            layout = twin.layout(dict.fromkeys(range(48 + 6 * 20), 1))
            kernel = twin.module.Kernel(twin.module.KEYSET, twin.echo)
            op = twin.op(call.signature(twin), layout, kernel)
            return twin.outcome(op, *twin.made(tuple(call.args)), **twin.made(call.kwargs))
        finally:
            twin.asks_bind = True

    same(question)


@given(
    n=st.sampled_from([1, 62, 63, 64, 65, 66, 100, 255]),
    n_positional=st.integers(0, 255),
    n_given=st.integers(0, 255),
    named=st.sets(st.integers(0, 255), max_size=4),
    required=st.integers(0, (1 << 64) - 1),
    boxed=st.booleans(),
)
@example(n=70, n_positional=64, n_given=0, named=set(), required=0, boxed=False)
@example(n=64, n_positional=64, n_given=64, named=set(), required=(1 << 64) - 1, boxed=False)
@example(n=64, n_positional=63, n_given=63, named={63}, required=1 << 63, boxed=True)
def test_many_arguments_are_counted_alike(
    n: int, n_positional: int, n_given: int, named: set[int], required: int, boxed: bool
) -> None:
    def question(twin: Twin) -> object:
        module = twin.module
        kernel = module.Kernel(module.KEYSET if boxed else module.PLAIN, twin.echo)
        signature = twin.signature(bytes(n), required=required, n_positional=min(n, n_positional))
        op = twin.op(signature, twin.layout({0: 1, 11: 1, 19: 1}), kernel)
        args = range(min(n_given, n))
        kwargs = {f"a{i}": -i for i in sorted(named) if i < n}
        answers = [twin.outcome(op, *args, **kwargs)]
        twin.asks_bind = False
        answers.append(twin.outcome(op, *args, **kwargs))
        twin.asks_bind = True
        return answers

    same(question)


@given(name=st.sampled_from(["a0", "a1"]), keys=BITS)
def test_names_are_compared_by_their_text(name: str, keys: int) -> None:
    """A name made at run time is not the interned object of the signature."""

    def question(twin: Twin) -> object:
        op = twin.echo_op(twin.signature(b"\1\1"))
        return twin.outcome(op, **{"".join(list(name)): twin.made(("tensor", keys))})

    same(question)
