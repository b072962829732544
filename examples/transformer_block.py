"""A small transformer, forward: embedding, a block of causal attention and an MLP, logits, and the tokens that follow.

`python examples/transformer_block.py` runs it; with `--torch` the same weights go through PyTorch as well, and the
largest difference is printed.  Every computation is a function or an operator of wye.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import wye

if TYPE_CHECKING:
    from wye import Tensor

VOCABULARY, CONTEXT, WIDTH, HEADS = 32, 16, 24, 4
PROMPT = (3, 14, 15, 9, 2, 6)


def make_weights(seed: int = 0) -> dict[str, np.ndarray]:
    """Random weights as arrays, always the same for a seed."""
    random = np.random.default_rng(seed)

    def normal(*shape: int) -> np.ndarray:
        return (random.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32)

    return {
        "tokens": normal(VOCABULARY, WIDTH),
        "positions": normal(CONTEXT, WIDTH),
        "norm1.weight": 1 + 0.1 * normal(WIDTH),
        "norm1.bias": 0.1 * normal(WIDTH),
        "qkv.weight": normal(3 * WIDTH, WIDTH),
        "qkv.bias": 0.1 * normal(3 * WIDTH),
        "out.weight": normal(WIDTH, WIDTH),
        "out.bias": 0.1 * normal(WIDTH),
        "norm2.weight": 1 + 0.1 * normal(WIDTH),
        "norm2.bias": 0.1 * normal(WIDTH),
        "up.weight": normal(4 * WIDTH, WIDTH),
        "up.bias": 0.1 * normal(4 * WIDTH),
        "down.weight": normal(WIDTH, 4 * WIDTH),
        "down.bias": 0.1 * normal(WIDTH),
        "norm3.weight": 1 + 0.1 * normal(WIDTH),
        "norm3.bias": 0.1 * normal(WIDTH),
    }


@dataclass
class Transformer:
    """One block between an embedding and the logits; the table of tokens serves both.

    Attributes:
        weights: By name.
        seen: The shapes on the way through the last call, for who wants to follow.
    """

    weights: dict[str, Tensor]
    seen: list[tuple[str, tuple[int, ...]]]

    @classmethod
    def of(cls, arrays: dict[str, np.ndarray]) -> Transformer:
        """A transformer that shares memory with the arrays."""
        return cls({name: wye.from_numpy(array) for name, array in arrays.items()}, [])

    def __call__(self, tokens: Tensor) -> Tensor:
        """The logits of the token after each one; ``tokens`` has the shape (batch, time)."""
        self.seen = [("tokens", tuple(tokens.shape))]
        time = tokens.size(1)
        x = wye.embedding(self.weights["tokens"], tokens) + self.weights["positions"][:time]
        self.note("embedded", x)
        x = x + self.attention(self.norm("norm1", x))
        self.note("after attention", x)
        x = x + self.mlp(self.norm("norm2", x))
        self.note("after the MLP", x)
        return self.note("logits", self.norm("norm3", x) @ self.weights["tokens"].T)

    def attention(self, x: Tensor) -> Tensor:
        """Every position looks at itself and at those before it, in several heads."""
        batch, time, width = x.shape
        parts = self.linear("qkv", x).view(batch, time, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        q, k, v = parts.unbind(0)  # each (batch, head, time, width of a head)
        scores = q @ k.transpose(-2, -1) / (width // HEADS) ** 0.5
        later = wye.ones(time, time, dtype=wye.bool, device=x.device).triu(1)
        mixed = self.note("attention", scores.masked_fill(later, -wye.inf).softmax(-1)) @ v
        return self.linear("out", mixed.transpose(1, 2).reshape(batch, time, width))

    def mlp(self, x: Tensor) -> Tensor:
        """Two layers with a smooth step between them."""
        return self.linear("down", wye.gelu(self.note("inside the MLP", self.linear("up", x))))

    def norm(self, name: str, x: Tensor) -> Tensor:
        """The last dimension brought to mean 0 and deviation 1, then scaled and moved."""
        return wye.layer_norm(x, (WIDTH,), self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def linear(self, name: str, x: Tensor) -> Tensor:
        """A matrix and a bias."""
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def note(self, what: str, x: Tensor) -> Tensor:
        """Remember a shape."""
        self.seen.append((what, tuple(x.shape)))
        return x

    def continued(self, prompt: tuple[int, ...], count: int) -> list[int]:
        """The prompt and the likeliest token ``count`` times."""
        tokens = list(prompt)
        for _ in range(count):
            logits = self(wye.tensor([tokens[-CONTEXT:]]))
            tokens.append(int(logits[0, -1].argmax()))
        return tokens


def torch_logits(arrays: dict[str, np.ndarray], prompt: tuple[int, ...]) -> np.ndarray:
    """The same logits by PyTorch's own layers."""
    import torch  # here: only for the comparison
    from torch.nn import functional as f

    w: dict[str, Any] = {name: torch.from_numpy(array) for name, array in arrays.items()}
    tokens = torch.tensor([prompt])
    x = f.embedding(tokens, w["tokens"]) + w["positions"][: len(prompt)]
    h = f.linear(f.layer_norm(x, (WIDTH,), w["norm1.weight"], w["norm1.bias"]), w["qkv.weight"], w["qkv.bias"])
    q, k, v = (part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in h.chunk(3, dim=-1))
    h = f.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2)
    x = x + f.linear(h, w["out.weight"], w["out.bias"])
    h = f.gelu(f.linear(f.layer_norm(x, (WIDTH,), w["norm2.weight"], w["norm2.bias"]), w["up.weight"], w["up.bias"]))
    x = x + f.linear(h, w["down.weight"], w["down.bias"])
    logits: np.ndarray = (f.layer_norm(x, (WIDTH,), w["norm3.weight"], w["norm3.bias"]) @ w["tokens"].T).numpy()
    return logits


def main() -> None:
    """Run it, and print what happens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", action="store_true", help="compare with PyTorch from the same weights")
    compare = parser.parse_args().torch
    arrays = make_weights()
    model = Transformer.of(arrays)
    logits = model(wye.tensor([PROMPT]))

    print("shapes on the way")
    for what, shape in model.seen:
        print(f"  {what:16} {' x '.join(map(str, shape))}")
    print("\nthe likeliest tokens after each of the prompt")
    for token, row in zip(PROMPT, logits[0].softmax(-1), strict=True):
        best = row.topk(3)
        guesses = "   ".join(f"{int(i):2} ({float(p):.3f})" for p, i in zip(best.values, best.indices, strict=True))
        print(f"  {token:2} ->  {guesses}")
    tokens = model.continued(PROMPT, 8)
    print(f"\ncontinued        {' '.join(map(str, PROMPT))} | {' '.join(map(str, tokens[len(PROMPT) :]))}")
    if compare:
        difference = np.abs(logits.numpy() - torch_logits(arrays, PROMPT)).max()
        print(f"PyTorch's logits  differ by at most {difference:.1e}")


if __name__ == "__main__":
    main()
