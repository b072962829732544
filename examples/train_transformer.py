"""A small transformer learns to write a rhyme: `python -m examples.train_transformer`.

It reads text character by character and predicts the next one.  It prints the curve of the loss, and what it writes
before and after training.  With `--torch` the same program runs on PyTorch too, from the same weights.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

try:
    from examples.loss_curve import curve
except ModuleNotFoundError:  # run as a file: python examples/train_transformer.py
    from loss_curve import curve

import wye

TEXT = "the cat sat on the mat. the dog sat on the log. the frog sat in the bog. the bee sat in the tree. "
LETTERS = sorted(set(TEXT))
CONTEXT, WIDTH, HEADS, STEPS, BATCH = 16, 32, 4, 200, 16


def batches(steps: int = STEPS) -> list[np.ndarray]:
    """Pieces of the text as numbers of letters, one longer than the context."""
    numbers = np.array([LETTERS.index(letter) for letter in TEXT * 2])
    starts = np.random.default_rng(0).integers(0, len(TEXT), (steps, BATCH))
    return [np.stack([numbers[start : start + CONTEXT + 1] for start in row]) for row in starts]


def make_model(torch: Any) -> Any:
    """The transformer, of modules of wye or of PyTorch."""
    nn = torch.nn

    class Block(nn.Module):  # type: ignore[misc, name-defined]  # of either side
        """Attention to earlier letters, then two linear maps; each is added to what came in."""

        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
            self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
            self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

        def forward(self, x: Any, mask: Any) -> Any:
            seen = self.norm1(x)
            x = x + self.attention(seen, seen, seen, attn_mask=mask)[0]
            return x + self.mlp(self.norm2(x))

    class Writer(nn.Module):  # type: ignore[misc, name-defined]
        """Letters and their places as vectors, two blocks, and a number for each letter that may follow."""

        def __init__(self) -> None:
            super().__init__()
            self.letters = nn.Embedding(len(LETTERS), WIDTH)
            self.places = nn.Embedding(CONTEXT, WIDTH)
            self.blocks = nn.ModuleList([Block(), Block()])
            self.norm = nn.LayerNorm(WIDTH)
            self.out = nn.Linear(WIDTH, len(LETTERS))
            self.register_buffer("mask", torch.ones(CONTEXT, CONTEXT, dtype=torch.bool).triu(1), persistent=False)

        def forward(self, numbers: Any) -> Any:
            n = numbers.shape[1]
            x = self.letters(numbers) + self.places(torch.arange(n))
            for block in self.blocks:
                x = block(x, self.mask[:n, :n])
            return self.out(self.norm(x))

    torch.manual_seed(0)
    return Writer()


def train(torch: Any, model: Any, steps: int = STEPS) -> list[float]:
    """The loss of each step."""
    nn, optim = torch.nn, torch.optim
    optimizer = optim.AdamW(model.parameters(), lr=3e-3, weight_decay=0.01)
    schedule = optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    losses = []
    for batch in batches(steps):
        numbers = torch.from_numpy(batch)
        logits = model(numbers[:, :-1])
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), numbers[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses


def written(model: Any, start: str = "the ", count: int = 60) -> str:
    """What the model writes after ``start``: the likeliest letter again and again."""
    numbers = [LETTERS.index(letter) for letter in start]
    with wye.no_grad():
        for _ in range(count):
            logits = model(wye.tensor([numbers[-CONTEXT:]]))
            numbers.append(logits[0, -1].argmax().item())
    return "".join(LETTERS[number] for number in numbers)


def main() -> None:
    """Train, and print what happens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", action="store_true", help="train on PyTorch as well, from the same weights")
    compare = parser.parse_args().torch
    model = make_model(wye)
    print(f"{sum(value.numel() for value in model.parameters())} parameters")
    print(f"before: {written(model)!r}")
    losses = train(wye, model)
    print(f"\nloss in {STEPS} steps\n{curve(losses)}")
    print(f"\nafter:  {written(model)!r}")
    if compare:
        import torch  # here: only for the comparison

        theirs = train(torch, make_model(torch))
        print(f"\nPyTorch's losses differ by at most {np.abs(np.subtract(losses, theirs)).max():.1e}")


if __name__ == "__main__":
    main()
