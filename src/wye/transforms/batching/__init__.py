"""The column "vmap" of the grid: which operator has which batching rule, one module per family."""
