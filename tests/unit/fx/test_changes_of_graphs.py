"""What modules call when their graphs change, arguments in one form, and what traced code says of its origin."""

import copy
import operator
import typing

import pytest

import wye
from wye.fx import Graph, GraphModule, Proxy, symbolic_trace
from wye.nn import Conv2d, Module


def test_a_module_hears_of_every_node_that_is_made_replaced_and_erased():
    module = symbolic_trace(lambda x: wye.relu(x + 1))
    heard = []

    def replaced(old, new, user):
        heard.append(("replace", old.name, new, user.name))

    def created(node):
        heard.append(("create", node.name))

    def erased(node):
        heard.append(("erase", node.name))

    module._register_replace_node_hook(replaced)
    module._register_create_node_hook(created)
    module._register_erase_node_hook(erased)
    relu = module.graph.find_nodes(op="call_function", target=wye.relu)[0]
    with module.graph.inserting_after(relu):
        other = module.graph.call_function(wye.neg, (relu.args[0],))
    relu.replace_all_uses_with(other)
    module.graph.erase_node(relu)
    assert heard == [("create", "neg"), ("replace", "relu", "neg", "output"), ("erase", "relu")]
    module._unregister_erase_node_hook(erased)
    assert "_replace_hooks" not in copy.deepcopy(module).__dict__


def test_arguments_are_given_as_the_signature_has_them():
    class Net(Module):
        def __init__(self):
            super().__init__()
            self.conv = Conv2d(3, 4, 1)

        def forward(self, x):
            return wye.add(self.conv(x), 1).sum(dim=1)

    module = symbolic_trace(Net())
    by_name = {node.name: node for node in module.graph.nodes}
    found = by_name["add"].normalized_arguments(module, (wye.Tensor, int), normalize_to_only_use_kwargs=True)
    assert found.args == ()
    assert list(found.kwargs)[:2] == ["input", "other"]
    assert found.kwargs["other"] == 1
    assert list(by_name["conv"].normalized_arguments(module, normalize_to_only_use_kwargs=True).kwargs) == ["input"]
    assert by_name["sum_1"].normalized_arguments(module) is None


def test_code_names_the_function_that_was_traced():
    module = symbolic_trace(lambda x: x + 1)
    assert " from " in module.forward.__code__.co_filename
    assert __file__ in copy.deepcopy(module).forward.__code__.co_filename


def test_annotations_are_written_by_their_parts():
    def function(x: typing.List[wye.Tensor], y: typing.Optional[int] = None, z: tuple[int, ...] = ()):  # noqa: UP006, UP045
        return x[0]

    module = symbolic_trace(function)
    assert "x : typing_List[wye.Tensor], y : typing_Union[int,NoneType] = None, z : tuple[int,_] = ()" in module.code
    assert module([3]) == 3


def test_a_fixed_argument_keeps_its_default():
    module = symbolic_trace(lambda x, y=None: x if y is None else x + y, concrete_args={"y": None})
    assert module(3) == 3
    with pytest.raises(AssertionError, match="specialized to have value None"):
        module(3, 4)


def test_self_may_not_be_one_of_the_rest():
    class Net(Module):
        def forward(*args):
            return args[1]

    with pytest.raises(RuntimeError, match=r"cannot be part of \*args expansion"):
        symbolic_trace(Net())


def test_a_copy_of_a_proxy_stands_for_a_node_of_its_own():
    graph = Graph()
    proxy = Proxy(graph.call_function(operator.add, (graph.placeholder("x"), 1)))
    made = copy.deepcopy(proxy)
    assert made.node.name == proxy.node.name
    assert made.node is not proxy.node
    made.node.graph.output((made + 1).node)
    assert GraphModule({}, made.node.graph)(1) == 3
    assert len(graph.nodes) == 2
