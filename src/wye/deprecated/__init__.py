"""APIs that PyTorch has deprecated, for programs that still use them. May import: library and what is below it.

custom_op (`torch._custom_ops` and `torch._custom_op`: custom operators whose parts are registered one by one).
"""
