"""Calls that become nodes: what they keep, and when Python has to look at them."""

import gc
import sys
import threading
import weakref
from collections import OrderedDict
from typing import Any, ClassVar

import pytest

import wye
from wye._engine import engine
from wye.autograd import Function
from wye.autograd.engine import running_node
from wye.autograd.graph import saved_tensors_hooks
from wye.autograd.node import Node
from wye.autograd.saved import hooks_in_effect


def test_a_call_becomes_a_node_with_an_edge_for_each_tensor() -> None:
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    y = wye.tensor([3.0, 4.0])
    node = (x * y).grad_fn
    assert type(node).__name__ == "MulBackward0"
    assert node.next_functions == ((x.grad_fn or node.next_functions[0][0], 0), (None, 0))
    assert node.next_functions[0][0].variable is x


def test_the_accumulator_of_a_leaf_is_the_same_while_something_refers_to_it() -> None:
    x = wye.ones(2, requires_grad=True)
    one, other = x + 1, x * 2
    assert one.grad_fn.next_functions[0][0] is other.grad_fn.next_functions[0][0]
    gone = weakref.ref(one.grad_fn.next_functions[0][0])
    del one, other
    assert gone() is None


def test_a_result_that_the_formula_needs_does_not_keep_itself_alive() -> None:
    x = wye.ones(2, requires_grad=True)
    y = x.exp()
    gone = weakref.ref(y)
    gc.disable()
    try:
        del y
        assert gone() is None
    finally:
        gc.enable()


def test_a_kept_result_shows_its_node_again() -> None:
    x = wye.ones(2, requires_grad=True)
    y = x.exp()
    saved = y.grad_fn._saved_result
    assert saved.grad_fn is y.grad_fn
    assert saved.requires_grad
    assert wye.equal(saved, y)


def test_a_kept_result_that_was_written_to_is_refused_by_its_name() -> None:
    x = wye.ones(2, requires_grad=True)
    y = x.exp()
    total = y.sum()
    y.detach().mul_(2)
    with pytest.raises(RuntimeError, match="output 0 of Exp"):
        total.backward()


def test_a_kept_argument_that_was_written_to_is_refused() -> None:
    x = wye.ones(2, requires_grad=True)
    y = wye.ones(2)
    total = (x * y).sum()
    y.mul_(2)
    with pytest.raises(RuntimeError, match=r"is at version 1; expected version 0"):
        total.backward()


def test_hooks_on_saved_tensors_are_seen_in_their_own_thread_alone() -> None:
    packed: list[str] = []

    def pack(tensor: wye.Tensor) -> wye.Tensor:
        packed.append(threading.current_thread().name)
        return tensor

    def work() -> None:
        x = wye.ones(2, requires_grad=True)
        (x * x).sum().backward()

    with saved_tensors_hooks(pack, lambda tensor: tensor):
        other = threading.Thread(target=work)
        other.start()
        other.join()
        assert packed == []
        work()
    assert len(packed) == 2
    work()
    assert len(packed) == 2


def test_anomaly_mode_is_seen_at_once() -> None:
    x = wye.ones(2, requires_grad=True)
    with wye.autograd.set_detect_anomaly(True):
        inside = x * 2
    outside = x * 2
    assert "traceback_" in inside.grad_fn.metadata
    assert "traceback_" not in outside.grad_fn.metadata


def test_keywords_and_defaults_are_recorded_as_places_are() -> None:
    x = wye.ones(2, 3, requires_grad=True)
    for y in (wye.sum(x, 1), wye.sum(x, dim=1), wye.ops.aten.sum.dim_IntList(x, dim=[1])):
        (grad,) = wye.autograd.grad(y, x, wye.ones(2))
        assert grad.tolist() == [[1.0] * 3] * 2


def test_a_view_that_was_written_to_has_the_history_of_its_base() -> None:
    x = wye.ones(4, requires_grad=True)
    base = x * 1
    view = base[:2]
    base.mul_(3)
    (grad,) = wye.autograd.grad((view * view).sum(), x)
    assert grad.tolist() == [18.0, 18.0, 0.0, 0.0]


def test_an_inference_tensor_cannot_be_kept() -> None:
    with wye.inference_mode():
        y = wye.ones(2)
    x = wye.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        x * y


def test_an_error_below_leaves_nothing_behind() -> None:
    x = wye.ones(2, requires_grad=True)
    y = wye.ones(3)
    before = sys.getrefcount(x), sys.getrefcount(y)
    for _ in range(10):
        with pytest.raises(RuntimeError):
            x + y
    assert (sys.getrefcount(x), sys.getrefcount(y)) == before
    assert wye.is_grad_enabled()
    assert (x + 1).requires_grad


def test_the_gradient_of_a_leaf_is_kept_as_it_came_or_added_in_place() -> None:
    x = wye.ones(2, requires_grad=True)
    (x * 3).sum().backward()
    first = x.grad
    pointer = first.data_ptr()
    (x * 3).sum().backward()
    assert x.grad is first
    assert first.data_ptr() == pointer
    assert first.tolist() == [6.0, 6.0]


def test_one_gradient_for_two_leaves_is_not_shared() -> None:
    x, y = wye.ones(2, requires_grad=True), wye.ones(2, requires_grad=True)
    (x + y).backward(wye.ones(2))
    x.grad.mul_(5)
    assert y.grad.tolist() == [1.0, 1.0]


def test_the_gradient_that_was_given_is_not_taken_over() -> None:
    x = wye.ones(2, requires_grad=True)
    given = wye.ones(2)
    (x + 1).backward(given)
    x.grad.mul_(5)
    assert given.tolist() == [1.0, 1.0]


def test_a_gradient_that_was_expanded_is_copied_to_a_leaf_of_one_element() -> None:
    z = wye.tensor([1 + 1j], requires_grad=True)
    z.sum().real.backward()
    assert z.grad.stride() == (1,)


def test_edges_and_outputs_are_checked() -> None:
    node = type("Step", (Node,), {})()
    with pytest.raises(TypeError):
        node.next_functions = ((3, 0),)
    with pytest.raises(TypeError):
        engine.TensorState(3)
    with pytest.raises(TypeError):
        engine.NodeBase()
    assert node.next_functions == ()


def test_a_pass_wants_as_many_gradients_as_roots() -> None:
    x = wye.ones(2, requires_grad=True)
    with pytest.raises(ValueError, match="as many gradients as roots"):
        engine.run_backward([((x * 2).grad_fn, 0)], [], False, False, None, True)
    with pytest.raises(TypeError, match="a gradient is a tensor or None"):
        engine.run_backward([((x * 2).grad_fn.next_functions[0][0], 0)], [3], False, False, None, True)


def test_a_long_chain_is_freed_without_recursion() -> None:
    x = wye.ones(1, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y + 1
    y.backward()
    assert x.grad.tolist() == [1.0]
    del y


def test_nodes_that_form_a_cycle_are_collected() -> None:
    x = wye.ones(2, requires_grad=True)
    y = x * x
    y.grad_fn.metadata["self"] = y
    gone = weakref.ref(y)
    del y
    gc.collect()
    assert gone() is None


def test_lists_of_numbers_are_kept_as_tuples() -> None:
    x = wye.ones(2, 2, requires_grad=True)
    assert x.sum(0).grad_fn._saved_dim == (0,)
    assert x.sum([0, 1]).grad_fn._saved_dim == (0, 1)


def test_a_matrix_that_requires_grad_is_multiplied_by_all_matrices_of_a_batch_at_once() -> None:
    def names(node: Node | None) -> list[str]:
        return [] if node is None else [type(node).__name__, *names(node.next_functions[0][0])]

    x, batch = wye.rand(2, 3, requires_grad=True), wye.rand(4, 3, 5)
    made = x @ batch
    assert names(made.grad_fn)[:4] == ["CloneBackward0", "TransposeBackward0", "UnsafeViewBackward0", "MmBackward0"]
    assert made.shape == (4, 2, 5)
    assert made.is_contiguous()
    assert wye.allclose(made, wye.stack([x @ one for one in batch]))
    made.sum().backward()
    assert wye.allclose(x.grad, batch.sum((0, 2)).expand(2, 3))


@pytest.mark.parametrize("wrong", [1.5, "yes", wye.ones(2)])
def test_flags_of_a_pass_are_truth_values(wrong: object) -> None:
    x = wye.ones(2, requires_grad=True)
    for name in ("retain_graph", "create_graph"):
        with pytest.raises(TypeError):
            wye.autograd.grad((x * x).sum(), x, **{name: wrong})  # type: ignore[arg-type]


class See(wye.autograd.Function):
    """Notes the strides of the gradient that arrives."""

    strides: ClassVar[list[tuple[int, ...]]] = []

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.clone()

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        See.strides.append(grad.stride())
        return grad


def test_gradients_that_are_handed_on_lie_as_they_were_given() -> None:
    x = wye.ones(3, requires_grad=True)
    See.strides.clear()
    for _ in range(2):  # the second time the engine knows what the formulas return
        (See.apply(x) + 1).sum().backward()
        See.apply(x).view(1, 3).sum().backward()
        (See.apply(x) * 2).sum().backward()
    assert See.strides == [(0,), (0,), (1,)] * 2


def test_several_results_lists_and_keywords_are_recorded() -> None:
    x = wye.tensor([[3.0, 1.0], [2.0, 4.0]], requires_grad=True)
    values, places = x.max(dim=1)
    assert (values.requires_grad, places.requires_grad) == (True, False)
    first, second = x.split(1)
    joined = wye.cat([first, wye.ones(1, 2), second], dim=0)
    spread = wye.var(x, dim=1, correction=0)
    (values.sum() + (joined * joined).sum() + spread.sum()).backward()
    assert x.grad.tolist() == [[8.0, 1.0], [3.0, 10.0]]


def test_a_result_that_is_kept_knows_its_node_and_its_version() -> None:
    x = wye.rand(2, 4, dtype=wye.float64, requires_grad=True)
    weight = wye.rand(4, dtype=wye.float64, requires_grad=True)
    out, mean, rstd = wye.native_layer_norm(x, [4], weight, None, 1e-5)
    (grad,) = wye.autograd.grad((out * out).sum() + mean.sum() + rstd.sum(), x, create_graph=True)
    grad.sum().backward()
    assert x.grad is not None
    out, mean, rstd = wye.native_layer_norm(x, [4], weight, None, 1e-5)
    rstd.detach().add_(1)
    with pytest.raises(RuntimeError, match="output 2 of NativeLayerNorm"):
        out.sum().backward()


def test_a_write_gives_a_tensor_the_history_of_the_write() -> None:
    x = wye.ones(3, requires_grad=True)
    y = x * 2
    before = y.grad_fn
    y.add_(x)
    assert y.grad_fn is not before
    assert [type(node).__name__ for node, _ in y.grad_fn.next_functions] == ["MulBackward0", "AccumulateGrad"]
    plain = wye.zeros(3)
    plain.add_(x)
    (y + plain).sum().backward()
    assert x.grad.tolist() == [4.0] * 3
    with pytest.raises(RuntimeError, match="leaf Variable"):
        x.add_(1)


def test_a_node_says_what_its_gradients_look_like():
    made = wye.ones(2, 3, requires_grad=True).double().sum(0)
    (output,) = made.grad_fn._input_metadata
    assert (output.shape, output.dtype, output.device) == ([3], wye.float64, made.device)
    assert not output.is_nested_tensor


def test_blocks_that_allow_writes_to_saved_tensors_do_not_nest():
    with wye.autograd.graph.allow_mutation_on_saved_tensors():
        with pytest.raises(RuntimeError, match="cannot be nested"):
            wye.autograd.graph.allow_mutation_on_saved_tensors().__enter__()
        x = wye.ones(2, requires_grad=True).clone()
        y = (x * x).sum()
        x.zero_()
        y.backward()
    with wye.autograd.graph.allow_mutation_on_saved_tensors():
        pass


def test_a_saved_tensor_that_was_detached_in_place_is_refused():
    x = wye.tensor([1.0], requires_grad=True)
    y = x.clone()
    z = y.sin()
    y.detach_()
    with pytest.raises(RuntimeError, match="Trying to use a saved tensor that has been detached in-place"):
        z.backward()
    with pytest.raises(RuntimeError, match="Trying to use a saved tensor that has been detached in-place"):
        z.grad_fn._saved_self  # noqa: B018


def test_an_output_a_leaf_and_what_was_detached_before_may_be_saved():
    x = wye.tensor([1.0], requires_grad=True)
    y = x.clone()
    z = y.exp()
    y.detach_()
    z.backward()
    assert x.grad.tolist() == z.tolist()
    w = wye.tensor([3.0], requires_grad=True)
    (y * w).backward()  # kept as a constant
    assert w.grad.tolist() == y.tolist()
    y.requires_grad_()
    (y * y).backward()
    assert y.grad.tolist() == [2.0]


def test_a_tensor_of_a_function_that_was_detached_in_place_is_refused():
    class Same(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 1

        @staticmethod
        def backward(ctx, g):
            return g * ctx.saved_tensors[0]

    y = wye.tensor([1.0], requires_grad=True).clone()
    z = Same.apply(y)
    y.detach_()
    with pytest.raises(RuntimeError, match="detached in-place"):
        z.backward()


def test_hooks_of_a_leaf_run_in_order_and_the_last_one_sees_what_the_others_made_of_the_gradient():
    x = wye.tensor([1.0], requires_grad=True)
    accumulator = x.view_as(x).grad_fn.next_functions[0][0]

    def middle(tensor):
        tensor.grad.add_(0.5)

    def last(inputs, outputs):
        x.grad = outputs[0] * 10

    accumulator.register_hook(last)
    x.register_post_accumulate_grad_hook(middle)
    accumulator.register_prehook(lambda grads: (grads[0] / 5,))
    x.register_hook(lambda grad: grad - 2)
    x.sum().backward()
    assert x.grad.tolist() == pytest.approx([3.0])


def test_a_block_that_an_unpack_hook_enters_ends_with_the_hook():
    def unpack(tensor):
        hooks.__enter__()
        return tensor

    hooks = saved_tensors_hooks(lambda tensor: tensor, unpack)
    x = wye.tensor([1.0], requires_grad=True)
    with hooks:
        y = x.sin()
    y.backward()
    assert not hooks_in_effect.pairs


def test_a_hook_that_an_unpack_hook_adds_to_its_node_runs_and_sees_no_gradients_of_outputs():
    seen = []

    def unpack(tensor):
        def halve(inputs, outputs):
            seen.append(outputs)
            return tuple(grad / 2 for grad in inputs)

        running_node().register_hook(halve)
        return tensor

    x = wye.tensor([2.0], requires_grad=True)
    with saved_tensors_hooks(lambda tensor: tensor, unpack):
        y = x.square()
    y.backward()
    assert seen == [(None,)]
    assert x.grad.tolist() == [2.0]


def test_a_leaf_with_other_memory_is_not_the_leaf_of_graphs_that_were_recorded_before():
    x = wye.ones(3, requires_grad=True)
    edge = wye.autograd.graph.get_gradient_edge(x)
    y = x.clone()
    with wye.no_grad():
        x.set_(x[1:].clone())
    with pytest.raises(RuntimeError, match="to not have been used in the graph"):
        wye.autograd.grad(y.sum(), x, retain_graph=True)
    assert wye.autograd.grad(y.sum(), edge)[0].shape == (3,)
    wye.cat((x, x)).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_zeros_are_not_made_for_an_edge_of_which_nothing_is_known():
    x, y = (wye.ones(1, requires_grad=True).clone() for _ in range(2))
    edge = wye.autograd.graph.GradientEdge(y.grad_fn, y.output_nr)
    with pytest.raises(RuntimeError, match="materialize_grads cannot be used when the given input is a GradientEdge"):
        wye.autograd.grad(x.clone().sum(), (x, edge), allow_unused=True, materialize_grads=True)


def test_attributes_of_autograd_are_not_deleted_and_hooks_can_be_set():
    x = wye.ones(1, requires_grad=True)
    for name in ("requires_grad", "_grad_fn", "_backward_hooks"):
        with pytest.raises(RuntimeError):
            delattr(x, name)
    x._backward_hooks = OrderedDict({"double": lambda grad: grad * 2})
    x.clone().backward()
    assert x.grad.tolist() == [2.0]


def test_a_view_whose_node_cannot_be_known_is_shown():
    x = wye.ones(1, requires_grad=True)
    with wye.no_grad():
        view = x[:]
        view *= 2
    assert repr(view) == "tensor([2.], grad_fn=<Invalid>)"
