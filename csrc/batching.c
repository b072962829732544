/* Batching rules as data: operators along dimensions, reductions and views under vmap.
 *
 * A plan says for each argument what becomes of it when the batch dimension goes to the front: dimensions are counted from
 * behind it, sizes get the size of the batch.  The rules in Python are the twins, and do whatever is unusual: examples
 * without dimensions, numbers out of range, other tensors among the arguments (rules/along.py, rules/views.py).
 */
#include "levels.h"

/* What becomes of an argument: see Plan (transforms/batching_plans.py). */
enum { KEPT, DIM, NEW_DIM, DIMS, DIMS_OR_ALL, ORDER, SIZES, EXPANDED, PREFIXED, ALL, LAST_CODE = ALL };

typedef struct {
    PyObject_HEAD
    PyObject *target, *defaults; /* what is called, and a tuple: the defaults of all its arguments */
    int n;                       /* of codes */
    uint8_t codes[MOST_VALUES];  /* of all arguments */
} BatchingPlan;

/* The tensor of a call: all examples, and what is known of them. */
typedef struct {
    PyObject *tensor; /* borrowed */
    Py_ssize_t dim;   /* the batch dimension */
    npy_intp size;    /* of the batch */
    int rank;         /* of one example */
    npy_intp sizes[MAX_DIMS];
    int counted; /* the rank that dimensions are counted by, if it is another one */
} examples_t;

/* ---- arguments: NULL without an error means that Python has to look ---- */

static int
read_number(PyObject *value, Py_ssize_t *number)
{
    int overflow;
    if (!PyLong_CheckExact(value))
        return 0;
    long long found = PyLong_AsLongLongAndOverflow(value, &overflow);
    *number = (Py_ssize_t)found;
    return overflow == 0;
}

/* A dimension of one example, counted from behind the batch dimension; -1: there is no such dimension. */
static Py_ssize_t
behind_batch(PyObject *value, int rank)
{
    Py_ssize_t dim;
    if (!read_number(value, &dim) || dim < -rank || dim >= rank)
        return -1;
    return (dim < 0 ? dim + rank : dim) + 1;
}

static PyObject *
shifted_dim(PyObject *value, int rank)
{
    Py_ssize_t dim = behind_batch(value, rank);
    return dim < 0 ? NULL : PyLong_FromSsize_t(dim);
}

static PyObject *
list_from(const npy_intp *numbers, Py_ssize_t n)
{
    PyObject *list = PyList_New(n);
    for (Py_ssize_t i = 0; list != NULL && i < n; i++) {
        PyObject *number = PyLong_FromSsize_t(numbers[i]);
        if (number == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, number);
    }
    return list;
}

static PyObject *
all_dims(int rank)
{
    npy_intp dims[MAX_DIMS];
    for (int i = 0; i < rank; i++)
        dims[i] = i + 1;
    return list_from(dims, rank);
}

static PyObject *
shifted_dims(PyObject *value, int rank, int code)
{
    npy_intp dims[MAX_DIMS + 1];
    int first = code == ORDER;
    if (PyLong_CheckExact(value) && code != ORDER)
        return shifted_dim(value, rank);
    if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value))
        return NULL;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(value);
    if (n > MAX_DIMS || (code == ORDER && n != rank))
        return NULL;
    if (n == 0 && code == DIMS_OR_ALL)
        return all_dims(rank);
    dims[0] = 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        dims[first + i] = behind_batch(PySequence_Fast_GET_ITEM(value, i), rank);
        if (dims[first + i] < 0)
            return NULL;
    }
    return list_from(dims, first + n);
}

/* Sizes of one example as sizes of all; of a view, -1 stands for what is left. */
static PyObject *
with_batch(PyObject *value, const examples_t *all, int code)
{
    npy_intp sizes[MAX_DIMS + 1], known = 1, elements = 1;
    Py_ssize_t unknown = -1;
    if (!PyList_CheckExact(value) && !PyTuple_Check(value))
        return NULL;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(value);
    if (n > MAX_DIMS)
        return NULL;
    sizes[0] = all->size;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!read_number(PySequence_Fast_GET_ITEM(value, i), &sizes[i + 1]) || sizes[i + 1] < -1)
            return NULL;
        if (code != SIZES)
            continue;
        if (sizes[i + 1] >= 0) {
            if (MULTIPLY_OVERFLOWS(known, sizes[i + 1], &known))
                return NULL;
        }
        else if (unknown >= 0) {
            return NULL;
        }
        else {
            unknown = i + 1;
        }
    }
    for (int i = 0; unknown >= 0 && i < all->rank; i++)
        elements *= all->sizes[i];
    if (unknown >= 0) {
        if (known <= 0 || elements % known != 0)
            return NULL;
        sizes[unknown] = elements / known;
    }
    return list_from(sizes, n + 1);
}

static PyObject *
changed(PyObject *value, int code, const examples_t *all)
{
    int rank = all->counted;
    if (value == Py_None && code != KEPT)
        return code == DIMS_OR_ALL ? all_dims(rank) : code == DIM ? Py_NewRef(value) : NULL;
    switch (code) {
    case KEPT:
        return Py_NewRef(value);
    case DIM:
        return shifted_dim(value, rank);
    case NEW_DIM:
        return shifted_dim(value, rank + 1);
    case DIMS:
    case DIMS_OR_ALL:
    case ORDER:
        return shifted_dims(value, rank, code);
    default:
        return with_batch(value, all, code);
    }
}

/* ---- the tensor ---- */

/* All examples with dimensions of size 1 after the batch dimension, which is first, up to `rank` of one example. */
PyObject *
padded_example(PyObject *view, PyObject *tensor, const shown_t *shown, int rank)
{
    npy_intp sizes[MAX_DIMS + 1];
    int missing = rank + 1 - shown->ndim;
    if (rank >= MAX_DIMS || shown->ndim < 1) {
        PyErr_SetString(PyExc_RuntimeError, "vmap: an example has too many dimensions");
        return NULL;
    }
    sizes[0] = shown->sizes[0];
    for (int i = 1; i <= rank; i++)
        sizes[i] = i <= missing ? 1 : shown->sizes[i - missing];
    PyObject *list = list_from(sizes, rank + 1);
    if (list == NULL)
        return NULL;
    PyObject *both[2] = {tensor, list};
    PyObject *made = PyObject_Vectorcall(view, both, 2, NULL);
    Py_DECREF(list);
    return made;
}

static int
read_examples(PyObject *value, Py_ssize_t level, examples_t *all)
{
    shown_t shown;
    if (!is_tensor(value) || (value = alive(value)) == NULL)
        return 0;
    const Wrapped *data = wrapped_as(value, hot.batched_array);
    if (data == NULL || data->level != level || data->inner == NULL || !is_tensor(data->inner) ||
        !show_tensor(data->inner, &shown) || data->dim < 0 || data->dim >= shown.ndim || shown.ndim > MAX_DIMS)
        return 0;
    all->tensor = data->inner;
    all->dim = data->dim;
    all->size = shown.sizes[data->dim];
    all->rank = all->counted = shown.ndim - 1;
    for (int i = 0, k = 0; i < shown.ndim; i++) {
        if (i != data->dim)
            all->sizes[k++] = shown.sizes[i];
    }
    return 1;
}

/* Move the batch dimension to the front, and for `expand` add the dimensions that are missing behind it. */
static PyObject *
prepared(const examples_t *all, int code, Py_ssize_t n_sizes)
{
    PyObject *tensor = Py_NewRef(all->tensor);
    if (all->dim != 0) {
        PyObject *moved = PyObject_CallFunction(hot.movedim_op, "Oni", tensor, all->dim, 0);
        Py_SETREF(tensor, moved);
    }
    if (tensor != NULL && code == EXPANDED && n_sizes - 1 > all->rank) {
        shown_t shown = {.ndim = all->rank + 1};
        shown.room[0] = all->size;
        for (int i = 0; i < all->rank; i++)
            shown.room[i + 1] = all->sizes[i];
        shown.sizes = shown.room;
        Py_SETREF(tensor, padded_example(hot.view_op, tensor, &shown, (int)n_sizes - 1));
    }
    return tensor;
}

/* ---- calls ---- */

/* The arguments of a call by a plan, but for the first; 0: Python has to look, -1: an error. */
static int
plan_arguments(const BatchingPlan *plan, args_t args, examples_t *all, values_t *values)
{
    Py_ssize_t n_names = args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames), given = args.n_positional,
               n = given;
    for (int i = 1; i < plan->n; i++) {
        if (plan->codes[i] != KEPT && i >= n)
            n = i + 1;
        if (plan->codes[i] == PREFIXED && i < given && PyList_CheckExact(args.values[i]))
            all->counted = (int)PyList_GET_SIZE(args.values[i]);
    }
    if (given < 1 || n > plan->n || n + n_names > MOST_VALUES)
        return 0;
    for (Py_ssize_t i = 1; i < n; i++) {
        int code = plan->codes[i];
        PyObject *value = i < given                              ? args.values[i]
                          : i < PyTuple_GET_SIZE(plan->defaults) ? PyTuple_GET_ITEM(plan->defaults, i)
                                                                 : NULL;
        int is_view = code == SIZES || code == EXPANDED;
        if (code == ALL)
            value = Py_None;
        if (value == NULL || is_tensor(value) || is_unusual(value) ||
            (code != KEPT && !is_view && all->counted < 1 && code != NEW_DIM))
            return 0;
        PyObject *made = code == ALL ? all_dims(all->rank) : changed(value, code, all);
        if (made == NULL)
            return PyErr_Occurred() ? -1 : 0;
        values->values[i] = made;
        values->n = i + 1;
    }
    for (Py_ssize_t i = 0; i < n_names; i++) {
        PyObject *value = args.values[given + i];
        if (is_tensor(value) || is_unusual(value))
            return 0;
        values->values[values->n++] = Py_NewRef(value);
    }
    return (int)n;
}

/* An operator under vmap whose rule is a plan.  0: Python has to look; else `result` is set. */
int
call_by_plan(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    examples_t all;
    values_t values = {.n = 1};
    if (op->batching == NULL || !Py_IS_TYPE(op->batching, hot.batching_plan_type) || hot.view_op == NULL ||
        args.n_positional < 1 || !read_examples(args.values[0], ((Level *)top)->level, &all))
        return 0;
    BatchingPlan *plan = (BatchingPlan *)Py_NewRef(op->batching);
    values.values = values.room + 1;
    values.values[0] = Py_NewRef(all.tensor);
    *result = NULL;
    int n = plan_arguments(plan, args, &all, &values);
    below_t below;
    if (n > 0 && go_below(&below, stack, top, included(), excluded()) == 0) {
        int code = plan->n > 1 ? plan->codes[1] : KEPT;
        PyObject *made = NULL, *tensor = prepared(&all, code, code == EXPANDED ? PyList_GET_SIZE(values.values[1]) : 0);
        if (tensor != NULL) {
            Py_SETREF(values.values[0], tensor);
            made = PyObject_Vectorcall(plan->target, values.values, (size_t)n, args.kwnames);
        }
        if (come_back(&below) < 0)
            Py_CLEAR(made);
        *result = wrap_results(made, top, 0);
    }
    values_release(&values);
    Py_DECREF(plan);
    return n != 0;
}

/* ---- rules in Python: fn(info, in_dims, *args, **kwargs) -> (outputs, out_dims) ---- */

typedef struct {
    PyObject_HEAD
    PyObject *fn, *defaults; /* the rule, and a tuple: the defaults of the operator's positional arguments */
} BatchingRule;

/* A value without the wrappers of a level, and its batch dimension, None or, of a list with batched tensors, a list.
 * 1: it is batched; 0: it is not; -1: an error; -2: Python has to look. */
static int
take_apart(PyObject *value, Py_ssize_t level, PyObject **plain, PyObject **dim)
{
    *plain = *dim = NULL;
    if (is_tensor(value)) {
        if ((value = alive(value)) == NULL)
            return -2;
        const Wrapped *data = wrapped_as(value, hot.batched_array);
        int is_batched = data != NULL && data->level == level && data->inner != NULL;
        *dim = is_batched ? PyLong_FromSsize_t(data->dim) : Py_NewRef(Py_None);
        *plain = Py_NewRef(is_batched ? data->inner : value);
        return *dim == NULL ? -1 : is_batched;
    }
    *dim = Py_NewRef(Py_None);
    *plain = Py_NewRef(value);
    if (!is_unusual(value))
        return 0;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(value);
    int found = 0;
    Py_SETREF(*plain, PyList_New(n));
    Py_SETREF(*dim, PyList_New(n));
    for (Py_ssize_t i = 0; *plain != NULL && *dim != NULL && i < n; i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(value, i), *inner, *inner_dim;
        if (PyList_CheckExact(item) || PyTuple_CheckExact(item))
            return -2;
        int one = take_apart(item, level, &inner, &inner_dim);
        if (one < 0) {
            Py_XDECREF(inner);
            Py_XDECREF(inner_dim);
            return one;
        }
        found |= one;
        PyList_SET_ITEM(*plain, i, inner);
        PyList_SET_ITEM(*dim, i, inner_dim);
    }
    if (*plain == NULL || *dim == NULL)
        return -1;
    if (!found && PyTuple_CheckExact(value))
        Py_SETREF(*plain, Py_NewRef(value));
    if (!found)
        Py_SETREF(*dim, Py_NewRef(Py_None));
    return found;
}

/* Outputs of a rule at its level; steals `results`. */
static PyObject *
wrap_by_dims(PyObject *results, PyObject *dims, PyObject *top)
{
    if (is_tensor(results) || results == Py_None) {
        Py_ssize_t dim = dims == Py_None || results == Py_None ? -1 : PyLong_AsSsize_t(dims);
        if (dim == -1 && PyErr_Occurred())
            Py_CLEAR(results);
        else if (dim >= 0)
            Py_SETREF(results, wrap_tensor(results, top, dim));
        return results;
    }
    if (!PyList_CheckExact(results) && !PyTuple_CheckExact(results))
        return results;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(results);
    int several = PyList_CheckExact(dims) || PyTuple_CheckExact(dims), is_list = PyList_CheckExact(results);
    PyObject *made = NULL;
    if (several && PySequence_Fast_GET_SIZE(dims) != n)
        PyErr_SetString(PyExc_ValueError, "a rule for vmap gave another number of dimensions than of outputs");
    else if (Py_EnterRecursiveCall(" in the outputs of a rule for vmap") == 0) {
        made = is_list ? PyList_New(n) : PyTuple_New(n);
        for (Py_ssize_t i = 0; made != NULL && i < n; i++) {
            PyObject *one = wrap_by_dims(Py_NewRef(PySequence_Fast_GET_ITEM(results, i)),
                                         several ? PySequence_Fast_GET_ITEM(dims, i) : dims, top);
            if (one == NULL)
                Py_CLEAR(made);
            else if (is_list)
                PyList_SET_ITEM(made, i, one);
            else
                PyTuple_SET_ITEM(made, i, one);
        }
        Py_LeaveRecursiveCall();
    }
    Py_DECREF(results);
    return made;
}

/* What a rule is told about the vmap: see VmapInfo. */
static PyObject *
info_of(const Level *level, Op *op)
{
    PyObject *size = level_batch_size(level);
    PyObject *info = size == NULL ? NULL : hot.vmap_info->tp_alloc(hot.vmap_info, 3);
    if (info == NULL) {
        Py_XDECREF(size);
        return NULL;
    }
    PyTuple_SET_ITEM(info, 0, size);
    PyTuple_SET_ITEM(info, 1, Py_NewRef(level->randomness == NULL ? Py_None : level->randomness));
    PyTuple_SET_ITEM(info, 2, Py_NewRef(op));
    return info;
}

/* The arguments of a rule: those of the call, apart, and defaults.  1: some are batched; 0: Python has to look; -1: error.
 */
static int
rule_arguments(const BatchingRule *rule, Py_ssize_t level, args_t args, values_t *values, PyObject **dims)
{
    Py_ssize_t n_names = args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames), given = args.n_positional;
    Py_ssize_t n_defaults = PyTuple_GET_SIZE(rule->defaults), n = given > n_defaults ? given : n_defaults;
    int found = 0;
    if (n + 2 + n_names > MOST_VALUES)
        return 0;
    *dims = PyList_New(n);
    if (*dims == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = i < given ? args.values[i] : PyTuple_GET_ITEM(rule->defaults, i), *plain, *dim;
        int one = take_apart(value, level, &plain, &dim);
        if (one < 0) {
            Py_XDECREF(plain);
            Py_XDECREF(dim);
            return one == -2 ? 0 : -1;
        }
        found |= one;
        values->values[values->n++] = plain;
        PyList_SET_ITEM(*dims, i, dim);
    }
    for (Py_ssize_t i = 0; i < n_names; i++) {
        PyObject *value = args.values[given + i];
        if (is_tensor(value) || is_unusual(value))
            return 0;
        values->values[values->n++] = Py_NewRef(value);
    }
    return found;
}

/* An operator under vmap whose rule is a function.  0: Python has to look; else `result` is set. */
int
call_by_rule(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    if (op->batching == NULL || !Py_IS_TYPE(op->batching, hot.batching_rule_type) || hot.vmap_info == NULL)
        return 0;
    BatchingRule *rule = (BatchingRule *)Py_NewRef(op->batching);
    values_t values = {.n = 0};
    values.values = values.room + 1;
    PyObject *dims = NULL, *pair = NULL, *info = info_of((const Level *)top, op);
    *result = NULL;
    values.values += 2; /* the first two places are filled below */
    int found = info == NULL ? -1 : rule_arguments(rule, ((const Level *)top)->level, args, &values, &dims);
    values.values -= 2;
    below_t below;
    if (found > 0 && go_below(&below, stack, top, included(), excluded()) == 0) {
        Py_ssize_t n_names = args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames);
        values.values[0] = info;
        values.values[1] = dims;
        pair = PyObject_Vectorcall(rule->fn, values.values, (size_t)(values.n + 2 - n_names), args.kwnames);
        if (come_back(&below) < 0)
            Py_CLEAR(pair);
        if (pair != NULL && (!PyTuple_CheckExact(pair) || PyTuple_GET_SIZE(pair) != 2))
            PyErr_SetString(PyExc_TypeError, "a rule for vmap gives outputs and their dimensions");
        else if (pair != NULL)
            *result = wrap_by_dims(Py_NewRef(PyTuple_GET_ITEM(pair, 0)), PyTuple_GET_ITEM(pair, 1), top);
        Py_XDECREF(pair);
    }
    for (Py_ssize_t i = 0; i < values.n; i++)
        Py_DECREF(values.values[i + 2]);
    Py_XDECREF(info);
    Py_XDECREF(dims);
    Py_DECREF(rule);
    return found != 0;
}

/* Does it hold no tensors of gradient transforms that have ended? */
static int
is_current(PyObject *value)
{
    if (is_tensor(value))
        return alive(value) == value;
    for (Py_ssize_t i = 0;
         (PyList_CheckExact(value) || PyTuple_CheckExact(value)) && i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(value, i);
        if (PyList_CheckExact(item) || PyTuple_CheckExact(item) || (is_tensor(item) && alive(item) != item))
            return 0;
    }
    return 1;
}

/* A composite under vmap: the operators that it calls come to the level.  0: Python has to look. */
int
call_parts(Op *op, args_t args, PyObject **result)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    if (op->batching == NULL)
        return 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!is_current(args.values[i]))
            return 0;
    }
    PyObject *fn = Py_NewRef(op->batching);
    if (hot.logs != NULL)
        mark_constant(DECOMPOSITION);
    *result = PyObject_Vectorcall(fn, args.values, (size_t)args.n_positional, args.kwnames);
    Py_DECREF(fn);
    return 1;
}

/* ---- the class ---- */

static int
plan_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((BatchingPlan *)self)->target);
    Py_VISIT(((BatchingPlan *)self)->defaults);
    return 0;
}

static void
plan_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((BatchingPlan *)self)->target);
    Py_CLEAR(((BatchingPlan *)self)->defaults);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot plan_slots[] = {
    {Py_tp_doc, "What becomes of the arguments of an operator under vmap."},
    {Py_tp_traverse, plan_traverse},
    {Py_tp_dealloc, plan_dealloc},
    {0, NULL},
};

static PyType_Spec plan_spec = {
    .name = "wye._hot._BatchingPlan",
    .basicsize = sizeof(BatchingPlan),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = plan_slots,
};

/* batching_plan(target, codes, defaults): None where C cannot do it. */
PyObject *
hot_batching_plan(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *target, *defaults;
    const char *codes;
    Py_ssize_t n;
    if (!PyArg_ParseTuple(args, "O!y#O!:batching_plan", hot.op_type, &target, &codes, &n, &PyTuple_Type, &defaults))
        return NULL;
    if (n > MOST_VALUES)
        Py_RETURN_NONE;
    for (Py_ssize_t i = 0; i < n; i++) {
        if ((uint8_t)codes[i] > LAST_CODE) {
            PyErr_SetString(PyExc_ValueError, "there is no such code of an argument");
            return NULL;
        }
    }
    BatchingPlan *plan = (BatchingPlan *)hot.batching_plan_type->tp_alloc(hot.batching_plan_type, 0);
    if (plan == NULL)
        return NULL;
    plan->target = Py_NewRef(target);
    plan->defaults = Py_NewRef(defaults);
    plan->n = (int)n;
    memcpy(plan->codes, codes, (size_t)n);
    return (PyObject *)plan;
}

static int
rule_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((BatchingRule *)self)->fn);
    Py_VISIT(((BatchingRule *)self)->defaults);
    return 0;
}

static void
rule_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((BatchingRule *)self)->fn);
    Py_CLEAR(((BatchingRule *)self)->defaults);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot rule_slots[] = {
    {Py_tp_doc, "A rule for vmap in Python."},
    {Py_tp_traverse, rule_traverse},
    {Py_tp_dealloc, rule_dealloc},
    {0, NULL},
};

static PyType_Spec rule_spec = {
    .name = "wye._hot._BatchingRule",
    .basicsize = sizeof(BatchingRule),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = rule_slots,
};

/* batching_rule(fn, defaults) */
PyObject *
hot_batching_rule(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *fn, *defaults;
    if (!PyArg_ParseTuple(args, "OO!:batching_rule", &fn, &PyTuple_Type, &defaults))
        return NULL;
    BatchingRule *rule = (BatchingRule *)hot.batching_rule_type->tp_alloc(hot.batching_rule_type, 0);
    if (rule == NULL)
        return NULL;
    rule->fn = Py_NewRef(fn);
    rule->defaults = Py_NewRef(defaults);
    return (PyObject *)rule;
}

/* configure_batching(view, movedim, info): the operators that plans call before their own, and the class of what rules
 * are told. */
PyObject *
hot_configure_batching(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *view, *movedim;
    PyTypeObject *info;
    if (!PyArg_ParseTuple(args, "O!O!O!:configure_batching", hot.op_type, &view, hot.op_type, &movedim, &PyType_Type,
                          &info))
        return NULL;
    if (!PyType_IsSubtype(info, &PyTuple_Type) || info->tp_basicsize != PyTuple_Type.tp_basicsize) {
        PyErr_SetString(PyExc_TypeError, "what rules are told must be a subclass of tuple without attributes");
        return NULL;
    }
    Py_XSETREF(hot.vmap_info, (PyTypeObject *)Py_NewRef(info));
    Py_XSETREF(hot.movedim_op, Py_NewRef(movedim));
    Py_XSETREF(hot.view_op, Py_NewRef(view));
    Py_RETURN_NONE;
}

int
batching_init_types(PyObject *module)
{
    return add_type(module, &plan_spec, &hot.batching_plan_type) < 0 ||
                   add_type(module, &rule_spec, &hot.batching_rule_type) < 0
               ? -1
               : 0;
}
