/* Calls of custom operators at the Autograd key: the operator runs below, and a node of its own class is made.
 *
 * Twin: wye/autograd/custom.py, which is also called wherever something unusual is going on; see recording.c.
 */
#include "graph.h"

static uint64_t recipes_forgotten = 1;

PyObject *
hot_forget_recipes(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    recipes_forgotten++;
    Py_RETURN_NONE;
}

PyObject *
python_of_custom(PyObject *fn)
{
    return ((CustomRecorder *)fn)->python; /* borrowed: the kernel's function is held while it runs */
}

static int
custom_clear(PyObject *self)
{
    CustomRecorder *recorder = (CustomRecorder *)self;
    recorder->is_known = 0;
    Py_CLEAR(recorder->node_class);
    Py_CLEAR(recorder->setup);
    Py_CLEAR(recorder->describe);
    Py_CLEAR(recorder->defaults);
    Py_CLEAR(recorder->plan);
    return 0;
}

/* Ask Python how calls of an operator are recorded: (node class, setup or None, describe, defaults, is
 * there a formula), or None. */
static int
learn_recipe(CustomRecorder *recorder, Op *op)
{
    uint64_t generation = recipes_forgotten;
    PyObject *recipe =
        hot.custom_recipe == NULL ? Py_NewRef(Py_None) : PyObject_CallOneArg(hot.custom_recipe, (PyObject *)op);
    if (recipe == NULL)
        return -1;
    custom_clear((PyObject *)recorder);
    PyObject *node_class, *setup, *describe, *defaults;
    int has_formula;
    if (recipe != Py_None) {
        if (!PyArg_ParseTuple(recipe, "O!OOO!p", &PyType_Type, &node_class, &setup, &describe, &PyTuple_Type, &defaults,
                              &has_formula) ||
            !PyType_IsSubtype((PyTypeObject *)node_class, hot.node_type)) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_TypeError, "a recipe begins with a class of nodes");
            Py_DECREF(recipe);
            return -1;
        }
        recorder->node_class = (PyTypeObject *)Py_NewRef(node_class);
        recorder->setup = setup == Py_None ? NULL : Py_NewRef(setup);
        recorder->describe = Py_NewRef(describe);
        recorder->defaults = Py_NewRef(defaults);
        recorder->has_formula = has_formula;
        recorder->is_known = 1;
    }
    recorder->generation = generation;
    Py_DECREF(recipe);
    return 0;
}

/* The plan of a call's node, made where it is not that of the last call; a new reference. */
static PyObject *
plan_of_custom(CustomRecorder *recorder, uint64_t tensors, uint64_t needs)
{
    if (recorder->plan != NULL && recorder->tensors == tensors && recorder->needs == needs)
        return Py_NewRef(recorder->plan);
    PyObject *describe = Py_NewRef(recorder->describe);
    PyObject *plan = PyObject_CallFunction(describe, "KK", (unsigned long long)tensors, (unsigned long long)needs);
    Py_DECREF(describe);
    if (plan != NULL) {
        Py_XSETREF(recorder->plan, Py_NewRef(plan));
        recorder->tensors = tensors;
        recorder->needs = needs;
    }
    return plan;
}

/* setup(ctx=node, inputs=arguments, output=result), while nothing is recorded */
static int
set_up(PyObject *setup, PyObject *defaults, Node *node, args_t args, PyObject *result)
{
    static PyObject *names; /* lives as long as the process */
    if (names == NULL && (names = Py_BuildValue("(sss)", "ctx", "inputs", "output")) == NULL)
        return -1;
    Py_ssize_t n = PyTuple_GET_SIZE(defaults);
    PyObject *inputs = PyTuple_New(n);
    if (inputs == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < n; i++)
        PyTuple_SET_ITEM(inputs, i, Py_NewRef(i < args.n_positional ? args.values[i] : PyTuple_GET_ITEM(defaults, i)));
    PyObject *values[3] = {(PyObject *)node, inputs, result};
    int recorded = !records_nothing;
    set_recording(0);
    PyObject *done = PyObject_Vectorcall(setup, values, 0, names);
    set_recording(recorded);
    Py_DECREF(inputs);
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

/* Has setup asked for something that Python does?  -1: error. */
static int
asks_for_more(Node *node)
{
    PyObject *saved = PyObject_GetAttrString((PyObject *)node, "_to_save");
    PyObject *constant = saved == NULL ? NULL : PyObject_GetAttrString((PyObject *)node, "_constant");
    int more = constant == NULL ? -1 : saved != Py_None || !PyTuple_Check(constant) || PyTuple_GET_SIZE(constant) > 0;
    Py_XDECREF(saved);
    Py_XDECREF(constant);
    return more;
}

/* Make the result of a custom operator's call the output of a new node; steals the edges. */
static int
finish_custom_call(CustomRecorder *recorder, args_t args, edge_t *edges, Py_ssize_t n_edges, PyObject *plan,
                   PyObject *result)
{
    PyObject *setup = Py_XNewRef(recorder->setup), *defaults = Py_NewRef(recorder->defaults);
    Node *node = node_new(recorder->node_class);
    int ok = node == NULL ? -1 : node_reserve(node, n_edges, 0);
    if (ok == 0) {
        memcpy(node->edges, edges, (size_t)n_edges * sizeof(edge_t));
        node->n_edges = n_edges;
        memset(edges, 0, (size_t)n_edges * sizeof(edge_t));
        node->plan = Py_NewRef(plan);
        ok = setup == NULL ? 0 : set_up(setup, defaults, node, args, result);
    }
    int in_python = ok < 0 ? -1 : !is_tensor(result) || (setup != NULL && (ok = asks_for_more(node)) != 0);
    TensorBase *tensor = (TensorBase *)result;
    if (ok >= 0 && !in_python) {
        ok = node_describe(node, result);
        int differentiable = ok < 0 ? -1 : is_differentiable(result, node->dtype);
        in_python = tensor->autograd != NULL && tensor->autograd != Py_None;
        if (differentiable > 0 && !in_python) {
            TensorState *state = state_new((PyObject *)node, 0, tensor->base == NULL ? 0 : version_count(tensor));
            ok = state == NULL ? -1 : 0;
            if (state != NULL) {
                Py_XSETREF(tensor->autograd, (PyObject *)state);
                tensor->keys.lo |= REQUIRES_GRAD;
                tensor->dual = 0;
            }
        }
        else {
            ok = differentiable < 0 ? -1 : 0;
        }
        if (in_python) {
            Py_CLEAR(node->shape);
            Py_CLEAR(node->dtype);
            Py_CLEAR(node->device);
        }
    }
    if (ok >= 0 && in_python) {
        PyObject *done = PyObject_CallFunctionObjArgs(hot.finish_custom, (PyObject *)node, result, (PyObject *)NULL);
        ok = done == NULL ? -1 : 0;
        Py_XDECREF(done);
    }
    Py_XDECREF(node);
    Py_XDECREF(setup);
    Py_DECREF(defaults);
    return ok < 0 ? -1 : 0;
}

/* Record a call of a custom operator.  NULL without an error: Python has to do it, and nothing has run. */
PyObject *
record_custom(Op *op, plan_t *plan, PyObject *fn, keys_t keys, args_t args)
{
    CustomRecorder *recorder = (CustomRecorder *)fn;
    if (args.kwnames != NULL || careful_process || careful_thread || args.n_positional > MAX_TENSORS)
        return NULL;
    if (recorder->generation != recipes_forgotten && learn_recipe(recorder, op) < 0)
        return NULL;
    if (!recorder->is_known || args.n_positional > PyTuple_GET_SIZE(recorder->defaults))
        return NULL;
    edge_t edges[MAX_TENSORS];
    Py_ssize_t n_edges = 0;
    uint64_t tensors = 0, needs = 0;
    PyObject *result = NULL;
    for (Py_ssize_t i = 0; i < args.n_positional; i++) {
        PyObject *value = args.values[i];
        if (PyList_Check(value) || PyTuple_Check(value))
            goto done;
        if (!is_tensor(value))
            continue;
        tensors |= UINT64_C(1) << i;
        int found = edge_of_tensor(value, &edges[n_edges]);
        if (found < 0)
            goto done;
        n_edges++;
        needs |= (uint64_t)found << i;
    }
    if (hot.logs != NULL && !recorder->has_formula)
        mark_constant(NO_DERIVATIVE);
    int recorded = !records_nothing;
    if (needs != 0)
        set_recording(0); /* what the operator computes is no part of the graph: its node is */
    result = run_below(op, plan, keys, args);
    if (needs != 0)
        set_recording(recorded);
    if (result != NULL && needs != 0) {
        PyObject *description = recorder->is_known ? plan_of_custom(recorder, tensors, needs) : NULL;
        if (description == NULL && !PyErr_Occurred())
            PyErr_SetString(PyExc_RuntimeError, "the rules of an operator changed while it ran");
        if (description == NULL || finish_custom_call(recorder, args, edges, n_edges, description, result) < 0)
            Py_CLEAR(result);
        Py_XDECREF(description);
    }
done:
    for (Py_ssize_t i = 0; i < n_edges; i++)
        Py_XDECREF(edges[i].node);
    return result;
}

static int
custom_traverse(PyObject *self, visitproc visit, void *arg)
{
    CustomRecorder *recorder = (CustomRecorder *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(recorder->python);
    Py_VISIT(recorder->node_class);
    Py_VISIT(recorder->setup);
    Py_VISIT(recorder->describe);
    Py_VISIT(recorder->defaults);
    Py_VISIT(recorder->plan);
    return 0;
}

static void
custom_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    custom_clear(self);
    Py_XDECREF(((CustomRecorder *)self)->python);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
custom_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return PyObject_Vectorcall(((CustomRecorder *)self)->python, args, nargsf, kwnames);
}

static PyMemberDef custom_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(CustomRecorder, vectorcall), READONLY, NULL},
    {"__wrapped__", T_OBJECT, offsetof(CustomRecorder, python), READONLY, "The same in Python."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot custom_slots[] = {
    {Py_tp_call, PyVectorcall_Call}, {Py_tp_dealloc, custom_dealloc}, {Py_tp_traverse, custom_traverse},
    {Py_tp_clear, custom_clear},     {Py_tp_members, custom_members}, {0, NULL},
};

static PyType_Spec custom_spec = {
    .name = "wye._hot._CustomRecorder",
    .basicsize = sizeof(CustomRecorder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = custom_slots,
};

PyObject *
hot_custom_recorder(PyObject *Py_UNUSED(module), PyObject *python)
{
    CustomRecorder *recorder = (CustomRecorder *)hot.custom_type->tp_alloc(hot.custom_type, 0);
    if (recorder != NULL) {
        recorder->vectorcall = custom_vectorcall;
        recorder->python = Py_NewRef(python);
    }
    return (PyObject *)recorder;
}

int
custom_init_types(PyObject *module)
{
    return add_type(module, &custom_spec, &hot.custom_type);
}
