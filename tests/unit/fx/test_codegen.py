"""Generated code: every form of expression, and values released after their last use."""

import operator

import pytest

import wye
from wye.fx import Graph, GraphModule, symbolic_trace
from wye.fx.codegen import CodeGen


def code_of(graph):
    return GraphModule({}, graph).code.strip().splitlines()


def body(graph):
    return [line.strip() for line in code_of(graph)[1:]]


@pytest.fixture
def graph():
    return Graph()


def test_values_are_released_after_their_last_use(graph):
    x = graph.placeholder("x")
    a = graph.call_function(wye.sin, (x,))
    graph.call_function(wye.cos, (x,))
    graph.output(graph.call_function(operator.mul, (a, a)))
    assert body(graph) == [
        "sin = wye.sin(x)",
        "cos = wye.cos(x);  x = cos = None",
        "mul = sin * sin;  sin = None",
        "return mul",
    ]


def test_operators_are_written_as_python_writes_them(graph):
    x = graph.placeholder("x")
    targets = (operator.add, operator.matmul, operator.pow, operator.getitem, operator.le, operator.floordiv)
    for target in targets:
        graph.call_function(target, (x, 2))
    graph.call_function(operator.neg, (x,))
    graph.call_function(getattr, (x, "shape"))
    graph.call_function(operator.iadd, (x, 1))
    expected = ["x + 2", "x @ 2", "x ** 2", "x[2]", "x <= 2", "x // 2", "-x", "x.shape"]
    lines = body(graph)
    assert [line.partition(" = ")[2].partition(";")[0] for line in lines[:-1]] == expected
    assert lines[-1].startswith("x += 1;  iadd = x")


def test_arguments_of_all_kinds_are_written(graph):
    x = graph.placeholder("x", default_value=3)
    graph.output(graph.call_function(dict, (), {
        "a": [x, None, True, 1.5, "s", slice(None, 2), Ellipsis], "b": (x,), "c": float("inf"), "d": wye.float32,
        "e": wye.device("cpu"), "f": wye.ops.aten.sin.default, "g": {"k": x},
    }))  # fmt: skip
    text = (
        "dict_1 = dict(a = [x, None, True, 1.5, 's', slice(None, 2, None), Ellipsis], b = (x,), c = inf, "
        "d = wye.float32, e = device(type='cpu'), f = wye.ops.aten.sin.default, g = {'k': x});  x = None"
    )
    assert code_of(graph)[0] == "def forward(self, x = 3):"
    assert body(graph)[0] == text
    assert GraphModule({}, graph)()["a"][0] == 3


def test_functions_from_outside_are_reached_by_a_global(graph):
    def double(x):
        return 2 * x

    graph.output(graph.call_function(double, (graph.placeholder("x"),)))
    module = GraphModule({}, graph)
    assert module(21) == 42
    assert "double(x)" in module.code


def test_annotations_are_written(graph):
    x = graph.placeholder("x", int)
    graph.output(graph.call_function(operator.add, (x, 1), type_expr=float), wye.Tensor)
    assert code_of(graph) == [
        "def forward(self, x : int) -> wye.Tensor:", "    add : float = x + 1;  x = None", "    return add",
    ]  # fmt: skip


def test_the_lines_can_be_changed_for_a_while(graph):
    graph.output(graph.placeholder("x"))
    module = GraphModule({}, graph)
    with graph.on_generate_code(lambda before: lambda lines: ["# header\n", *(before(lines) if before else lines)]):
        module.recompile()
        assert "# header" in module.code
    module.recompile()
    assert "# header" not in module.code


def test_code_generators_of_programs_may_write_the_result_alone():
    class Lists(CodeGen):
        def generate_output(self, output_args):
            return f"return list({output_args!r})"

    module = symbolic_trace(lambda a, b: (a + b, a))
    module.graph.set_codegen(Lists())
    module.recompile()
    assert module(1, 2) == [3, 1]
