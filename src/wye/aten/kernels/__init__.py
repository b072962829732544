"""NumPy kernels of the operator set, one file per family: arrays in, arrays out."""
