"""Functions as people meet them: help, signatures, completion, other names of arguments, results with names."""

import copy
import inspect
import pickle
import pydoc

import pytest

import wye
from wye.aten.functions import function_forms, names
from wye.aten.signatures import forms
from wye.aten.summaries import OTHER_NAMES, SENTENCES
from wye.schema import parse
from wye.warn_always import set_warn_always

PUBLIC = [name for name in names() if not name.startswith("_")]


def shown(*schemas):
    return [str(form) for form in forms([parse(f"aten::{schema}") for schema in schemas])]


def test_every_public_function_is_explained_by_a_sentence():
    made = {name: value for name in PUBLIC if (value := getattr(wye, name)).__module__ == "wye"}
    first = {name: value.__doc__.splitlines()[0] for name, value in made.items()}
    assert len(first) > 700
    assert [name for name, line in first.items() if line.startswith("The operator aten::")] == []
    assert [name for name, line in first.items() if not line.endswith((".", "?", ")"))] == []


def test_sentences_speak_of_functions_that_exist():
    assert {*SENTENCES, *OTHER_NAMES, *OTHER_NAMES.values()} - set(names()) == set()


def test_help_shows_every_way_to_call_and_the_schemas():
    text = pydoc.plain(pydoc.render_doc(wye.sum))
    assert "The sum of all elements, or over dimensions." in text
    assert "sum(input: Tensor, *, dtype: dtype | None = None, out: Tensor | None = None) -> Tensor" in text
    assert "aten::sum.dim_IntList(Tensor self, int[1]? dim" in text


def test_variants_and_other_names_say_whose_they_are():
    assert wye.add_.__doc__.startswith("`add` in place.  Sum of two tensors")
    assert wye.absolute.__doc__.startswith("Another name of `abs`.  Absolute value")
    assert wye.clip_.__doc__.startswith("Another name of `clamp_`.")
    assert wye.view_copy.__doc__.startswith("`view` as a copy.\n")


def test_a_signature_names_types_as_python_does():
    signature = inspect.signature(wye.gelu)
    assert str(signature) == "(input: Tensor, *, approximate: str = 'none', out: Tensor | None = None) -> Tensor"
    assert list(signature.parameters) == ["input", "approximate", "out"]


def test_methods_and_properties_of_tensors_are_explained():
    assert wye.Tensor.mT.__doc__ == "A view with the last two dimensions exchanged."
    assert wye.Tensor.to.__doc__.startswith("The tensor with another dtype or on another device")
    assert wye.Tensor.sum.__doc__ == wye.sum.__doc__
    assert list(inspect.signature(wye.ones(2).cumsum).parameters) == ["dim", "dtype", "out"]


def test_completion_offers_functions_and_no_private_names():
    offered = dir(wye)
    assert {"sin", "float32", "long", "Tensor", "channels_last", "return_types"} <= set(offered)
    assert [name for name in offered if name.startswith("_") and not name.startswith("__")] == []
    assert {"sin", "add_", "view", "T", "float"} <= set(dir(wye.Tensor))


def test_a_function_prints_its_name_and_is_one_object():
    assert repr(wye.sin) == "<function wye.sin>"
    assert pickle.loads(pickle.dumps(wye.sin)) is wye.sin
    assert copy.deepcopy(wye.sin) is wye.sin


def test_dtypes_have_their_other_names():
    assert (wye.float, wye.long, wye.half) == (wye.float32, wye.int64, wye.float16)


def test_lists_of_tensors_are_tuples_as_in_pytorch():
    x = wye.arange(4)
    assert type(x.split(2)) is tuple
    assert type(wye.unbind(input=x)) is tuple
    assert type(wye.meshgrid([x, x], indexing="ij")) is tuple


def test_arguments_have_the_other_names_of_pytorch_and_numpy():
    x = wye.ones(2, 3)
    assert wye.sum(input=x, axis=0, keepdims=True).shape == (1, 3)
    values, indices = wye.empty(0), wye.empty(0, dtype=wye.int64)
    found = wye.max(x, dim=1, out=(values, indices))
    assert found.values is values
    assert found.indices is indices


def test_an_out_variant_is_an_optional_argument():
    assert shown("f(Tensor self) -> Tensor", "f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") == [
        "(self: Tensor, *, out: Tensor | None = None) -> Tensor"
    ]


def test_several_outputs_are_a_tuple():
    functional = "f(Tensor self) -> (Tensor a, Tensor b)"
    variant = "f.out(Tensor self, *, Tensor(a!) a, Tensor(b!) b) -> (Tensor(a!) a, Tensor(b!) b)"
    assert shown(functional, variant) == [
        "(self: Tensor, *, out: tuple[Tensor, Tensor] | None = None) -> return_types.f"
    ]


def test_overloads_that_differ_in_one_type_are_one_form():
    assert shown("f.Tensor(Tensor self, Tensor x) -> Tensor", "f.Scalar(Tensor self, Scalar x) -> Tensor") == [
        "(self: Tensor, x: Tensor | Number) -> Tensor"
    ]


def test_an_overload_that_another_covers_is_left_out():
    assert shown("f(Tensor self, int? dim=None) -> Tensor", "f.dim(Tensor self, int dim) -> Tensor") == [
        "(self: Tensor, dim: int | None = None) -> Tensor"
    ]


def test_a_list_of_integers_may_be_spread():
    assert shown("f(Tensor self, int[] size) -> Tensor") == [
        "(self: Tensor, size: Sequence[int]) -> Tensor",
        "(self: Tensor, *size: int) -> Tensor",
    ]


def test_a_name_that_python_reserves_is_given_by_place():
    assert shown("f_(Tensor(a!) self, float from=0, *, Generator? generator=None) -> Tensor(a!)") == [
        "(self: Tensor, from_: float = 0.0, /, *, generator: Generator | None = None) -> Self"
    ]


def test_its_signature_says_so_too():
    assert str(inspect.signature(wye.uniform_)) == (
        "(input: Tensor, from_: float = 0.0, /, to: float = 1.0, *, generator: Generator | None = None) -> Self"
    )


@pytest.mark.parametrize("name", PUBLIC)
def test_every_form_is_a_signature(name):
    for form in function_forms(name):
        assert len(form.signature().parameters) == len(form.parameters)


def test_subclasses_of_lists_are_lists():
    class Sizes(list):
        pass

    x = wye.ones(2, 3)
    assert tuple(x.view(Sizes([3, 2])).shape) == tuple(x.reshape(Sizes([3, 2])).shape) == (3, 2)
    assert wye.cat(Sizes([x, x])).shape == (4, 3)
    assert x.sum(Sizes([0, 1])).item() == 6
    assert wye.ops.aten.permute.default(x, Sizes([1, 0])).shape == (3, 2)


def test_former_overloads_warn_once():
    x = wye.ones(2)
    set_warn_always(True)
    try:
        with pytest.warns(UserWarning, match=r"(?s)addcmul is deprecated:.*Number value, .*signatures instead"):
            assert wye.addcmul(x, 2, x, x).tolist() == [3, 3]
        with pytest.warns(UserWarning, match="This overload of add_ is deprecated"):
            assert x.clone().add_(2, x).tolist() == [3, 3]
    finally:
        set_warn_always(False)
    assert wye.addcmul.match(x, 2, x, x)[0] is wye.ops.aten.addcmul.default
    with pytest.raises(TypeError, match="must be Tensor, not str"):
        wye.addcmul(x, "x")


def test_named_results_are_made_of_one_sequence_too():
    kind = wye.return_types.max
    made = wye.max(wye.ones(2, 2), 0)
    assert kind(made) == made
    assert kind([1, 2]) == kind(1, 2) == kind(values=1, indices=2) == (1, 2)
    assert (kind.n_fields, kind.n_sequence_fields, kind.n_unnamed_fields) == (2, 2, 0)
    with pytest.raises(TypeError, match=r"max\(\) takes a 2-sequence \(3-sequence given\)"):
        kind([1, 2, 3])
