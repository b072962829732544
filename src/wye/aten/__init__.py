"""Layer 8: the operator set. May import: everything up to higher-order operators, and NumPy.

`wye.aten.register` registers the operators of the namespace ``aten``; it is imported when one of them is first used.
"""
