"""The rows of the cost table: one module each, with ``measure(effort)``, which yields the row's lines."""

__all__ = ["ROWS"]

ROWS = (
    "no_op",
    "ndarray_arguments",
    "keyword_arguments",
    "list_arguments",
    "packets",
    "custom_ops",
    "small_tensors",
    "everyday",
    "wide_draw",
    "large_tensors",
    "large_calls",
    "redispatch",
    "recording",
    "modes",
    "fake_tensors",
    "higher_order",
    "gradients",
    "numpy_code",
    "opcheck",
    "tracing",
    "graphs",
    "functionalized",
    "symbolic",
    "guards",
    "registration",
    "many_operators",
    "import_time",
    "memory",
)
