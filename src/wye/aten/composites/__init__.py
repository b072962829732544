"""Operators written over other operators, one file per family: tensors in, tensors out."""
