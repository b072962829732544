"""One sentence for each function whose rules have none for callers; `help` begins with it.

A rule's docstring is for readers of the rule; these lines are for callers of the function.
"""

from __future__ import annotations

from typing import Final

__all__ = ["OTHER_NAMES", "SENTENCES"]


def _table(text: str) -> dict[str, str]:
    return dict(line.split(maxsplit=1) for line in text.strip().splitlines())


# Functions with two names: the other one, and the one that is explained.  Schema lines say `same_as` of most.
OTHER_NAMES: Final = _table("""
concat               cat
concatenate          cat
moveaxis             movedim
row_stack            vstack
special_log_softmax  log_softmax
special_logsumexp    logsumexp
special_softmax      softmax
swapaxes             transpose
swapdims             transpose
__lshift__           bitwise_left_shift
__rshift__           bitwise_right_shift
""")

SENTENCES: Final = _table("""
abs                   Absolute value of each element.
abs_                  Absolute value of each element, in place.
acos                  Arc cosine of each element.
acosh                 Inverse hyperbolic cosine of each element.
add                   Sum of two tensors, or of a tensor and a number: ``input + alpha * other``.
adjoint               Conjugate transpose of the last two dimensions.
alias                 A view of the whole tensor.
all                   Whether all elements are true, over the whole tensor or along dimensions.
any                   Whether any element is true, over the whole tensor or along dimensions.
arange                Numbers from ``start`` up to, but not including, ``end``, a step apart.
argwhere              The indices of the elements that are not zero, one row for each.
as_strided_scatter    A copy with the elements of the `as_strided` view replaced.
asin                  Arc sine of each element.
asinh                 Inverse hyperbolic sine of each element.
atan                  Arc tangent of each element.
atan2                 Arc tangent of ``input / other``, in the right quadrant.
atanh                 Inverse hyperbolic tangent of each element.
atleast_1d            The tensor with at least one dimension.
atleast_2d            The tensor with at least two dimensions.
atleast_3d            The tensor with at least three dimensions.
bitwise_and           Bitwise and.
bitwise_left_shift    Bitwise left shift.
bitwise_not           Bitwise not; logical not for booleans.
bitwise_or            Bitwise or.
bitwise_right_shift   Bitwise right shift.
bitwise_xor           Bitwise exclusive or.
block_diag            A matrix with the given ones along its diagonal, zero elsewhere.
broadcast_tensors     The tensors expanded to one shape.
broadcast_to          The tensor expanded to a shape, without a copy.
cartesian_prod        All combinations of one element of each tensor, one row for each.
cat                   Concatenate tensors along an existing dimension.
ceil                  Smallest integer greater than or equal to each element.
chunk                 Views of nearly equal parts along a dimension.
clone                 A copy with memory of its own.
column_stack          The tensors stacked as columns.
combinations          All combinations of the elements of a vector, one row for each.
contiguous            A contiguous copy; the tensor itself if it is contiguous already.
conv1d                Sequences convolved with kernels, plus a bias.
conv2d                Images convolved with kernels, plus a bias.
conv3d                Volumes convolved with kernels, plus a bias.
conv_transpose1d      Transposed convolution of sequences.
conv_transpose2d      Transposed convolution of images.
conv_transpose3d      Transposed convolution of volumes.
copysign              Magnitude of the first with the sign of the second.
cos                   The cosine of each element.
cosh                  The hyperbolic cosine of each element.
cudnn_batch_norm      Batch normalisation by cuDNN.
_efficient_attention_forward Attention on CUDA, in little memory.
_flash_attention_forward Attention on CUDA, block by block.
cudnn_grid_sampler    Samples at the places of a grid, by cuDNN.
deg2rad               Angles in radians from angles in degrees.
detach                A view through which no gradient flows.
diag                  The diagonal of a matrix, or a matrix with a vector as its diagonal.
diag_embed            Matrices with the last dimension as their diagonals.
diagflat              A matrix with the elements as its diagonal.
diagonal              A view of the elements whose two indices are equal.
diagonal_scatter      A copy with other elements on a diagonal.
digamma               The logarithmic derivative of the gamma function.
dim                   The number of dimensions.
div                   The quotient; rounded as ``rounding_mode`` says: "trunc", "floor" or not at all.
dsplit                Views of parts along the third dimension.
dstack                The tensors stacked along a third dimension.
embedding             The rows of a table at the given indices.
embedding_dense_backward  The gradient of an embedding's table.
empty                 An uninitialized tensor.
empty_like            An uninitialized tensor of the same shape.
empty_permuted        An uninitialized tensor whose dimensions lie in memory in a given order.
empty_strided         An uninitialized tensor with given strides.
eq                    Whether elements are equal.
erf                   The error function.
erfc                  One minus the error function, exact where that is small.
erfinv                The inverse of the error function.
exp                   The exponential of each element.
exp2                  Two to the power of each element.
expand                A view of a larger shape, repeated along dimensions of size one.
expand_as             A view expanded to the shape of another tensor.
expm1                 The exponential minus one, exact for small elements.
eye                   The identity matrix.
fft_fft2              The discrete Fourier transform over two dimensions.
fft_hfft2             The transform over two dimensions of the half of a Hermitian signal.
fft_ifft2             The inverse of `fft_fft2`.
fft_ihfft2            The inverse of `fft_hfft2`.
fft_irfft2            The inverse of `fft_rfft2`.
fft_rfft2             The transform of real numbers over two dimensions, without its redundant half.
fill_diagonal_        Put a number on the diagonal.
flatten               The tensor with a range of dimensions merged into one.
flip                  The tensor with the order along dimensions reversed.
fliplr                The tensor with the second dimension reversed.
flipud                The tensor with the first dimension reversed.
floor                 Largest integer less than or equal to each element.
floor_divide          The quotient rounded down.
fmax                  Elementwise maximum; where one is NaN, the other.
fmin                  Elementwise minimum; where one is NaN, the other.
fmod                  The remainder of a division, with the sign of the first.
frac                  Fractional part of each element, with its sign.
full                  A tensor filled with a number.
full_like             A tensor of the same shape, filled with a number.
gather                The elements at the given indices along a dimension.
gcd                   The greatest common divisor.
ge                    Whether the first is greater or equal.
gt                    Whether the first is greater.
hardsigmoid           A piecewise linear approximation of the sigmoid.
hardswish             Each element times its `hardsigmoid`.
hsplit                Views of parts along the second dimension.
hstack                The tensors stacked horizontally, along the second dimension.
hypot                 The length of the hypotenuse, without overflow in between.
i0                    Modified Bessel function of the first kind, of order 0.
imag                  A view of the imaginary parts.
index                 The elements at tensors of indices: ``x[i, j]``.
index_add             A copy with slices added at the given indices.
index_copy            A copy with slices stored at the given indices.
index_fill            A copy with the slices at the given indices filled with a number.
index_put             A copy with other values at tensors of indices.
index_reduce          A copy with slices reduced into those at the given indices.
index_select          The slices at the given indices along a dimension.
is_complex            Whether the elements are complex numbers.
is_conj               Whether the tensor is lazily conjugated.
is_contiguous         Whether the elements lie in memory in order, without gaps.
is_floating_point     Whether the elements are floats.
is_neg                Whether the tensor is lazily negated.
is_nonzero            Whether the only element is not zero.
is_non_overlapping_and_dense  Whether the elements lie in memory without gaps, each once.
is_pinned             Whether the memory is locked for transfers; it never is.
is_same_size          Whether two tensors have the same shape.
is_signed             Whether the elements can be negative.
is_strides_like_format  Whether the strides are in the order of a memory format with channels last.
isinf                 Whether elements are infinite.
isnan                 Whether elements are NaN.
isneginf              Whether elements are negative infinity.
isposinf              Whether elements are positive infinity.
lcm                   The least common multiple.
le                    Whether the first is less or equal.
lgamma                The logarithm of the absolute value of the gamma function.
lift                  The tensor as the current transforms see it.
lift_fresh            A new tensor as the current transforms see it.
linspace              ``steps`` numbers from ``start`` to ``end``, evenly spaced.
log                   The natural logarithm of each element.
log10                 The logarithm to base ten.
log1p                 The logarithm of one plus each element, exact for small ones.
log2                  The logarithm to base two.
logaddexp             The logarithm of the sum of two exponentials, without overflow.
logaddexp2            The same with powers of two: ``log2(2 ** x + 2 ** y)``.
logical_and           Logical and.
logical_not           Logical not: whether elements are zero.
logical_or            Logical or.
logical_xor           Logical exclusive or.
logspace              Powers of ``base`` with evenly spaced exponents.
lt                    Whether the first is less.
mH                    The conjugate with the last two dimensions exchanged.
mT                    A view with the last two dimensions exchanged.
masked_scatter        A copy with elements of another tensor, in order, where the mask is true.
masked_select         The elements where the mask is true, as a vector.
matrix_H              The conjugate transpose of a matrix.
max                   Largest element, of all or along a dimension; or the elementwise maximum of two tensors.
maximum               Elementwise maximum; NaN where either is NaN.
mean                  The mean of all elements, or over dimensions.
meshgrid              Coordinates of all points of a grid, from the coordinates along its sides.
min                   Smallest element, of all or along a dimension; or the elementwise minimum of two tensors.
minimum               Elementwise minimum; NaN where either is NaN.
miopen_batch_norm     Batch normalisation by MIOpen.
mish                  Each element times the hyperbolic tangent of its softplus.
movedim               A view with dimensions moved to other positions.
mul                   The product of two tensors, or of a tensor and a number.
narrow                A view of consecutive elements along a dimension.
narrow_copy           A copy of consecutive elements along a dimension.
ne                    Whether elements differ.
neg                   The negative of each element.
new_empty             An uninitialized tensor of a shape, with this dtype and device.
new_empty_strided     An uninitialized tensor of a shape and strides, with this dtype and device.
new_full              A tensor of a shape with this dtype and device, filled with a number.
new_ones              A tensor of a shape with this dtype and device, filled with ones.
new_zeros             A tensor of a shape with this dtype and device, filled with zeros.
nextafter             The next representable number in the direction of the second.
nll_loss2d_forward    `nll_loss2d`, and the total weight for the backward pass.
nonzero               The indices of the elements that are not zero, one row for each.
nonzero_numpy         The indices of the elements that are not zero, one tensor for each dimension.
nonzero_static        The indices of the elements that are not zero, cut or filled to a number of rows.
numel                 The number of elements.
numpy_T               A view with all dimensions in reverse order.
one_hot               Vectors of zeros with a one at the index that each element gives.
ones                  A tensor filled with ones.
ones_like             A tensor of the same shape, filled with ones.
permute               A view with the dimensions in another order.
pow                   The power: ``input ** exponent``.
prod                  The product of all elements, or along a dimension.
put                   A copy with other elements at indices into the flattened tensor.
rad2deg               Angles in degrees from angles in radians.
range                 The numbers from ``start`` to ``end``, both included; `arange` leaves out the end.
ravel                 The elements as a vector; a view where that is possible.
real                  A view of the real parts; the tensor itself where it is real.
reciprocal            One divided by each element.
reflection_pad1d      Sequences padded by reflection at the borders.
reflection_pad2d      Images padded by reflection at the borders.
reflection_pad3d      Volumes padded by reflection at the borders.
record_stream         Tell a backend that a stream uses the memory.
remainder             The remainder of a division, with the sign of the second.
repeat                The tensor repeated a number of times along each dimension.
repeat_interleave     Each element, or slice, repeated a number of times in a row.
replication_pad1d     Sequences padded by repeating the borders.
replication_pad2d     Images padded by repeating the borders.
replication_pad3d     Volumes padded by repeating the borders.
reshape               The same elements in another shape; a view where that is possible.
reshape_as            The same elements in the shape of another tensor.
roll                  The elements shifted along dimensions; those shifted past the end come in at the start.
rot90                 The tensor rotated by multiples of 90 degrees in the plane of two dimensions.
round                 Round to the nearest integer, or to ``decimals`` digits; halves to even.
rsqrt                 One divided by the square root of each element.
rsub                  Reversed subtraction: ``other - alpha * input``.
scalar_tensor         A tensor without dimensions that holds a number.
scatter               A copy with values stored at the given indices along a dimension.
scatter_add           A copy with values added at the given indices along a dimension.
scatter_reduce        A copy with values reduced into the elements at the given indices along a dimension.
select                A view of one slice along a dimension.
select_scatter        A copy with the slice at one index of a dimension replaced.
sgn                   Sign of each element; for complex numbers, the number of magnitude one with the same angle.
sigmoid               The logistic function ``1 / (1 + exp(-x))``.
sign                  The sign of each element: -1, 0 or 1.
signbit               Whether the sign bit is set: it is for -0.0, too.
silu                  Each element times its sigmoid.
sin                   The sine of each element.
sinc                  The function ``sin(pi x) / (pi x)``, which is one at zero.
sinh                  The hyperbolic sine of each element.
size                  The sizes, or the size of one dimension.
slice                 A view of every ``step``-th element between two positions of a dimension.
slice_scatter         A copy with other elements in a slice.
sort                  The elements sorted along a dimension, and their indices.
special_airy_ai       Airy function Ai.
special_bessel_j0     Bessel function of the first kind, of order 0.
special_bessel_j1     Bessel function of the first kind, of order 1.
special_bessel_y0     Bessel function of the second kind, of order 0.
special_bessel_y1     Bessel function of the second kind, of order 1.
special_chebyshev_polynomial_t Chebyshev polynomial of the first kind, of degree ``n``.
special_chebyshev_polynomial_u Chebyshev polynomial of the second kind, of degree ``n``.
special_chebyshev_polynomial_v Chebyshev polynomial of the third kind, of degree ``n``.
special_chebyshev_polynomial_w Chebyshev polynomial of the fourth kind, of degree ``n``.
special_entr          Entropy of each element: ``-x * log(x)``, 0 at 0 and minus infinity below.
special_erfcx         Complement of the error function times ``exp(x ** 2)``.
special_hermite_polynomial_h Hermite polynomial of physicists, of degree ``n``.
special_hermite_polynomial_he Hermite polynomial of probability, of degree ``n``.
special_i0e           `i0` times ``exp(-abs(x))``.
special_i1            Modified Bessel function of the first kind, of order 1.
special_i1e           `special.i1` times ``exp(-abs(x))``.
special_laguerre_polynomial_l Laguerre polynomial of degree ``n``.
special_legendre_polynomial_p Legendre polynomial of degree ``n``.
special_log_ndtr      Logarithm of the probability that a standard normal variable is less.
special_modified_bessel_i0 Modified Bessel function of the first kind, of order 0.
special_modified_bessel_i1 Modified Bessel function of the first kind, of order 1.
special_modified_bessel_k0 Modified Bessel function of the second kind, of order 0.
special_modified_bessel_k1 Modified Bessel function of the second kind, of order 1.
special_ndtri         Inverse of the normal distribution: `special.ndtr` of it is the element.
special_scaled_modified_bessel_k0 Modified Bessel function of the second kind, of order 0, times ``exp(x)``.
special_scaled_modified_bessel_k1 Modified Bessel function of the second kind, of order 1, times ``exp(x)``.
special_shifted_chebyshev_polynomial_t Chebyshev polynomial of the first kind of ``2 * x - 1``, of degree ``n``.
special_shifted_chebyshev_polynomial_u Chebyshev polynomial of the second kind of ``2 * x - 1``, of degree ``n``.
special_shifted_chebyshev_polynomial_v Chebyshev polynomial of the third kind of ``2 * x - 1``, of degree ``n``.
special_shifted_chebyshev_polynomial_w Chebyshev polynomial of the fourth kind of ``2 * x - 1``, of degree ``n``.
special_spherical_bessel_j0 Spherical Bessel function of the first kind, of order 0.
split                 Views of parts of a size, or of several sizes, along a dimension.
split_with_sizes      Views of parts of the given sizes along a dimension.
sqrt                  The square root of each element.
squeeze               A view without dimensions of size one, or without the given ones.
stack                 The tensors along a new dimension.
std                   The standard deviation of all elements, or over dimensions.
storage_offset        The elements before the first one in the storage.
stride                The elements between neighbours along every dimension, or along one.
sub                   The difference of two tensors, or of a tensor and a number; the second one times ``alpha``.
sum                   The sum of all elements, or over dimensions.
sym_is_contiguous     Whether the elements lie in memory in order, without gaps.
sym_numel             The number of elements, which may be symbolic.
sym_constrain_range           Check that an integer lies between two numbers; a fake one is taken to.
sym_constrain_range_for_size  Check that an integer is a size between two numbers; a fake one is taken to be.
sym_size              The size of one dimension, which may be symbolic.
sym_storage_offset    The elements before the first one in the storage, which may be symbolic.
sym_stride            The elements between neighbours along one dimension, which may be symbolic.
t                     A view of a matrix with its dimensions exchanged.
take                  The elements at indices into the flattened tensor.
take_along_dim        The elements at the given indices along a dimension, with broadcasting.
tan                   The tangent of each element.
tanh                  The hyperbolic tangent of each element.
tensor_split          Views of parts along a dimension: a number of parts, or split at the given indices.
tile                  The tensor tiled; missing counts are one.
to_sparse             The tensor in a sparse layout.
transpose             A view with two dimensions exchanged.
tril                  The lower triangle of matrices, zero elsewhere.
tril_indices          The indices of the lower triangle of a matrix, rows first.
triu                  The upper triangle of matrices, zero elsewhere.
triu_indices          The indices of the upper triangle of a matrix, rows first.
trunc                 The integer part of each element.
unbind                Views of all slices along a dimension.
unflatten             A view with one dimension split into several.
unfold                A view of all windows along a dimension; they may overlap.
unsafe_chunk          `chunk` for callers who promise not to write to the parts.
unsafe_split          `split` for callers who promise not to write to the parts.
unsafe_split_with_sizes  `split_with_sizes` for callers who promise not to write to the parts.
unsqueeze             A view with a new dimension of size one.
upsample_bicubic2d    Images of another size, by cubic interpolation.
upsample_bilinear2d   Images of another size, by linear interpolation.
upsample_linear1d     Sequences of another length, by linear interpolation.
upsample_nearest1d    Sequences of another length, by nearest-neighbour interpolation.
upsample_nearest2d    Images of another size, by nearest-neighbour interpolation.
upsample_nearest3d    Volumes of another size, by nearest-neighbour interpolation.
upsample_trilinear3d  Volumes of another size, by linear interpolation.
var                   The variance of all elements, or over dimensions.
view                  The same memory in another shape, or read as another dtype.
view_as               The same memory in the shape of another tensor.
view_as_complex       A view of pairs of real numbers as complex ones.
view_as_real          A view of complex numbers as pairs of real ones.
vsplit                Views of parts along the first dimension.
vstack                The tensors stacked vertically, along the first dimension.
where                 Elements of one tensor where a condition holds, of another elsewhere; or indices where it holds.
zeros                 A tensor filled with zeros.
zeros_like            A tensor of the same shape, filled with zeros.
""")
