/* Questions about tensors that are answered without a Python frame, and the members of classes that ask them. */
#ifndef WYE_METADATA_H
#define WYE_METADATA_H

#include "levels.h"

/* What is asked of a tensor. */
typedef struct {
    PyArrayObject *array; /* its own, or of the tensor that is wrapped */
    int ndim;
    const npy_intp *sizes, *strides;
    TensorBase *tensor;
    PyObject *const *args; /* after the tensor */
    Py_ssize_t n;
    PyObject *ops;   /* a tuple of operators */
    PyObject *known; /* what Python answered before, where that is always the same; else NULL */
} asked_t;

/* An answer, or NULL; NULL without an error means: ask the Python member. */
typedef PyObject *(*answer_fn)(const asked_t *asked);

typedef struct {
    const char *name;
    answer_fn answer;
    int is_method;
    vectorcallfunc call; /* of a method that takes arguments; NULL: method_vectorcall */
    int of_wrapped;      /* is the answer for wrapped tensors the same, with their sizes and strides? */
    int learns;          /* what is remembered of the answer of the Python member */
} question_t;

enum { LEARNS_NOTHING, LEARNS_DTYPE, LEARNS_ANSWER, READS_DEVICE };

/* The array of a tensor whose metadata C may read (no handler in Python); else NULL. */
static inline PyArrayObject *
plain_array(PyObject *self)
{
    if (Py_TYPE(self) != hot.plain_type &&
        (!PyObject_TypeCheck(self, hot.tensor_type) || (((TensorBase *)self)->keys.lo & hot.handler_keys.lo) != 0))
        return NULL;
    PyObject *data = ((TensorBase *)self)->data;
    return is_array(data) ? (PyArrayObject *)data : NULL;
}

/* Is the dtype of an array one of NumPy's own? */
static inline int
has_known_dtype(PyArrayObject *array)
{
    return PyArray_TYPE(array) < N_DTYPES && PyArray_ISNOTSWAPPED(array);
}

const question_t *question_about(const char *name); /* metadata.c; NULL: C knows no answer */

/* members.c */
PyObject *getitem_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames);
PyObject *backward_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames);

#endif
