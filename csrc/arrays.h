/* Declarations shared by the files that use NumPy's C API: arrays.c, memory.c, metadata.c, shortcuts.c, storage.c,
 * versions.c, views.c, indexing.c, making.c, picking.c, programs.c, random.c,
 * elimination.c. */
#ifndef WYE_ARRAYS_H
#define WYE_ARRAYS_H

#include "hot.h"

#define NPY_NO_DEPRECATED_API NPY_1_25_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#define PY_ARRAY_UNIQUE_SYMBOL wye_numpy_api
#ifndef LOADS_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>

#define NUMPY_DIMS 64 /* most dimensions of an array in NumPy 2; the headers have the older limit */
#define MAX_DIMS 32   /* most dimensions handled in C; arrays with more are handled in Python */

/* Exactly an array of NumPy's?  False before NumPy is loaded. */
static inline int
is_array(PyObject *value)
{
    return value != NULL && (PyObject *)Py_TYPE(value) == (PyObject *)hot.array_type;
}

/* Are the strides those of rows one after another, also in dimensions of size 1? */
static inline int
has_packed_strides(PyArrayObject *array)
{
    npy_intp step = PyArray_ITEMSIZE(array);
    for (int i = PyArray_NDIM(array) - 1; i >= 0; i--) {
        if (PyArray_STRIDE(array, i) != step)
            return 0;
        step *= PyArray_DIM(array, i);
    }
    return 1;
}

int require_numpy(void); /* -1 and an error before NumPy is loaded */
PyObject *argument(const Signature *sig, Py_ssize_t number, args_t args);

/* The version of a tensor, made when it is first needed; borrowed. */
static inline Version *
version_of(TensorBase *tensor)
{
    if (tensor->version == NULL)
        tensor->version = hot.version_type->tp_alloc(hot.version_type, 0);
    return (Version *)tensor->version;
}

PyObject *tensor_over(PyTypeObject *type, keys_t keys, PyObject *array);

#endif
