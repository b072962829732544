"""NumPy kernels of the operator set, one file per family: they take and return arrays."""
