# Made by tools/make_stubs.py from the schemas of the operators.  Do not edit.
# Dtypes, layouts and memory formats.
from wye.schema.values import dtype, layout, memory_format

__all__: list[str] = [
    "bfloat16",
    "bool",
    "cdouble",
    "cfloat",
    "chalf",
    "channels_last",
    "channels_last_3d",
    "complex128",
    "complex32",
    "complex64",
    "contiguous_format",
    "double",
    "float",
    "float16",
    "float32",
    "float4_e2m1fn_x2",
    "float64",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "half",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "jagged",
    "long",
    "preserve_format",
    "qint32",
    "qint8",
    "quint2x4",
    "quint4x2",
    "quint8",
    "short",
    "sparse_bsc",
    "sparse_bsr",
    "sparse_coo",
    "sparse_csc",
    "sparse_csr",
    "strided",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
]

uint8: dtype
int8: dtype
int16: dtype
int32: dtype
int64: dtype
float16: dtype
float32: dtype
float64: dtype
complex32: dtype
complex64: dtype
complex128: dtype
bool: dtype
qint8: dtype
quint8: dtype
qint32: dtype
bfloat16: dtype
quint4x2: dtype
quint2x4: dtype
float8_e5m2: dtype
float8_e4m3fn: dtype
float8_e5m2fnuz: dtype
float8_e4m3fnuz: dtype
uint16: dtype
uint32: dtype
uint64: dtype
float8_e8m0fnu: dtype
float4_e2m1fn_x2: dtype
short: dtype
int: dtype
long: dtype
half: dtype
float: dtype
double: dtype
chalf: dtype
cfloat: dtype
cdouble: dtype
strided: layout
sparse_coo: layout
sparse_csr: layout
sparse_csc: layout
sparse_bsr: layout
sparse_bsc: layout
jagged: layout
contiguous_format: memory_format
preserve_format: memory_format
channels_last: memory_format
channels_last_3d: memory_format
