"""APIs that PyTorch has deprecated, for programs that still use them. May import everything but testing and compat.

custom_op (`torch._custom_ops` and `torch._custom_op`: custom operators whose parts are registered one by one),
tensor_types (`torch.FloatTensor` and its like).
"""
