"""A recording in the form that `Recording.to_dict` gives, made by hand."""

__all__ = ["sample_recording"]


def _call(
    op,
    key,
    kernel,
    start,
    duration,
    depth,
    parent,
    *,
    fallback=None,
    thread=0,
    keys=("CPU", "AutogradCPU"),
    redispatched=False,
):
    hops = []
    for name in reversed(keys):
        if name == key:
            hops.append({"key": name, "kernel": kernel, "outcome": "runs"})
            break
        hops.append({"key": name, "kernel": "fallthrough", "outcome": "falls through"})
    return {
        "op": op, "keys": list(keys), "key": key, "kernel": kernel, "place": "model.py:12", "shapes": [[4, 8], [8]],
        "dtypes": ["float32", "float32"], "start_ns": start, "duration_ns": duration, "depth": depth, "parent": parent,
        "fallback": fallback, "thread": thread, "hops": hops, "redispatched": redispatched, "error": None,
    }  # fmt: skip


def sample_recording():
    """A linear layer and a softmax, one of whose parts used a fallback, and a second thread."""
    return {
        "version": 1,
        "wye": "0.1.0",
        "dropped": 2,
        "threads": ["MainThread", "worker"],
        "calls": [
            _call("aten::linear", "AutogradCPU", "linear", 1_000, 60_000, 0, None),
            _call("aten::t", "AutogradCPU", "recorded", 3_000, 8_000, 1, 0),
            _call("aten::addmm", "AutogradCPU", "recorded", 14_000, 40_000, 1, 0),
            _call("aten::addmm", "CPU", "addmm", 20_000, 30_000, 2, 2, keys=("CPU",), redispatched=True),
            _call("aten::softmax.int", "AutogradCPU", "softmax", 70_000, 50_000, 0, None),
            _call("aten::_softmax", "FuncTorchBatched", "loop", 75_000, 40_000, 1, 4,
                  keys=("CPU", "FuncTorchBatched"), fallback="no batching rule: a loop over 64 examples"),
            _call("demo::<b>bold</b>", "CPU", "bold", 90_000, 9_000, 0, None, thread=1, keys=("CPU",)),
        ],
    }  # fmt: skip
