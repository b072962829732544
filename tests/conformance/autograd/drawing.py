"""Draws programs over tensors with gradients: lines of Python, written for the name ``torch``.

A line is drawn where torch stands after the lines before it, so that shapes fit and most lines do something; a few are
wrong on purpose.  What a line raises is part of what it does.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Drawer"]

SHAPES = ((), (3,), (3,), (2, 3), (2, 3), (3, 3), (1,), (2, 1), (4,), (2, 2, 3), (1, 3))
REAL = (
    "sin", "cos", "exp", "tanh", "sigmoid", "neg", "abs", "relu", "square", "clone", "contiguous", "erf", "expm1",
    "atan", "sign", "floor", "softmax", "cumsum", "cumprod", "flip", "tril", "logsumexp", "sqrt", "log1p", "positive",
)  # fmt: skip
COMPLEX = (
    "sin", "exp", "neg", "abs", "square", "clone", "conj", "angle", "sgn", "tanh", "contiguous", "cumsum",
    "resolve_conj",
)  # fmt: skip
NEED_DIM = {"softmax": "-1", "cumsum": "0", "cumprod": "0", "flip": "0", "logsumexp": "0"}
REDUCE = (
    "sum()", "mean()", "sum(0)", "sum(-1, keepdim=True)", "mean(0)", "prod()", "norm()", "amax(0)", "max()",
)  # fmt: skip
BINARY = ("+", "-", "*", "/")
SCALARS = ("2", "0.5", "-1.5", "3", "-1")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


VIEWS = _lines(
    """
    {x}.view(-1)
    {x}.detach()
    {x}.unsqueeze(0)
    {x}.view_as({x})
    {x}.expand(2, *{x}.shape)
    {x}[...]
    {x}[None]
    {x}.reshape(-1)
    {x}.squeeze()
    {x}.flatten()
    {x}.ravel()
    """
)
ROW_VIEWS = _lines(
    """
    {x}[0]
    {x}[1:]
    {x}[:2]
    {x}[..., 0]
    {x}.select(0, -1)
    {x}.narrow(0, 0, 1)
    {x}[..., ::2]
    {x}.transpose(0, -1)
    {x}.unfold(-1, 1, 1)
    {x}.movedim(0, -1)
    {x}.as_strided([1], [1])
    {x}.unflatten(0, (1, -1))
    {x}.squeeze(0)
    {x}.swapaxes(0, -1)
    {x}.permute(*reversed(range({x}.dim())))
    {x}.as_strided([2], [1], 0)
    {x}.as_strided([2, 2], [1, 0])
    """
)
MATRIX_VIEWS = _lines(
    """
    {x}.diagonal()
    {x}.diagonal(1)
    {x}.mT
    {x}[:, 1:]
    {x}[1, :2]
    """
)
COMPLEX_VIEWS = _lines(
    """
    torch.view_as_real({x})
    {x}.real
    {x}.imag
    {x}.conj()
    {x}.unsqueeze(0).mH
    """
)
SEVERAL_VIEWS = _lines(
    """
    {x}.split(1)[:2]
    {x}.unbind()[:2]
    {x}.chunk(2)[:2]
    {x}.tensor_split(2)[:2]
    torch.unbind({x}, -1)[:2]
    {x}.split([1, {x}.shape[0] - 1])
    torch.max({x}, 0)
    torch.sort({x}, 0)
    torch.aminmax({x})
    """
)
SEVERAL_TENSORS = _lines(
    """
    torch.stack([{x}, {y}])
    torch.where({x}.abs() > 0.9, {x}, {y})
    {x}.reshape(-1) @ {y}.reshape(-1)
    """
)
SEVERAL_ROWS = _lines(
    """
    torch.cat([{x}, {y}])
    {x}.index_select(0, torch.tensor([0, 0]))
    {x}[torch.tensor([0, -1])]
    torch.addcmul({x}, {y}, {y}, value=0.5)
    torch.lerp({x}, {y}, 0.3)
    torch.einsum('...i,...i->...', {x}, {y})
    {x}.gather(0, torch.zeros([1] * {x}.dim(), dtype=torch.long))
    """
)
WRITES = _lines(
    """
    {x}.add_({y})
    {x}.mul_({y})
    {x}.sub_({y})
    {x}.div_({y})
    {x}.copy_({y})
    {x}.fill_({y})
    {x}.sin_()
    {x}.neg_()
    {x}.exp_()
    {x}.tanh_()
    {x}.zero_()
    {x}.sigmoid_()
    {x}.square_()
    {x}.abs_()
    {x}.relu_()
    {x}.conj_physical_()
    {x}.fill_(2)
    {x} += {y}
    {x} *= {y}
    {x}.clamp_(-1, 1)
    {x}.pow_(2)
    {x}.addcmul_({x}, {x})
    {x}.unsqueeze_(0)
    torch.sin({x}, out={x})
    {x}.lt_(0.5)
    """
)
ROW_WRITES = _lines(
    """
    {x}[0] = 1.5
    {x}[..., 0] = 0
    {x}[:1] *= 2
    {x}[...] = {y}
    {x}[:] = {y}
    {x}.masked_fill_({x}.abs() > 0.9, 0)
    {x}[{x}.abs() > 0.9] = 0.5
    {x}.index_fill_(0, torch.tensor([0]), 2)
    {x}.squeeze_(0)
    {x}.transpose_(0, -1)
    {x}.cumsum_(0)
    """
)
ALIASES = _lines(
    """
    {new} = {x}
    {new} = {x}.detach()
    {new} = {x}.clone().detach_()
    {x}.requires_grad_()
    {x}.requires_grad_(False)
    {x}.requires_grad = True
    {new} = {x}.clone()
    {new} = torch.clone({x}).detach().requires_grad_()
    """
)
DATA = _lines(
    """
    {x}.data.mul_(2)
    {new} = {x}.data
    {x}.data[...] = 1
    {x}.set_({y}.detach())
    {x}.data.copy_({x}.data + 1)
    {x}.copy_({x}.detach())
    {x}.resize_as_({x})
    """
)
GRADS = _lines(
    """
    {x}.grad = None
    {g} = {x}.grad.clone()
    {x}.grad.zero_()
    {x}.grad = torch.ones_like({x})
    {x}.grad *= 2
    del {x}.grad
    {x}.grad = {x}.detach().clone()
    {x}.grad.detach_()
    """
)
CALLS = _lines(
    """
    {new} = Scale.apply({x}, 3)
    {new} = Scale.apply({x}, -1)
    {new} = Cube.apply({x})
    {new} = Double_.apply({x})
    {new} = Double_.apply({x}.clone())
    {new}, {new2}, {new3} = Parts.apply({x})
    {new}, {new2} = Loose.apply({x}, {y})
    {new} = Same.apply({x})
    {new} = Part.apply({x})
    {new} = Once.apply({x})
    """
)
HOOKS = _lines(
    """
    handles['{h}'] = able({x}).register_hook(note('{h}'{returns}))
    handles['{h}'] = able({x}).register_hook(note('{h}'{returns}))
    handles['{h}'] = able({x}).register_hook(note('{h}'{returns}))
    handles['{h}'] = able({x}).register_hook(note_once('{h}'))
    able({x}).register_hook(write_hook(3))
    {x}.retain_grad()
    {x}.retain_grad()
    handles['{h}'] = able({x}).register_post_accumulate_grad_hook(note_post('{h}'))
    handles['{h}'] = {x}.grad_fn.register_hook(note_node('{h}'{returns}))
    handles['{h}'] = {x}.grad_fn.register_prehook(note_pre('{h}'{returns}))
    for h in list(handles.values())[:1]: h.remove()
    """
)
LOOKS = _lines(
    """
    log.append({x}.grad_fn is {x}.grad_fn)
    log.append(see({x}.grad_fn._saved_self))
    log.append(see({x}.grad_fn._saved_result))
    log.append({x}.retains_grad)
    log.append(torch.is_grad_enabled())
    log.append({x}._backward_hooks is None)
    log.append([f[1] for f in {x}.grad_fn.next_functions])
    log.append({x}._is_view() and {x}._base is {y})
    """
)


def nested(values: list[Any], shape: tuple[int, ...]) -> Any:
    """A list of values as lists of lists."""
    if not shape:
        return values[0]
    size = len(values) // shape[0]
    return [nested(values[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])]


def _answers(fits: Callable[[Any], bool], tensor: Any) -> bool:
    try:
        return fits(tensor)
    except RuntimeError:  # views whose history is not known do not tell
        return False


class Drawer:
    """Draws one program, line by line; ``run`` does each line in torch, whose names are then looked at."""

    def __init__(self, seed: str, run: Callable[[str], None], names: dict[str, Any], *, higher: bool) -> None:
        self.random = random.Random(seed)
        self.run, self.names, self.higher = run, names, higher
        self.lines: list[str] = []
        self.made = 0
        self.depth = 0
        self.pick = self.random.choice

    def program(self) -> list[str]:
        """The lines of a program."""
        for _ in range(self.pick((1, 2, 2, 3))):
            self.line(self.leaf())
        kinds = [kind for kind, weight in KINDS for _ in range(weight)]
        while len(self.lines) < self.random.randint(6, 26):
            drawn = self.pick(kinds)(self)
            if drawn is not None:
                self.line(drawn)
        for _ in range(self.depth):
            self.line("leave()")
        if self.random.random() < 0.7:
            self.line(self.backward() or "pass")
        return self.lines

    def line(self, text: str) -> None:
        """Add a line, and do it."""
        self.lines.append(text)
        self.run(text)

    # ---- choosing ----

    def new(self, letter: str = "t") -> str:
        """A name that is not used."""
        self.made += 1
        return f"{letter}{self.made}"

    def tensors(self, fits: Callable[[Any], bool] = lambda t: True) -> list[str]:
        """The names of the tensors that fit; the newest are more probable."""
        found = [
            n
            for n, v in self.names.items()
            if n[0] in "abgt" and n[1:].isdigit() and hasattr(v, "requires_grad") and _answers(fits, v)
        ]
        return found + found[-4:] + found[-2:]

    def some(self, fits: Callable[[Any], bool] = lambda t: True) -> str:
        """One of them; the first leaf where none fits."""
        return self.pick(self.tensors(fits) or self.tensors() or ["a1"])

    def value(self, name: str) -> Any:
        return self.names[name]

    def requiring(self) -> str:
        return self.some(lambda t: t.requires_grad)

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def like(self, name: str) -> str:
        """A tensor that an operator takes together with another, or a number."""
        shape = tuple(self.value(name).shape)

        def fits(t: Any) -> bool:
            if not (t.is_floating_point() or t.is_complex()):
                return False
            pairs = zip(reversed(tuple(t.shape)), reversed(shape), strict=False)
            return all(a == b or a == 1 or b == 1 for a, b in pairs)

        if self.chance(0.25):
            return self.pick(SCALARS)
        return self.some(fits)

    def inside(self, name: str) -> str:
        """What can be written into a tensor: it broadcasts to its shape."""
        shape = tuple(self.value(name).shape)

        def fits(t: Any) -> bool:
            own = tuple(t.shape)
            pairs = zip(reversed(own), reversed(shape), strict=False)
            return len(own) <= len(shape) and all(a in (b, 1) for a, b in pairs)

        return self.pick(SCALARS) if self.chance(0.3) else self.some(fits)

    # ---- lines ----

    def leaf(self) -> str:
        shape = self.pick(SHAPES)
        dtype = self.pick(("float64", "float64", "float64", "float32", "complex128"))
        count = 1
        for n in shape:
            count *= n
        values = [round(self.random.uniform(-2, 2), 2) for _ in range(count)]
        if dtype == "complex128":
            values = [complex(v, round(self.random.uniform(-2, 2), 2)) for v in values]
        if self.chance(0.15):  # a leaf that is a view
            made = f"torch.tensor({values}, dtype=torch.{dtype}).reshape({shape})"
        else:
            made = f"torch.tensor({nested(values, shape)}, dtype=torch.{dtype})"
        return f"{self.new('a')} = {made}" + (".requires_grad_()" if self.chance(0.8) else "")

    def unary(self) -> str:
        x = self.some()
        name = self.pick(COMPLEX if self.value(x).is_complex() else REAL)
        if (not self.value(x).dim() and name in NEED_DIM) or (self.higher and name == "cumprod"):
            name = "sin"
        return f"{self.new()} = {x}.{name}({NEED_DIM.get(name, '')})"

    def reduce(self) -> str:
        x = self.some()
        what = self.pick(REDUCE)
        if (not self.value(x).dim() and what not in ("sum()", "mean()")) or (
            self.value(x).is_complex() and "m" in what[:4]
        ):
            what = "sum()"
        return f"{self.new()} = {x}.{what}"

    def binary(self) -> str:
        x = self.some()
        y = self.like(x)
        if self.chance(0.2):
            return f"{self.new()} = torch.{self.pick(('add', 'mul', 'sub', 'div'))}({x}, {y})"
        if self.chance(0.2):
            x, y = y, x
        return f"{self.new()} = {x} {self.pick(BINARY)} {y}"

    def several(self) -> str:
        x = self.some(lambda t: t.dim() > 0)
        y = self.some(lambda t: tuple(t.shape) == tuple(self.value(x).shape))
        dim = self.value(x).dim()
        drawn = (
            SEVERAL_TENSORS
            + (SEVERAL_ROWS if dim else [])
            + (["{x} @ {y}.t()", "torch.mm({x}, {y}.t())"] if dim == 2 else [])
        )
        return f"{self.new()} = {self.pick(drawn).format(x=x, y=y)}"

    def view(self) -> str:
        x = self.some()
        t = self.value(x)
        drawn = VIEWS + (ROW_VIEWS if t.dim() else []) + (MATRIX_VIEWS if t.dim() >= 2 else [])
        if t.is_complex():
            drawn = drawn + COMPLEX_VIEWS * 2
        elif t.dim() and t.shape[-1] == 2:
            drawn = drawn + ["torch.view_as_complex({x})"] * 4
        return f"{self.new()} = {self.pick(drawn).format(x=x)}"

    def views(self) -> str:
        x = self.some(lambda t: t.dim() > 0 and t.shape[0] >= 2)
        return f"{self.new()}, {self.new()} = {self.pick(SEVERAL_VIEWS).format(x=x)}"

    def in_place(self) -> str:
        x = self.some(lambda t: not t.is_leaf or not t.requires_grad) if self.chance(0.9) else self.some()
        drawn = WRITES + (ROW_WRITES if self.value(x).dim() else [])
        return self.pick(drawn).format(x=x, y=self.inside(x))

    def alias(self) -> str:
        return self.pick(ALIASES).format(x=self.some(), new=self.new())

    def data(self) -> str:
        x = self.some()
        y = self.some(lambda t: t.dtype == self.value(x).dtype)
        drawn = DATA if self.depth else [*DATA, "{x}.data = {y}.data.clone()"]
        return self.pick(drawn).format(x=x, y=y, new=self.new())

    def of_grad(self) -> str:
        x = self.some(lambda t: t.is_leaf and t.grad is not None)
        return self.pick(GRADS).format(x=x, g=self.new("g"))

    def block(self) -> str:
        if self.depth and self.chance(0.6):
            self.depth -= 1
            return "leave()"
        self.depth += 1
        pair = (
            self.pick(("pack_same, pack_same", "pack_quietly, pack_same"))
            if self.higher
            else self.pick(("pack, unpack", "pack_same, unpack"))
        )
        made = self.pick(
            (
                "torch.no_grad()", "torch.no_grad()", "torch.enable_grad()", "torch.set_grad_enabled(False)",
                "torch.inference_mode()", "torch.inference_mode(False)", "torch.autograd.graph.save_on_cpu()",
                f"torch.autograd.graph.saved_tensors_hooks({pair})", "torch.autograd.set_multithreading_enabled(False)",
            )
        )  # fmt: skip
        return f"enter({made})"

    def hook(self) -> str:
        returns = self.pick(("", "", ", 2", ", -0.5"))
        wrong = ["able({x}).register_hook(lambda grad: grad[None])", "able({x}).register_hook(lambda grad: 5)"]
        drawn = HOOKS + (wrong if self.chance(0.2) else [])
        return self.pick(drawn).format(x=self.requiring(), h=self.new("h"), returns=returns)

    def apply(self) -> str:
        drawn = [*CALLS, "{new} = Fails.apply({x})"] if self.chance(0.3) else CALLS
        names = {"new": self.new(), "new2": self.new(), "new3": self.new()}
        return self.pick(drawn).format(x=self.some(), y=self.some(), **names)

    def checkpoint(self) -> str:
        x = self.requiring()
        way = f"use_reentrant={self.pick(('True', 'False', 'False'))}"
        call = f"lambda x, y: (x * y).sin() * 2, {x}, {self.like(x)}, {way}"
        return f"{self.new()} = torch.utils.checkpoint.checkpoint({call})"

    def backward(self) -> str | None:
        x = self.some(lambda t: t.requires_grad and t.grad_fn is not None)
        t = self.value(x)
        if not t.requires_grad and self.chance(0.9):
            return None
        retain = self.pick(("", ", retain_graph=True", ", retain_graph=True"))
        if self.higher and self.chance(0.4):
            retain = ", create_graph=True"
        grad = "torch.ones_like" if self.chance(0.6) else "torch.zeros_like" if self.chance(0.1) else "torch.full_like"
        given = f"{grad}({x}{', 2' if grad.endswith('full_like') else ''})"
        kind = self.random.random()
        if kind < 0.4:
            return f"{x}.backward({given}{retain})"
        if kind < 0.5:
            return f"{x}.sum().backward({retain[2:]})"
        if kind < 0.6:
            return f"{x}.backward({given}{retain}, inputs=[{self.requiring()}, {self.requiring()}])"
        if kind < 0.65:
            y = self.requiring()
            return f"torch.autograd.backward([{x}, {y}], [{given}, torch.ones_like({y})]{retain})"
        inputs = ", ".join(self.requiring() for _ in range(self.pick((1, 1, 2, 3))))
        n = 1 + inputs.count(",")
        targets = ", ".join(self.new("g") for _ in range(n)) + ("," if n == 1 else "")
        extra = self.pick(("", ", allow_unused=True", ", allow_unused=True", ", materialize_grads=True"))
        if self.chance(0.15) and not any(
            word in line for line in self.lines for word in ("hook", "Loose", "Part.", "retain_grad", "inputs=")
        ):  # torch's own batching rejects hooks
            given, extra = f"torch.ones(2, *{x}.shape, dtype={x}.dtype)", extra + ", is_grads_batched=True"
        return f"{targets} = fresh(torch.autograd.grad({x}, [{inputs}], {given}{retain}{extra}))"

    def look(self) -> str:
        return self.pick(LOOKS).format(x=self.requiring(), y=self.some())


KINDS: tuple[tuple[Callable[[Drawer], str | None], int], ...] = (
    (Drawer.leaf, 1), (Drawer.unary, 4), (Drawer.reduce, 1), (Drawer.binary, 4), (Drawer.several, 2), (Drawer.view, 7),
    (Drawer.views, 2), (Drawer.in_place, 7), (Drawer.alias, 2), (Drawer.data, 1), (Drawer.of_grad, 1),
    (Drawer.block, 2), (Drawer.hook, 3), (Drawer.apply, 2), (Drawer.checkpoint, 1), (Drawer.backward, 4),
    (Drawer.look, 1),
)  # fmt: skip
