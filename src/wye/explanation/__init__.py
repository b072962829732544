"""`wye.explain`: which kernel a call reaches, and why.

Layer above `recording`.  May import: all but `command`, `explorer`, `compat`.
The engine answers which keys a call has and what happens at each of them; nothing here computes keys.

    target       what was asked about: an operator and its arguments, and why not the other overloads
    array_calls  functions of ndarrays, which are explained for arrays of wye
    arguments    the keys that each argument brings, the thread's state, what is masked
    handlers     who answers at keys whose kernel asks others: modes, subclasses, transforms
    way          the hops of a call
    following    a real call, as a tree
    explained    the `Explanation`
    text, page   how it is drawn: rich, HTML
"""

from wye.explanation.explained import Explanation, explain

__all__ = ["Explanation", "explain"]
