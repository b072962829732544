"""`torch.utils`, as far as it is about dispatch.  Aliases only."""
