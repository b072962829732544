"""`torch.testing._internal.generated`: tables that PyTorch's build writes.  Aliases only."""
