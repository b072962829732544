/* One pass over the graph: its state, which passes.c, steps.c, backward.c, formulas.c, fitting.c, accumulating.c and
 * writes.c share. */
#ifndef WYE_BACKWARD_H
#define WYE_BACKWARD_H

#include "graph.h"

/* A node of the pass. */
typedef struct {
    Node *node; /* owned */
    Py_ssize_t pending;
    PyObject **grads; /* owned; NULL: none has arrived */
    Py_ssize_t n_grads;
    PyObject *one;          /* `grads` of a node with one output; steps do not move while a pass runs */
    Py_ssize_t first_input; /* of the inputs at this node; -1: none */
    char needed, is_exit, is_root, visited;
} step_t;

typedef struct {
    long long sequence;
    uint64_t order; /* between nodes that may both run now */
    Py_ssize_t step;
} ready_t;

/* An input whose gradient is asked for. */
typedef struct {
    Py_ssize_t number, next;
} input_t;

/* One backward pass. */
typedef struct {
    PyObject_HEAD
    char keep_graph, create_graph, has_inputs, is_running;
    char returns;                             /* are the gradients of the inputs returned, not added to theirs? */
    PyObject *captured, *callbacks, *current; /* `current` may be NULL */
    long long number;
    step_t *steps;
    Py_ssize_t n_steps, room;
    Py_ssize_t *table; /* open addressing: numbers of steps + 1 */
    Py_ssize_t table_size;
    ready_t *heap;
    Py_ssize_t n_heap, heap_room;
    uint64_t order;
    input_t *inputs;
    Py_ssize_t n_inputs;
} Task;

typedef struct {
    Py_ssize_t step, edge;
} visit_t;

typedef struct {
    visit_t *items;
    Py_ssize_t n, room;
} visits_t;

#define FEW 8 /* gradients without memory of their own */

/* What a node has computed: a gradient for each edge, NULL where there is none. */
typedef struct {
    PyObject **grads;
    PyObject *few[FEW];
    Py_ssize_t n;
} found_t;

/* backward.c */
int feed(Task *task, Py_ssize_t number, Py_ssize_t output, PyObject *grad);
int run_step(Task *task, Py_ssize_t number);
void drop_grads(step_t *step);
int found_reserve(found_t *found, Py_ssize_t n);
void found_release(found_t *found);
PyObject *listed(const step_t *step);

/* fitting.c */
int is_row_major(PyObject *tensor);
int fits_output(PyObject *grad, Node *node, Py_ssize_t output);
PyObject *fitted_to_output(const Task *task, PyObject *grad, Node *node, Py_ssize_t output);

/* accumulating.c */
int accumulate(const Task *task, Node *node, PyObject *grad);

/* writes.c */
int run_copy_slices(const Task *task, Node *node, step_t *step, found_t *found);

/* formulas.c */
PyObject *in_rows(const Task *task, PyObject *grad);
int run_formulas(const Task *task, Node *node, step_t *step, found_t *found);

/* steps.c */
Py_ssize_t find_step(const Task *task, const Node *node);
Py_ssize_t step_of(Task *task, Node *node);
int push_ready(Task *task, Py_ssize_t step);
Py_ssize_t pop_ready(Task *task);
int count_behind(Task *task, visits_t *stack, Py_ssize_t from);
Node *read_pair(PyObject *pair, Py_ssize_t *number);
int note_inputs(Task *task, PyObject *inputs, int accumulate);

#endif
