"""The column "functionalize": what the schema and the table of views do not say, by family.

A rule is the inverse of a view, ``rule(show, base, changed, *args)``, where functionalization calls other operators
than the table of views does: view operators are called through ``show``, which makes copies where views are removed.  A
rule marked with `taking_calls` handles whole calls, ``rule(owner, op, args, kwargs)``.
"""
