"""The same calls on PyTorch's modules and on ours: pytree, weak, _mode_utils, _library.utils, and what they export."""

import importlib
import time
from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch")

import torch.utils._pytree as theirs  # noqa: E402 - after the import that may skip
import torch.utils.weak as their_weak  # noqa: E402
from torch._library import utils as their_utils  # noqa: E402

import wye.compat.torch as compat  # noqa: E402
import wye.compat.torch.utils._pytree as ours  # noqa: E402
import wye.compat.torch.utils.weak as our_weak  # noqa: E402
from wye.compat.torch._library import utils as our_utils  # noqa: E402

pytestmark = pytest.mark.torch

Point = namedtuple("Point", "x y")


@dataclass(frozen=True)
class Config:
    norm: str


@dataclass
class Data:
    x: object
    y: object


@pytest.fixture(scope="module", autouse=True)
def registered():
    for module in (theirs, ours):
        module.register_constant(Config)
        module.register_dataclass(Data, serialized_type_name="tests.Data")
        module._register_namedtuple(Point, serialized_type_name="tests.Point")
    yield
    for cls in (Config, Data, Point):
        ours._deregister_pytree_node(cls)
    for cls in (Data, Point):
        theirs._deregister_pytree_node(cls)
    theirs._deregister_pytree_node(Config)


KEYS = st.text("abc", max_size=2)
LEAVES = st.none() | st.integers() | st.text("xy", max_size=2) | st.just(time.gmtime(0))
INNER = {
    "list": lambda inner: st.lists(inner, max_size=3),
    "tuple": lambda inner: st.lists(inner, max_size=3).map(tuple),
    "dict": lambda inner: st.dictionaries(KEYS, inner, max_size=3),
    "odict": lambda inner: st.dictionaries(KEYS, inner, max_size=3).map(OrderedDict),
    "ddict": lambda inner: st.dictionaries(KEYS, inner, max_size=3).map(lambda d: defaultdict(int, d)),
    "deque": lambda inner: st.lists(inner, max_size=3).map(lambda items: deque(items, 5)),
    "named": lambda inner: st.builds(Point, inner, inner),
    "data": lambda inner: st.builds(Data, inner, inner),
}
TREES = st.recursive(LEAVES, lambda inner: st.one_of([make(inner) for make in INNER.values()]))
CONSTANTS = st.builds(Config, KEYS)
WITH_CONSTANTS = st.recursive(LEAVES | CONSTANTS, lambda inner: INNER["list"](inner) | INNER["dict"](inner))


def outcome(call):
    """The result, or the class of the error and its words."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001 - whatever it is
        kinds = (ValueError, TypeError, NotImplementedError, AssertionError, KeyError)
        return [kind for kind in kinds if isinstance(error, kind)], str(error).partition("\n")[0]


def keys(pairs):
    return [(repr(path), leaf) for path, leaf in pairs]


@given(TREES)
def test_leaves_specs_and_paths_are_pytorchs(tree):
    leaves, spec = ours.tree_flatten(tree)
    their_leaves, their_spec = theirs.tree_flatten(tree)
    assert leaves == their_leaves
    assert repr(spec) == repr(their_spec)
    assert (spec.num_leaves, spec.num_nodes, spec.num_children) == (
        their_spec.num_leaves,
        their_spec.num_nodes,
        their_spec.num_children,
    )
    assert (spec.is_leaf(), spec.type, spec.context) == (their_spec.is_leaf(), their_spec.type, their_spec.context)
    assert keys(ours.tree_leaves_with_path(tree)) == keys(theirs.tree_leaves_with_path(tree))
    assert ours.treespec_dumps(spec) == theirs.treespec_dumps(their_spec)
    assert ours.treespec_loads(theirs.treespec_dumps(their_spec)) == spec
    assert ours.treespec_pprint(spec) == theirs.treespec_pprint(their_spec)
    assert ours._get_node_type(tree) == theirs._get_node_type(tree)


@given(WITH_CONSTANTS)
def test_constants_are_pytorchs(tree):
    leaves, spec = ours.tree_flatten(tree)
    their_leaves, their_spec = theirs.tree_flatten(tree)
    assert (leaves, repr(spec)) == (their_leaves, repr(their_spec))
    assert spec.unflatten(leaves) == their_spec.unflatten(leaves) == tree


@given(TREES, TREES)
def test_two_trees_are_mapped_or_refused_alike(one, other):
    def both(module):
        return outcome(lambda: module.tree_map(lambda *pair: pair, one, other))

    mine, torchs = both(ours), both(theirs)
    if isinstance(torchs, tuple) and torchs and torchs[0] == [ValueError]:
        assert ValueError in mine[0]  # ours also says where in the tree, and what it expected
        assert mine[1].split(" mismatch")[0] == torchs[1].split(" mismatch")[0]
    else:
        assert mine == torchs


@given(TREES, TREES)
def test_specs_compare_and_spread_as_pytorchs(one, other):
    mine, torchs = ours.tree_structure(other), theirs.tree_structure(other)
    assert (ours.tree_structure(one) == mine) == (theirs.tree_structure(one) == torchs)
    assert ours._broadcast_to_and_flatten(one, mine) == theirs._broadcast_to_and_flatten(one, torchs)


@given(TREES)
def test_maps_and_questions_are_pytorchs(tree):
    def answers(module):
        is_tuple = lambda value: type(value) is tuple  # noqa: E731 - a predicate
        return (
            module.tree_leaves(tree, is_leaf=is_tuple),
            list(module.tree_iter(tree)),
            module.tree_map_only(int, str, tree),
            module.tree_map_only((int, str), repr, tree, is_leaf=is_tuple),
            module.tree_all(lambda leaf: leaf is not None, tree),
            module.tree_any(lambda leaf: leaf is None, tree),
            module.tree_all_only(int, lambda leaf: leaf > 0, tree),
            module.tree_any_only(str, lambda leaf: leaf == "x", tree),
            module.arg_tree_leaves(tree, 1, a=tree),
            module.tree_map_with_path(lambda path, leaf: (module.keystr(path), leaf), tree),
            module.tree_is_leaf(tree),
            module.is_namedtuple(tree),
            module.is_structseq(tree),
        )

    assert answers(ours) == answers(theirs)


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.tree_unflatten([1], m.tree_structure((1, 2))),
        lambda m: m.tree_unflatten([1], 3),
        lambda m: m.treespec_dumps(m.tree_structure(1), 7),
        lambda m: m.treespec_loads("[9, null]"),
        lambda m: m.register_pytree_node(list, list, list),
        lambda m: m.register_constant(type("NoEq", (), {})),
        lambda m: m.register_dataclass(type("NoData", (), {})),
        lambda m: m.map_only(3),
        lambda m: m.treespec_tuple([1]),
        lambda m: m.treespec_loads('[1, {"type": "no.Such", "context": "null", "children_spec": []}]'),
    ],
)
def test_mistakes_are_pytorchs(call):
    mine, torchs = outcome(lambda: call(ours)), outcome(lambda: call(theirs))
    assert mine[1].partition("<class")[0] == torchs[1].partition("<class")[0]
    assert set(torchs[0]) <= set(mine[0])  # ours are several kinds at once


def test_weak_dictionaries_are_pytorchs():
    class Thing:
        pass

    def story(module):
        things = [Thing() for _ in range(3)]
        table = module.WeakIdKeyDictionary({things[0]: 0})
        table[things[1]] = 1
        table.setdefault(things[2], 2)
        seen = [len(table), list(table.values()), things[0] in table, 3 in table, table.get(3 if False else things[1])]
        copied = table.copy()
        seen += [copied == table, table.pop(things[1]), copied == table]
        things.pop()
        seen += [len(table), len(table.keyrefs()), table.popitem()[1], len(copied)]
        first = module.WeakIdRef(things[0])
        seen += [first == module.WeakIdRef(things[0]), first == module.WeakIdRef(things[1]), first() is things[0]]
        return seen

    assert story(our_weak) == story(their_weak)


SCHEMAS = [
    "f(Tensor x) -> Tensor",
    "f(Tensor(a) x) -> Tensor(a)",
    "f(Tensor(a) x, Tensor y) -> Tensor(a)",
    "f_(Tensor(a!) x, Tensor y) -> Tensor(a!)",
    "f(Tensor(a!) x) -> ()",
    "f(Tensor x, *, Tensor(a!) out) -> Tensor(a!)",
    "f(int x, *, Tensor?[] y, Device device) -> (Tensor, int)",
    "f(Tensor[] x, int n=3, *, float s=1.5) -> Tensor[]",
    "f() -> ()",
]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_questions_about_schemas_are_pytorchs(schema):
    mine, torchs = compat._C.parse_schema(f"ns::{schema}"), torch._C.parse_schema(f"ns::{schema}")
    for name in (
        "is_functional_schema",
        "has_kwarg_only_args",
        "has_kwarg_only_tensors",
        "has_tensor_arg",
        "get_device_arg_index",
        "mutated_args_kwargs",
    ):
        assert getattr(our_utils, name)(mine) == getattr(their_utils, name)(torchs), name
    assert our_utils.is_functional_schema(mine, allow_valid_view=True) == their_utils.is_functional_schema(
        torchs, allow_valid_view=True
    )
    for ours_one, theirs_one in zip(mine.arguments, torchs.arguments, strict=True):
        assert our_utils.is_tensor_like_type(ours_one.type) == their_utils.is_tensor_like_type(theirs_one.type)
        assert our_utils.is_tensorlist_like_type(ours_one.type) == their_utils.is_tensorlist_like_type(theirs_one.type)


@pytest.mark.parametrize("call", [((1,), {}), ((), {"s": 2.5}), ((1, 2), {"s": 2.5})])
def test_values_beside_a_schema_are_pytorchs(call):
    text = "ns::f(Tensor[] x, int n=3, *, float s=1.5) -> ()"
    mine, torchs = compat._C.parse_schema(text), torch._C.parse_schema(text)
    assert our_utils.fill_defaults(mine, *call) == their_utils.fill_defaults(torchs, *call)
    paired = [
        [(argument.name, value) for argument, value in module.zip_schema(schema, *call)]
        for module, schema in ((our_utils, mine), (their_utils, torchs))
    ]
    assert paired[0] == paired[1]


def test_tuples_become_lists_as_pytorchs():
    from torch._library.infer_schema import tuple_to_list as their_way

    from wye.compat.torch._library.infer_schema import tuple_to_list as our_way

    for annotation in (tuple, tuple[int, ...], tuple[int], tuple[int, str], tuple[int, int]):
        assert our_way(annotation) == their_way(annotation)


def test_dtypes_have_pytorchs_short_names():
    from torch.utils._dtype_abbrs import dtype_abbrs as their_names

    from wye.compat.torch.utils._dtype_abbrs import dtype_abbrs as our_names

    mine, torchs = (
        {str(of).partition(".")[2]: name for of, name in table.items()} for table in (our_names, their_names)
    )
    assert {name: mine[name] for name in mine.keys() & torchs.keys()} == {
        name: torchs[name] for name in mine.keys() & torchs.keys()
    }


MODULES = [
    "_C", "_custom_op.impl", "_custom_ops", "_dispatch.python", "_library.custom_ops", "_library.fake_impl",
    "_library.infer_schema", "_library.simple_registry", "_library.utils", "_ops", "_python_dispatcher",
    "fx.immutable_collections", "library", "overrides", "testing._internal.common_utils",
    "testing._internal.logging_tensor", "testing._internal.two_tensor", "utils._mode_utils", "utils._python_dispatch",
    "utils._dtype_abbrs", "utils._pytree", "utils.weak",
]  # fmt: skip
# Names that are ours in a module of PyTorch's: what its neighbours are made of.
EXTRA = {"LEAF", "broadcast_to_and_flatten", "leaf_paths", "register_named_tuple", "unregister_pytree_node"}


@pytest.mark.parametrize("name", MODULES)
def test_every_name_that_a_module_exports_is_pytorchs(name):
    mine = importlib.import_module(f"wye.compat.torch.{name}")
    torchs = pytest.importorskip(f"torch.{name}", exc_type=ImportError)  # some need packages that torch does not bring
    exported = getattr(mine, "__all__", ())
    assert [n for n in exported if not hasattr(mine, n)] == []
    assert [n for n in exported if not hasattr(torchs, n) and n not in EXTRA] == []
