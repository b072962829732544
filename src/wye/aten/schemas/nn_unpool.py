"""Schemas: maxima put back to their places, and pooling over random windows."""

from __future__ import annotations

__all__ = ["SCHEMAS"]

SCHEMAS = """
max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor | pt2_compliant_tag | public(nn)
max_unpool2d.out(Tensor self, Tensor indices, SymInt[2] output_size, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> Tensor | pt2_compliant_tag | public(nn)
max_unpool3d.out(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | public(nn)
fractional_max_pool2d(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples) -> (Tensor, Tensor) | pt2_compliant_tag | public(nn)
fractional_max_pool2d.output(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples, *, Tensor(a!) output, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)) | out pt2_compliant_tag | public(nn)
fractional_max_pool3d(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples) -> (Tensor, Tensor) | pt2_compliant_tag | public(nn)
fractional_max_pool3d.output(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples, *, Tensor(a!) output, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)) | out pt2_compliant_tag | public(nn)
"""  # noqa: E501 - one schema is one line
