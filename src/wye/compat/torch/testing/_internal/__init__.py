"""`torch.testing._internal`, as far as dispatcher tests use it."""
