"""What holds for all comparisons with torch."""

import importlib.util

if importlib.util.find_spec("torch") is not None:
    import torch

    # Another package, if it is there, would choose the order of einsum's products, and the errors.
    torch.backends.opt_einsum.enabled = False
