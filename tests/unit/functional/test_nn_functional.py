"""`wye.nn.functional`: functions written over operators."""

import math
import pickle
import subprocess
import sys

import pytest

import wye
import wye.nn.functional as F  # noqa: N812 - as everybody calls it


def test_every_name_is_kept_by_the_module_once_it_was_looked_up():
    assert len(F.__all__) > 125
    assert all(callable(getattr(F, name)) for name in F.__all__)
    assert set(F.__all__) <= vars(F).keys()
    assert len(set(F.__all__)) == len(F.__all__)
    with pytest.raises(AttributeError, match="no_such_function"):
        F.no_such_function  # noqa: B018 - the look-up is the test


@pytest.mark.parametrize("module", F.WRITTEN)
def test_the_table_of_functions_has_what_each_module_lists(module):
    assert sorted(getattr(F, module).__all__) == sorted(F.WRITTEN[module])


def test_functions_do_not_wait_for_the_layers():
    program = "import sys, wye; wye.nn.functional.linear; assert 'wye.nn.modules' not in sys.modules; wye.nn.Linear"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_package_lists_and_finds_its_layers():
    assert {"Linear", "Module", "Parameter", "functional", "init"} <= set(dir(wye.nn))
    assert all(getattr(wye.nn, name) is not None for name in wye.nn.__all__)
    with pytest.raises(AttributeError, match="NoSuchLayer"):
        wye.nn.NoSuchLayer  # noqa: B018 - the look-up is the test


def test_families_keep_what_was_looked_up():
    wye.linalg.norm  # noqa: B018 - the look-up is the test
    assert "norm" in vars(wye.linalg)


def test_softmax_sums_to_one_and_warns_without_a_dimension():
    x = wye.tensor([[0.0, 1.0], [2.0, 3.0]])
    assert F.softmax(x, 1).sum(1).tolist() == pytest.approx([1.0, 1.0])
    assert wye.allclose(F.log_softmax(x, -1).exp(), F.softmax(x, -1))
    assert F.softmax(x, 0, dtype=wye.float64).dtype is wye.float64
    with pytest.warns(UserWarning, match="Implicit dimension"):
        F.softmin(x)


def test_losses_are_reduced_as_asked():
    logits, classes = wye.tensor([[1.0, 2.0], [3.0, 1.0]]), wye.tensor([1, 0])
    each = F.cross_entropy(logits, classes, reduction="none")
    assert F.cross_entropy(logits, classes).item() == pytest.approx(each.mean().item())
    assert F.nll_loss(F.log_softmax(logits, 1), classes, reduction="sum").item() == pytest.approx(each.sum().item())
    assert F.mse_loss(logits, logits + 1).item() == pytest.approx(1.0)
    assert F.l1_loss(logits, logits + 1, weight=wye.ones(2, 2), reduction="sum").item() == pytest.approx(4.0)
    with pytest.raises(ValueError, match="is not a valid value for reduction"):
        F.mse_loss(logits, logits, reduction="bad")
    with pytest.warns(UserWarning, match="size_average and reduce"):
        assert F.mse_loss(logits, logits + 1, size_average=False).item() == pytest.approx(4.0)


def test_ctc_loss_of_a_certain_sequence_is_zero_and_of_an_impossible_one_infinite():
    sure = wye.full([3, 1, 2], -1e4)
    for t, label in enumerate((1, 0, 1)):
        sure[t, 0, label] = 0.0
    targets = wye.tensor([[1, 1]])
    assert F.ctc_loss(sure, targets, [3], [2], reduction="none").item() == pytest.approx(0.0, abs=1e-3)
    assert F.ctc_loss(sure, targets, [2], [2], reduction="none").item() == math.inf
    assert F.ctc_loss(sure, targets, [2], [2], reduction="none", zero_infinity=True).item() == 0.0


def test_pooling_can_be_undone():
    x = wye.arange(16.0).view(1, 1, 4, 4)
    values, indices = F.max_pool2d(x, 2, return_indices=True)
    assert values.flatten().tolist() == [5.0, 7.0, 13.0, 15.0]
    back = F.max_unpool2d(values, indices, 2)
    assert back.shape == x.shape
    assert back.sum().item() == values.sum().item()
    assert F.adaptive_max_pool2d(x, (None, 1)).shape == (1, 1, 4, 1)
    with pytest.raises(ValueError, match="invalid output_size"):
        F.max_unpool2d(values, indices, 2, output_size=(9, 9))


@pytest.mark.parametrize("p", [-0.1, 1.1])
@pytest.mark.parametrize("name", ["dropout", "alpha_dropout", "dropout2d", "feature_alpha_dropout"])
def test_dropout_takes_probabilities_only(name, p):
    with pytest.raises(ValueError, match="between 0 and 1"):
        getattr(F, name)(wye.ones(2, 2, 2, 2), p)


def test_dropout_does_nothing_when_not_training():
    x = wye.ones(4, 4)
    assert F.dropout(x, 0.5, training=False).tolist() == x.tolist()
    assert set(F.dropout(x, 0.5).flatten().tolist()) <= {0.0, 2.0}


@pytest.mark.parametrize(
    ("mode", "count"),
    [("nearest", 1), ("linear", 1), ("bilinear", 2), ("bicubic", 2), ("area", 2), ("trilinear", 3)],
)
def test_interpolate_gives_the_size_that_is_asked_for(mode, count):
    x = wye.ones(1, 2, *[4] * count)
    assert F.interpolate(x, size=6, mode=mode).shape == (1, 2, *[6] * count)
    assert F.interpolate(x, scale_factor=0.5, mode=mode).shape == (1, 2, *[2] * count)


def test_interpolate_refuses_what_contradicts_itself():
    x = wye.ones(1, 1, 4, 4)
    with pytest.raises(ValueError, match="only one of size or scale_factor"):
        F.interpolate(x, 2, 2)
    with pytest.raises(ValueError, match="align_corners option"):
        F.interpolate(x, 2, align_corners=True)
    with pytest.raises(NotImplementedError, match="Got 4D input, but linear mode needs 3D input"):
        F.interpolate(x, 2, mode="linear")


def test_embeddings_are_rows_and_bags_are_sums_of_them():
    table = wye.arange(6.0).view(3, 2)
    assert F.embedding(wye.tensor([2, 0]), table).tolist() == [[4.0, 5.0], [0.0, 1.0]]
    assert F.embedding_bag(wye.tensor([[0, 2]]), table, mode="sum").tolist() == [[4.0, 6.0]]
    F.embedding(wye.tensor([2]), table, max_norm=1.0)
    assert table[2].norm().item() == pytest.approx(1.0)
    with pytest.raises(AssertionError, match="Padding_idx"):
        F.embedding(wye.tensor([0]), table, padding_idx=3)


def test_attention_without_a_batch_is_that_of_a_batch_of_one():
    wye.manual_seed(0)
    x, w, o = wye.randn(3, 1, 4), wye.randn(12, 4), wye.eye(4)
    rest = (4, 2, w, None, None, None, False, 0.0, o, None)
    out, weights = F.multi_head_attention_forward(x, x, x, *rest)
    y = x[:, 0]
    alone, its_weights = F.multi_head_attention_forward(y, y, y, *rest)
    assert wye.allclose(alone, out[:, 0], atol=1e-6)
    assert wye.allclose(its_weights, weights[0], atol=1e-6)
    assert weights.sum(-1).tolist()[0] == pytest.approx([1.0] * 3)
    quick, none = F.multi_head_attention_forward(x, x, x, *rest, need_weights=False)
    assert none is None
    assert wye.allclose(quick, out, atol=1e-5)


def test_functions_can_be_pickled():
    assert pickle.loads(pickle.dumps(F.cross_entropy)) is F.cross_entropy


def test_importing_wye_loads_none_of_it():
    code = "import sys, wye; print([m for m in sys.modules if m.startswith(('wye.functional', 'wye.nn', 'numpy'))])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_former_reductions_are_true_or_false_as_any_object_is():
    ones, zeros = wye.ones(2, 3), wye.zeros(2, 3)
    with pytest.warns(UserWarning, match="reduction='sum'"):
        assert F.l1_loss(ones, zeros, 0).item() == 6
    with pytest.warns(UserWarning, match="reduction='none'"):
        assert F.l1_loss(ones, zeros, 1, 0).shape == (2, 3)
    with pytest.warns(UserWarning, match="reduction='mean'"):
        assert F.l1_loss(ones, zeros, 1, 1).item() == 1
