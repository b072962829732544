/* Kernels at the Autograd key: run the operator below, and make a node of the call.
 *
 * Twin: wye/autograd/recording.py, which is also called here wherever something unusual is going on:
 * hooks on what is saved, anomaly mode, forward mode, views whose history has changed.
 */
#include "levels.h"

/* ---- a call ---- */

/* One call while it is recorded. */
typedef struct {
    Recorder *recorder;
    Node *node;
    PlanBase *plan;
    PyObject *values[MAX_ARGS]; /* all arguments, defaults included; borrowed */
    edge_t *edges, few[MAX_DIFFERENTIABLE];
    Py_ssize_t n_edges, room, starts[MAX_DIFFERENTIABLE]; /* of the edges of each differentiable argument */
    unsigned needs; /* bits of the differentiable arguments that need a gradient */
    int has_lists;
} recording_t;

static int
is_list(PyObject *value)
{
    return PyList_CheckExact(value) || PyTuple_CheckExact(value);
}

/* Put all arguments into the schema's order; 0: Python has to look at them. */
static int
order_arguments(recording_t *call, args_t args)
{
    const Recorder *recorder = call->recorder;
    Py_ssize_t n = args.n_positional, named = args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames);
    if (n > recorder->n_args)
        return 0;
    for (Py_ssize_t i = 0; i < recorder->n_args; i++)
        call->values[i] = i < n ? args.values[i] : PyTuple_GET_ITEM(recorder->defaults, i);
    for (Py_ssize_t k = 0; k < named; k++) {
        PyObject *name = PyTuple_GET_ITEM(args.kwnames, k);
        Py_ssize_t i = n;
        while (i < recorder->n_args && PyTuple_GET_ITEM(recorder->names, i) != name)
            i++;
        if (i == recorder->n_args) /* not the same object: the same name? */
            for (i = n; i < recorder->n_args && PyUnicode_Compare(PyTuple_GET_ITEM(recorder->names, i), name) != 0;)
                i++;
        if (i == recorder->n_args)
            return 0;
        call->values[i] = args.values[n + k];
    }
    return 1;
}

/* Add the edge of one tensor; what is no tensor has an edge that leads nowhere. */
static int
add_edge(recording_t *call, Py_ssize_t argument, PyObject *value)
{
    if (call->n_edges == call->room) {
        Py_ssize_t room = 2 * call->room;
        edge_t *edges = PyMem_Calloc((size_t)room, sizeof(edge_t));
        if (edges == NULL)
            return PyErr_NoMemory(), -1;
        memcpy(edges, call->edges, (size_t)call->n_edges * sizeof(edge_t));
        if (call->edges != call->few)
            PyMem_Free(call->edges);
        call->edges = edges;
        call->room = room;
    }
    edge_t *edge = &call->edges[call->n_edges];
    *edge = (edge_t){NULL, 0};
    int found = is_tensor(value) ? edge_of_tensor(value, edge) : 0;
    if (found < 0)
        return -1;
    call->n_edges++;
    call->needs |= (unsigned)found << argument;
    return 0;
}

/* Find the edges of a call. */
static int
find_edges(recording_t *call)
{
    const Recorder *recorder = call->recorder;
    for (Py_ssize_t i = 0; i < recorder->n_differentiable; i++) {
        PyObject *value = call->values[recorder->differentiable[i]];
        call->starts[i] = call->n_edges;
        if (!is_list(value)) {
            if (add_edge(call, i, value) < 0)
                return -1;
            continue;
        }
        call->has_lists = 1;
        for (Py_ssize_t k = 0; k < PySequence_Fast_GET_SIZE(value); k++) { /* Python may run: it is asked each time */
            PyObject *one = Py_NewRef(PySequence_Fast_GET_ITEM(value, k));
            int failed = add_edge(call, i, one) < 0;
            Py_DECREF(one);
            if (failed)
                return -1;
        }
    }
    return 0;
}

static void
drop_edges(recording_t *call)
{
    for (Py_ssize_t i = 0; i < call->n_edges; i++)
        Py_XDECREF(call->edges[i].node);
    if (call->edges != call->few)
        PyMem_Free(call->edges);
}

/* The plan for these needs, made at the first such call; borrowed. */
static PlanBase *
plan_for(Recorder *recorder, unsigned needs)
{
    if (LIKELY(recorder->plans[needs] != NULL))
        return recorder->plans[needs];
    PyObject *flags = PyTuple_New(recorder->n_differentiable);
    if (flags == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < recorder->n_differentiable; i++)
        PyTuple_SET_ITEM(flags, i, Py_NewRef((needs >> i) & 1 ? Py_True : Py_False));
    PyObject *plan = PyObject_CallOneArg(recorder->plan_of, flags);
    Py_DECREF(flags);
    if (plan == NULL)
        return NULL;
    if (!PyObject_TypeCheck(plan, hot.plan_base)) {
        PyErr_SetString(PyExc_TypeError, "plan_of must return a PlanBase");
        Py_DECREF(plan);
        return NULL;
    }
    Py_XSETREF(recorder->plans[needs], (PlanBase *)plan);
    return recorder->plans[needs];
}

/* Does a matrix lie in memory column by column?  NULL without an error: Python has to look. */
static PyObject *
columns_of_tensor(PyObject *value)
{
    PyObject *data = ((TensorBase *)value)->data;
    if (!is_array(data))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)data;
    npy_intp unit = PyArray_ITEMSIZE(array);
    return PyBool_FromLong(PyArray_NDIM(array) == 2 && PyArray_STRIDE(array, 0) == unit &&
                           PyArray_STRIDE(array, 1) == unit * PyArray_DIM(array, 0));
}

/* The shape or dtype of a tensor, or how it lies in memory; of what is no tensor, () or None. */
static PyObject *
fact_of_one(PyObject *value, int kind)
{
    if (kind == FACT_COLUMNS)
        return is_tensor(value) ? columns_of_tensor(value) : Py_NewRef(Py_None);
    if (is_tensor(value))
        return kind == FACT_SHAPE ? shape_of_tensor(value) : dtype_of_tensor(value);
    return kind == FACT_SHAPE ? PyTuple_New(0) : Py_NewRef(Py_None);
}

/* The same; of a list, for each of its items.  NULL without an error: Python has to do it. */
static PyObject *
fact_of(PyObject *value, int kind)
{
    if (!is_list(value))
        return fact_of_one(value, kind);
    PyObject *all = PyList_New(0);
    for (Py_ssize_t i = 0; all != NULL && i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *one = Py_NewRef(PySequence_Fast_GET_ITEM(value, i));
        PyObject *fact = is_list(one) ? NULL : fact_of_one(one, kind);
        if (fact == NULL || PyList_Append(all, fact) < 0)
            Py_CLEAR(all);
        Py_XDECREF(fact);
        Py_DECREF(one);
    }
    return all;
}

/* For each differentiable argument: where its edges start, and how many there are. */
static PyObject *
list_ranges(const recording_t *call)
{
    Py_ssize_t n = call->recorder->n_differentiable;
    PyObject *all = PyList_New(n);
    for (Py_ssize_t i = 0; all != NULL && i < n; i++) {
        Py_ssize_t end = i + 1 < n ? call->starts[i + 1] : call->node->n_edges;
        PyObject *one = Py_BuildValue("(nn)", call->starts[i], end - call->starts[i]);
        if (one == NULL)
            Py_CLEAR(all);
        else
            PyList_SET_ITEM(all, i, one);
    }
    return all;
}

/* The most tensors that a node will watch. */
static Py_ssize_t
count_checks(const recording_t *call)
{
    Py_ssize_t n = call->plan->n_inputs + call->plan->n_kept;
    for (int i = 0; i < call->plan->n_inputs; i++) {
        PyObject *value = call->values[call->plan->inputs[i]];
        n += PyList_CheckExact(value) ? PyList_GET_SIZE(value) : 0;
    }
    return n;
}

/* Watch a tensor that a node keeps; 0: an inference tensor, which Python refuses. */
static int
watch(Node *node, Py_ssize_t place, Py_ssize_t item, PyObject *tensor)
{
    if (!(((TensorBase *)tensor)->keys.lo & hot.inference_keys.lo & FUNCTIONALITIES))
        return 0;
    node->checks[node->n_checks++] = (check_t){place, item, version_count((TensorBase *)tensor)};
    return 1;
}

/* Keep what formulas need of the arguments.  1: done; 0: Python has to do it; -1: error. */
static int
keep_arguments(const recording_t *call)
{
    const PlanBase *plan = call->plan;
    Node *node = call->node;
    Py_ssize_t n = plan->n_args, facts = n + plan->n_results,
               size = plan->n_facts == 0 ? facts : facts + FACT_KINDS * n;
    PyObject *values = PyList_New(size + call->has_lists);
    if (values == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < size + call->has_lists; i++)
        PyList_SET_ITEM(values, i, Py_NewRef(Py_None));
    node->values = values;
    for (int i = 0; i < plan->n_inputs; i++) {
        Py_ssize_t place = plan->inputs[i];
        PyObject *value = call->values[place];
        if (is_tensor(value) && !watch(node, place, -1, value))
            return 0;
        for (Py_ssize_t k = 0; PyList_CheckExact(value) && k < PyList_GET_SIZE(value); k++) {
            if (is_tensor(PyList_GET_ITEM(value, k)) && !watch(node, place, k, PyList_GET_ITEM(value, k)))
                return 0;
        }
        PyObject *kept = PyList_CheckExact(value) ? PyList_GetSlice(value, 0, PY_SSIZE_T_MAX) : Py_NewRef(value);
        if (kept == NULL)
            return -1;
        PyList_SetItem(values, place, kept);
    }
    for (int i = 0; i < plan->n_facts; i++) {
        PyObject *fact = fact_of(call->values[plan->fact_places[i]], plan->fact_kinds[i]);
        if (fact == NULL)
            return PyErr_Occurred() ? -1 : 0;
        PyList_SetItem(values, facts + plan->fact_kinds[i] * n + plan->fact_places[i], fact);
    }
    if (call->has_lists) {
        PyObject *ranges = list_ranges(call);
        if (ranges == NULL)
            return -1;
        PyList_SetItem(values, size, ranges);
    }
    return 1;
}

/* May a tensor of this dtype have a gradient?  -1: error. */
int
is_differentiable(PyObject *tensor, PyObject *dtype)
{
    shown_t shown;
    if (show_tensor(tensor, &shown)) {
        int type = PyArray_TYPE(shown.array);
        if (type == NPY_FLOAT || type == NPY_DOUBLE)
            return 1;
        if (type < N_DTYPES)
            return PyTypeNum_ISFLOAT(type) || PyTypeNum_ISCOMPLEX(type);
    }
    for (int i = 0; i < 2; i++) {
        PyObject *flag = PyObject_GetAttrString(dtype, i == 0 ? "is_floating_point" : "is_complex");
        int is_set = flag == NULL ? -1 : PyObject_IsTrue(flag);
        Py_XDECREF(flag);
        if (is_set != 0)
            return is_set;
    }
    return 0;
}

/* Keep a result.  An output of the node is kept as another tensor over its memory: itself, it would make a cycle. */
static int
keep_result(Node *node, PyObject *result, Py_ssize_t place, Py_ssize_t number)
{
    TensorBase *tensor = (TensorBase *)result;
    PyObject *kept;
    if (!is_tensor(result)) {
        kept = Py_NewRef(result);
    }
    else if (Py_TYPE(result) == hot.plain_type && is_array(tensor->data) &&
             (tensor->keys.lo & hot.inference_keys.lo & FUNCTIONALITIES) != 0 &&
             (included().lo & hot.handler_keys.lo) == 0) { /* modes see how the output is kept: a trace follows it */
        kept = view_tensor(Py_NewRef(tensor->data), result, 0);
        if (kept != NULL) {
            if (requires_grad(tensor))
                node->owned |= UINT64_C(1) << place;
            node->checks[node->n_checks++] = (check_t){place, -1, version_count(tensor)};
        }
    }
    else {
        kept = PyObject_CallFunction(hot.save_output, "OOn", node, result, number);
    }
    if (kept == NULL)
        return -1;
    if (node->values == NULL || !PyList_CheckExact(node->values) || place >= PyList_GET_SIZE(node->values)) {
        Py_DECREF(kept);
        return 0; /* a hook has released it */
    }
    return PyList_SetItem(node->values, place, kept);
}

/* A node's own output as a formula that is itself differentiated needs it: with the node. */
PyObject *
kept_output(Node *node, PyObject *tensor, Py_ssize_t number)
{
    PyObject *made = view_tensor(Py_NewRef(((TensorBase *)tensor)->data), tensor, 0);
    TensorState *state = made == NULL ? NULL : state_new((PyObject *)node, number, 0);
    if (state == NULL) {
        Py_XDECREF(made);
        return NULL;
    }
    Py_XSETREF(((TensorBase *)made)->autograd, (PyObject *)state);
    ((TensorBase *)made)->keys.lo |= REQUIRES_GRAD;
    return made;
}

/* Make a tensor an output of a node, if its dtype may have a gradient. */
static int
mark_output(Node *node, PyObject *result, PyObject *dtype, Py_ssize_t number)
{
    TensorBase *tensor = (TensorBase *)result;
    int differentiable = is_differentiable(result, dtype);
    if (differentiable <= 0)
        return differentiable;
    if (tensor->autograd == NULL || tensor->autograd == Py_None) {
        TensorState *state = state_new((PyObject *)node, number, tensor->base == NULL ? 0 : version_count(tensor));
        if (state == NULL)
            return -1;
        Py_XSETREF(tensor->autograd, (PyObject *)state);
        tensor->keys.lo |= REQUIRES_GRAD;
        tensor->dual = 0;
        return 0;
    }
    PyObject *done = PyObject_CallFunction(hot.mark_output, "OOn", node, result, number);
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

/* The shape, dtype and device of an output; steals nothing. */
static PyObject *
description_of(PyObject *tensor)
{
    PyObject *shape = shape_of_tensor(tensor);
    PyObject *dtype = shape == NULL ? NULL : dtype_of_tensor(tensor);
    PyObject *device = dtype == NULL ? NULL : device_of_tensor(tensor);
    PyObject *all = device == NULL ? NULL : PyTuple_Pack(3, shape, dtype, device);
    Py_XDECREF(shape);
    Py_XDECREF(dtype);
    Py_XDECREF(device);
    return all;
}

/* Make several results, or those of a list, outputs of the call's node. */
static int
finish_several(const recording_t *call, PyObject *result)
{
    Node *node = call->node;
    const PlanBase *plan = call->plan;
    if (plan->n_results == 1 && PyTuple_CheckExact(result) && PyTuple_GET_SIZE(result) > 0 &&
        PyList_CheckExact(PyTuple_GET_ITEM(result, 0)))
        result = PyTuple_GET_ITEM(result, 0);
    PyObject *all = PySequence_Tuple(result), *outputs = all == NULL ? NULL : PyList_New(0);
    Py_ssize_t n = all == NULL ? 0 : PyTuple_GET_SIZE(all);
    int failed = outputs == NULL;
    for (Py_ssize_t i = 0; !failed && i < n; i++) {
        PyObject *one = PyTuple_GET_ITEM(all, i);
        PyObject *description = is_tensor(one) ? description_of(one) : Py_BuildValue("(()OO)", Py_None, Py_None);
        failed = description == NULL || PyList_Append(outputs, description) < 0;
        if (!failed && is_tensor(one) && !(i < 64 && (call->recorder->constant >> i) & 1))
            failed = mark_output(node, one, PyTuple_GET_ITEM(description, 1), i) < 0;
        Py_XDECREF(description);
    }
    if (!failed) {
        Py_XSETREF(node->outputs, outputs);
        outputs = NULL;
    }
    for (int i = 0; !failed && i < plan->n_kept; i++) {
        if (plan->kept[i] >= n) {
            PyErr_SetString(PyExc_IndexError, "a kernel returned less results than its formulas need");
            failed = 1;
        }
        else {
            failed = keep_result(node, PyTuple_GET_ITEM(all, plan->kept[i]), plan->n_args + plan->kept[i],
                                 plan->kept[i]) < 0;
        }
    }
    Py_XDECREF(outputs);
    Py_XDECREF(all);
    return failed ? -1 : 0;
}

/* Make the results of a call outputs of its node, and keep those that formulas need. */
static int
finish_recording(const recording_t *call, PyObject *result)
{
    Node *node = call->node;
    if (!is_tensor(result))
        return finish_several(call, result);
    if (node_describe(node, result) < 0)
        return -1;
    if (!(call->recorder->constant & 1) && mark_output(node, result, node->dtype, 0) < 0)
        return -1;
    return call->plan->n_kept > 0 ? keep_result(node, result, call->plan->n_args, 0) : 0;
}

/* The call as Python's twin records it. */
static PyObject *
record_in_python(const Recorder *recorder, keys_t keys, args_t args)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    PyObject **all = PyMem_Calloc((size_t)n + 1, sizeof(PyObject *));
    if (all == NULL)
        return PyErr_NoMemory();
    PyObject *result = NULL, *set = keyset_new(keys);
    if (set != NULL) {
        all[0] = set;
        if (n > 0)
            memcpy(&all[1], args.values, (size_t)n * sizeof(PyObject *));
        result = PyObject_Vectorcall(recorder->python, all, (size_t)(args.n_positional + 1), args.kwnames);
        Py_DECREF(set);
    }
    PyMem_Free(all);
    return result;
}

/* Continue a call below autograd. */
PyObject *
run_below(Op *op, plan_t *plan, keys_t keys, args_t args)
{
    keys_t include = included(), exclude = excluded();
    keys_t left = {keys.lo & hot.after_autograd.lo, keys.hi & hot.after_autograd.hi};
    set_thread_keys(include, (keys_t){exclude.lo | hot.autograd_keys.lo, exclude.hi | hot.autograd_keys.hi});
    PyObject *result = continue_below(op, plan, left, args);
    set_thread_keys(include, exclude);
    return result;
}

/* What a write replaces, where a formula needs it: a copy with its history, for second derivatives; a new reference. */
static PyObject *
copy_of_target(const recording_t *call)
{
    for (int i = 0; i < call->plan->n_inputs; i++) {
        if (call->plan->inputs[i] == 0)
            return PyObject_CallOneArg(hot.clone_op, call->values[0]);
    }
    return Py_NewRef(Py_None);
}

/* Make what a write has changed an output of the call's node. */
static int
finish_write(const recording_t *call, PyObject *target)
{
    if (rebase_target(target, call->node) < 0)
        return -1;
    return call->plan->n_kept > 0 ? keep_result(call->node, target, call->plan->n_args, 0) : 0;
}

/* Is a view kept after a write to it?  Its node is made from its base's: Python knows how. */
static int
is_kept_view(const recording_t *call)
{
    return call->plan->n_kept > 0 && ((TensorBase *)call->values[0])->base != NULL;
}

/* Record a call by its plan; NULL without an error: Python has to do it. */
static PyObject *
record_by_plan(recording_t *call, Op *op, plan_t *plan, keys_t keys, args_t args)
{
    PyObject *result = NULL, *copy = NULL, *target = call->values[0];
    Node *node = call->node = node_new(call->recorder->node_class);
    int ok = node == NULL ? -1 : node_reserve(node, call->n_edges, count_checks(call));
    if (ok == 0) {
        memcpy(node->edges, call->edges, (size_t)call->n_edges * sizeof(edge_t));
        node->n_edges = call->n_edges;
        call->n_edges = 0; /* the node owns them now */
        node->plan = Py_NewRef((PyObject *)call->plan);
        copy = call->recorder->in_place ? copy_of_target(call) : NULL;
        if (copy != NULL && copy != Py_None)
            call->values[0] = copy;
        ok = call->recorder->in_place && copy == NULL ? -1 : keep_arguments(call);
        call->values[0] = target;
    }
    if (ok > 0)
        result = run_below(op, plan, keys, args);
    if (result != NULL && (call->recorder->in_place ? finish_write(call, target) : finish_recording(call, result)) < 0)
        Py_CLEAR(result);
    Py_XDECREF(copy);
    Py_XDECREF(node);
    return result;
}

/* Does an argument require a gradient that may not? */
static int
is_refused(const recording_t *call)
{
    for (Py_ssize_t i = 0; i < call->recorder->n_args; i++) {
        if ((call->recorder->refused >> i) & 1 && is_tensor(call->values[i]) &&
            requires_grad((TensorBase *)call->values[i]))
            return 1;
    }
    return 0;
}

/* Record a call whose arguments fit. */
PyObject *
record_call(Op *op, plan_t *plan, PyObject *fn, keys_t keys, args_t args)
{
    Recorder *recorder = (Recorder *)fn;
    recording_t call;
    call.recorder = recorder;
    if (careful_process || careful_thread || !order_arguments(&call, args) ||
        (recorder->in_place && !is_plain_target(call.values[0])) || (recorder->refused && is_refused(&call)))
        return record_in_python(recorder, keys, args);
    call.edges = call.few;
    call.n_edges = 0;
    call.room = MAX_DIFFERENTIABLE;
    call.needs = 0;
    call.has_lists = 0;
    PyObject *result = NULL;
    int in_python = 0;
    if (find_edges(&call) == 0) {
        if (call.needs == 0) {
            result = run_below(op, plan, keys, args);
        }
        else {
            call.plan = (PlanBase *)Py_XNewRef((PyObject *)plan_for(recorder, call.needs));
            if (call.plan != NULL && call.plan->is_ready && !(recorder->in_place && is_kept_view(&call)))
                result = record_by_plan(&call, op, plan, keys, args);
            in_python = call.plan != NULL && result == NULL && !PyErr_Occurred();
            Py_XDECREF(call.plan);
        }
    }
    drop_edges(&call);
    return in_python ? record_in_python(recorder, keys, args) : result;
}

/* ---- the class of such kernels ---- */

static PyObject *
recorder_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return PyObject_Vectorcall(((Recorder *)self)->python, args, nargsf, kwnames);
}

static int
recorder_traverse(PyObject *self, visitproc visit, void *arg)
{
    Recorder *recorder = (Recorder *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(recorder->python);
    Py_VISIT(recorder->node_class);
    Py_VISIT(recorder->plan_of);
    Py_VISIT(recorder->names);
    Py_VISIT(recorder->defaults);
    for (int i = 0; i < 1 << MAX_DIFFERENTIABLE; i++)
        Py_VISIT(recorder->plans[i]);
    return 0;
}

static int
recorder_clear(PyObject *self)
{
    Recorder *recorder = (Recorder *)self;
    for (int i = 0; i < 1 << MAX_DIFFERENTIABLE; i++)
        Py_CLEAR(recorder->plans[i]);
    return 0; /* the rest is needed as long as it can be called */
}

static void
recorder_dealloc(PyObject *self)
{
    Recorder *recorder = (Recorder *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    recorder_clear(self);
    Py_XDECREF(recorder->python);
    Py_XDECREF(recorder->node_class);
    Py_XDECREF(recorder->plan_of);
    Py_XDECREF(recorder->names);
    Py_XDECREF(recorder->defaults);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef recorder_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Recorder, vectorcall), READONLY, NULL},
    {"__wrapped__", T_OBJECT, offsetof(Recorder, python), READONLY, "The same in Python."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot recorder_slots[] = {
    {Py_tp_call, PyVectorcall_Call}, {Py_tp_dealloc, recorder_dealloc}, {Py_tp_traverse, recorder_traverse},
    {Py_tp_clear, recorder_clear},   {Py_tp_members, recorder_members}, {0, NULL},
};

static PyType_Spec recorder_spec = {
    .name = "wye._hot._Recorder",
    .basicsize = sizeof(Recorder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = recorder_slots,
};

/* recorder(python, node_class, plan_of, differentiable, names, defaults, constant, refused, in_place):
 * see _pure/graph.py. */
PyObject *
hot_recorder(PyObject *Py_UNUSED(module), PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyObject *python, *node_class, *plan_of, *differentiable, *names, *defaults, *constant, *refused;
    int in_place;
    if (!PyArg_ParseTuple(args, "OO!OO!O!O!O!O!p", &python, &PyType_Type, &node_class, &plan_of, &PyTuple_Type,
                          &differentiable, &PyTuple_Type, &names, &PyTuple_Type, &defaults, &PyTuple_Type, &constant,
                          &PyTuple_Type, &refused, &in_place))
        return NULL;
    uint8_t places[MAX_KEPT], constants[MAX_KEPT], refusals[MAX_KEPT];
    Py_ssize_t n_args = PyTuple_GET_SIZE(defaults);
    int n = n_args > MAX_ARGS ? -1 : read_places(differentiable, places, (int)n_args);
    int n_constant = n < 0 ? -1 : read_places(constant, constants, 64);
    int n_refused = n_constant < 0 ? -1 : read_places(refused, refusals, (int)n_args);
    if (PyErr_Occurred())
        return NULL;
    int has_names = PyTuple_GET_SIZE(names) == n_args;
    for (Py_ssize_t i = 0; has_names && i < n_args; i++)
        has_names = PyUnicode_Check(PyTuple_GET_ITEM(names, i));
    if (!has_names) {
        PyErr_SetString(PyExc_TypeError, "names are as many strings as there are defaults");
        return NULL;
    }
    if (!PyType_IsSubtype((PyTypeObject *)node_class, hot.node_type)) {
        PyErr_SetString(PyExc_TypeError, "node_class must be a subclass of NodeBase");
        return NULL;
    }
    if (n < 0 || n_constant < 0 || n_refused < 0 || n > MAX_DIFFERENTIABLE)
        return Py_NewRef(python);
    Recorder *recorder = (Recorder *)hot.recorder_type->tp_alloc(hot.recorder_type, 0);
    if (recorder == NULL)
        return NULL;
    recorder->vectorcall = recorder_vectorcall;
    recorder->python = Py_NewRef(python);
    recorder->node_class = (PyTypeObject *)Py_NewRef(node_class);
    recorder->plan_of = Py_NewRef(plan_of);
    recorder->names = Py_NewRef(names);
    recorder->defaults = Py_NewRef(defaults);
    for (int i = 0; i < n_constant; i++)
        recorder->constant |= UINT64_C(1) << constants[i];
    for (int i = 0; i < n_refused; i++)
        recorder->refused |= UINT64_C(1) << refusals[i];
    recorder->in_place = in_place && n_args > 0;
    recorder->n_args = n_args;
    recorder->n_differentiable = n;
    memcpy(recorder->differentiable, places, (size_t)n);
    return (PyObject *)recorder;
}

/* set_careful(bit, on): see Note [Careful recording] (_pure/graph.py). */
PyObject *
hot_set_careful(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    long bit = nargs == 2 ? PyLong_AsLong(args[0]) : 0;
    int on = nargs == 2 && !PyErr_Occurred() ? PyObject_IsTrue(args[1]) : 0;
    if (on < 0 || PyErr_Occurred())
        return NULL;
    if (bit != CAREFUL_ANOMALY && bit != CAREFUL_TANGENTS && bit != CAREFUL_HOOKS && bit != CAREFUL_LEVEL) {
        PyErr_SetString(PyExc_TypeError, "set_careful() takes one of the CAREFUL_ bits and a bool");
        return NULL;
    }
    int *where = bit >= CAREFUL_HOOKS ? &careful_thread : &careful_process;
    *where = on ? *where | (int)bit : *where & ~(int)bit;
    if (bit == CAREFUL_TANGENTS)
        follow_tangents(on);
    Py_RETURN_NONE;
}

int
recording_init_types(PyObject *module)
{
    return add_type(module, &recorder_spec, &hot.recorder_type);
}
