"""Schemas of the operator set, one file per family."""
