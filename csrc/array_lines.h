/* Calls of functions of NumPy's table as data: described by array_reading.c, kept and repeated by array_lines.c. */
#ifndef WYE_ARRAY_LINES_H
#define WYE_ARRAY_LINES_H

#include "array_calls.h"

#define FEW_DIMS 6
#define MOST_TOKENS 24

enum { CONSTANT, ARRAY, SEQUENCE };

/* What is known of an argument.  Arguments in lists and tuples follow them. */
typedef struct {
    int kind, n_items;
    PyObject *object; /* a constant, owned; the class of an array or a sequence, borrowed */
    uint64_t keys;    /* of an array, with the grad bit; 0: one of NumPy's */
    uint8_t dual;
    int first; /* the first of the tensors that is this one: a call of one tensor twice is not like a call of two */
    int number, ndim;
    npy_intp shape[FEW_DIMS], strides[FEW_DIMS];
} token_t;

typedef struct {
    int n_args, n_tokens, n_tensors;
    PyObject *const *args;        /* borrowed */
    PyObject *names[MOST_TOKENS]; /* of the last arguments, borrowed */
    int n_names;
    token_t tokens[MOST_TOKENS];
    PyObject *tensors[MOST_TOKENS]; /* owned, by order of the tokens that are arrays */
    PyTypeObject *array_class;      /* of the arrays among them */
    int has_tensors;                /* are there tensors that are not in arrays? */
} call_t;

enum { GIVEN_CONSTANT, GIVEN_VALUE, GIVEN_LIST };

typedef struct {
    int kind, value; /* of a list: how many items follow */
    PyObject *object;
} given_t;

typedef struct {
    PyObject *op, *names;
    int n_given, n_args, n_results; /* n_results 0: the result is not looked at */
    given_t *given;                 /* with the items of lists */
    int *results;
} repeated_t;

typedef struct {
    Py_ssize_t uses;
    keys_t include, exclude;
    int without_grad;                                         /* inside no_grad */
    int n_args, n_names, n_tokens, n_steps, result, n_values; /* n_steps -1: the function has to be called */
    PyObject *names[MOST_TOKENS];
    token_t *tokens;
    repeated_t *steps;
} kept_t;

/* array_reading.c */
int read_array_call(call_t *call, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
void clear_array_call(call_t *call);
int is_like_kept(const kept_t *kept, const call_t *call);

#endif
