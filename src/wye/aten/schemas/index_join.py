"""Schemas of operators that join, repeat and reorder tensors along dimensions."""

__all__ = ["SCHEMAS"]

SCHEMAS = """
flip(Tensor self, int[] dims) -> Tensor | core pt2_compliant_tag
flip.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor | pt2_compliant_tag
roll.out(Tensor self, SymInt[1] shifts, int[1] dims=[], *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
repeat(Tensor self, SymInt[] repeats) -> Tensor | core pt2_compliant_tag | composite(direct)
repeat.out(Tensor self, SymInt[] repeats, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor | dynamic_output_shape pt2_compliant_tag
repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor | pt2_compliant_tag
repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) -> Tensor | pt2_compliant_tag
repeat_interleave.Tensor_out(Tensor repeats, *, SymInt? output_size=None, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
cat(Tensor[] tensors, int dim=0) -> Tensor | core pt2_compliant_tag
cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable)
stack(Tensor[] tensors, int dim=0) -> Tensor | pt2_compliant_tag
stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag | output(castable)
_stack(Tensor[] tensors, int dim=0) -> Tensor | pt2_compliant_tag
_stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!) | out pt2_compliant_tag
block_diag(Tensor[] tensors) -> Tensor | pt2_compliant_tag
block_diag.out(Tensor[] tensors, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
"""  # noqa: E501 - schemas are PyTorch's, one to a line
