"""Schemas of operators that read from or write to places that a tensor of indices names."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor | pt2_compliant_tag
index_add.out(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
index_add_(Tensor(a!) self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor(a!) | inplace pt2_compliant_tag
index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor | pt2_compliant_tag
index_copy.out(Tensor self, int dim, Tensor index, Tensor source, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
index_copy_(Tensor(a!) self, int dim, Tensor index, Tensor source) -> Tensor(a!) | inplace pt2_compliant_tag
index_fill.int_Tensor(Tensor self, int dim, Tensor index, Tensor value) -> Tensor | pt2_compliant_tag
index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor | pt2_compliant_tag
index_fill.int_Scalar_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
index_fill.int_Tensor_out(Tensor self, int dim, Tensor index, Tensor value, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
index_fill_.int_Tensor(Tensor(a!) self, int dim, Tensor index, Tensor value) -> Tensor(a!) | inplace pt2_compliant_tag
index_fill_.int_Scalar(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!) | inplace pt2_compliant_tag
index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor | pt2_compliant_tag
index_reduce.out(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
index_reduce_(Tensor(a!) self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor(a!) | inplace pt2_compliant_tag
gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor | core pt2_compliant_tag
gather.out(Tensor self, int dim, Tensor index, *, bool sparse_grad=False, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor | core pt2_compliant_tag
scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor | core pt2_compliant_tag
scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor | pt2_compliant_tag
scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor | pt2_compliant_tag
scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
scatter.reduce_out(Tensor self, int dim, Tensor index, Tensor src, *, str reduce, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
scatter.value_reduce_out(Tensor self, int dim, Tensor index, Scalar value, *, str reduce, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
scatter_.src(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!) | inplace pt2_compliant_tag
scatter_.value(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!) | inplace pt2_compliant_tag
scatter_.reduce(Tensor(a!) self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor(a!) | inplace pt2_compliant_tag
scatter_.value_reduce(Tensor(a!) self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor(a!) | inplace pt2_compliant_tag
scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor | core pt2_compliant_tag
scatter_add.out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
scatter_add_(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!) | inplace pt2_compliant_tag
scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor | core pt2_compliant_tag
scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
scatter_reduce_.two(Tensor(a!) self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor(a!) | inplace pt2_compliant_tag
"""  # noqa: E501 - schemas are PyTorch's, one to a line
