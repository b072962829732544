/* What the files about arrays with NumPy's face share: array_calls.c (operators), array_functions.c (other functions),
 * array_reading.c and array_lines.c (functions called again), plain_calls.c (NumPy's own). */
#ifndef WYE_ARRAY_CALLS_H
#define WYE_ARRAY_CALLS_H

#include "graph.h"

typedef struct {
    PyObject_HEAD
    PyObject *tensor;
    PyObject *source; /* NULL or None, or what it is a copy of.  See Note [Slices that run backwards] */
} ArrayBase;

extern PyTypeObject *array_base HIDDEN;

/* Arrays, operators and the other callables of these files, as methods. */
#define CALLABLE                                                                                           \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR | \
     Py_TPFLAGS_IMMUTABLETYPE)

int has_tensor(PyObject *value);
PyObject *array_around(PyTypeObject *type, PyObject *tensor);
PyObject *callable_get(PyObject *self, PyObject *object, PyObject *type);
int array_functions_init_types(PyObject *module);
int array_lines_init_types(PyObject *module);
PyObject *run_own(PyObject *own, PyTypeObject *type, args_t args);
PyObject *run_own_universal(PyObject *ufunc, PyObject *method, int is_call, args_t args);

/* Is no mode active that sees tensors which are made? */
static inline int
has_no_mode(void)
{
    return (included().lo & hot.handler_keys.lo) == 0;
}

#endif
