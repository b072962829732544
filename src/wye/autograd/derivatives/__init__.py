"""The derivatives of operators, by family.  See `wye.autograd.rules`."""
