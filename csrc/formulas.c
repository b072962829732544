/* Plans: what the node of a call keeps, and the formulas that it runs.
 *
 * Twin: Plan (wye/autograd/rules.py) and OperatorNode.apply (wye/autograd/node.py), which is also called wherever
 * something unusual is going on: values that are kept in another form or were written to.
 */
#include "backward.h"

/* ---- plans ---- */

static void
drop_formulas(PlanBase *plan)
{
    Py_ssize_t n = plan->n_formulas;
    formula_t *formulas = plan->formulas;
    plan->n_formulas = -1;
    plan->formulas = NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_XDECREF(formulas[i].fn);
        Py_XDECREF(formulas[i].needs);
        Py_XDECREF(formulas[i].program);
    }
    PyMem_Free(formulas);
}

static int
plan_traverse(PyObject *self, visitproc visit, void *arg)
{
    PlanBase *plan = (PlanBase *)self;
    Py_VISIT(Py_TYPE(self));
    for (Py_ssize_t i = 0; i < plan->n_formulas; i++) {
        Py_VISIT(plan->formulas[i].fn);
        Py_VISIT(plan->formulas[i].needs);
        Py_VISIT(plan->formulas[i].program);
    }
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
int
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
read_formula(const PlanBase *plan, PyObject *one, formula_t *formula)
{
    PyObject *fn, *edges, *places, *needs, *program;
    uint8_t numbers[MAX_KEPT];
    if (!PyArg_ParseTuple(one, "OOO!OpO", &fn, &edges, &PyTuple_Type, &places, &needs, &formula->is_joint, &program))
        return -1;
    formula->n = (int)PyTuple_GET_SIZE(places);
    formula->n_edges = read_places(edges, numbers, plan->n_differentiable);
    if (PyErr_Occurred())
        return -1;
    if (formula->n > MAX_PARAMETERS || formula->n_edges < 1 || formula->n_edges > MAX_DIFFERENTIABLE ||
        (!formula->is_joint && formula->n_edges != 1))
        return 0;
    memcpy(formula->edges, numbers, (size_t)formula->n_edges);
    for (int i = 0; i < formula->n; i++) {
        long place = PyLong_AsLong(PyTuple_GET_ITEM(places, i));
        if (place == -1 && PyErr_Occurred())
            return -1;
        if ((place < -plan->n_results && place != ALL_GRADS) || place > INT16_MAX)
            return 0;
        formula->places[i] = (int16_t)place;
    }
    formula->fn = Py_NewRef(fn);
    formula->needs = needs == Py_None ? NULL : Py_NewRef(needs);
    if (Py_TYPE(program) == hot.shortcut_type && formula->needs == NULL)
        formula->program = (Shortcut *)Py_NewRef(program);
    return 1;
}

/* Take over the formulas, each with its edges and the places of its parameters; None: C cannot. */
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
        int ok = read_formula(plan, PyTuple_GET_ITEM(formulas, i), &plan->formulas[i]);
        if (ok <= 0) {
            drop_formulas(plan);
            return ok;
        }
        plan->n_formulas = i + 1;
    }
    return 0;
}

/* prepare(counts, inputs, facts, results, keeps, is_short, formulas): what C needs of a plan. */
static PyObject *
plan_prepare(PyObject *self, PyObject *args)
{
    PlanBase *plan = (PlanBase *)self;
    PyObject *inputs, *facts, *results, *formulas;
    int n_args, n_results, n_differentiable, keeps, is_short;
    if (!PyArg_ParseTuple(args, "(iii)OO!OppO", &n_args, &n_results, &n_differentiable, &inputs, &PyTuple_Type, &facts,
                          &results, &keeps, &is_short, &formulas))
        return NULL;
    plan->keeps = keeps;
    plan->is_short = is_short;
    plan->n_args = n_args;
    plan->n_results = n_results;
    plan->n_differentiable = n_differentiable;
    plan->n_inputs = read_places(inputs, plan->inputs, n_args);
    plan->n_kept = read_places(results, plan->kept, n_results);
    if (PyErr_Occurred())
        return NULL;
    plan->is_ready = plan->n_inputs >= 0 && plan->n_kept >= 0 && PyTuple_GET_SIZE(facts) <= MAX_KEPT && n_args >= 0 &&
                     n_args + n_results < 64 && n_results > 0 && n_results <= MAX_RESULTS;
    plan->n_facts = 0;
    for (Py_ssize_t i = 0; plan->is_ready && i < PyTuple_GET_SIZE(facts); i++) {
        int kind, place;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(facts, i), "ii", &kind, &place))
            return NULL;
        if ((kind != FACT_SHAPE && kind != FACT_DTYPE && kind != FACT_COLUMNS) || place < 0 || place >= n_args)
            plan->is_ready = 0;
        plan->fact_kinds[i] = (uint8_t)kind;
        plan->fact_places[i] = (uint8_t)place;
        plan->n_facts++;
    }
    if (n_results <= 0 || n_results > MAX_RESULTS)
        formulas = Py_None;
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
     "prepare($self, counts, inputs, facts, results, keeps, is_short, formulas, /)\n--\n\nWhat the engine needs of a "
     "plan."},
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

/* ---- running ---- */

/* Are all values there, as they were when they were kept? */
static int
are_unchanged(const Node *node)
{
    if (node->values == NULL || !PyList_CheckExact(node->values) || node->packed)
        return 0;
    for (Py_ssize_t i = 0; i < node->n_checks; i++) {
        const check_t *check = &node->checks[i];
        PyObject *value =
            check->place < PyList_GET_SIZE(node->values) ? PyList_GET_ITEM(node->values, check->place) : NULL;
        if (value != NULL && check->item >= 0)
            value = PyList_CheckExact(value) && check->item < PyList_GET_SIZE(value)
                        ? PyList_GET_ITEM(value, check->item)
                        : NULL;
        if (value == NULL || !is_tensor(value) || version_count((TensorBase *)value) != check->version ||
            ((TensorBase *)value)->detached)
            return 0;
    }
    return 1;
}

#define FEW_ELEMENTS 1024

/* One element that was expanded, as the gradient of a sum is, in rows: most small kernels want rows, and formulas that
 * compute something do not see the difference.  NULL without an error: it stays as it is. */
PyObject *
in_rows(const Task *task, PyObject *grad)
{
    TensorBase *tensor = (TensorBase *)grad;
    if (task->create_graph || Py_TYPE(grad) != hot.plain_type || !is_array(tensor->data) || requires_grad(tensor) ||
        (tensor->keys.lo & hot.view_keys.lo) != 0 || tls.include.lo != 0 || tls.include.hi != 0)
        return NULL;
    PyArrayObject *array = (PyArrayObject *)tensor->data;
    if (PyArray_NDIM(array) == 0 || PyArray_SIZE(array) < 2 || PyArray_SIZE(array) > FEW_ELEMENTS)
        return NULL;
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (PyArray_STRIDE(array, i) != 0)
            return NULL;
    }
    PyObject *copy = PyArray_NewCopy(array, NPY_CORDER);
    return copy == NULL ? NULL : tensor_of_array(copy);
}

/* What formulas read: the node's values, and the gradients that they are given. */
typedef struct {
    const Task *task;
    Node *node;
    const PlanBase *plan;
    step_t *step;
    PyObject *values;             /* with the node's own outputs, where they need their node */
    PyObject *zeros[MAX_RESULTS]; /* in the place of gradients that are missing */
    PyObject *rows[MAX_RESULTS];  /* gradients that were expanded, in rows */
    int in_rows;                  /* is the formula that runs given these? */
} reading_t;

/* The gradient of a result, or zeros; a new reference. */
static PyObject *
gradient_of(reading_t *reading, Py_ssize_t number)
{
    if (number < reading->step->n_grads && reading->step->grads[number] != NULL) {
        PyObject *grad = reading->step->grads[number];
        if (reading->in_rows && reading->rows[number] == NULL)
            reading->rows[number] = in_rows(reading->task, grad);
        if (PyErr_Occurred())
            return NULL;
        return Py_NewRef(reading->in_rows && reading->rows[number] != NULL ? reading->rows[number] : grad);
    }
    if (reading->zeros[number] == NULL)
        reading->zeros[number] = PyObject_CallMethod((PyObject *)reading->node, "zeros", "(n)", number);
    return Py_XNewRef(reading->zeros[number]);
}

/* All gradients as a list, None for those that are missing. */
static PyObject *
all_gradients(reading_t *reading)
{
    Py_ssize_t n = reading->step->n_grads;
    if (n > MAX_RESULTS)
        return listed(reading->step);
    PyObject *list = PyList_New(n);
    for (Py_ssize_t i = 0; list != NULL && i < n; i++) {
        PyObject *one = reading->step->grads[i] == NULL ? Py_NewRef(Py_None) : gradient_of(reading, i);
        if (one == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, one);
    }
    return list;
}

/* The argument of a formula at a place; a new reference. */
static PyObject *
argument_at(reading_t *reading, Py_ssize_t place)
{
    if (place == ALL_GRADS)
        return all_gradients(reading);
    if (place < 0)
        return gradient_of(reading, -1 - place);
    if (place >= PyList_GET_SIZE(reading->values)) {
        PyErr_SetString(PyExc_RuntimeError, "a node keeps less than its formulas need");
        return NULL;
    }
    return Py_NewRef(PyList_GET_ITEM(reading->values, place));
}

/* Is a large gradient needed by this formula alone, and nothing else refers to its memory?  `grad` is a reference beside
 * that of the step. */
static int
is_last_use(const reading_t *reading, const formula_t *formula, PyObject *grad)
{
    const TensorBase *tensor = (const TensorBase *)grad;
    const step_t *step = reading->step;
    if (formula != &reading->plan->formulas[reading->plan->n_formulas - 1] || step->n_grads != 1 ||
        step->grads[0] != grad || reading->node->extras != NULL || Py_REFCNT(grad) != 2 ||
        Py_TYPE(grad) != hot.plain_type || tensor->storage != NULL || tensor->base != NULL ||
        tensor->autograd != NULL || tensor->weakrefs != NULL)
        return 0;
    PyArrayObject *array = (PyArrayObject *)tensor->data;
    return Py_REFCNT(array) == 1 && PyArray_BASE(array) == NULL && PyArray_CHKFLAGS(array, NPY_ARRAY_OWNDATA) &&
           PyArray_SIZE(array) > FEW_ELEMENTS;
}

/* What the program of a formula gives; NULL without an error: the formula has to.  See Note [Fused formulas] (fused.py). */
static PyObject *
run_fused(const reading_t *reading, const formula_t *formula, PyObject *const *given)
{
    PyObject *arrays[MAX_PARAMETERS];
    if (!are_unseen())
        return NULL;
    for (int i = 0; i < formula->n; i++) {
        const TensorBase *tensor = (const TensorBase *)given[i];
        arrays[i] = given[i];
        if (!is_tensor(given[i]))
            continue;
        arrays[i] = tensor->data;
        if (!is_array(tensor->data) ||
            (tensor->keys.lo & (hot.view_keys.lo | hot.handler_keys.lo | hot.function_keys.lo)) != 0)
            return NULL;
    }
    int over = formula->places[0] == -1 && is_last_use(reading, formula, given[0]);
    Shortcut *program = (Shortcut *)Py_NewRef(formula->program);
    for (int i = 0; i < formula->n; i++)
        Py_INCREF(arrays[i]); /* other threads may run */
    PyObject *made =
        over ? run_program_over(program->ops, arrays, formula->n) : program->fn(program->ops, arrays, formula->n, NULL);
    for (int i = 0; i < formula->n; i++)
        Py_DECREF(arrays[i]);
    Py_DECREF(program);
    return made == NULL ? NULL : tensor_of_array(made);
}

/* Call a formula. */
static PyObject *
call_formula(reading_t *reading, const formula_t *formula)
{
    static PyObject *names; /* lives as long as the process */
    PyObject *args[MAX_PARAMETERS + 2], **given = &args[1], *result = NULL;
    if (names == NULL && (names = Py_BuildValue("(s)", "needs")) == NULL)
        return NULL;
    int n = 0, has_needs = formula->needs != NULL;
    for (; n < formula->n; n++) {
        given[n] = argument_at(reading, formula->places[n]);
        if (given[n] == NULL)
            break;
    }
    int ok = n == formula->n;
    if (ok && has_needs) {
        given[n] = PySequence_List(formula->needs);
        ok = given[n] != NULL;
        n += ok;
    }
    if (ok && formula->program != NULL)
        result = run_fused(reading, formula, given);
    if (ok && result == NULL && !PyErr_Occurred()) {
        PyObject *fn = Py_NewRef(formula->fn);
        result = PyObject_Vectorcall(fn, given, (size_t)formula->n | PY_VECTORCALL_ARGUMENTS_OFFSET,
                                     has_needs ? names : NULL);
        Py_DECREF(fn);
    }
    for (int i = 0; i < n; i++)
        Py_DECREF(given[i]);
    return result;
}

/* Where the gradients of an argument begin among the edges, and how many there are; 0: an error. */
static int
range_of(const reading_t *reading, Py_ssize_t argument, Py_ssize_t *start, Py_ssize_t *length)
{
    Py_ssize_t size = PyList_GET_SIZE(reading->values);
    PyObject *ranges = size > 0 ? PyList_GET_ITEM(reading->values, size - 1) : NULL;
    PyObject *one = ranges != NULL && PyList_CheckExact(ranges) && argument < PyList_GET_SIZE(ranges)
                        ? PyList_GET_ITEM(ranges, argument)
                        : NULL;
    if (one == NULL || !PyTuple_CheckExact(one)) {
        PyErr_SetString(PyExc_RuntimeError, "a node does not know which edges belong to a list");
        return 0;
    }
    return PyArg_ParseTuple(one, "nn", start, length);
}

/* Store what a formula gave for an argument: a gradient, a list of them, or None.  Steals `given`. */
static int
store_gradient(const reading_t *reading, found_t *found, Py_ssize_t argument, PyObject *given)
{
    int is_list = PyList_CheckExact(given) || PyTuple_CheckExact(given);
    Py_ssize_t start = argument, length = 1;
    if (given == Py_None) {
        Py_DECREF(given);
        return 0;
    }
    if (reading->plan->n_differentiable != found->n && !range_of(reading, argument, &start, &length)) {
        Py_DECREF(given);
        return -1;
    }
    Py_ssize_t n = is_list ? PySequence_Fast_GET_SIZE(given) : 1;
    int fits = start >= 0 && length >= 0 && start + length <= found->n && (n == length || (length == 1 && n > 0));
    for (Py_ssize_t i = 0; fits && i < length; i++) {
        PyObject *one = is_list ? PySequence_Fast_GET_ITEM(given, i) : given;
        Py_XSETREF(found->grads[start + i], one == Py_None ? NULL : Py_NewRef(one));
    }
    Py_DECREF(given);
    if (!fits)
        PyErr_Format(PyExc_RuntimeError, "a formula of %.100s returned an incorrect number of gradients",
                     Py_TYPE(reading->node)->tp_name);
    return fits ? 0 : -1;
}

/* Is a result one of the gradients in rows, or a view of one? */
static int
shows_rows(const reading_t *reading, PyObject *result)
{
    if (PyList_CheckExact(result) || PyTuple_CheckExact(result)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(result); i++) {
            if (shows_rows(reading, PySequence_Fast_GET_ITEM(result, i)))
                return 1;
        }
        return 0;
    }
    for (int i = 0; is_tensor(result) && i < MAX_RESULTS; i++) {
        const TensorBase *one = (const TensorBase *)result, *rows = (const TensorBase *)reading->rows[i];
        if (rows != NULL && (one == rows || (one->storage != NULL && one->storage == rows->storage)))
            return 1;
    }
    return 0;
}

static int
run_formula(reading_t *reading, formula_t *formula, found_t *found)
{
    reading->in_rows = !formula->shows_gradient;
    PyObject *given = call_formula(reading, formula);
    if (given != NULL && reading->in_rows && shows_rows(reading, given)) {
        formula->shows_gradient = 1;
        reading->in_rows = 0;
        Py_SETREF(given, call_formula(reading, formula));
    }
    if (given == NULL)
        return -1;
    if (!formula->is_joint)
        return store_gradient(reading, found, formula->edges[0], given);
    PyObject *all = PySequence_Tuple(given);
    Py_DECREF(given);
    if (all == NULL)
        return -1;
    int failed = PyTuple_GET_SIZE(all) != formula->n_edges;
    if (failed)
        PyErr_Format(PyExc_ValueError, "a formula of %.100s returned an incorrect number of gradients",
                     Py_TYPE(reading->node)->tp_name);
    for (int i = 0; !failed && i < formula->n_edges; i++)
        failed = store_gradient(reading, found, formula->edges[i], Py_NewRef(PyTuple_GET_ITEM(all, i))) < 0;
    Py_DECREF(all);
    return failed ? -1 : 0;
}

/* The values with the node's own outputs as formulas that are themselves differentiated need them: with the node. */
static PyObject *
values_with_node(Node *node, const PlanBase *plan)
{
    PyObject *values = PyList_GetSlice(node->values, 0, PyList_GET_SIZE(node->values));
    for (Py_ssize_t i = plan->n_args; values != NULL && i < plan->n_args + plan->n_results; i++) {
        if (!((node->owned >> i) & 1) || i >= PyList_GET_SIZE(values) || !is_tensor(PyList_GET_ITEM(values, i)))
            continue;
        PyObject *own = kept_output(node, PyList_GET_ITEM(values, i), i - plan->n_args);
        if (own == NULL || PyList_SetItem(values, i, own) < 0)
            Py_CLEAR(values);
    }
    return values;
}

/* Which gradients has a node, as far as its plan can use them?  1: some; 0: none; -1: Python has to look. */
static int
has_gradients(const PlanBase *plan, const step_t *step)
{
    int some = 0;
    for (Py_ssize_t i = 0; i < step->n_grads; i++)
        some |= step->grads[i] != NULL;
    if (!some)
        return plan->is_short ? 0 : -1;
    if (step->n_grads == plan->n_results)
        return 1;
    for (Py_ssize_t i = 0; i < plan->n_formulas; i++) { /* a list is one result: only the list of all can be used */
        for (int k = 0; k < plan->formulas[i].n; k++) {
            if (plan->formulas[i].places[k] < 0 && plan->formulas[i].places[k] != ALL_GRADS)
                return -1;
        }
    }
    return 1;
}

/* Run the formulas of an operator's node.  1: done; 0: Python has to do it; -1: error. */
int
run_formulas(const Task *task, Node *node, step_t *step, found_t *found)
{
    if (node->plan == NULL || !PyObject_TypeCheck(node->plan, hot.plan_base) ||
        ((PlanBase *)node->plan)->n_formulas < 0 || !are_unchanged(node))
        return 0;
    PlanBase *plan = (PlanBase *)node->plan;
    int some = has_gradients(plan, step);
    if (some <= 0)
        return some < 0 ? 0 : 1;
    Py_INCREF(plan);
    reading_t reading = {task, node, plan, step, NULL, {NULL}, {NULL}, 0};
    reading.values = node->owned != 0 && task->create_graph ? values_with_node(node, plan) : Py_NewRef(node->values);
    int failed = reading.values == NULL;
    for (Py_ssize_t i = 0; !failed && i < plan->n_formulas; i++)
        failed = run_formula(&reading, &plan->formulas[i], found) < 0;
    for (int i = 0; i < MAX_RESULTS; i++) {
        Py_XDECREF(reading.zeros[i]);
        Py_XDECREF(reading.rows[i]);
    }
    Py_XDECREF(reading.values);
    Py_DECREF(plan);
    return failed ? -1 : 1;
}

int
formulas_init_types(PyObject *module)
{
    return add_type(module, &plan_spec, &hot.plan_base);
}
