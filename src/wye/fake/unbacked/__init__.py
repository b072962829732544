"""The column "unbacked": calls whose result only data says, by family.

A rule is ``rule(mode, func, *args, **kwargs)``, on fake tensors.  It makes unknown sizes and numbers, where the mode
has a ``shape_env`` that allows them, and raises where it has none; NotImplemented leaves the call to the fake kernel.
"""
