/* Calls inside the transform `functionalize`, which takes the writes out of programs.
 *
 * What programs mostly do is handled here: operators that neither write nor make views, views, writes in place and to
 * `out`, and composites.  Everything else goes to Python, the twin: wye/functionalization/handlers.py, writes.py and
 * wrapper.py.  See Note [A functionalized call] and Note [Writes wait until they are read] there.
 *
 * The classes of functional tensors are Python's, with slots that are read and written here.
 */
#include "functional.h"
#include "levels.h"
#include "arrays.h"

#define MOST_STEPS 8

/* ---- calls ---- */

static inline int
is_sequence(PyObject *value)
{
    return PyList_CheckExact(value) || PyTuple_CheckExact(value);
}

/* Look at the tensors among some arguments; -1: containers in containers, which Python looks at. */
static int
look(PyObject *const *items, Py_ssize_t n, PyObject *level, int depth, int *found, int *others)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = items[i];
        if (is_tensor(value))
            *(functional_of(value, level) == NULL ? others : found) = 1;
        else if (is_sequence(value) && (depth > 0 || look(PySequence_Fast_ITEMS(value), PySequence_Fast_GET_SIZE(value),
                                                          level, depth + 1, found, others) < 0))
            return -1;
    }
    return 0;
}

/* The arguments with values for functional tensors.  Runs below the level. */
static int
take_values(values_t *values, PyObject *const *given, Py_ssize_t n, PyObject *level)
{
    for (values->n = 0; values->n < n; values->n++) {
        PyObject *value = given[values->n];
        value = is_tensor(value)     ? functional_value(value, level)
                : is_sequence(value) ? functional_values(value, level)
                                     : Py_NewRef(value);
        if (value == NULL)
            return -1;
        values->values[values->n] = value;
    }
    return 0;
}

/* An operator that neither writes nor makes views: see handlers.plain. */
static int
call_plain(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    int found = 0, others = 0;
    values_t values = {.n = 0};
    below_t below;
    values.values = values.room + 1;
    if (n > MOST_VALUES || look(args.values, n, top, 0, &found, &others) < 0)
        return 0;
    *result = NULL;
    if (go_below(&below, stack, top, included(), excluded()) < 0)
        return 1;
    if (take_values(&values, args.values, n, top) == 0)
        *result = op->vectorcall((PyObject *)op, values.values, (size_t)args.n_positional, args.kwnames);
    if (come_back(&below) < 0)
        Py_CLEAR(*result);
    values_release(&values);
    if (found || !others)
        *result = wrap_values(*result, top);
    return 1;
}

static PyObject *
new_step(Op *op, PyObject *rest, Py_ssize_t output, int is_multi)
{
    PyObject *step = hot.functional_step->tp_alloc(hot.functional_step, 0);
    PyObject *place = step == NULL ? NULL : PyLong_FromSsize_t(output);
    if (place == NULL) {
        Py_XDECREF(step);
        return NULL;
    }
    set_slot(step, functional_slots.step.op, Py_NewRef((PyObject *)op));
    set_slot(step, functional_slots.step.args, Py_NewRef(rest));
    set_slot(step, functional_slots.step.kwargs, Py_NewRef(hot.no_keywords));
    set_slot(step, functional_slots.step.output, place);
    set_slot(step, functional_slots.step.copies, Py_NewRef(Py_False));
    set_slot(step, functional_slots.step.multi, PyBool_FromLong(is_multi));
    return step;
}

/* Let a storage know a view. */
static int
remember_view(PyObject *storage, PyObject *array)
{
    PyObject *views = SLOT(storage, functional_slots.storage.views);
    Py_ssize_t n = views == NULL || !PyList_CheckExact(views) ? 0 : PyList_GET_SIZE(views) + 1;
    if (n == 0 || (n > 32 && (n & (n - 1)) == 0)) { /* Python forgets those that are gone */
        PyObject *done = PyObject_CallMethodOneArg(storage, hot.name_remember, array);
        Py_XDECREF(done);
        return done == NULL ? -1 : 0;
    }
    PyObject *seen = PyWeakref_NewRef(array, NULL);
    int failed = seen == NULL ? -1 : PyList_Append(views, seen);
    Py_XDECREF(seen);
    return failed;
}

/* The steps to a functional tensor and one more. */
static PyObject *
steps_and(PyObject *before, PyObject *step)
{
    Py_ssize_t n = PyTuple_GET_SIZE(before);
    PyObject *views = PyTuple_New(n + 1);
    for (Py_ssize_t i = 0; views != NULL && i < n; i++)
        PyTuple_SET_ITEM(views, i, Py_NewRef(PyTuple_GET_ITEM(before, i)));
    if (views != NULL)
        PyTuple_SET_ITEM(views, n, Py_NewRef(step));
    return views;
}

/* What a result of a view operator is for autograd: one view, one of several, or no view (of `detach`). */
typedef enum { ONE_VIEW, ONE_OF_VIEWS, NO_VIEW } seen_as_t;

/* A view of a functional tensor: see wrapper.view_of. */
static PyObject *
new_view(TensorBase *base, Wrapped *data, PyObject *inner, PyObject *step, seen_as_t seen_as)
{
    PyObject *storage = storage_of_array(data), *views = steps_and(SLOT(data, functional_slots.array.views), step);
    if (views == NULL)
        return NULL;
    PyObject *array = functional_array(inner, data->owner, storage, views);
    Py_DECREF(views);
    if (array == NULL || remember_view(storage, array) < 0) {
        Py_XDECREF(array);
        return NULL;
    }
    TensorBase *made = (TensorBase *)functional_tensor(Py_NewRef(array), inner);
    Storage *memory = made == NULL ? NULL : storage_of(base);
    Version *version = memory == NULL ? NULL : version_of(base);
    if (version == NULL) {
        Py_XDECREF(made);
        Py_DECREF(array);
        return NULL;
    }
    Py_XSETREF(made->version, Py_NewRef(version));
    if (seen_as != NO_VIEW) {
        Py_XSETREF(made->base, Py_NewRef(base->base == NULL ? (PyObject *)base : base->base));
        made->made |= base->made | ((excluded().lo & REQUIRES_GRAD) ? MADE_WITHOUT_GRAD : 0) |
                      (seen_as == ONE_OF_VIEWS ? MADE_WITH_OTHERS : 0);
    }
    tensor_show(made, array, memory);
    Py_DECREF(array);
    return (PyObject *)made;
}

/* The views that a call returned, as views of its functional base; steals `result`. */
static PyObject *
views_of(Op *op, TensorBase *base, Wrapped *data, PyObject *rest, PyObject *result, int detaches)
{
    int is_list = PyList_CheckExact(result);
    Py_ssize_t n = is_list ? PyList_GET_SIZE(result) : 1;
    PyObject *made = is_list ? PyList_New(n) : NULL;
    for (Py_ssize_t i = 0; (made != NULL || !is_list) && i < n; i++) {
        PyObject *inner = is_list ? PyList_GET_ITEM(result, i) : result;
        PyObject *step = new_step(op, rest, i, is_list);
        PyObject *view = step == NULL ? NULL
                                      : new_view(base, data, inner, step,
                                                 detaches  ? NO_VIEW
                                                 : is_list ? ONE_OF_VIEWS
                                                           : ONE_VIEW);
        Py_XDECREF(step);
        if (!is_list)
            made = view;
        else if (view == NULL)
            Py_CLEAR(made);
        else
            PyList_SET_ITEM(made, i, view);
    }
    Py_DECREF(result);
    return made;
}

/* Are all results of a view operator plain tensors? */
static int
are_plain_views(PyObject *result)
{
    if (!PyList_CheckExact(result))
        return is_plain_value(result);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(result); i++) {
        if (!is_plain_value(PyList_GET_ITEM(result, i)))
            return 0;
    }
    return 1;
}

/* A view of a functional tensor: see handlers._view.  0: Python has to look. */
static int
call_view(Op *op, PyObject *stack, PyObject *top, args_t args, int detaches, PyObject **result)
{
    Wrapped *data = args.n_positional > 0 && is_tensor(args.values[0]) ? functional_of(args.values[0], top) : NULL;
    PyObject *views = data == NULL ? NULL : SLOT(data, functional_slots.array.views);
    if (views == NULL || !PyTuple_CheckExact(views) || storage_of_array(data) == NULL || !is_plain_value(data->inner) ||
        SLOT(top, functional_slots.level.copies) != Py_False || args.kwnames != NULL || args.n_positional > MOST_VALUES)
        return 0;
    Py_ssize_t n = args.n_positional;
    PyObject *values[MOST_VALUES + 1] = {NULL};
    for (Py_ssize_t i = 1; i < n; i++) {
        if (is_tensor(args.values[i]) || is_unusual(args.values[i]))
            return 0;
        values[i + 1] = args.values[i];
    }
    below_t below;
    PyObject *rest = PyTuple_New(n - 1), *inner = Py_NewRef(data->inner);
    *result = NULL;
    Py_INCREF(data);
    for (Py_ssize_t i = 1; rest != NULL && i < n; i++)
        PyTuple_SET_ITEM(rest, i - 1, Py_NewRef(args.values[i]));
    if (rest != NULL && go_below(&below, stack, top, included(), excluded()) == 0) {
        values[1] = inner;
        PyObject *shown = op->vectorcall((PyObject *)op, values + 1, (size_t)n | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
        if (come_back(&below) < 0)
            Py_CLEAR(shown);
        if (shown != NULL && are_plain_views(shown) && storage_of_array(data) != NULL &&
            SLOT(data, functional_slots.array.views) != NULL &&
            PyTuple_CheckExact(SLOT(data, functional_slots.array.views)))
            *result = views_of(op, (TensorBase *)args.values[0], data, rest, shown, detaches);
        else if (shown != NULL) {
            *result = PyObject_CallFunctionObjArgs(hot.finish_view, args.values[0], (PyObject *)op, rest, shown, NULL);
            Py_DECREF(shown);
        }
    }
    Py_XDECREF(rest);
    Py_DECREF(inner);
    Py_DECREF(data);
    return 1;
}

/* Let a functional tensor be a view of what it was.  Runs below the level: see handlers.become. */
static int
become(Wrapped *data, PyObject *step)
{
    PyObject *views = steps_and(SLOT(data, functional_slots.array.views), step), *before = Py_NewRef(data->inner);
    PyObject *shown = views == NULL ? NULL : step_forward(step, before);
    Py_DECREF(before);
    if (shown == NULL) {
        Py_XDECREF(views);
        return -1;
    }
    Py_XSETREF(data->inner, shown);
    set_slot((PyObject *)data, functional_slots.array.views, views);
    set_slot((PyObject *)data, functional_slots.array.new_metadata, Py_NewRef(Py_True));
    return bring_up_to_date(data);
}

/* A view in place (`t_`): the tensor itself becomes the view, by the operator of the plan.  0: Python has to look. */
static int
call_become(PyObject *stack, PyObject *top, args_t args, PyObject *plan, PyObject **result)
{
    Wrapped *data = args.n_positional > 0 && is_tensor(args.values[0]) ? functional_of(args.values[0], top) : NULL;
    PyObject *views = data == NULL ? NULL : SLOT(data, functional_slots.array.views);
    Py_ssize_t n = args.n_positional;
    if (views == NULL || !PyTuple_CheckExact(views) || storage_of_array(data) == NULL ||
        SLOT(top, functional_slots.level.copies) != Py_False || args.kwnames != NULL || n >= MOST_VALUES)
        return 0;
    for (Py_ssize_t i = 1; i < n; i++) {
        if (is_tensor(args.values[i]) || is_unusual(args.values[i]))
            return 0;
    }
    below_t below;
    PyObject *rest = PyTuple_New(n - 1), *step = NULL;
    for (Py_ssize_t i = 1; rest != NULL && i < n; i++)
        PyTuple_SET_ITEM(rest, i - 1, Py_NewRef(args.values[i]));
    if (rest != NULL)
        step = new_step((Op *)PyTuple_GET_ITEM(plan, 1), rest, 0, 0);
    Py_XDECREF(rest);
    *result = NULL;
    if (step == NULL)
        return 1;
    Py_INCREF(data);
    if (go_below(&below, stack, top, included(), excluded()) == 0) {
        int failed = become(data, step);
        if (come_back(&below) == 0 && failed == 0)
            *result = Py_NewRef(args.values[0]);
    }
    Py_DECREF(data);
    Py_DECREF(step);
    return 1;
}

static int
add_one(PyObject *object, Py_ssize_t offset)
{
    PyObject *before = SLOT(object, offset);
    Py_ssize_t number = before == NULL ? 0 : PyLong_AsSsize_t(before);
    if (number == -1 && PyErr_Occurred())
        return -1;
    PyObject *after = PyLong_FromSsize_t(number + 1);
    if (after == NULL)
        return -1;
    set_slot(object, offset, after);
    return 0;
}

/* Has a value the dtype and the sizes of another one, as far as C can tell? */
static int
is_alike(PyObject *value, PyObject *inner)
{
    shown_t one, other;
    return is_tensor(value) && show_tensor(value, &one) && show_tensor(inner, &other) &&
           PyArray_DESCR(one.array) == PyArray_DESCR(other.array) && one.ndim == other.ndim &&
           PyArray_CompareLists(one.sizes, other.sizes, one.ndim);
}

/* The base that would show a value at the end of these steps: see view_chain.write_back. */
static PyObject *
write_back(PyObject *base, PyObject *value, PyObject *steps)
{
    Py_ssize_t n = PyTuple_GET_SIZE(steps), made = 0;
    PyObject *shown[MOST_STEPS], *changed = Py_NewRef(value);
    shown[made++] = Py_NewRef(base);
    for (; made < n; made++) {
        shown[made] = step_forward(PyTuple_GET_ITEM(steps, made - 1), shown[made - 1]);
        if (shown[made] == NULL) {
            Py_CLEAR(changed);
            break;
        }
    }
    for (Py_ssize_t i = n - 1; changed != NULL && i >= 0; i--)
        Py_SETREF(changed, step_inverse(PyTuple_GET_ITEM(steps, i), shown[i], changed));
    while (made > 0)
        Py_DECREF(shown[--made]);
    return changed;
}

/* Store a value in a functional tensor, as its base and all views see from then on: see writes.store.  Runs below the
 * level. */
static int
store_value(Wrapped *data, PyObject *value, PyObject *finish)
{
    PyObject *storage = storage_of_array(data), *views = SLOT(data, functional_slots.array.views);
    PyObject *updates = storage == NULL ? NULL : SLOT(storage, functional_slots.storage.updates);
    PyObject *base = storage == NULL ? NULL : SLOT(storage, functional_slots.storage.base);
    if (updates == NULL || base == NULL || views == NULL || !PyTuple_CheckExact(views) || !PyList_CheckExact(updates) ||
        PyList_GET_SIZE(updates) != 0 || PyTuple_GET_SIZE(views) > MOST_STEPS ||
        SLOT(storage, functional_slots.storage.frozen) != Py_False || !is_alike(value, data->inner)) {
        PyObject *done = PyObject_CallFunctionObjArgs(finish, (PyObject *)data, value, NULL);
        Py_XDECREF(done);
        return done == NULL ? -1 : 0;
    }
    int failed = -1;
    Py_INCREF(storage);
    Py_INCREF(views);
    Py_INCREF(base);
    PyObject *whole = PyTuple_GET_SIZE(views) == 0 ? Py_NewRef(value) : write_back(base, value, views);
    PyObject *inner = whole == NULL ? NULL : replay_steps(Py_NewRef(whole), views);
    if (inner != NULL) {
        set_slot(storage, functional_slots.storage.base, Py_NewRef(whole));
        Py_XSETREF(data->inner, inner);
        int without_grad = (excluded().lo & REQUIRES_GRAD) != 0;
        if (add_one(storage, functional_slots.storage.mutations) == 0 &&
            (!without_grad || add_one(storage, functional_slots.storage.without_grad) == 0) &&
            add_one(storage, functional_slots.storage.generation) == 0) {
            set_slot((PyObject *)data, functional_slots.array.generation,
                     Py_XNewRef(SLOT(storage, functional_slots.storage.generation)));
            failed = 0;
        }
    }
    Py_XDECREF(whole);
    Py_DECREF(base);
    Py_DECREF(views);
    Py_DECREF(storage);
    return failed;
}

/* Compute what would be written to a functional tensor, and store it; of `total` arguments those before `out` are for the
 * operator that computes. */
static PyObject *
compute_and_store(PyObject *stack, PyObject *top, args_t args, Py_ssize_t total, PyObject *target, PyObject *plan)
{
    values_t values = {.n = 0};
    below_t below;
    int failed = 1;
    values.values = values.room + 1;
    Wrapped *data = (Wrapped *)Py_NewRef((PyObject *)functional_of(target, top)); /* before anything else can run */
    if (go_below(&below, stack, top, included(), excluded()) < 0) {
        Py_DECREF(data);
        return NULL;
    }
    if (take_values(&values, args.values, total, top) == 0) {
        PyObject *value =
            PyObject_Vectorcall(PyTuple_GET_ITEM(plan, 1), values.values, (size_t)args.n_positional, args.kwnames);
        failed = value == NULL || store_value(data, value, PyTuple_GET_ITEM(plan, 2)) < 0;
        Py_XDECREF(value);
    }
    Py_DECREF(data);
    failed |= come_back(&below) < 0;
    values_release(&values);
    return failed ? NULL : Py_NewRef(target);
}

/* A write in place to the first argument: see writes._in_place.  0: Python has to look. */
static int
call_write(PyObject *stack, PyObject *top, args_t args, PyObject *plan, PyObject **result)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    int found = 0, others = 0;
    if (args.n_positional == 0 || n > MOST_VALUES || !is_tensor(args.values[0]) ||
        functional_of(args.values[0], top) == NULL || look(args.values + 1, n - 1, top, 0, &found, &others) < 0)
        return 0;
    *result = compute_and_store(stack, top, args, n, args.values[0], plan);
    return 1;
}

/* Is a result computed in the dtype of what it is stored in, without being told? */
static int
computes_in_dtype(PyObject *operand, PyObject *target)
{
    shown_t one, other;
    return show_tensor(operand, &one) && show_tensor(target, &other) &&
           PyArray_DESCR(one.array) == PyArray_DESCR(other.array) &&
           (PyArray_ISFLOAT(one.array) || PyArray_ISCOMPLEX(one.array));
}

/* A call with `out`: see writes._general.  0: Python has to look. */
static int
call_out(PyObject *stack, PyObject *top, args_t args, PyObject *plan, PyObject **result)
{
    Py_ssize_t n = args.n_positional;
    int found = 0, others = 0;
    if (n == 0 || n >= MOST_VALUES || args.kwnames == NULL || PyTuple_GET_SIZE(args.kwnames) != 1 ||
        PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(args.kwnames, 0), "out") != 0 || !is_tensor(args.values[0]) ||
        !is_tensor(args.values[n]) || look(args.values, n, top, 0, &found, &others) < 0)
        return 0;
    const Wrapped *first = functional_of(args.values[0], top), *target = functional_of(args.values[n], top);
    if (first == NULL || target == NULL || !computes_in_dtype(first->inner, target->inner))
        return 0;
    args.kwnames = NULL;
    *result = compute_and_store(stack, top, args, n + 1, args.values[n], plan);
    return 1;
}

/* A call inside of functionalize.  0: Python has to look; else `result` is set. */
int
call_functional(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    PyObject *plan = op->functional;
    if (plan == NULL || !hot.functional_in_c || !PyTuple_CheckExact(plan) || PyTuple_GET_SIZE(plan) != 3)
        return 0;
    int done = 0;
    Py_INCREF(plan);
    switch (PyLong_AsLong(PyTuple_GET_ITEM(plan, 0))) {
    case FUNCTIONAL_PLAIN:
        done = call_plain(op, stack, top, args, result);
        break;
    case FUNCTIONAL_VIEW:
        done = call_view(op, stack, top, args, 0, result);
        break;
    case FUNCTIONAL_DETACH:
        done = call_view(op, stack, top, args, 1, result);
        break;
    case FUNCTIONAL_BECOME:
        done = call_become(stack, top, args, plan, result);
        break;
    case FUNCTIONAL_WRITE:
        done = call_write(stack, top, args, plan, result);
        break;
    case FUNCTIONAL_OUT:
        done = call_out(stack, top, args, plan, result);
        break;
    case FUNCTIONAL_PARTS:
        *result = PyObject_Vectorcall(PyTuple_GET_ITEM(plan, 1), args.values, (size_t)args.n_positional, args.kwnames);
        done = 1;
        break;
    default:
        PyErr_Clear();
    }
    Py_DECREF(plan);
    return done;
}
