"""Operators written over other operators, one file per family: they take and return tensors."""
