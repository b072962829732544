/* Arguments of the nodes of graphs: nested tuples, lists, dicts and slices with nodes in them.
 *
 * Tracing, copying and running a graph walk through them for every node.  The twin: wye/_pure/nodes.py.
 */
#include "hot.h"

typedef struct {
    Py_ssize_t args, kwargs, inputs, users, erased, next, prev, graph, meta, name, op, target, type;
} node_slots_t;

static node_slots_t node_slots;

#define SLOT(object, offset) (*(PyObject **)((char *)(object) + (offset)))

/* What is done with leaves: `fn` of every one, `fn` of nodes, or nodes are collected. */
typedef enum { EVERY_LEAF, NODES, COLLECTED } visit_t;

typedef struct {
    visit_t visit;
    PyObject *fn;    /* a function */
    PyObject *found; /* a dict */
} walk_t;

static PyObject *walk(const walk_t *how, PyObject *value);

static inline int
is_node(PyObject *value)
{
    return Py_IS_TYPE(value, hot.graph_node) || PyObject_TypeCheck(value, hot.graph_node);
}

static inline int
is_atom(PyObject *value)
{
    return value == Py_None || PyLong_CheckExact(value) || PyFloat_CheckExact(value) || PyUnicode_CheckExact(value) ||
           PyBool_Check(value) || PyComplex_CheckExact(value);
}

static PyObject *
visit_leaf(const walk_t *how, PyObject *value)
{
    if (how->visit == EVERY_LEAF || (how->visit == NODES && is_node(value)))
        return PyObject_CallOneArg(how->fn, value);
    if (how->visit == COLLECTED && is_node(value) && PyDict_SetItem(how->found, value, Py_None) < 0)
        return NULL;
    return Py_NewRef(value);
}

static PyObject *
walk_tuple(const walk_t *how, PyObject *value)
{
    Py_ssize_t n = PyTuple_GET_SIZE(value);
    PyObject *made = PyTuple_New(n);
    for (Py_ssize_t i = 0; made != NULL && i < n; i++) {
        PyObject *item = walk(how, PyTuple_GET_ITEM(value, i));
        if (item == NULL)
            Py_CLEAR(made);
        else
            PyTuple_SET_ITEM(made, i, item);
    }
    return made;
}

static PyObject *
walk_list(const walk_t *how, PyObject *value)
{
    PyObject *list = PyList_New(0), *made;
    for (Py_ssize_t i = 0; list != NULL && i < PyList_GET_SIZE(value); i++) { /* a function may change it */
        PyObject *before = Py_NewRef(PyList_GET_ITEM(value, i)), *item = walk(how, before);
        Py_DECREF(before);
        if (item == NULL || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    if (list == NULL)
        return NULL;
    made = PyObject_CallOneArg(hot.immutable_list, list);
    Py_DECREF(list);
    return made;
}

static PyObject *
walk_dict(const walk_t *how, PyObject *value)
{
    if (PyDict_GET_SIZE(value) == 0 && how->visit == NODES)
        return Py_NewRef(hot.no_node_keywords);
    PyObject *pairs = PyDict_Items(value), *dict = PyDict_New(), *made = NULL;
    int failed = pairs == NULL || dict == NULL;
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(pairs); i++) {
        PyObject *pair = PyList_GET_ITEM(pairs, i), *item = walk(how, PyTuple_GET_ITEM(pair, 1));
        failed = item == NULL || PyDict_SetItem(dict, PyTuple_GET_ITEM(pair, 0), item) < 0;
        Py_XDECREF(item);
    }
    if (!failed)
        made = PyObject_CallOneArg(hot.immutable_dict, dict);
    Py_XDECREF(pairs);
    Py_XDECREF(dict);
    return made;
}

static PyObject *
walk_slice(const walk_t *how, PyObject *value)
{
    const PySliceObject *slice = (PySliceObject *)value;
    PyObject *start = walk(how, slice->start), *stop = start == NULL ? NULL : walk(how, slice->stop);
    PyObject *step = stop == NULL ? NULL : walk(how, slice->step);
    PyObject *made = step == NULL ? NULL : PySlice_New(start, stop, step);
    Py_XDECREF(start);
    Py_XDECREF(stop);
    Py_XDECREF(step);
    return made;
}

/* A subclass of tuple: those with named fields take their items one by one. */
static PyObject *
walk_other_tuple(const walk_t *how, PyObject *value)
{
    PyObject *items = PySequence_Tuple(value), *made = items == NULL ? NULL : walk_tuple(how, items), *result = NULL;
    PyObject *type = (PyObject *)Py_TYPE(value);
    if (made != NULL)
        result = PyObject_HasAttrString(value, "_fields") ? PyObject_CallObject(type, made)
                                                          : PyObject_CallOneArg(type, made);
    Py_XDECREF(items);
    Py_XDECREF(made);
    return result;
}

static PyObject *
walk(const walk_t *how, PyObject *value)
{
    if (is_atom(value) || Py_IS_TYPE(value, hot.graph_node))
        return visit_leaf(how, value);
    if (Py_EnterRecursiveCall(" in arguments of a node"))
        return NULL;
    PyObject *made = PyTuple_CheckExact(value) ? walk_tuple(how, value)
                     : PyList_Check(value)     ? walk_list(how, value)
                     : PyTuple_Check(value)    ? walk_other_tuple(how, value)
                     : PyDict_Check(value)     ? walk_dict(how, value)
                     : PySlice_Check(value)    ? walk_slice(how, value)
                                               : visit_leaf(how, value);
    Py_LeaveRecursiveCall();
    return made;
}

static PyObject *
walk_call(visit_t visit, PyObject *const *args, Py_ssize_t nargs, const char *name)
{
    if (nargs != 2 || hot.graph_node == NULL) {
        PyErr_Format(PyExc_TypeError, "%s() takes a value and a function", name);
        return NULL;
    }
    if (!PyCallable_Check(args[1])) {
        PyErr_Format(PyExc_TypeError, "%s takes a function as its second argument", name);
        return NULL;
    }
    const walk_t how = {visit, args[1], NULL};
    return walk(&how, args[0]);
}

/* map_aggregate(value, fn): `fn` of every leaf. */
PyObject *
hot_map_aggregate(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return walk_call(EVERY_LEAF, args, nargs, "map_aggregate");
}

/* map_arg(value, fn): `fn` of every node, the rest stays. */
PyObject *
hot_map_arg(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    return walk_call(NODES, args, nargs, "map_arg");
}

/* Say to the nodes in `inputs` that they are used by a node, or no longer. */
static int
tell_inputs(PyObject *inputs, PyObject *node, int is_used)
{
    PyObject *used;
    for (Py_ssize_t at = 0; PyDict_Next(inputs, &at, &used, NULL);) {
        PyObject *users = is_node(used) ? SLOT(used, node_slots.users) : NULL;
        if (users == NULL || !PyDict_Check(users)) {
            PyErr_SetString(PyExc_TypeError, "the users of a node are a dict");
            return -1;
        }
        Py_INCREF(used);
        Py_INCREF(users);
        int failed = is_used ? PyDict_SetItem(users, node, Py_None) : PyDict_Contains(users, node);
        if (!is_used && failed > 0)
            failed = PyDict_DelItem(users, node);
        Py_DECREF(users);
        Py_DECREF(used);
        if (failed < 0)
            return -1;
    }
    return 0;
}

/* Give a node its arguments, in containers that cannot be changed, and tell the nodes in them who uses them. */
static int
give_arguments(PyObject *node, PyObject *args, PyObject *kwargs)
{
    PyObject *before = Py_XNewRef(SLOT(node, node_slots.inputs)), *found = PyDict_New();
    PyObject *given = found == NULL ? NULL : PySequence_Tuple(args), *kept = NULL, *keywords = NULL;
    const walk_t how = {COLLECTED, NULL, found};
    int has_keywords = given == NULL ? -1 : PyObject_IsTrue(kwargs);
    if (has_keywords >= 0) {
        kept = walk_tuple(&how, given);
        keywords = kept == NULL ? NULL : has_keywords ? walk(&how, kwargs) : Py_NewRef(hot.no_node_keywords);
    }
    int is_done = keywords != NULL && (before == NULL || !PyDict_Check(before) || tell_inputs(before, node, 0) == 0);
    if (is_done) {
        Py_XSETREF(SLOT(node, node_slots.args), Py_NewRef(kept));
        Py_XSETREF(SLOT(node, node_slots.kwargs), Py_NewRef(keywords));
        Py_XSETREF(SLOT(node, node_slots.inputs), Py_NewRef(found));
        is_done = tell_inputs(found, node, 1) == 0;
    }
    Py_XDECREF(before);
    Py_XDECREF(found);
    Py_XDECREF(given);
    Py_XDECREF(kept);
    Py_XDECREF(keywords);
    return is_done ? 0 : -1;
}

/* set_arguments(node, args, kwargs) */
PyObject *
hot_set_arguments(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3 || hot.graph_node == NULL || !PyObject_TypeCheck(args[0], hot.graph_node)) {
        PyErr_SetString(PyExc_TypeError, "set_arguments() takes a node, arguments and keyword arguments");
        return NULL;
    }
    return give_arguments(args[0], args[1], args[2]) < 0 ? NULL : Py_NewRef(Py_None);
}

/* Has a node one before it?  The places in front of a first node and behind a last one are nodes, too. */
static int
has_place(PyObject *node)
{
    PyObject *before = is_node(node) ? SLOT(node, node_slots.prev) : NULL;
    if (before != NULL && is_node(before))
        return 1;
    PyErr_SetString(PyExc_TypeError, "a node is put before another node");
    return 0;
}

/* Put a new node before another one. */
static int
link_before(PyObject *node, PyObject *after)
{
    if (!has_place(after))
        return -1;
    PyObject *before = Py_NewRef(SLOT(after, node_slots.prev));
    Py_XSETREF(SLOT(node, node_slots.prev), Py_NewRef(before));
    Py_XSETREF(SLOT(node, node_slots.next), Py_NewRef(after));
    Py_XSETREF(SLOT(before, node_slots.next), Py_NewRef(node));
    Py_XSETREF(SLOT(after, node_slots.prev), Py_NewRef(node));
    Py_DECREF(before);
    return 0;
}

/* Is it a kind of node, with a target that fits?  -1: error. */
static int
fits_kind(PyObject *op, PyObject *target)
{
    int is_kind = PySet_Contains(hot.node_kinds, op);
    if (is_kind <= 0)
        return is_kind;
    int is_call = PyUnicode_Check(op) && PyUnicode_CompareWithASCIIString(op, "call_function") == 0;
    return is_call ? PyCallable_Check(target) : PyUnicode_Check(target);
}

/* new_node(graph, name, op, target, args, kwargs, type, after): a node, before `after` unless that is None. */
PyObject *
hot_new_node(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 8 || hot.graph_node == NULL) {
        PyErr_SetString(PyExc_TypeError, "new_node() takes eight arguments");
        return NULL;
    }
    if (args[7] != Py_None && !has_place(args[7])) /* before anything is told of the new node */
        return NULL;
    int fits = fits_kind(args[2], args[3]);
    if (fits <= 0) /* the class says what is wrong */
        return fits < 0 ? NULL : PyObject_Vectorcall((PyObject *)hot.graph_node, args, 7, NULL);
    PyObject *node = hot.graph_node->tp_alloc(hot.graph_node, 0), *users = PyDict_New(), *meta = PyDict_New();
    if (node == NULL || users == NULL || meta == NULL) {
        Py_XDECREF(node);
        Py_XDECREF(users);
        Py_XDECREF(meta);
        return NULL;
    }
    SLOT(node, node_slots.graph) = Py_NewRef(args[0]);
    SLOT(node, node_slots.name) = Py_NewRef(args[1]);
    SLOT(node, node_slots.op) = Py_NewRef(args[2]);
    SLOT(node, node_slots.target) = Py_NewRef(args[3]);
    SLOT(node, node_slots.type) = Py_NewRef(args[6]);
    SLOT(node, node_slots.users) = users;
    SLOT(node, node_slots.meta) = meta;
    SLOT(node, node_slots.erased) = Py_NewRef(Py_False);
    SLOT(node, node_slots.prev) = Py_NewRef(node);
    SLOT(node, node_slots.next) = Py_NewRef(node);
    if (give_arguments(node, args[4], args[5]) < 0 || (args[7] != Py_None && link_before(node, args[7]) < 0)) {
        Py_CLEAR(SLOT(node, node_slots.prev)); /* it is no longer its own neighbour */
        Py_CLEAR(SLOT(node, node_slots.next));
        Py_CLEAR(node);
    }
    return node;
}

/* configure_nodes(node, kinds, list, dict): the class of nodes, the names of their kinds, and the classes of containers
 * that cannot be changed. */
PyObject *
hot_configure_nodes(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *node;
    PyObject *kinds, *list, *dict;
    if (!PyArg_ParseTuple(args, "O!O!O!O!:configure_nodes", &PyType_Type, &node, &PyFrozenSet_Type, &kinds,
                          &PyType_Type, &list, &PyType_Type, &dict))
        return NULL;
    node_slots_t found;
    const slot_t slots[] = {{"_args", &found.args},
                            {"_kwargs", &found.kwargs},
                            {"_input_nodes", &found.inputs},
                            {"users", &found.users},
                            {"_erased", &found.erased},
                            {"_next", &found.next},
                            {"_prev", &found.prev},
                            {"graph", &found.graph},
                            {"meta", &found.meta},
                            {"name", &found.name},
                            {"op", &found.op},
                            {"target", &found.target},
                            {"type", &found.type},
                            {NULL, NULL}};
    PyObject *none = find_slots(node, slots) < 0 ? NULL : PyObject_CallNoArgs(dict);
    if (none == NULL)
        return NULL;
    node_slots = found;
    Py_XSETREF(hot.no_node_keywords, none);
    Py_XSETREF(hot.graph_node, (PyTypeObject *)Py_NewRef(node));
    Py_XSETREF(hot.node_kinds, Py_NewRef(kinds));
    Py_XSETREF(hot.immutable_list, Py_NewRef(list));
    Py_XSETREF(hot.immutable_dict, Py_NewRef(dict));
    Py_RETURN_NONE;
}
