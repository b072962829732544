"""The one table of dtypes: a new dtype is a line here.

Other modules read their facts about dtypes from it: numbers in schemas, sizes, the library that has the elements as
NumPy dtypes, the names in PyTorch's messages, DLPack's codes, short names and methods.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["ROWS", "DtypeRow"]


class DtypeRow(NamedTuple):
    """What is known about one dtype; an empty text: it has no such thing."""

    name: str
    number: int  # PyTorch's, part of the text of schemas: ``ScalarType x=long`` is 4
    itemsize: int  # bytes; 0: a name in schemas alone, without a dtype object
    arrays: str  # whose arrays hold such elements: "numpy", "ml_dtypes"
    title: str  # in most messages, and in the names of tensor types: "Half", "HalfTensor"
    c_name: str  # in messages that print C++ types
    scalar_name: str  # in messages about numbers that do not fit
    complex: str  # the complex dtype whose parts have this one
    short: str  # another name of the dtype: "half"
    method: str  # the method that converts to it: ``x.half()``
    digits: int  # bits of the significand; 0: no float that random integers are stored in
    largest: float  # the largest finite number, where Python's floats have larger ones; 0: they do not
    dlpack: int  # DLPack's code of the kind of number, where NumPy's own export does not know it; 0: it does


# In the order of the fields of `DtypeRow`.
_TABLE: Final = """
uint8            | 0      | 1     | numpy     | Byte             | unsigned char           | uint8_t                 |            |         | byte     | 0      | 0                     | 0
int8             | 1      | 1     | numpy     | Char             | signed char             | int8_t                  |            |         | char     | 0      | 0                     | 0
int16            | 2      | 2     | numpy     | Short            | short int               | int16_t                 |            | short   | short    | 0      | 0                     | 0
int32            | 3      | 4     | numpy     | Int              | int                     | int                     |            | int     | int      | 0      | 0                     | 0
int64            | 4      | 8     | numpy     | Long             | long int                | int64_t                 |            | long    | long     | 0      | 0                     | 0
float16          | 5      | 2     | numpy     | Half             | c10::Half               | c10::Half               | complex32  | half    | half     | 11     | 65504.0               | 0
float32          | 6      | 4     | numpy     | Float            | float                   | float                   | complex64  | float   | float    | 24     | 3.4028234663852886e38 | 0
float64          | 7      | 8     | numpy     | Double           | double                  | double                  | complex128 | double  | double   | 53     | 0                     | 0
complex32        | 8      | 4     |           | ComplexHalf      | c10::complex<c10::Half> | c10::complex<c10::Half> |            | chalf   | chalf    | 0      | 0                     | 0
complex64        | 9      | 8     | numpy     | ComplexFloat     | c10::complex<float>     | c10::complex<float>     |            | cfloat  | cfloat   | 0      | 3.4028234663852886e38 | 0
complex128       | 10     | 16    | numpy     | ComplexDouble    | c10::complex<double>    | c10::complex<double>    |            | cdouble | cdouble  | 0      | 0                     | 0
bool             | 11     | 1     | numpy     | Bool             | bool                    | bool                    |            |         | bool     | 0      | 0                     | 0
qint8            | 12     | 1     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
quint8           | 13     | 1     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
qint32           | 14     | 4     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
bfloat16         | 15     | 2     | ml_dtypes | BFloat16         | c10::BFloat16           | c10::BFloat16           | complex64  |         | bfloat16 | 8      | 3.3895313892515355e38 | 4
quint4x2         | 16     | 1     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
quint2x4         | 17     | 1     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
bits1x8          | 18     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
bits2x4          | 19     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
bits4x2          | 20     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
bits8            | 21     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
bits16           | 22     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
float8_e5m2      | 23     | 1     | ml_dtypes | Float8_e5m2      | c10::Float8_e5m2        | c10::Float8_e5m2        |            |         |          | 0      | 0                     | 12
float8_e4m3fn    | 24     | 1     | ml_dtypes | Float8_e4m3fn    | c10::Float8_e4m3fn      | c10::Float8_e4m3fn      |            |         |          | 0      | 0                     | 10
float8_e5m2fnuz  | 25     | 1     | ml_dtypes | Float8_e5m2fnuz  | c10::Float8_e5m2fnuz    | c10::Float8_e5m2fnuz    |            |         |          | 0      | 0                     | 13
float8_e4m3fnuz  | 26     | 1     | ml_dtypes | Float8_e4m3fnuz  | c10::Float8_e4m3fnuz    | c10::Float8_e4m3fnuz    |            |         |          | 0      | 0                     | 11
uint16           | 27     | 2     | numpy     | UInt16           | short unsigned int      | uint16_t                |            |         |          | 0      | 0                     | 0
uint32           | 28     | 4     | numpy     | UInt32           | unsigned int            | uint32_t                |            |         |          | 0      | 0                     | 0
uint64           | 29     | 8     | numpy     | UInt64           | long unsigned int       | uint64_t                |            |         |          | 0      | 0                     | 0
uint1            | 30     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
uint2            | 31     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
uint3            | 32     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
uint4            | 33     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
uint5            | 34     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
uint6            | 35     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
uint7            | 36     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
int1             | 37     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
int2             | 38     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
int3             | 39     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
int4             | 40     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
int5             | 41     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
int6             | 42     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
int7             | 43     | 0     |           |                  |                         |                         |            |         |          | 0      | 0                     | 0
float8_e8m0fnu   | 44     | 1     | ml_dtypes | Float8_e8m0fnu   | c10::Float8_e8m0fnu     | c10::Float8_e8m0fnu     |            |         |          | 0      | 0                     | 14
float4_e2m1fn_x2 | 45     | 1     |           | Float4_e2m1fn_x2 | c10::Float4_e2m1fn_x2   | c10::Float4_e2m1fn_x2   |            |         |          | 0      | 0                     | 0
"""  # noqa: E501 - a table is read by columns


def _row(line: str) -> DtypeRow:
    name, number, itemsize, arrays, title, c_name, scalar_name, complex_, short, method, digits, largest, dlpack = (
        cell.strip() for cell in line.split("|")
    )
    return DtypeRow(
        name, int(number), int(itemsize), arrays, title, c_name, scalar_name, complex_, short, method, int(digits),
        float(largest), int(dlpack),
    )  # fmt: skip


ROWS: Final = {row.name: row for row in map(_row, _TABLE.strip().splitlines())}
"""Every dtype by name, in the order of PyTorch's numbers."""
