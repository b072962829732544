"""`torch._dispatch`.  Aliases only."""
