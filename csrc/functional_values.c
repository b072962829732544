/* Functional tensors and their values: what wraps a value, and how one that is out of date is computed again.
 * Calls are in functional.c.  Twin: wye/functionalization/wrapper.py and steps.py.
 */
#include "functional.h"
#include "arrays.h"

/* ---- functional tensors ---- */

static inline int
same_number(PyObject *a, PyObject *b)
{
    if (a == b || a == NULL || b == NULL)
        return a == b;
    return PyLong_CheckExact(a) && PyLong_CheckExact(b) && PyObject_RichCompareBool(a, b, Py_EQ) == 1;
}

/* A new array of a functional tensor: this value, at the end of these steps from its storage. */
PyObject *
functional_array(PyObject *inner, PyObject *level, PyObject *storage, PyObject *views)
{
    Wrapped *data = (Wrapped *)hot.functional_array->tp_alloc(hot.functional_array, 0);
    PyObject *zero = data == NULL ? NULL : PyLong_FromLong(0);
    if (zero == NULL) {
        Py_XDECREF(data);
        return NULL;
    }
    data->inner = Py_NewRef(inner);
    data->owner = Py_NewRef(level);
    data->level = ((Level *)level)->level;
    set_slot((PyObject *)data, functional_slots.array.storage, Py_NewRef(storage));
    set_slot((PyObject *)data, functional_slots.array.views, Py_NewRef(views));
    set_slot((PyObject *)data, functional_slots.array.new_metadata, Py_NewRef(Py_False));
    set_slot((PyObject *)data, functional_slots.array.new_storages, Py_NewRef(zero));
    set_slot((PyObject *)data, functional_slots.array.generation, zero);
    return (PyObject *)data;
}

PyObject *
functional_tensor(PyObject *array, PyObject *inner) /* steals `array` */
{
    keys_t keys = ((TensorBase *)inner)->keys;
    keys = (keys_t){((keys.lo & ~REQUIRES_GRAD) & ~hot.functional_removed.lo) | hot.functional_added.lo,
                    (keys.hi & ~hot.functional_removed.hi) | hot.functional_added.hi};
    return tensor_over(hot.plain_type, keys, array);
}

/* A value as the base of a new storage. */
PyObject *
wrap_value(PyObject *inner, PyObject *level)
{
    if (!is_plain_value(inner))
        return PyObject_CallFunctionObjArgs(hot.wrap_functional, inner, level, NULL);
    PyObject *storage = hot.functional_storage->tp_alloc(hot.functional_storage, 0);
    PyObject *none = PyTuple_New(0), *zero = PyLong_FromLong(0);
    PyObject *updates = PyList_New(0), *seen = PyList_New(0), *array = NULL;
    if (storage != NULL && none != NULL && zero != NULL && updates != NULL && seen != NULL) {
        set_slot(storage, functional_slots.storage.base, Py_NewRef(inner));
        set_slot(storage, functional_slots.storage.updates, Py_NewRef(updates));
        set_slot(storage, functional_slots.storage.views, Py_NewRef(seen));
        set_slot(storage, functional_slots.storage.generation, Py_NewRef(zero));
        set_slot(storage, functional_slots.storage.mutations, Py_NewRef(zero));
        set_slot(storage, functional_slots.storage.without_grad, Py_NewRef(zero));
        set_slot(storage, functional_slots.storage.hidden, Py_NewRef(zero));
        set_slot(storage, functional_slots.storage.frozen, Py_NewRef(Py_False));
        set_slot(storage, functional_slots.storage.first_nbytes, Py_NewRef(Py_None));
        array = functional_array(inner, level, storage, none);
    }
    Py_XDECREF(storage);
    Py_XDECREF(none);
    Py_XDECREF(zero);
    Py_XDECREF(updates);
    Py_XDECREF(seen);
    return array == NULL ? NULL : functional_tensor(array, inner);
}

/* The results of an operator, functional; steals `result`. */
PyObject *
wrap_values(PyObject *result, PyObject *level)
{
    PyObject *made;
    if (result == NULL)
        return NULL;
    if (is_tensor(result))
        made = wrap_value(result, level);
    else if (PyTuple_Check(result) || PyList_Check(result))
        made = PyObject_CallFunctionObjArgs(hot.wrap_functionals, level, result, NULL);
    else
        return result;
    Py_DECREF(result);
    return made;
}

/* ---- values that are out of date ---- */

/* The view of a base that a step leads to.  Runs below the level. */
PyObject *
step_forward(PyObject *step, PyObject *base)
{
    PyObject *args = Py_IS_TYPE(step, hot.functional_step) ? SLOT(step, functional_slots.step.args) : NULL;
    PyObject *kwargs = args == NULL ? NULL : SLOT(step, functional_slots.step.kwargs),
             *op = args == NULL ? NULL : SLOT(step, functional_slots.step.op);
    if (args == NULL || kwargs == NULL || op == NULL || !PyTuple_CheckExact(args) || !PyDict_CheckExact(kwargs) ||
        PyDict_GET_SIZE(kwargs) != 0 || PyTuple_GET_SIZE(args) >= MOST_VALUES ||
        SLOT(step, functional_slots.step.copies) != Py_False || SLOT(step, functional_slots.step.multi) != Py_False)
        return PyObject_CallMethodOneArg(step, hot.name_forward, base);
    PyObject *values[MOST_VALUES + 1] = {NULL, base};
    Py_ssize_t n = PyTuple_GET_SIZE(args);
    Py_INCREF(args);
    for (Py_ssize_t i = 0; i < n; i++)
        values[i + 2] = PyTuple_GET_ITEM(args, i);
    PyObject *result = PyObject_Vectorcall(op, values + 1, (size_t)(n + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    Py_DECREF(args);
    return result;
}

/* How an operator that is the inverse of a view is called: see declare.inverse_is. */
enum { INVERSE_OF_BASE = 1, INVERSE_TO_SHAPE, INVERSE_AGAIN };

/* What `_functional` of a step's operator says, if its inverse is one operator; borrowed. */
static PyObject *
plan_of_inverse(PyObject *step)
{
    PyObject *op = Py_IS_TYPE(step, hot.functional_step) ? SLOT(step, functional_slots.step.op) : NULL;
    PyObject *args = op == NULL ? NULL : SLOT(step, functional_slots.step.args),
             *kwargs = op == NULL ? NULL : SLOT(step, functional_slots.step.kwargs);
    if (args == NULL || kwargs == NULL || !PyTuple_CheckExact(args) || PyTuple_GET_SIZE(args) >= MOST_VALUES ||
        !PyDict_CheckExact(kwargs) || PyDict_GET_SIZE(kwargs) != 0 ||
        SLOT(step, functional_slots.step.copies) != Py_False || SLOT(step, functional_slots.step.multi) != Py_False ||
        !PyObject_TypeCheck(op, hot.op_type))
        return NULL;
    PyObject *plan = ((Op *)op)->functional;
    int fits = plan != NULL && PyTuple_CheckExact(plan) && PyTuple_GET_SIZE(plan) == 3 &&
               PyLong_AsLong(PyTuple_GET_ITEM(plan, 0)) == FUNCTIONAL_VIEW && PyTuple_GET_ITEM(plan, 1) != Py_None;
    return fits ? plan : NULL;
}

static PyObject *
sizes_in_list(const shown_t *shown)
{
    PyObject *list = PyList_New(shown->ndim);
    for (int i = 0; list != NULL && i < shown->ndim; i++) {
        PyObject *size = PyLong_FromSsize_t(shown->sizes[i]);
        if (size == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, size);
    }
    return list;
}

/* The base that would show `changed`, by one operator; NULL without an error: the step's rule has to say. */
static PyObject *
inverse_by_operator(PyObject *step, PyObject *base, PyObject *changed)
{
    PyObject *plan = plan_of_inverse(step), *values[MOST_VALUES + 3] = {NULL}, *shape = NULL;
    long how = plan == NULL ? 0 : PyLong_AsLong(PyTuple_GET_ITEM(plan, 2));
    shown_t shown;
    Py_ssize_t n = 1;
    if (plan == NULL || (how == INVERSE_TO_SHAPE && !show_tensor(base, &shown)))
        return NULL;
    if (how == INVERSE_TO_SHAPE && (shape = sizes_in_list(&shown)) == NULL)
        return NULL;
    PyObject *inverse = Py_NewRef(PyTuple_GET_ITEM(plan, 1)), *args = Py_NewRef(SLOT(step, functional_slots.step.args));
    if (how == INVERSE_OF_BASE)
        values[n++] = base;
    values[n++] = changed;
    if (shape != NULL)
        values[n++] = shape;
    for (Py_ssize_t i = 0; shape == NULL && i < PyTuple_GET_SIZE(args); i++)
        values[n++] = PyTuple_GET_ITEM(args, i);
    PyObject *result = PyObject_Vectorcall(inverse, values + 1, (size_t)(n - 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    Py_XDECREF(shape);
    Py_DECREF(args);
    Py_DECREF(inverse);
    return result;
}

PyObject *
step_inverse(PyObject *step, PyObject *base, PyObject *changed)
{
    PyObject *values[] = {step, base, changed}, *made = inverse_by_operator(step, base, changed);
    if (made != NULL || PyErr_Occurred())
        return made;
    return PyObject_VectorcallMethod(hot.name_inverse, values, 3, NULL);
}

/* Follow steps from a base, a new reference; NULL in `base` is an error that is there already. */
PyObject *
replay_steps(PyObject *base, PyObject *steps)
{
    for (Py_ssize_t i = 0; base != NULL && i < PyTuple_GET_SIZE(steps); i++)
        Py_SETREF(base, step_forward(PyTuple_GET_ITEM(steps, i), base));
    return base;
}

/* Bring a value up to date.  Runs below the level: see wrapper.regenerate. */
int
bring_up_to_date(Wrapped *data)
{
    PyObject *storage = storage_of_array(data), *views = SLOT(data, functional_slots.array.views);
    if (storage != NULL &&
        same_number(SLOT(data, functional_slots.array.generation), SLOT(storage, functional_slots.storage.generation)))
        return 0;
    PyObject *updates = storage == NULL ? NULL : SLOT(storage, functional_slots.storage.updates);
    PyObject *base = storage == NULL ? NULL : SLOT(storage, functional_slots.storage.base);
    if (updates == NULL || base == NULL || views == NULL || !PyTuple_CheckExact(views) || !PyList_CheckExact(updates) ||
        PyList_GET_SIZE(updates) != 0) {
        PyObject *done = PyObject_CallOneArg(hot.regenerate, (PyObject *)data);
        Py_XDECREF(done);
        return done == NULL ? -1 : 0;
    }
    Py_INCREF(storage);
    Py_INCREF(views);
    PyObject *value = replay_steps(Py_NewRef(base), views);
    if (value != NULL) {
        Py_XSETREF(data->inner, value);
        set_slot((PyObject *)data, functional_slots.array.generation,
                 Py_XNewRef(SLOT(storage, functional_slots.storage.generation)));
    }
    Py_DECREF(views);
    Py_DECREF(storage);
    return value == NULL ? -1 : 0;
}

/* The value of a functional tensor, up to date; other tensors as they are.  A new reference.  Runs below the level. */
PyObject *
functional_value(PyObject *tensor, PyObject *level)
{
    Wrapped *data = functional_of(tensor, level);
    if (data == NULL)
        return Py_NewRef(tensor);
    Py_INCREF(data);
    PyObject *value = bring_up_to_date(data) < 0 ? NULL : Py_XNewRef(data->inner);
    Py_DECREF(data);
    return value;
}

/* A list or tuple of arguments, with values for functional tensors. */
PyObject *
functional_values(PyObject *list, PyObject *level)
{
    int is_list = PyList_CheckExact(list);
    Py_ssize_t n = PySequence_Fast_GET_SIZE(list);
    PyObject *made = is_list ? PyList_New(n) : PyTuple_New(n);
    for (Py_ssize_t i = 0; made != NULL && i < n; i++) {
        if (i >= PySequence_Fast_GET_SIZE(list)) { /* somebody changed it meanwhile */
            PyErr_SetString(PyExc_RuntimeError, "a list of arguments changed during the call");
            Py_CLEAR(made);
            break;
        }
        PyObject *item = Py_NewRef(PySequence_Fast_GET_ITEM(list, i));
        if (is_tensor(item))
            Py_SETREF(item, functional_value(item, level));
        if (item == NULL)
            Py_CLEAR(made);
        else if (is_list)
            PyList_SET_ITEM(made, i, item);
        else
            PyTuple_SET_ITEM(made, i, item);
    }
    return made;
}
