"""A list and a dict that refuse to be changed and have a hash; containers in trees, like `list` and `dict`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import wye.shown as shown
from wye.pytree.containers import keyed, keys_of_dict, keys_of_sequence
from wye.pytree.nodes import SUPPORTED_NODES, NodeDef, add_node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["immutable_dict", "immutable_list"]


def _refuse(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
    raise TypeError(
        f"{type(self).__name__!r} object does not support mutation. If you are attempting to modify the kwargs or args "
        f"of a {shown.package}.fx.Node object,\ninstead create a new copy of it and assign the copy to the node:\n\n"
        "    new_args = ...  # copy and mutate args\n    node.args = new_args"
    )


class immutable_list(list[Any]):  # noqa: N801 - PyTorch's name
    """A list that refuses to be changed.

    >>> hash(immutable_list([1, 2])) == hash(immutable_list((1, 2)))
    True
    """

    __slots__ = ()
    __delitem__ = __iadd__ = __imul__ = __setitem__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # a list has none
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self),)


class immutable_dict(dict[Any, Any]):  # noqa: N801 - PyTorch's name
    """A dict that refuses to be changed.

    >>> hash(immutable_dict(a=1)) == hash(immutable_dict({"a": 1}))
    True
    """

    __slots__ = ()
    __delitem__ = __ior__ = __setitem__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self.items()),)


def _build(cls: Any, kin: type) -> Callable[[Iterable[Any], Any], Any]:
    build = SUPPORTED_NODES[kin].unflatten_fn
    return lambda children, context: cls(build(children, context))


for _cls, _kin, _keys in ((immutable_list, list, keys_of_sequence), (immutable_dict, dict, keys_of_dict)):
    _flatten = SUPPORTED_NODES[_kin].flatten_fn
    # PyTorch's name in texts, so that it reads ours.
    _name = f"torch.fx.immutable_collections.{_cls.__name__}"
    add_node(NodeDef(_cls, _flatten, _build(_cls, _kin), keyed(_flatten, _keys), _keys, _name), built_in=True)
