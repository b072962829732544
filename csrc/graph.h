/* The graph that backward runs over: graph.c (its objects), recording.c (calls become nodes), writes.c (writes change
 * history), backward.c (the pass). */
#ifndef WYE_GRAPH_H
#define WYE_GRAPH_H

#include "arrays.h"

/* What autograd keeps for a tensor.  See TensorState (_pure/graph.py). */
typedef struct {
    PyObject_HEAD
    PyObject *node; /* NULL: a leaf */
    Py_ssize_t number;
    long long version;
    PyObject *grad, *accumulator, *hooks, *post_hooks, *tangent; /* NULL: none; `accumulator` is a weak reference */
    char retains;
} TensorState;

typedef struct {
    PyObject *node; /* owned; NULL: nowhere */
    Py_ssize_t number;
} edge_t;

/* A tensor that was kept, by its place among a node's values, and its version then. */
typedef struct {
    Py_ssize_t place, item; /* `item` of the list that is there; -1: there is no list */
    long long version;
} check_t;

#define FEW_EDGES 3
#define FEW_CHECKS 3

/* One step of the graph.  Its classes are Python's; all of them have this layout. */
typedef struct {
    PyObject_HEAD
    long long sequence; /* later nodes run first */
    Py_ssize_t n_edges, n_checks;
    edge_t *edges; /* `few_edges`, or memory of its own */
    edge_t few_edges[FEW_EDGES];
    check_t *checks; /* likewise */
    check_t few_checks[FEW_CHECKS];
    PyObject *outputs;                /* a list of (shape, dtype, device); NULL: one, in the next three fields */
    PyObject *shape, *dtype, *device; /* NULL: there is none yet */
    PyObject *extras, *plan, *values; /* NULL: none */
    PyObject *variable;               /* of an accumulator: the leaf */
    uint64_t owned;                   /* bits of places among `values`: the node's own outputs, without their node */
    char packed;                      /* are some values kept in another form? */
    PyObject *weakrefs;
} Node;

/* One formula of a plan that C can run: its arguments are values of the node, -1 - k stands for gradient k. */
#define MAX_PARAMETERS 12
#define MAX_DIFFERENTIABLE 6
#define MAX_RESULTS 8
#define ALL_GRADS INT16_MIN /* stands for the list of all gradients */
typedef struct {
    PyObject *fn;
    PyObject *needs;   /* the list that its parameter of this name gets; NULL: it has none */
    Shortcut *program; /* what runs instead where nothing sees the operators; NULL: nothing does */
    int n, n_edges, is_joint;
    int shows_gradient; /* it has returned its gradient, or a view of it: others see how that lies in memory */
    uint8_t edges[MAX_DIFFERENTIABLE]; /* the differentiable arguments that its gradients belong to */
    int16_t places[MAX_PARAMETERS];
} formula_t;

/* What a node keeps and runs.  Python's class has the same facts in its own form. */
#define MAX_KEPT 12
#define FACT_KINDS 4
enum { FACT_SHAPE, FACT_DTYPE, FACT_GEOMETRY, FACT_COLUMNS };
typedef struct {
    PyObject_HEAD
    int is_ready;          /* can C record a call by it? */
    int is_short;          /* one result, and no list among the arguments that have a gradient */
    int keeps;             /* does it keep tensors? */
    int n_inputs, n_facts; /* arguments that are kept, and of which only a fact is kept */
    int n_kept;            /* results that are kept */
    int n_args, n_results, n_differentiable;
    uint8_t inputs[MAX_KEPT], fact_kinds[MAX_KEPT], fact_places[MAX_KEPT], kept[MAX_KEPT];
    Py_ssize_t n_formulas; /* -1: C cannot run them */
    formula_t *formulas;
} PlanBase;

/* The kernel of an operator at Autograd. */
typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *python; /* does the same: called where something unusual is going on */
    PyTypeObject *node_class;
    PyObject *plan_of;          /* from a tuple of bools, which differentiable arguments need a gradient, to a plan */
    PyObject *names, *defaults; /* of all arguments */
    uint64_t constant;          /* bits of results that have no gradient */
    uint64_t refused;           /* bits of arguments that may not require a gradient: Python refuses them */
    int in_place;               /* does it write its result to its first argument? */
    Py_ssize_t n_args, n_differentiable;
    uint8_t differentiable[MAX_DIFFERENTIABLE];
    PlanBase *plans[1 << MAX_DIFFERENTIABLE]; /* by a bit for each of them; NULL: not made yet */
} Recorder;

/* The kernel of a custom operator at Autograd. */
#define MAX_TENSORS 16
typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *python;    /* does the same: (op, keys, args, kwargs) */
    uint64_t generation; /* of the recipe: rules may change */
    int is_known;        /* can C record calls? */
    int has_formula;     /* or are its results without gradients? */
    PyTypeObject *node_class;
    PyObject *setup;         /* called with the node, the arguments and the result; NULL: nothing */
    PyObject *describe;      /* from bits of the arguments that are tensors, and that need gradients, to a plan */
    PyObject *defaults;      /* of all arguments */
    uint64_t tensors, needs; /* of the last call, and its plan */
    PyObject *plan;
} CustomRecorder;

/* See Note [Careful recording] (_pure/graph.py). */
enum { CAREFUL_ANOMALY = 1, CAREFUL_TANGENTS = 2, CAREFUL_HOOKS = 4, CAREFUL_LEVEL = 8 };
extern int careful_process HIDDEN;
extern THREAD_LOCAL int careful_thread HIDDEN NEAR_TLS;

/* graph.c */
extern long long next_sequence HIDDEN;
int must_be_careful(args_t args);
int has_tangent(PyObject *value);
TensorState *state_new(PyObject *node, Py_ssize_t number, long long version);
Node *node_new(PyTypeObject *type);
int node_reserve(Node *node, Py_ssize_t n_edges, Py_ssize_t n_checks);
int node_describe(Node *node, PyObject *tensor);
PyObject *node_outputs(Node *node);
int edge_of_tensor(PyObject *tensor, edge_t *edge);

static inline int
is_node(PyObject *value)
{
    return PyObject_TypeCheck(value, hot.node_type);
}

static inline int
is_state(PyObject *value)
{
    return value != NULL && Py_IS_TYPE(value, hot.autograd_type);
}

static inline long long
version_count(const TensorBase *tensor)
{
    return tensor->version == NULL ? 0 : ((const Version *)tensor->version)->count;
}

/* recording.c */
int is_differentiable(PyObject *tensor, PyObject *dtype);
PyObject *run_below(Op *op, plan_t *plan, keys_t keys, args_t args);
PyObject *kept_output(Node *node, PyObject *tensor, Py_ssize_t number);

/* writes.c */
int is_plain_target(PyObject *value);
int rebase_target(PyObject *target, Node *write);

/* reductions.c */
int are_unseen(void);

/* formulas.c */
int read_places(PyObject *tuple, uint8_t *places, int limit);

/* metadata.c */
PyObject *shape_of_tensor(PyObject *tensor);
PyObject *dtype_of_tensor(PyObject *tensor);
PyObject *device_of_tensor(PyObject *tensor);

#endif
