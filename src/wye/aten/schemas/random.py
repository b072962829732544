"""Schemas of operators that draw random numbers."""

__all__ = ["SCHEMAS"]

# ruff: noqa: E501 - a schema stays on its line
SCHEMAS = """
rand(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | core nondeterministic_seeded pt2_compliant_tag | composite(direct)
rand.generator(SymInt[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | composite(direct)
rand.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag | output(castable)
rand.generator_out(SymInt[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randn(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | core nondeterministic_seeded pt2_compliant_tag | composite(direct)
randn.generator(SymInt[] size, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | composite(direct)
randn.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randn.generator_out(SymInt[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randint(SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
randint.generator(SymInt high, SymInt[] size, *, Generator? generator, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
randint.low_generator(SymInt low, SymInt high, SymInt[] size, *, Generator? generator, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
randint.out(SymInt high, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randint.generator_out(SymInt high, SymInt[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randint.low_out(SymInt low, SymInt high, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randint.low_generator_out(SymInt low, SymInt high, SymInt[] size, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | core nondeterministic_seeded pt2_compliant_tag | composite(direct)
randperm.generator(SymInt n, *, Generator? generator, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | composite(direct)
randperm.out(SymInt n, *, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
randperm.generator_out(SymInt n, *, Generator? generator, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
bernoulli(Tensor self, *, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
bernoulli.out(Tensor self, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag | output(any)
bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
bernoulli.Tensor(Tensor self, Tensor p, *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag
bernoulli.Tensor_out(Tensor self, Tensor p, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag
bernoulli.float_out(Tensor self, float p=0.5, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag
bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
uniform_(Tensor(a!) self, float from=0., float to=1., *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
normal.Tensor_float(Tensor mean, float std=1., *, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
normal.Tensor_float_out(Tensor mean, float std=1., *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag | output(castable)
normal.float_Tensor_out(float mean, Tensor std, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag | output(castable)
normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
normal.Tensor_Tensor_out(Tensor mean, Tensor std, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag | output(castable)
normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
normal.float_float_out(float mean, float std, SymInt[] size, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag | output(castable)
normal.out(Tensor self, float mean=0., float std=1., *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function) functional(normal_functional)
normal_(Tensor(a!) self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag | functional(normal_functional)
exponential_(Tensor(a!) self, float lambd=1., *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
geometric_(Tensor(a!) self, float p, *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
cauchy_(Tensor(a!) self, float median=0., float sigma=1., *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
log_normal_(Tensor(a!) self, float mean=1., float std=2., *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
random_.to(Tensor(a!) self, int to, *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag
multinomial(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag
multinomial.out(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | nondeterministic_seeded out pt2_compliant_tag
native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor) | core nondeterministic_seeded pt2_compliant_tag
native_dropout.out(Tensor input, float p, bool? train, *, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!)) | generated nondeterministic_seeded out pt2_compliant_tag
dropout(Tensor input, float p, bool train) -> Tensor | maybe_aliasing_or_mutating nondeterministic_seeded pt2_compliant_tag
dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag | public(function)
feature_dropout(Tensor input, float p, bool train) -> Tensor | maybe_aliasing_or_mutating nondeterministic_seeded pt2_compliant_tag
feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag | public(function)
alpha_dropout(Tensor input, float p, bool train) -> Tensor | maybe_aliasing_or_mutating nondeterministic_seeded pt2_compliant_tag
alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag | public(function)
feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor | maybe_aliasing_or_mutating nondeterministic_seeded pt2_compliant_tag
feature_alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!) | inplace nondeterministic_seeded pt2_compliant_tag | public(function)
rand_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
rand_like.generator(Tensor self, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
rand_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
rand_like.generator_out(Tensor self, *, Generator? generator, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randn_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randn_like.generator(Tensor self, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randn_like.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randn_like.generator_out(Tensor self, *, Generator? generator, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randint_like(Tensor self, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randint_like.Tensor(Tensor self, Tensor high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randint_like.generator(Tensor self, SymInt high, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randint_like.Tensor_generator(Tensor self, Tensor high, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randint_like.low_generator_dtype(Tensor self, SymInt low, SymInt high, *, Generator? generator, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
randint_like.out(Tensor self, SymInt high, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randint_like.generator_out(Tensor self, SymInt high, *, Generator? generator, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randint_like.Tensor_out(Tensor self, Tensor high, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randint_like.Tensor_generator_out(Tensor self, Tensor high, *, Generator? generator, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randint_like.low_dtype_out(Tensor self, SymInt low, SymInt high, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
randint_like.low_generator_dtype_out(Tensor self, SymInt low, SymInt high, *, Generator? generator, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
uniform(Tensor self, float from=0., float to=1., *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
uniform.out(Tensor self, float from=0., float to=1., *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
exponential(Tensor self, float lambd=1., *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
exponential.out(Tensor self, float lambd=1., *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
geometric(Tensor self, float p, *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
geometric.out(Tensor self, float p, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
cauchy(Tensor self, float median=0., float sigma=1., *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
cauchy.out(Tensor self, float median=0., float sigma=1., *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
log_normal(Tensor self, float mean=1., float std=2., *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
log_normal.out(Tensor self, float mean=1., float std=2., *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
random.from(Tensor self, int from, int? to, *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
random.from_out(Tensor self, int from, int? to, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
random.to(Tensor self, int to, *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
random.to_out(Tensor self, int to, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
random(Tensor self, *, Generator? generator=None) -> Tensor | generated nondeterministic_seeded pt2_compliant_tag | public(function)
random.out(Tensor self, *, Generator? generator=None, Tensor(a!) out) -> Tensor(a!) | generated nondeterministic_seeded out pt2_compliant_tag | public(function)
normal_functional(Tensor self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor | nondeterministic_seeded pt2_compliant_tag | public(function)
native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor | pointwise pt2_compliant_tag
native_dropout_backward.out(Tensor grad_output, Tensor mask, float scale, *, Tensor(a!) out) -> Tensor(a!) | generated out pt2_compliant_tag
"""
