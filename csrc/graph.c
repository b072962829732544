/* The objects of the graph that backward runs over: what a tensor knows of it, and its nodes.
 *
 * Twin: _pure/graph.py.  The classes of nodes are written in Python, over the base that is here.
 */
#include "graph.h"

long long next_sequence;
int careful_process;
THREAD_LOCAL int careful_thread NEAR_TLS;

static int
is_followed(PyObject *tensor)
{
    return tensor != NULL && is_state(((TensorBase *)tensor)->autograd) &&
           ((TensorState *)((TensorBase *)tensor)->autograd)->tangent != NULL;
}

/* Does a tensor, or one in a list, have a tangent, or is it a view of one that has? */
int
has_tangent(PyObject *value)
{
    if (is_tensor(value))
        return is_followed(value) || is_followed(((TensorBase *)value)->base);
    if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value))
        return 0;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(value, i);
        if (PyList_CheckExact(item) || PyTuple_CheckExact(item) || has_tangent(item))
            return 1;
    }
    return 0;
}

/* Has Python to look at a call?  A transform with tangents concerns the tensors that have some. */
int
must_be_careful(args_t args)
{
    if (LIKELY((careful_process | careful_thread) == 0))
        return 0;
    if (careful_process || careful_thread != CAREFUL_LEVEL || records_nothing)
        return 1;
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    for (Py_ssize_t i = 0; i < n; i++) {
        if (has_tangent(args.values[i]))
            return 1;
    }
    return 0;
}

/* ---- the state of a tensor ---- */

TensorState *
state_new(PyObject *node, Py_ssize_t number, long long version)
{
    TensorState *state = (TensorState *)hot.autograd_type->tp_alloc(hot.autograd_type, 0);
    if (state == NULL)
        return NULL;
    state->node = Py_XNewRef(node);
    state->number = number;
    state->version = version;
    return state;
}

static PyObject *
state_make(PyTypeObject *Py_UNUSED(type), PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"node", "number", "version", NULL};
    PyObject *node = Py_None;
    Py_ssize_t number = 0;
    long long version = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OnL", names, &node, &number, &version))
        return NULL;
    if (node != Py_None && !is_node(node)) {
        PyErr_SetString(PyExc_TypeError, "the state of a tensor takes a node or None");
        return NULL;
    }
    return (PyObject *)state_new(node == Py_None ? NULL : node, number, version);
}

static int
state_traverse(PyObject *self, visitproc visit, void *arg)
{
    TensorState *state = (TensorState *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(state->node);
    Py_VISIT(state->grad);
    Py_VISIT(state->accumulator);
    Py_VISIT(state->hooks);
    Py_VISIT(state->post_hooks);
    Py_VISIT(state->tangent);
    return 0;
}

static int
state_clear(PyObject *self)
{
    TensorState *state = (TensorState *)self;
    Py_CLEAR(state->node);
    Py_CLEAR(state->grad);
    Py_CLEAR(state->accumulator);
    Py_CLEAR(state->hooks);
    Py_CLEAR(state->post_hooks);
    Py_CLEAR(state->tangent);
    return 0;
}

static void
state_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    state_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
state_get_node(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *node = ((TensorState *)self)->node;
    return Py_NewRef(node == NULL ? Py_None : node);
}

static int
state_set_node(PyObject *self, PyObject *node, void *Py_UNUSED(closure))
{
    if (node == NULL || (node != Py_None && !is_node(node))) {
        PyErr_SetString(PyExc_TypeError, "the node of a tensor is a Node or None");
        return -1;
    }
    Py_XSETREF(((TensorState *)self)->node, node == Py_None ? NULL : Py_NewRef(node));
    return 0;
}

static PyObject *
state_get_grad(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *grad = ((TensorState *)self)->grad;
    return Py_NewRef(grad == NULL ? Py_None : grad);
}

static int
state_set_grad(PyObject *self, PyObject *grad, void *Py_UNUSED(closure))
{
    if (grad == NULL || (grad != Py_None && !is_tensor(grad))) {
        PyErr_SetString(PyExc_TypeError, "a gradient is a tensor or None");
        return -1;
    }
    Py_XSETREF(((TensorState *)self)->grad, grad == Py_None ? NULL : Py_NewRef(grad));
    return 0;
}

static PyGetSetDef state_getset[] = {
    {"node", state_get_node, state_set_node, "What computed the tensor; None for a leaf.", NULL},
    {"grad", state_get_grad, state_set_grad, "The gradient that was accumulated, or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef state_members[] = {
    {"number", T_PYSSIZET, offsetof(TensorState, number), 0, "Which output of the node it is."},
    {"version", T_LONGLONG, offsetof(TensorState, version), 0, "The version that the node belongs to."},
    {"accumulator", T_OBJECT, offsetof(TensorState, accumulator), 0, "A weak reference to the node of a leaf."},
    {"hooks", T_OBJECT, offsetof(TensorState, hooks), 0, "Of a leaf."},
    {"post_hooks", T_OBJECT, offsetof(TensorState, post_hooks), 0, "Run when a gradient was accumulated."},
    {"tangent", T_OBJECT, offsetof(TensorState, tangent), 0, "For forward mode."},
    {"retains", T_BOOL, offsetof(TensorState, retains), 0, "Is the gradient kept, though it is no leaf?"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot state_slots[] = {
    {Py_tp_doc, "TensorState(node=None, number=0, version=0)\n--\n\nWhat autograd keeps for a tensor."},
    {Py_tp_new, state_make},
    {Py_tp_dealloc, state_dealloc},
    {Py_tp_traverse, state_traverse},
    {Py_tp_clear, state_clear},
    {Py_tp_getset, state_getset},
    {Py_tp_members, state_members},
    {0, NULL},
};

static PyType_Spec state_spec = {
    .name = "wye._hot.TensorState",
    .basicsize = sizeof(TensorState),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = state_slots,
};

/* ---- nodes ---- */

/* A node of a class, with the next sequence number. */
Node *
node_new(PyTypeObject *type)
{
    Node *node = (Node *)type->tp_alloc(type, 0);
    if (node == NULL)
        return NULL;
    node->sequence = next_sequence++;
    node->edges = node->few_edges;
    node->checks = node->few_checks;
    return node;
}

static PyObject *
node_make(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    if (type == hot.node_type) { /* such nodes are freed one inside the other: only classes of Python are safe there */
        PyErr_SetString(PyExc_TypeError, "NodeBase is subclassed, not instantiated");
        return NULL;
    }
    return (PyObject *)node_new(type);
}

static int
node_init(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    return 0;
}

static void
drop_edges(Node *node)
{
    Py_ssize_t n = node->n_edges;
    edge_t *edges = node->edges;
    node->n_edges = 0;
    if (edges == node->few_edges) {
        for (Py_ssize_t i = 0; i < n; i++)
            Py_CLEAR(edges[i].node);
        return;
    }
    node->edges = node->few_edges;
    for (Py_ssize_t i = 0; i < n; i++)
        Py_XDECREF(edges[i].node);
    PyMem_Free(edges);
}

static void
drop_checks(Node *node)
{
    node->n_checks = 0;
    if (node->checks != node->few_checks) {
        PyMem_Free(node->checks);
        node->checks = node->few_checks;
    }
}

/* Make room for edges and checks of a node that has none. */
int
node_reserve(Node *node, Py_ssize_t n_edges, Py_ssize_t n_checks)
{
    if (n_edges > FEW_EDGES) {
        edge_t *edges = PyMem_Calloc((size_t)n_edges, sizeof(edge_t));
        if (edges == NULL)
            return PyErr_NoMemory(), -1;
        node->edges = edges;
    }
    if (n_checks > FEW_CHECKS) {
        check_t *checks = PyMem_Calloc((size_t)n_checks, sizeof(check_t));
        if (checks == NULL)
            return PyErr_NoMemory(), -1;
        node->checks = checks;
    }
    return 0;
}

static int
node_traverse(PyObject *self, visitproc visit, void *arg)
{
    Node *node = (Node *)self;
    Py_VISIT(Py_TYPE(self));
    for (Py_ssize_t i = 0; i < node->n_edges; i++)
        Py_VISIT(node->edges[i].node);
    Py_VISIT(node->outputs);
    Py_VISIT(node->shape);
    Py_VISIT(node->dtype);
    Py_VISIT(node->device);
    Py_VISIT(node->extras);
    Py_VISIT(node->plan);
    Py_VISIT(node->values);
    Py_VISIT(node->variable);
    return 0;
}

static int
node_clear(PyObject *self)
{
    Node *node = (Node *)self;
    drop_edges(node);
    drop_checks(node);
    Py_CLEAR(node->outputs);
    Py_CLEAR(node->shape);
    Py_CLEAR(node->dtype);
    Py_CLEAR(node->device);
    Py_CLEAR(node->extras);
    Py_CLEAR(node->plan);
    Py_CLEAR(node->values);
    Py_CLEAR(node->variable);
    return 0;
}

/* Called by the deallocator of Python's classes, which keeps a long chain of nodes from recursing too deep. */
static void
node_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (((Node *)self)->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    node_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
node_get_edges(PyObject *self, void *Py_UNUSED(closure))
{
    Node *node = (Node *)self;
    PyObject *all = PyTuple_New(node->n_edges);
    for (Py_ssize_t i = 0; all != NULL && i < node->n_edges; i++) {
        PyObject *number = PyLong_FromSsize_t(node->edges[i].number);
        PyObject *edge = number == NULL ? NULL : PyTuple_New(2);
        if (edge == NULL) {
            Py_XDECREF(number);
            Py_CLEAR(all);
            break;
        }
        PyObject *to = i < node->n_edges && node->edges[i].node != NULL ? node->edges[i].node : Py_None;
        PyTuple_SET_ITEM(edge, 0, Py_NewRef(to));
        PyTuple_SET_ITEM(edge, 1, number);
        PyTuple_SET_ITEM(all, i, edge);
    }
    return all;
}

static int
read_edge(PyObject *pair, edge_t *edge)
{
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) < 2) {
        PyErr_SetString(PyExc_TypeError, "an edge is a pair of a node and a number");
        return -1;
    }
    PyObject *node = PyTuple_GET_ITEM(pair, 0);
    if (node != Py_None && !is_node(node)) {
        PyErr_SetString(PyExc_TypeError, "an edge leads to a node or to None");
        return -1;
    }
    edge->number = PyNumber_AsSsize_t(PyTuple_GET_ITEM(pair, 1), PyExc_OverflowError);
    if (edge->number < 0) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "the number of an output is not negative");
        return -1;
    }
    edge->node = node == Py_None ? NULL : Py_NewRef(node);
    return 0;
}

static int
node_set_edges(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    Node *node = (Node *)self;
    PyObject *all = value == NULL ? NULL : PySequence_Tuple(value);
    if (all == NULL) {
        if (value == NULL)
            PyErr_SetString(PyExc_AttributeError, "next_functions cannot be deleted");
        return -1;
    }
    Py_ssize_t n = PyTuple_GET_SIZE(all), made = 0;
    edge_t *edges = PyMem_Calloc((size_t)(n > 0 ? n : 1), sizeof(edge_t));
    if (edges == NULL) {
        Py_DECREF(all);
        return PyErr_NoMemory(), -1;
    }
    while (made < n && read_edge(PyTuple_GET_ITEM(all, made), &edges[made]) == 0)
        made++;
    Py_DECREF(all);
    if (made < n) {
        while (made > 0)
            Py_XDECREF(edges[--made].node);
        PyMem_Free(edges);
        return -1;
    }
    drop_edges(node);
    if (n <= FEW_EDGES) {
        memcpy(node->few_edges, edges, (size_t)n * sizeof(edge_t));
        PyMem_Free(edges);
    }
    else {
        node->edges = edges;
    }
    node->n_edges = n;
    return 0;
}

static PyObject *
node_get_checks(PyObject *self, void *Py_UNUSED(closure))
{
    Node *node = (Node *)self;
    PyObject *all = PyList_New(node->n_checks);
    for (Py_ssize_t i = 0; all != NULL && i < node->n_checks; i++) {
        const check_t *check = &node->checks[i];
        PyObject *one = Py_BuildValue("(nnL)", check->place, check->item, check->version);
        if (one == NULL)
            Py_CLEAR(all);
        else
            PyList_SET_ITEM(all, i, one);
    }
    return all;
}

static int
node_set_checks(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    Node *node = (Node *)self;
    PyObject *all = value == NULL ? NULL : PySequence_Tuple(value);
    if (all == NULL) {
        if (value == NULL)
            PyErr_SetString(PyExc_AttributeError, "versions cannot be deleted");
        return -1;
    }
    Py_ssize_t n = PyTuple_GET_SIZE(all);
    check_t *checks = PyMem_Calloc((size_t)(n > 0 ? n : 1), sizeof(check_t));
    int failed = checks == NULL;
    if (failed)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; !failed && i < n; i++)
        failed =
            !PyArg_ParseTuple(PyTuple_GET_ITEM(all, i), "nnL", &checks[i].place, &checks[i].item, &checks[i].version);
    Py_DECREF(all);
    if (failed) {
        PyMem_Free(checks);
        return -1;
    }
    drop_checks(node);
    if (n <= FEW_CHECKS) {
        memcpy(node->few_checks, checks, (size_t)n * sizeof(check_t));
        PyMem_Free(checks);
    }
    else {
        node->checks = checks;
    }
    node->n_checks = n;
    return 0;
}

/* The node keeps the tensor at a place, or an item of the list there, at its present version. */
static PyObject *
node_watch(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    Node *node = (Node *)self;
    int ok = nargs == 2 || nargs == 3;
    Py_ssize_t place = ok ? PyNumber_AsSsize_t(args[0], PyExc_OverflowError) : -1;
    long long version = ok && !PyErr_Occurred() ? PyLong_AsLongLong(args[1]) : -1;
    Py_ssize_t item = nargs == 3 && !PyErr_Occurred() ? PyNumber_AsSsize_t(args[2], PyExc_OverflowError) : -1;
    if (!ok)
        PyErr_SetString(PyExc_TypeError, "watch() takes a place, a version and an item");
    if (PyErr_Occurred())
        return NULL;
    Py_ssize_t n = node->n_checks;
    if (n >= FEW_CHECKS) {
        check_t *checks = PyMem_Calloc((size_t)n + 1, sizeof(check_t));
        if (checks == NULL)
            return PyErr_NoMemory();
        memcpy(checks, node->checks, (size_t)n * sizeof(check_t));
        drop_checks(node);
        node->checks = checks;
    }
    node->checks[n] = (check_t){place, item, version};
    node->n_checks = n + 1;
    Py_RETURN_NONE;
}

/* The list of (shape, dtype, device) of a node's outputs, made when it is first asked for; borrowed. */
PyObject *
node_outputs(Node *node)
{
    if (node->outputs == NULL) {
        PyObject *all = PyList_New(0);
        if (all != NULL && node->shape != NULL) {
            PyObject *one = PyTuple_Pack(3, node->shape, node->dtype, node->device);
            if (one == NULL || PyList_Append(all, one) < 0)
                Py_CLEAR(all);
            Py_XDECREF(one);
        }
        node->outputs = all;
    }
    return node->outputs;
}

static PyObject *
node_get_outputs(PyObject *self, void *Py_UNUSED(closure))
{
    return Py_XNewRef(node_outputs((Node *)self));
}

static int
node_set_outputs(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    if (value == NULL || !PyList_CheckExact(value)) {
        PyErr_SetString(PyExc_TypeError, "the outputs of a node are a list");
        return -1;
    }
    Py_XSETREF(((Node *)self)->outputs, Py_NewRef(value));
    return 0;
}

/* Make a tensor the only output of a node, as far as the node knows it. */
int
node_describe(Node *node, PyObject *tensor)
{
    PyObject *shape = shape_of_tensor(tensor);
    PyObject *dtype = shape == NULL ? NULL : dtype_of_tensor(tensor);
    PyObject *device = dtype == NULL ? NULL : device_of_tensor(tensor);
    if (device == NULL) {
        Py_XDECREF(shape);
        Py_XDECREF(dtype);
        return -1;
    }
    Py_XSETREF(node->shape, shape);
    Py_XSETREF(node->dtype, dtype);
    Py_XSETREF(node->device, device);
    return 0;
}

static PyObject *
node_describe_by(PyObject *self, PyObject *tensor)
{
    if (!is_tensor(tensor)) {
        PyErr_SetString(PyExc_TypeError, "describe() takes a tensor");
        return NULL;
    }
    Py_CLEAR(((Node *)self)->outputs);
    if (node_describe((Node *)self, tensor) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyGetSetDef node_getset[] = {
    {"next_functions", node_get_edges, node_set_edges, "Where the gradient of each input goes.", NULL},
    {"outputs", node_get_outputs, node_set_outputs, "For each output its shape, dtype and device.", NULL},
    {"versions", node_get_checks, node_set_checks, "(place, item, version) of the tensors among the values.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef node_members[] = {
    {"sequence", T_LONGLONG, offsetof(Node, sequence), 0, "Later nodes run first."},
    {"extras", T_OBJECT, offsetof(Node, extras), 0, "Hooks and the like, or None."},
    {"plan", T_OBJECT, offsetof(Node, plan), 0, "Which formulas to run."},
    {"values", T_OBJECT, offsetof(Node, values), 0, "What the formulas need; None: released."},
    {"variable", T_OBJECT, offsetof(Node, variable), 0, "Of an accumulator: the leaf."},
    {"owned", T_ULONGLONG, offsetof(Node, owned), 0, "Bits of the places of the node's own outputs among the values."},
    {"packed", T_BOOL, offsetof(Node, packed), 0, "Are some values kept in another form?"},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Node, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef node_methods[] = {
    {"watch", (PyCFunction)(void (*)(void))node_watch, METH_FASTCALL,
     "watch($self, place, version, item=-1, /)\n--\n\nKeep the version of the tensor at a place among the values; of "
     "a list there, of one of its items."},
    {"describe", node_describe_by, METH_O,
     "describe($self, tensor, /)\n--\n\nMake a tensor the only output, as far as the node knows it."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot node_slots[] = {
    {Py_tp_doc, "NodeBase(*args, **kwargs)\n--\n\nOne step of the graph."},
    {Py_tp_new, node_make},
    {Py_tp_init, node_init},
    {Py_tp_dealloc, node_dealloc},
    {Py_tp_traverse, node_traverse},
    {Py_tp_clear, node_clear},
    {Py_tp_getset, node_getset},
    {Py_tp_members, node_members},
    {Py_tp_methods, node_methods},
    {0, NULL},
};

static PyType_Spec node_spec = {
    .name = "wye._hot.NodeBase",
    .basicsize = sizeof(Node),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = node_slots,
};

/* ---- where a tensor's gradient goes ---- */

/* What a weak reference refers to, a new reference; NULL: it is gone. */
static PyObject *
referent(PyObject *reference)
{
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *found = NULL;
    return PyWeakref_GetRef(reference, &found) < 0 ? NULL : found;
#else
    PyObject *found = PyWeakref_GET_OBJECT(reference);
    return found == Py_None ? NULL : Py_NewRef(found);
#endif
}

/* The accumulator of a leaf, where nothing unusual is there; NULL without an error: ask Python. */
static PyObject *
accumulator(TensorBase *leaf)
{
    TensorState *state = (TensorState *)leaf->autograd;
    if (state == NULL || hot.accumulator_class == NULL)
        return NULL;
    if (state->accumulator != NULL && state->accumulator != Py_None) {
        PyObject *found = PyWeakref_CheckRef(state->accumulator) ? referent(state->accumulator) : NULL;
        if (found != NULL || PyErr_Occurred())
            return found;
    }
    if (state->hooks != NULL && state->hooks != Py_None)
        return NULL;
    Node *node = node_new(hot.accumulator_class);
    if (node == NULL)
        return NULL;
    node->sequence = LLONG_MAX / 2; /* it runs as soon as it can */
    node->variable = Py_NewRef((PyObject *)leaf);
    if (node_describe(node, (PyObject *)leaf) < 0) {
        Py_DECREF(node);
        return NULL;
    }
    PyObject *reference = PyWeakref_NewRef((PyObject *)node, NULL);
    if (reference == NULL) {
        Py_DECREF(node);
        return NULL;
    }
    Py_XSETREF(state->accumulator, reference);
    return (PyObject *)node;
}

/* Where the gradient of a tensor goes.  1: an edge, maybe to nowhere; 0: it needs none; -1: error. */
int
edge_of_tensor(PyObject *tensor, edge_t *edge)
{
    TensorBase *base = (TensorBase *)tensor;
    *edge = (edge_t){NULL, 0};
    if (!requires_grad(base))
        return 0;
    if (base->autograd == NULL || base->autograd == Py_None) {
        TensorState *state = base->base == NULL ? state_new(NULL, 0, 0) : NULL;
        if (base->base == NULL && state == NULL)
            return -1;
        if (state != NULL)
            Py_XSETREF(base->autograd, (PyObject *)state);
    }
    TensorState *state = is_state(base->autograd) ? (TensorState *)base->autograd : NULL;
    if (state != NULL && (base->base == NULL || state->version == version_count(base))) {
        if (state->node != NULL) {
            *edge = (edge_t){Py_NewRef(state->node), state->number};
            return 1;
        }
        if (base->base == NULL) {
            edge->node = accumulator(base);
            if (edge->node != NULL)
                return 1;
            if (PyErr_Occurred())
                return -1;
        }
    }
    PyObject *pair = PyObject_CallOneArg(hot.edge_of, tensor);
    if (pair == NULL)
        return -1;
    int failed = read_edge(pair, edge) < 0;
    Py_DECREF(pair);
    return failed ? -1 : 1; /* also where it leads nowhere: a view that requires grad because its base does */
}

int
graph_init_types(PyObject *module)
{
    return add_type(module, &state_spec, &hot.autograd_type) < 0 || add_type(module, &node_spec, &hot.node_type) < 0
               ? -1
               : 0;
}
