/* Kernels at the Autograd key: run the operator below, and make a node of the call.
 *
 * Twin: wye/autograd/recording.py, which is also called here wherever something unusual is going on: arguments by
 * keyword, lists of tensors, hooks on what is saved, anomaly mode, forward mode, views whose history has changed.
 */
#include "levels.h"

/* ---- plans ---- */

static void
drop_formulas(PlanBase *plan)
{
    Py_ssize_t n = plan->n_formulas;
    formula_t *formulas = plan->formulas;
    plan->n_formulas = -1;
    plan->formulas = NULL;
    for (Py_ssize_t i = 0; i < n; i++)
        Py_XDECREF(formulas[i].fn);
    PyMem_Free(formulas);
}

static int
plan_traverse(PyObject *self, visitproc visit, void *arg)
{
    PlanBase *plan = (PlanBase *)self;
    Py_VISIT(Py_TYPE(self));
    for (Py_ssize_t i = 0; i < plan->n_formulas; i++)
        Py_VISIT(plan->formulas[i].fn);
    return 0;
}

static int
plan_clear(PyObject *self)
{
    drop_formulas((PlanBase *)self);
    return 0;
}

static void
plan_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    drop_formulas((PlanBase *)self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Small numbers of a tuple, each below `limit`; the count, or -1 where they are too many or too large. */
static int
read_places(PyObject *tuple, uint8_t *places, int limit)
{
    if (!PyTuple_CheckExact(tuple) || PyTuple_GET_SIZE(tuple) > MAX_KEPT)
        return -1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); i++) {
        long place = PyLong_AsLong(PyTuple_GET_ITEM(tuple, i));
        if (place < 0 || place >= limit)
            return -1;
        places[i] = (uint8_t)place;
    }
    return (int)PyTuple_GET_SIZE(tuple);
}

static int
read_formula(PyObject *one, formula_t *formula)
{
    PyObject *fn, *places;
    Py_ssize_t edge;
    if (!PyArg_ParseTuple(one, "OnO!", &fn, &edge, &PyTuple_Type, &places))
        return -1;
    formula->n = (int)PyTuple_GET_SIZE(places);
    if (formula->n > MAX_PARAMETERS)
        return 0;
    for (int i = 0; i < formula->n; i++) {
        long place = PyLong_AsLong(PyTuple_GET_ITEM(places, i));
        if (place == -1 && PyErr_Occurred())
            return -1;
        if (place < -1 || place > INT16_MAX)
            return 0;
        formula->places[i] = (int16_t)place;
    }
    formula->edge = edge;
    formula->fn = Py_NewRef(fn);
    return 1;
}

/* Take over the formulas, each with the edge of its gradient and the places of its parameters; None: C cannot. */
static int
read_formulas(PlanBase *plan, PyObject *formulas)
{
    drop_formulas(plan);
    if (formulas == Py_None)
        return 0;
    if (!PyTuple_CheckExact(formulas)) {
        PyErr_SetString(PyExc_TypeError, "formulas must be a tuple or None");
        return -1;
    }
    Py_ssize_t n = PyTuple_GET_SIZE(formulas);
    plan->formulas = PyMem_Calloc((size_t)(n > 0 ? n : 1), sizeof(formula_t));
    if (plan->formulas == NULL)
        return PyErr_NoMemory(), -1;
    plan->n_formulas = 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        int ok = read_formula(PyTuple_GET_ITEM(formulas, i), &plan->formulas[i]);
        if (ok <= 0) {
            drop_formulas(plan);
            return ok;
        }
        plan->n_formulas = i + 1;
    }
    return 0;
}

/* prepare(n_args, inputs, facts, keeps, keeps_result, formulas): what C needs of a plan. */
static PyObject *
plan_prepare(PyObject *self, PyObject *args)
{
    PlanBase *plan = (PlanBase *)self;
    PyObject *inputs, *facts, *formulas;
    int n_args, keeps, keeps_result;
    if (!PyArg_ParseTuple(args, "iOO!ppO", &n_args, &inputs, &PyTuple_Type, &facts, &keeps, &keeps_result, &formulas))
        return NULL;
    plan->keeps = keeps;
    plan->keeps_result = keeps_result;
    plan->n_inputs = read_places(inputs, plan->inputs, n_args);
    plan->is_ready = plan->n_inputs >= 0 && PyTuple_GET_SIZE(facts) <= MAX_KEPT;
    plan->n_facts = 0;
    for (Py_ssize_t i = 0; plan->is_ready && i < PyTuple_GET_SIZE(facts); i++) {
        int kind, place;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(facts, i), "ii", &kind, &place))
            return NULL;
        if ((kind != FACT_SHAPE && kind != FACT_DTYPE) || place < 0 || place >= n_args)
            plan->is_ready = 0;
        plan->fact_kinds[i] = (uint8_t)kind;
        plan->fact_places[i] = (uint8_t)place;
        plan->n_facts++;
    }
    if (read_formulas(plan, formulas) < 0)
        return NULL;
    plan->is_ready = plan->is_ready && plan->n_formulas >= 0;
    Py_RETURN_NONE;
}

static PyObject *
plan_make(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    PlanBase *plan = (PlanBase *)type->tp_alloc(type, 0);
    if (plan != NULL)
        plan->n_formulas = -1;
    return (PyObject *)plan;
}

static int
plan_init(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    return 0;
}

static PyMethodDef plan_methods[] = {
    {"prepare", plan_prepare, METH_VARARGS,
     "prepare($self, n_args, inputs, facts, keeps, keeps_result, formulas, /)\n--\n\nWhat the engine needs of a plan."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot plan_slots[] = {
    {Py_tp_doc, "PlanBase()\n--\n\nWhat a node keeps and runs."},
    {Py_tp_new, plan_make},
    {Py_tp_init, plan_init},
    {Py_tp_dealloc, plan_dealloc},
    {Py_tp_traverse, plan_traverse},
    {Py_tp_clear, plan_clear},
    {Py_tp_methods, plan_methods},
    {0, NULL},
};

static PyType_Spec plan_spec = {
    .name = "wye._hot.PlanBase",
    .basicsize = sizeof(PlanBase),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE,
    .slots = plan_slots,
};

/* ---- a call ---- */

/* One call while it is recorded. */
typedef struct {
    Recorder *recorder;
    args_t args;
    Node *node;
    PlanBase *plan;
} recording_t;

static PyObject *
value_at(const recording_t *call, Py_ssize_t place)
{
    return place < call->args.n_positional ? call->args.values[place]
                                           : PyTuple_GET_ITEM(call->recorder->defaults, place);
}

/* Find the edges of a call.  1: some lead somewhere; 0: none; -1: error; -2: Python has to look at it. */
static int
find_edges(const recording_t *call, edge_t *edges, unsigned *needs)
{
    const Recorder *recorder = call->recorder;
    *needs = 0;
    for (Py_ssize_t i = 0; i < recorder->n_differentiable; i++) {
        PyObject *value = value_at(call, recorder->differentiable[i]);
        edges[i] = (edge_t){NULL, 0};
        if (!is_tensor(value)) {
            if (PyList_CheckExact(value) || PyTuple_CheckExact(value))
                return -2;
            continue;
        }
        int found = edge_of_tensor(value, &edges[i]);
        if (found < 0)
            return -1;
        *needs |= (unsigned)found << i;
    }
    return *needs != 0;
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

/* Keep what formulas need of the arguments.  1: done; 0: Python has to do it; -1: error. */
static int
keep_arguments(const recording_t *call)
{
    const PlanBase *plan = call->plan;
    Node *node = call->node;
    Py_ssize_t n = call->recorder->n_args, size = plan->n_facts == 0 ? n + 1 : n + 1 + 3 * n;
    PyObject *values = PyList_New(size);
    if (values == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < size; i++)
        PyList_SET_ITEM(values, i, Py_NewRef(Py_None));
    node->values = values;
    for (int i = 0; i < plan->n_inputs; i++) {
        Py_ssize_t place = plan->inputs[i];
        PyObject *value = value_at(call, place);
        if (is_tensor(value)) {
            if (!(((TensorBase *)value)->keys.lo & hot.inference_keys.lo & FUNCTIONALITIES))
                return 0; /* an inference tensor: Python refuses */
            node->checks[node->n_checks++] = (check_t){place, version_count((TensorBase *)value)};
        }
        else if (PyList_CheckExact(value)) {
            return 0;
        }
        PyList_SetItem(values, place, Py_NewRef(value));
    }
    for (int i = 0; i < plan->n_facts; i++) {
        PyObject *value = value_at(call, plan->fact_places[i]), *fact;
        int is_shape = plan->fact_kinds[i] == FACT_SHAPE;
        if (PyList_CheckExact(value) || PyTuple_CheckExact(value))
            return 0;
        if (is_tensor(value))
            fact = is_shape ? shape_of_tensor(value) : dtype_of_tensor(value);
        else
            fact = is_shape ? PyTuple_New(0) : Py_NewRef(Py_None);
        if (fact == NULL)
            return -1;
        PyList_SetItem(values, n + 1 + plan->fact_kinds[i] * n + plan->fact_places[i], fact);
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

/* Another tensor over the memory of a node's output: keeping the output itself would make a cycle. */
static int
keep_result(Node *node, PyObject *result, Py_ssize_t place)
{
    TensorBase *tensor = (TensorBase *)result;
    PyObject *kept;
    if (Py_TYPE(result) == hot.plain_type && is_array(tensor->data) &&
        (tensor->keys.lo & hot.inference_keys.lo & FUNCTIONALITIES) != 0 &&
        (included().lo & hot.handler_keys.lo) == 0) { /* modes see how the output is kept: a trace follows it */
        kept = view_tensor(Py_NewRef(tensor->data), result, 0);
        if (kept != NULL) {
            node->own = place;
            node->checks[node->n_checks++] = (check_t){place, version_count(tensor)};
        }
    }
    else {
        PyObject *zero = PyLong_FromLong(0);
        kept = zero == NULL
                   ? NULL
                   : PyObject_CallFunctionObjArgs(hot.save_output, (PyObject *)node, result, zero, (PyObject *)NULL);
        Py_XDECREF(zero);
    }
    if (kept == NULL)
        return -1;
    if (node->values == NULL || !PyList_CheckExact(node->values)) {
        Py_DECREF(kept);
        return 0; /* a hook has released it */
    }
    return PyList_SetItem(node->values, place, kept);
}

/* The node's own output as a formula that is itself differentiated needs it: with the node. */
PyObject *
kept_output(Node *node, PyObject *tensor)
{
    PyObject *made = view_tensor(Py_NewRef(((TensorBase *)tensor)->data), tensor, 0);
    TensorState *state = made == NULL ? NULL : state_new((PyObject *)node, 0, 0);
    if (state == NULL) {
        Py_XDECREF(made);
        return NULL;
    }
    Py_XSETREF(((TensorBase *)made)->autograd, (PyObject *)state);
    ((TensorBase *)made)->keys.lo |= REQUIRES_GRAD;
    return made;
}

/* Make a result the output of the call's node. */
static int
finish_recording(const recording_t *call, PyObject *result)
{
    Node *node = call->node;
    TensorBase *tensor = (TensorBase *)result;
    if (!is_tensor(result))
        return 0;
    if (node_describe(node, result) < 0)
        return -1;
    int differentiable = is_differentiable(result, node->dtype);
    if (differentiable < 0)
        return -1;
    if (differentiable && (tensor->autograd == NULL || tensor->autograd == Py_None)) {
        TensorState *state = state_new((PyObject *)node, 0, tensor->base == NULL ? 0 : version_count(tensor));
        if (state == NULL)
            return -1;
        Py_XSETREF(tensor->autograd, (PyObject *)state);
        tensor->keys.lo |= REQUIRES_GRAD;
        tensor->dual = 0;
    }
    else if (differentiable) {
        PyObject *done = PyObject_CallFunction(hot.mark_output, "OOi", node, result, 0);
        if (done == NULL)
            return -1;
        Py_DECREF(done);
    }
    return call->plan->keeps_result ? keep_result(node, result, call->recorder->n_args) : 0;
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

/* Record a call whose arguments fit. */
PyObject *
record_call(Op *op, plan_t *plan, PyObject *fn, keys_t keys, args_t args)
{
    Recorder *recorder = (Recorder *)fn;
    if (args.kwnames != NULL || careful_process || careful_thread || args.n_positional > recorder->n_args)
        return record_in_python(recorder, keys, args);
    recording_t call = {recorder, args, NULL, NULL};
    edge_t edges[MAX_DIFFERENTIABLE];
    unsigned needs;
    memset(edges, 0, sizeof(edges));
    PyObject *result = NULL;
    int found = find_edges(&call, edges, &needs);
    if (found == 0)
        result = run_below(op, plan, keys, args);
    call.plan = found > 0 ? plan_for(recorder, needs) : NULL;
    int in_python = found == -2 || (call.plan != NULL && !call.plan->is_ready);
    if (call.plan != NULL && !in_python) {
        Py_INCREF(call.plan);
        Node *node = call.node = node_new(recorder->node_class);
        int ok = node == NULL ? -1 : node_reserve(node, recorder->n_differentiable, call.plan->n_inputs + 1);
        if (ok == 0) {
            memcpy(node->edges, edges, (size_t)recorder->n_differentiable * sizeof(edge_t));
            node->n_edges = recorder->n_differentiable;
            memset(edges, 0, sizeof(edges)); /* the node owns them now */
            node->plan = Py_NewRef((PyObject *)call.plan);
            ok = keep_arguments(&call);
            in_python = ok == 0;
        }
        if (ok > 0)
            result = run_below(op, plan, keys, args);
        if (result != NULL && finish_recording(&call, result) < 0)
            Py_CLEAR(result);
        Py_XDECREF(node);
        Py_DECREF(call.plan);
    }
    for (Py_ssize_t i = 0; i < recorder->n_differentiable; i++)
        Py_XDECREF(edges[i].node);
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

/* recorder(python, node_class, plan_of, differentiable, defaults): see _pure/graph.py. */
PyObject *
hot_recorder(PyObject *Py_UNUSED(module), PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyObject *python, *node_class, *plan_of, *differentiable, *defaults;
    if (!PyArg_ParseTuple(args, "OO!OO!O!", &python, &PyType_Type, &node_class, &plan_of, &PyTuple_Type,
                          &differentiable, &PyTuple_Type, &defaults))
        return NULL;
    uint8_t places[MAX_KEPT];
    Py_ssize_t n_args = PyTuple_GET_SIZE(defaults);
    int n = n_args > MAX_ARGS ? -1 : read_places(differentiable, places, (int)n_args);
    if (n < 0 && PyErr_Occurred())
        return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)node_class, hot.node_type)) {
        PyErr_SetString(PyExc_TypeError, "node_class must be a subclass of NodeBase");
        return NULL;
    }
    if (n < 0 || n > MAX_DIFFERENTIABLE)
        return Py_NewRef(python);
    Recorder *recorder = (Recorder *)hot.recorder_type->tp_alloc(hot.recorder_type, 0);
    if (recorder == NULL)
        return NULL;
    recorder->vectorcall = recorder_vectorcall;
    recorder->python = Py_NewRef(python);
    recorder->node_class = (PyTypeObject *)Py_NewRef(node_class);
    recorder->plan_of = Py_NewRef(plan_of);
    recorder->defaults = Py_NewRef(defaults);
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
    return add_type(module, &plan_spec, &hot.plan_base) < 0 || add_type(module, &recorder_spec, &hot.recorder_type) < 0
               ? -1
               : 0;
}
