"""What every drawn program has: functions with backward in Python, hooks that write down what they see, blocks."""

__all__ = ["PRELUDE"]

PRELUDE = """
from contextlib import nullcontext
F = torch.autograd.Function

class Scale(F):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        ctx.save_for_backward(x)
        return x * factor
    @staticmethod
    def backward(ctx, grad):
        ctx.saved_tensors
        return grad * ctx.factor, None

class Cube(F):
    @staticmethod
    def forward(x):
        return x * x * x
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return 3 * x * x * grad

class Double_(F):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x
    @staticmethod
    def backward(ctx, grad):
        return 2 * grad

class Parts(F):
    @staticmethod
    def forward(ctx, x):
        signs = x.abs().sign()
        ctx.mark_non_differentiable(signs)
        ctx.save_for_backward(x)
        return x.sin(), signs, x + 1
    @staticmethod
    def backward(ctx, first, signs, last):
        x, = ctx.saved_tensors
        return first * x.cos() + last

class Loose(F):
    @staticmethod
    def forward(ctx, x, y):
        ctx.set_materialize_grads(False)
        return x * 2, y * 3
    @staticmethod
    def backward(ctx, first, last):
        log.append(('needs', ctx.needs_input_grad, first is None, last is None))
        return (None if first is None else first * 2), (None if last is None else last * 3)

class Same(F):
    @staticmethod
    def forward(ctx, x):
        return x
    @staticmethod
    def backward(ctx, grad):
        return grad * 10

class Part(F):
    @staticmethod
    def forward(ctx, x):
        return x[..., :1]
    @staticmethod
    def backward(ctx, grad):
        log.append(('part', tuple(grad.shape)))
        return None

class Once(F):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad):
        return grad * 2

class Fails(F):
    @staticmethod
    def forward(ctx, x):
        return x * 1
    @staticmethod
    def backward(ctx, grad):
        raise ValueError('no')

def show(grads):
    found = [see(g) for g in grads]
    while found and found[-1] is None:  # of results without gradients
        found.pop()
    return found

def able(tensor):
    if tensor.requires_grad and tensor.grad_fn is None and tensor._base is not None:
        raise RuntimeError('torch breaks down where a view requires grad only because its base does')
    return tensor

def note(name, returns=None):
    def hook(grad):
        log.append((name, see(grad)))
        return None if returns is None else grad * returns
    return hook

def note_once(name):
    def hook(grad):
        log.append((name, see(grad)))
        handles[name].remove()
    return hook

def note_node(name, returns=None):
    def hook(grads, outs):
        log.append((name, show(grads), show(outs)))
        return None if returns is None else tuple(None if g is None else g * returns for g in grads)
    return hook

def note_pre(name, returns=None):
    def hook(grads):
        log.append((name, show(grads)))
        return None if returns is None else tuple(None if g is None else g * returns for g in grads)
    return hook

def note_post(name):
    return lambda t: log.append((name, see(t.grad)))

def write_hook(factor):
    def hook(grad):
        with torch.no_grad():
            return grad.mul(factor)
    return hook

def fresh(grads):
    return [None if g is None else g.clone() for g in grads]

def pack(x):
    log.append(('pack', see(x.detach())))
    return x.detach().clone() if x.requires_grad else x

def pack_quietly(x):
    return x.detach().clone()

def pack_same(x):
    return x

def unpack(x):
    log.append(('unpack', see(x)))
    return x

def enter(block):
    block.__enter__()
    blocks.append(block)

def leave():
    if blocks:
        blocks.pop().__exit__(None, None, None)

log, handles, blocks = [], {}, []
"""
