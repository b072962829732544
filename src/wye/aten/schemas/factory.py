"""Schemas of operators that make tensors from sizes and numbers, and of their copies."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | core pt2_compliant_tag
empty.out(SymInt[] size, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | uncounted
empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | core pt2_compliant_tag
empty_strided.out(SymInt[] size, SymInt[] stride, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | pt2_compliant_tag | passes_lazy_bits public(function)
empty_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
new_empty(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
new_empty.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
new_empty_strided(Tensor self, SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
new_empty_strided.out(Tensor self, SymInt[] size, SymInt[] stride, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
new_zeros(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
new_zeros.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
new_ones(Tensor self, SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
new_ones.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
new_full(Tensor self, SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
new_full.out(Tensor self, SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
zeros.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | core pt2_compliant_tag
full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable)
zeros_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | pt2_compliant_tag | passes_lazy_bits public(function)
zeros_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | pt2_compliant_tag | public(function)
ones_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | core pt2_compliant_tag | passes_lazy_bits public(function)
full_like.out(Tensor self, Scalar fill_value, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
arange(Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag | composite(direct)
arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag | composite(direct)
arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | core pt2_compliant_tag | composite(direct)
arange.start_out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
arange.out(Scalar end, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
range.step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
range(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
range.out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
range.out_(Scalar start, Scalar end, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
linspace.Tensor_Scalar(Tensor start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
linspace.Scalar_Tensor(Scalar start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
linspace(Scalar start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
linspace.out(Scalar start, Scalar end, int steps, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
linspace.Tensor_Tensor_out(Tensor start, Tensor end, int steps, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
linspace.Tensor_Scalar_out(Tensor start, Scalar end, int steps, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
linspace.Scalar_Tensor_out(Scalar start, Tensor end, int steps, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
logspace.Tensor_Tensor(Tensor start, Tensor end, int steps, float base=10., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
logspace.Tensor_Scalar(Tensor start, Scalar end, int steps, float base=10., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
logspace.Scalar_Tensor(Scalar start, Tensor end, int steps, float base=10., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
logspace(Scalar start, Scalar end, int steps, float base=10., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
logspace.out(Scalar start, Scalar end, int steps, float base=10., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
logspace.Tensor_Tensor_out(Tensor start, Tensor end, int steps, float base=10., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
logspace.Tensor_Scalar_out(Tensor start, Scalar end, int steps, float base=10., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
logspace.Scalar_Tensor_out(Scalar start, Tensor end, int steps, float base=10., *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | layout(filled)
eye(SymInt n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
eye.m(SymInt n, SymInt m, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
eye.out(SymInt n, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
eye.m_out(SymInt n, SymInt m, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
tril_indices.out(int row, int col, int offset=0, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
triu_indices.out(int row, int col, int offset=0, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | core pt2_compliant_tag
scalar_tensor.out(Scalar s, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor | core pointwise pt2_compliant_tag | composite(direct)
clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a) | pt2_compliant_tag
lift(Tensor self) -> Tensor | pt2_compliant_tag | public(function) undeclared(self)
lift.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag | public(function)
lift_fresh(Tensor(a) self) -> Tensor(a) | pt2_compliant_tag | public(function)
lift_fresh_copy(Tensor self) -> Tensor | pt2_compliant_tag view_copy | public(function)
lift_fresh_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag view_copy | public(function)
tril(Tensor self, SymInt diagonal=0) -> Tensor | pt2_compliant_tag
tril.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
triu(Tensor self, SymInt diagonal=0) -> Tensor | pt2_compliant_tag
triu.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
one_hot(Tensor self, int num_classes=-1) -> Tensor | dynamic_output_shape pt2_compliant_tag | public(nn)
empty_permuted(SymInt[] size, int[] physical_layout, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | pt2_compliant_tag
empty_permuted.out(SymInt[] size, int[] physical_layout, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
tril_(Tensor(a!) self, SymInt diagonal=0) -> Tensor(a!) | inplace pt2_compliant_tag
triu_(Tensor(a!) self, SymInt diagonal=0) -> Tensor(a!) | inplace pt2_compliant_tag
"""  # noqa: E501 - a schema is one line, as PyTorch prints it
