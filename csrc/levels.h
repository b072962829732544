/* Wrapped tensors, as wrapping.c makes them and metadata.c describes them. */
#ifndef WYE_LEVELS_H
#define WYE_LEVELS_H

#include "graph.h"

/* Stands for the array of a tensor that belongs to a level of a transform. */
typedef struct {
    PyObject_HEAD
    PyObject *inner, *owner;
    Py_ssize_t level, dim;
    PyObject *weakrefs;
} Wrapped;

/* One level of the stack of transforms. */
typedef struct {
    PyObject_HEAD
    PyObject *stack;
    Py_ssize_t level;
    char is_running, grad_mode, has_saved;
    char follows_tangents;   /* of a jvp: were tangents computed around it? */
    keys_t include, exclude; /* of the thread where the call that is being handled began, if `has_saved` */
    Py_ssize_t batch_size;   /* of a vmap, if it is a number */
    PyObject *symbolic_size; /* of a vmap: what stands for its size otherwise; else NULL */
    PyObject *randomness;    /* of a vmap: a string */
} Level;

/* What Python says about an operator, as bits of `_levels`; `_batching` is a plan, a rule, or the composite's function. */
enum {
    LEVEL_POINTWISE = 1,
    LEVEL_PLAIN = 2,
    LEVEL_VIEW = 4,
    LEVEL_PLANNED = 8,
    LEVEL_PARTS = 16,
    LEVEL_RULE = 32,
    LEVEL_FORWARD = 64
};
#define MOST_VALUES 16

/* The wrapper of a plain tensor, if it is of this class. */
static inline Wrapped *
wrapped_as(PyObject *tensor, PyTypeObject *type)
{
    PyObject *data = ((TensorBase *)tensor)->data;
    return data != NULL && type != NULL && Py_IS_TYPE(data, type) ? (Wrapped *)data : NULL;
}

/* What a tensor shows of its array: all of it, or under vmap one example. */
typedef struct {
    PyArrayObject *array;
    int ndim, is_wrapped;
    const npy_intp *sizes, *strides; /* of the array, or in the room */
    npy_intp room[2 * MAX_DIMS];
} shown_t;

int show_tensor(PyObject *tensor, shown_t *shown); /* metadata.c; 0: Python has to look */
int show_for_member(PyObject *tensor, shown_t *shown);

/* A call with other arguments; all are owned. */
typedef struct {
    PyObject *room[MOST_VALUES + 1], **values; /* one place in front, for vectorcall */
    Py_ssize_t n;
} values_t;

static inline void
values_release(values_t *values)
{
    for (Py_ssize_t i = 0; i < values->n; i++)
        Py_DECREF(values->values[i]);
    values->n = 0;
}

/* A level that is left for a while. */
typedef struct {
    PyObject *stack, *top;
    keys_t include, exclude; /* of the thread at the level */
} below_t;

/* wrapping.c */
int wrapping_init_types(PyObject *module);
PyObject *alive(PyObject *tensor);
PyObject *level_batch_size(const Level *level);
int is_unusual(PyObject *value);
PyObject *wrap_tensor(PyObject *inner, PyObject *owner, Py_ssize_t dim);
PyObject *wrap_results(PyObject *result, PyObject *owner, Py_ssize_t dim);

/* levels.c */
int go_below(below_t *below, PyObject *stack, PyObject *top, keys_t include, keys_t exclude);
int come_back(const below_t *below);

/* functional.c */
int call_functional(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result);

/* tangents.c */
int call_jvp(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result);

/* batching.c */
int call_by_plan(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result);
int call_by_rule(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result);
int call_parts(Op *op, args_t args, PyObject **result);
PyObject *padded_example(PyObject *view, PyObject *tensor, const shown_t *shown, int rank);

#endif
