/* Calls at levels of function transforms: the fallback kernels that hand them to the interpreter on top.
 *
 * A call that only has to be unwrapped, lowered and wrapped again is handled here: pointwise operators under vmap (others
 * by plans: batching.c), and operators without writes inside grad.  Everything else goes to the same kernel in Python,
 * its twin: wye/transforms/interpreters.py, grad_level.py, rules/pointwise.py.  See Note [Levels of transforms] there.
 */
#include "levels.h"

enum { FRONT, BACK, DEAD };

/* ---- calls ---- */

static PyObject *
call_op_with(Op *op, const values_t *values, args_t args)
{
    return op->vectorcall((PyObject *)op, values->values, (size_t)args.n_positional, args.kwnames);
}

/* Leave the top level for a while, with these keys of the thread. */
int
go_below(below_t *below, PyObject *stack, PyObject *top, keys_t include, keys_t exclude)
{
    Py_ssize_t n = PyList_GET_SIZE(stack);
    *below = (below_t){stack, top, included(), excluded()};
    if (PyList_SetSlice(stack, n - 1, n, NULL) < 0)
        return -1;
    if (n == 1)
        include = (keys_t){include.lo & ~hot.level_keys.lo, include.hi & ~hot.level_keys.hi};
    set_thread_keys(include, exclude);
    return 0;
}

int
come_back(const below_t *below)
{
    set_thread_keys(below->include, below->exclude);
    return PyList_Append(below->stack, below->top);
}

/* Call without the top level, in the given state of the thread; steals nothing. */
static PyObject *
call_below(Op *op, PyObject *stack, PyObject *top, keys_t include, keys_t exclude, const values_t *values, args_t args)
{
    below_t below;
    if (go_below(&below, stack, top, include, exclude) < 0)
        return NULL;
    PyObject *result = call_op_with(op, values, args);
    if (come_back(&below) < 0)
        Py_CLEAR(result);
    return result;
}

/* A call under vmap without batched tensors: the operator runs at the level below.  0: Python has to look. */
static int
call_unbatched(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = args.values[i];
        if (is_tensor(value) ? alive(value) != value : is_unusual(value))
            return 0;
    }
    below_t below;
    *result = NULL;
    if (go_below(&below, stack, top, included(), excluded()) < 0)
        return 1;
    *result = op->vectorcall((PyObject *)op, args.values, (size_t)args.n_positional, args.kwnames);
    if (come_back(&below) < 0)
        Py_CLEAR(*result);
    return 1;
}

/* Give the examples of fewer dimensions more of size 1, so that they broadcast as single examples do. */
static int
pad_examples(values_t *values, const shown_t *shown, const uint8_t *is_batched, int rank)
{
    for (Py_ssize_t i = 0; i < values->n; i++) {
        if (!is_batched[i] || shown[i].ndim - 1 >= rank)
            continue;
        PyObject *padded = padded_example(hot.view_op, values->values[i], &shown[i], rank);
        if (padded == NULL)
            return -1;
        Py_SETREF(values->values[i], padded);
    }
    return 0;
}

#define MOST_OPERANDS 4

/* A pointwise operator of several tensors under vmap: see rules/pointwise.py.  0: Python has to look. */
static int
call_operands(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    shown_t shown[MOST_OPERANDS];
    uint8_t is_batched[MOST_OPERANDS] = {0};
    values_t values = {.n = 0};
    Py_ssize_t level = ((Level *)top)->level;
    int rank = 0, lowest = MAX_DIMS, type = -1, several_types = 0, found = 0;
    values.values = values.room + 1;
    if (args.n_positional > MOST_OPERANDS)
        return 0;
    for (Py_ssize_t i = 0; i < args.n_positional; i++) {
        PyObject *value = args.values[i];
        shown[i].ndim = 0;
        if (is_tensor(value)) {
            const Wrapped *data = (value = alive(value)) == NULL ? NULL : wrapped_as(value, hot.batched_array);
            if (value == NULL)
                return 0;
            if (data != NULL && data->level == level) {
                if (data->dim != 0 || data->inner == NULL || !is_tensor(data->inner))
                    return 0;
                value = data->inner;
                found = is_batched[i] = 1;
            }
            if (!show_tensor(value, &shown[i]))
                return 0;
            int ndim = shown[i].ndim - is_batched[i];
            several_types |= type >= 0 && type != PyArray_TYPE(shown[i].array);
            type = PyArray_TYPE(shown[i].array);
            rank = ndim > rank ? ndim : rank;
            lowest = ndim < lowest ? ndim : lowest;
        }
        else if (is_unusual(value)) {
            return 0;
        }
        values.values[i] = value;
    }
    /* Where an example has no dimensions, the batch has one, which would count more in a promotion of dtypes. */
    if (!found || hot.view_op == NULL || (several_types && lowest == 0))
        return 0;
    values.n = args.n_positional;
    for (Py_ssize_t i = 0; i < values.n; i++)
        Py_INCREF(values.values[i]);
    below_t below;
    if (go_below(&below, stack, top, included(), excluded()) < 0) {
        values_release(&values);
        *result = NULL;
        return 1;
    }
    int failed = pad_examples(&values, shown, is_batched, rank) < 0;
    PyObject *made = failed ? NULL : call_op_with(op, &values, args);
    if (come_back(&below) < 0)
        Py_CLEAR(made);
    values_release(&values);
    *result = wrap_results(made, top, 0);
    return 1;
}

/* A pointwise operator under vmap: the batch dimension of its only tensor stays where it is.  0: Python has to look; else
 * `result` is set. */
static int
call_pointwise(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    values_t values = {.n = 0};
    Py_ssize_t dim = 0, level = ((Level *)top)->level;
    int tensors = 0;
    values.values = values.room + 1;
    for (Py_ssize_t i = 0; i < args.n_positional; i++) {
        PyObject *value = args.values[i];
        if (is_tensor(value)) {
            if (tensors++ > 0)
                return call_operands(op, stack, top, args, result);
            const Wrapped *data = (value = alive(value)) == NULL ? NULL : wrapped_as(value, hot.batched_array);
            if (data == NULL || data->level != level || data->inner == NULL) {
                if (i == 0 && args.n_positional > 1)
                    return call_operands(op, stack, top, args, result);
                return 0;
            }
            dim = data->dim;
            value = data->inner;
        }
        else if (is_unusual(value)) {
            return 0;
        }
        values.values[i] = value;
    }
    if (tensors == 0)
        return 0;
    values.n = args.n_positional;
    for (Py_ssize_t i = 0; i < values.n; i++)
        Py_INCREF(values.values[i]);
    PyObject *found = call_below(op, stack, top, included(), excluded(), &values, args);
    values_release(&values);
    *result = wrap_results(found, top, dim);
    return 1;
}

/* Are gradients recorded, and is nothing unusual going on?  A transform with tangents concerns tensors that have some. */
static inline int
is_usual(void)
{
    return (careful_process | (careful_thread & ~CAREFUL_LEVEL)) == 0 && (excluded().lo & REQUIRES_GRAD) == 0;
}

/* Let wrappers be views of another one, or of a tensor from outside (NULL), as the tensors inside are: see
 * GradInterpreter._outer. */
static int
join_views(PyObject *made, TensorBase *base)
{
    int is_one = is_tensor(made);
    if (!is_one && !PyList_CheckExact(made) && !PyTuple_CheckExact(made))
        return 0;
    Py_ssize_t n = is_one ? 1 : PySequence_Fast_GET_SIZE(made);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *one = is_one ? made : PySequence_Fast_GET_ITEM(made, i);
        if (!is_tensor(one))
            continue;
        TensorBase *view = (TensorBase *)one;
        if (base == NULL) {
            view->made |= MADE_OF_CAPTURED;
            continue;
        }
        Version *version = version_of(base);
        if (version == NULL)
            return -1;
        Py_XSETREF(view->version, Py_NewRef(version));
        Py_XSETREF(view->base, Py_NewRef(base->base == NULL ? (PyObject *)base : base->base));
        view->made |= base->made | (is_one ? 0 : MADE_WITH_OTHERS);
    }
    return 0;
}

/* An operator inside grad, below its level: see GradInterpreter.leave.  0: Python has to look. */
static int
leave_grad(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    const Level *level = (const Level *)top;
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    values_t values = {.n = 0};
    values.values = values.room + 1;
    if (!level->grad_mode || !is_usual() || n > MOST_VALUES)
        return 0;
    PyObject *base = NULL; /* the first wrapper of this level among the arguments */
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = args.values[i];
        if (is_tensor(value)) {
            value = alive(value);
            Wrapped *data = value == NULL ? NULL : wrapped_as(value, hot.grad_array);
            if (value == NULL)
                return 0;
            if (data != NULL && data->owner == top) {
                base = base == NULL ? value : base;
                value = data->inner;
            }
        }
        else if (is_unusual(value)) {
            return 0;
        }
        values.values[i] = value;
    }
    values.n = n;
    for (Py_ssize_t i = 0; i < n; i++)
        Py_INCREF(values.values[i]);
    int is_view = (op->levels & LEVEL_VIEW) != 0;
    base = is_view ? base : NULL;
    Py_XINCREF(base);
    keys_t include = level->has_saved ? level->include : included();
    keys_t exclude = level->has_saved ? level->exclude : excluded();
    PyObject *found = call_below(op, stack, top, include, exclude, &values, args);
    /* A result that is an argument stays that argument. */
    for (Py_ssize_t i = 0; found != NULL && i < n; i++) {
        if (found == values.values[i] && args.values[i] != found) {
            Py_SETREF(found, Py_NewRef(args.values[i]));
            values_release(&values);
            Py_XDECREF(base);
            *result = found;
            return 1;
        }
    }
    values_release(&values);
    *result = wrap_results(found, top, 0);
    if (is_view && *result != NULL && join_views(*result, (TensorBase *)base) < 0)
        Py_CLEAR(*result);
    Py_XDECREF(base);
    return 1;
}

/* An operator inside grad: see GradInterpreter.process.  0: Python has to look. */
static int
call_grad(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    Level *level = (Level *)top;
    values_t values = {.n = 0};
    int needs = 0;
    values.values = values.room + 1;
    if (!is_usual())
        return 0;
    for (Py_ssize_t i = 0; i < args.n_positional; i++) {
        PyObject *value = args.values[i];
        if (is_tensor(value)) {
            if ((value = alive(value)) == NULL)
                return 0;
            Wrapped *data = wrapped_as(value, hot.grad_array);
            if (data != NULL && data->owner == top) {
                if (((TensorBase *)value)->dual || (careful_thread != 0 && has_tangent(value)))
                    return 0;
                needs |= requires_grad((TensorBase *)value);
            }
        }
        else if (is_unusual(value)) {
            return 0;
        }
        values.values[i] = value;
    }
    if (!needs)
        return leave_grad(op, stack, top, args, result);
    for (; values.n < args.n_positional; values.n++) {
        PyObject *value = values.values[values.n];
        Wrapped *data = is_tensor(value) ? wrapped_as(value, hot.grad_array) : NULL;
        int is_mine = !is_tensor(value) || (data != NULL && data->owner == top);
        PyObject *tracked = is_mine ? Py_NewRef(value) : wrap_tensor(value, top, 0);
        if (tracked == NULL) {
            values_release(&values);
            *result = NULL;
            return 1;
        }
        values.values[values.n] = tracked;
    }
    const Level before = *level;
    keys_t include = included(), exclude = excluded();
    level->include = include;
    level->exclude = exclude;
    level->has_saved = 1;
    set_thread_keys((keys_t){include.lo | hot.at_level_included.lo, include.hi | hot.at_level_included.hi},
                    (keys_t){exclude.lo | hot.at_level_excluded.lo, exclude.hi | hot.at_level_excluded.hi});
    *result = call_op_with(op, &values, args);
    set_thread_keys(include, exclude);
    level->include = before.include;
    level->exclude = before.exclude;
    level->has_saved = before.has_saved;
    values_release(&values);
    return 1;
}

/* A call on wrappers of transforms that have ended: the tensors inside are meant.  0: Python has to look. */
static int
call_dead(Op *op, args_t args, PyObject **result)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    values_t values = {.n = 0};
    values.values = values.room + 1;
    if (n > MOST_VALUES)
        return 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = args.values[i];
        if (is_unusual(value))
            return 0;
        while (is_tensor(value) && wrapped_as(value, hot.grad_array) != NULL) {
            value = wrapped_as(value, hot.grad_array)->inner;
            if (value == NULL)
                return 0;
        }
        values.values[i] = value;
    }
    values.n = n;
    for (Py_ssize_t i = 0; i < n; i++)
        Py_INCREF(values.values[i]);
    *result = call_op_with(op, &values, args);
    values_release(&values);
    return 1;
}

/* ---- the kernels ---- */

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *python;
    int which;
} LevelKernel;

static PyObject *
kernel_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return PyObject_Vectorcall(((LevelKernel *)self)->python, args, nargsf, kwnames);
}

static int
kernel_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((LevelKernel *)self)->python);
    return 0;
}

static int
kernel_clear(PyObject *self)
{
    Py_CLEAR(((LevelKernel *)self)->python);
    return 0;
}

static void
kernel_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    kernel_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef kernel_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(LevelKernel, vectorcall), READONLY, NULL},
    {"__wrapped__", T_OBJECT_EX, offsetof(LevelKernel, python), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, "A fallback kernel of the levels of transforms."},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_traverse, kernel_traverse},
    {Py_tp_clear, kernel_clear},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_members, kernel_members},
    {0, NULL},
};

static PyType_Spec kernel_spec = {
    .name = "wye._hot._LevelKernel",
    .basicsize = sizeof(LevelKernel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = kernel_slots,
};

/* The kernel of a key of the levels; what C does not handle is boxed for Python. */
PyObject *
call_level(Op *op, PyObject *self, keys_t keys, args_t args)
{
    const LevelKernel *kernel = (const LevelKernel *)self;
    PyObject *result = NULL;
    int done = 0;
    if (kernel->which == DEAD) {
        done = call_dead(op, args, &result);
    }
    else if ((op->levels != 0 || op->functional != NULL) && hot.level_thread != NULL &&
             args.n_positional <= MOST_VALUES) {
        PyObject *stack = PyObject_GetAttr(hot.level_thread, hot.level_stack);
        if (stack == NULL)
            return NULL;
        Py_ssize_t n = PyList_CheckExact(stack) ? PyList_GET_SIZE(stack) : 0;
        PyObject *top = n == 0 ? NULL : Py_NewRef(PyList_GET_ITEM(stack, n - 1));
        int by_name = args.kwnames != NULL && PyTuple_GET_SIZE(args.kwnames) > 0;
        if (top != NULL && kernel->which == BACK) {
            if (Py_IS_TYPE(top, hot.grad_level) && (op->levels & LEVEL_PLAIN))
                done = leave_grad(op, stack, top, args, &result);
        }
        else if (top != NULL && hot.functional_level != NULL && Py_IS_TYPE(top, hot.functional_level)) {
            if ((keys.lo & hot.grad_added.lo) == 0) /* Python replaces wrappers of transforms that have ended */
                done = call_functional(op, stack, top, args, &result);
        }
        else if (top != NULL && hot.vmap_level != NULL && Py_IS_TYPE(top, hot.vmap_level)) {
            if ((op->levels & (LEVEL_PLANNED | LEVEL_RULE | LEVEL_POINTWISE)) && !(keys.lo & hot.batched_added.lo))
                done = call_unbatched(op, stack, top, args, &result);
            else if (op->levels & LEVEL_PLANNED)
                done = call_by_plan(op, stack, top, args, &result);
            else if (op->levels & LEVEL_RULE)
                done = call_by_rule(op, stack, top, args, &result);
            else if (op->levels & LEVEL_PARTS)
                done = call_parts(op, args, &result);
            else if ((op->levels & LEVEL_POINTWISE) && !by_name)
                done = call_pointwise(op, stack, top, args, &result);
        }
        else if (top != NULL && !by_name) {
            if (hot.jvp_level != NULL && Py_IS_TYPE(top, hot.jvp_level) && (op->levels & LEVEL_FORWARD))
                done = call_jvp(op, stack, top, args, &result);
            else if (hot.grad_level != NULL && Py_IS_TYPE(top, hot.grad_level) && (op->levels & LEVEL_PLAIN))
                done = call_grad(op, stack, top, args, &result);
        }
        Py_XDECREF(top);
        Py_DECREF(stack);
    }
    if (done)
        return result;
    PyObject *set = keyset_new(keys);
    result = set == NULL ? NULL : call_boxed(kernel->python, op, set, args);
    Py_XDECREF(set);
    return result;
}

PyObject *
hot_level_kernel(PyObject *Py_UNUSED(module), PyObject *args)
{
    int which;
    PyObject *python;
    if (!PyArg_ParseTuple(args, "iO:level_kernel", &which, &python))
        return NULL;
    if (which < FRONT || which > DEAD || !PyCallable_Check(python)) {
        PyErr_SetString(PyExc_TypeError, "level_kernel() takes 0, 1 or 2 and a function");
        return NULL;
    }
    LevelKernel *kernel = (LevelKernel *)hot.level_kernel_type->tp_alloc(hot.level_kernel_type, 0);
    if (kernel == NULL)
        return NULL;
    kernel->vectorcall = kernel_vectorcall;
    kernel->python = Py_NewRef(python);
    kernel->which = which;
    return (PyObject *)kernel;
}

/* configure_levels(thread, keys, counted): where the stack of a thread is, the keys that are included while it is not
 * empty, and those that are not excluded when a transform begins. */
PyObject *
hot_configure_levels(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *thread, *keys, *counted;
    if (!PyArg_ParseTuple(args, "OO!O!:configure_levels", &thread, hot.keybits_type, &keys, hot.keybits_type, &counted))
        return NULL;
    PyObject *name = PyUnicode_InternFromString("stack");
    if (name == NULL)
        return NULL;
    Py_XSETREF(hot.level_stack, name);
    Py_XSETREF(hot.level_thread, Py_NewRef(thread));
    hot.level_keys = ((KeyBits *)keys)->keys;
    hot.level_counted = ((KeyBits *)counted)->keys;
    Py_RETURN_NONE;
}

static int
check_classes(PyTypeObject *array, PyTypeObject *level)
{
    if (PyType_IsSubtype(array, hot.wrapped_type) && PyType_IsSubtype(level, hot.level_base))
        return 0;
    PyErr_SetString(PyExc_TypeError, "classes of a level must be subclasses of Wrapped and Level");
    return -1;
}

/* configure_vmap(array, level, wrap, removed, added): its classes, and the keys of its wrappers. */
PyObject *
hot_configure_vmap(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *array, *level;
    PyObject *wrap, *removed, *added;
    if (!PyArg_ParseTuple(args, "O!O!OO!O!:configure_vmap", &PyType_Type, &array, &PyType_Type, &level, &wrap,
                          hot.keybits_type, &removed, hot.keybits_type, &added) ||
        check_classes(array, level) < 0)
        return NULL;
    Py_XSETREF(hot.batched_array, (PyTypeObject *)Py_NewRef(array));
    Py_XSETREF(hot.vmap_level, (PyTypeObject *)Py_NewRef(level));
    Py_XSETREF(hot.wrap_batched, Py_NewRef(wrap));
    hot.batched_removed = ((KeyBits *)removed)->keys;
    hot.batched_added = ((KeyBits *)added)->keys;
    Py_RETURN_NONE;
}

/* configure_grad(array, level, wrap, removed, added, included, excluded): and the keys while autograd's kernels run. */
PyObject *
hot_configure_grad(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *array, *level;
    PyObject *wrap, *removed, *added, *include, *exclude;
    if (!PyArg_ParseTuple(args, "O!O!OO!O!O!O!:configure_grad", &PyType_Type, &array, &PyType_Type, &level, &wrap,
                          hot.keybits_type, &removed, hot.keybits_type, &added, hot.keybits_type, &include,
                          hot.keybits_type, &exclude) ||
        check_classes(array, level) < 0)
        return NULL;
    Py_XSETREF(hot.grad_array, (PyTypeObject *)Py_NewRef(array));
    Py_XSETREF(hot.grad_level, (PyTypeObject *)Py_NewRef(level));
    Py_XSETREF(hot.wrap_grad, Py_NewRef(wrap));
    hot.grad_removed = ((KeyBits *)removed)->keys;
    hot.grad_added = ((KeyBits *)added)->keys;
    hot.at_level_included = ((KeyBits *)include)->keys;
    hot.at_level_excluded = ((KeyBits *)exclude)->keys;
    Py_RETURN_NONE;
}

int
levels_init_types(PyObject *module)
{
    return wrapping_init_types(module) < 0 ? -1 : add_type(module, &kernel_spec, &hot.level_kernel_type);
}
