"""``wye explain``: which kernel a call reaches, and why, for a call that is described on the command line."""

from __future__ import annotations

from contextlib import ExitStack
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import wye
from wye import dispatch, pytree
from wye.call.packets import packet_of
from wye.command.arguments import Description, UnreadableError, make, read, split_options
from wye.command.console import FAILED, nearest, refused, show
from wye.command.operators import find_or_none, names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from wye.explanation import Explanation

__all__ = ["MODES", "TRANSFORMS", "Surroundings", "explain_call"]

MODES: Final[dict[str, Callable[[], AbstractContextManager[Any]]]] = {
    "fake": wye.fake.FakeTensorMode,
    "no_grad": wye.no_grad,
    "inference": wye.inference_mode,
    "autocast": lambda: wye.autocast("cpu"),
    "python_dispatcher": dispatch.enable_python_dispatcher,
}


class Surroundings:
    """What a call is made under.

    Args:
        modes: Names in `MODES`, the outermost first.
        transforms: Names in `TRANSFORMS`, the outermost first.
        include: Keys that the thread includes.
        exclude: Keys that the thread excludes.
    """

    __slots__ = ("exclude", "include", "modes", "transforms")

    def __init__(
        self,
        modes: Sequence[str] = (),
        transforms: Sequence[str] = (),
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
    ) -> None:
        for kind, given, known in (("mode", modes, MODES), ("transform", transforms, TRANSFORMS)):
            for name in given:
                if name not in known:
                    raise refused(f"there is no {kind} {name!r}", f"{kind}s: {', '.join(known)}")
        self.modes, self.transforms, self.include, self.exclude = modes, transforms, include, exclude

    def enter_modes(self, stack: ExitStack) -> None:
        """Enter the modes: tensors are made inside of them, so that those of a fake mode are fake."""
        for name in self.modes:
            stack.enter_context(MODES[name]())

    def set_keys(self, stack: ExitStack) -> None:
        """Set the thread's keys: for the call alone."""
        for keys, guard in ((self.include, dispatch.include), (self.exclude, dispatch.exclude)):
            for key in keys:
                stack.enter_context(guard(key))


def explain_call(
    name: str, texts: Sequence[str], around: Surroundings, *, run: bool, as_json: bool, html: Path | None
) -> int:
    """Print the explanation of a call; the exit status is 1 where the call would fail."""
    what = _target(name)
    if html is not None and not html.parent.is_dir():
        raise refused(f"{html} cannot be written: there is no directory {html.parent}")
    try:
        placed, named = split_options(texts)
        described = [read(text) for text in placed], {key: read(text) for key, text in named.items()}
        with ExitStack() as stack:
            around.enter_modes(stack)
            told = _explained(what, described, around, run)
    except UnreadableError as error:
        raise refused(str(error), "docs/command.md describes how arguments are written") from None
    except Exception as error:  # noqa: BLE001 - say why the arguments cannot be made, or not be given to a transform
        raise refused(f"such a call cannot be made: {type(error).__name__}: {error}") from None
    if html is not None:
        html.write_text(told.to_html(), encoding="utf-8")
        print(f"wrote {html}")
    elif as_json:
        print(told.to_json(indent=2))
    else:
        show(told)
    return FAILED if told.to_dict()["error"] else 0


def _target(name: str) -> Any:
    """The operator, or the function of wye, that a name stands for."""
    found = find_or_none(name)
    if found is None or not ("." in name or "::" in name):  # a function says why it takes which overload
        function = _function(name) or _function(f"nn.functional.{name}")
        if function is not None:
            return function
    if found is None:
        raise refused(f"there is no operator or function {name!r}", nearest(name, names()))
    packet, entries = found
    return packet_of(packet) if len(entries) > 1 else next(iter(entries.values())).op


def _function(name: str) -> Any:
    """A public function by its name in wye: ``softmax``, ``linalg.norm``, ``nn.functional.pad``."""
    value: Any = wye
    for part in name.removeprefix("wye.").split("."):
        if part.startswith("_") or not isinstance(value, ModuleType):
            return None
        value = getattr(value, part, None)
    return value if callable(value) and not isinstance(value, type) else None


def _explained(what: Any, described: Any, around: Surroundings, run: bool) -> Explanation:
    """The explanation of a call inside transforms, the outermost first."""
    leaves, spec = pytree.tree_flatten(described)
    values = [make(leaf) for leaf in leaves]
    places = [i for i, value in enumerate(values) if isinstance(value, wye.Tensor)]
    batched = [isinstance(leaves[i], Description) and leaves[i].is_batched for i in places]
    found: list[Explanation] = []

    def innermost(*tensors: Any) -> Any:
        filled = list(values)
        for place, tensor in zip(places, tensors, strict=True):
            filled[place] = tensor
        args, kwargs = pytree.tree_unflatten(filled, spec)
        with ExitStack() as stack:
            around.set_keys(stack)
            found.append(wye.explain(what, *args, run=run, **kwargs))
        return tensors[0] if tensors else wye.zeros(())

    call = innermost
    for transform in reversed(around.transforms):
        if not places:
            raise UnreadableError(f"{transform} needs an argument that is a tensor")
        call = TRANSFORMS[transform](call, batched)
    call(*(values[place] for place in places))
    return found[0]


def _vmap(call: Callable[..., Any], batched: Sequence[bool]) -> Callable[..., Any]:
    return wye.vmap(call, in_dims=tuple(0 if each else None for each in batched), randomness="different")


def _grad(call: Callable[..., Any], batched: Sequence[bool]) -> Callable[..., Any]:
    def run(*tensors: Any) -> Any:
        followed = tuple(i for i, tensor in enumerate(tensors) if tensor.is_floating_point() or tensor.is_complex())
        if not followed:
            raise UnreadableError("grad needs an argument that is a tensor of floats")
        wye.grad(lambda *given: call(*given).abs().sum(), argnums=followed)(*tensors)
        return tensors[0]

    return run


def _jvp(call: Callable[..., Any], batched: Sequence[bool]) -> Callable[..., Any]:
    def run(*tensors: Any) -> Any:
        wye.jvp(call, tensors, tuple(wye.ones_like(tensor) for tensor in tensors))
        return tensors[0]

    return run


def _functionalize(call: Callable[..., Any], batched: Sequence[bool]) -> Callable[..., Any]:
    return wye.functionalize(call)


TRANSFORMS: Final = {"vmap": _vmap, "grad": _grad, "jvp": _jvp, "functionalize": _functionalize}
