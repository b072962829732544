"""The measurement that most rows share: one call of an operator with a no-op Python kernel on CPU."""

import wye
from wye.bench.lines import Line, Target
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import Kernel, load_torch, torch_op, wye_op

__all__ = ["call_line", "noop", "noop10"]


def noop(x: object) -> object:
    """Give back the first of one argument."""
    return x


def noop10(
    a: object, b: object, c: object, d: object, e: object, f: object, g: object, h: object, i: object, j: object
) -> object:
    """Give back the first of ten arguments."""
    return a


def call_line(
    effort: Effort,
    name: str,
    schema: str,
    kernel: Kernel,
    text: str,
    *,
    lists: str = "",
    targets: tuple[Target, ...] = (),
) -> Line:
    """Time one call in wye, directly and in torch.

    Args:
        effort: How long to measure.
        name: Of the line.
        schema: Of the operator.
        kernel: Of the operator at CPU.
        text: The call: ``f`` is the operator, or the kernel itself; ``x0`` to ``x9`` are tensors of three elements.
        lists: A Python expression over the tensors that ``text`` calls ``xs``, made once.
        targets: Of the line.
    """
    torch = load_torch()

    def snippet(f: object, make: object) -> Snippet | None:
        if f is None or make is None:
            return None
        tensors = {f"x{i}": make([1.0, 2.0, 3.0]) for i in range(10)}  # type: ignore[operator]
        xs = {"xs": eval(lists, dict(tensors))} if lists else {}
        return Snippet(text, {"f": f, **tensors, **xs})

    with wye_op(schema, ("CPU", kernel)) as ours, torch_op(schema, ("CPU", kernel)) as theirs:
        times = compare(
            effort,
            {
                "wye": snippet(ours, wye.tensor),
                "direct": snippet(kernel, wye.tensor),
                "torch": snippet(theirs, torch and torch.tensor),
            },
        )
    return Line(name, times, targets)
