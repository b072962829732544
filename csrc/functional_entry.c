/* How `functionalize` begins and ends, where its arguments are tensors and no trees of them.
 *
 * Everything else is Python's, which is the twin: transforms/functional_level.py.
 */
#include "functional.h"

/* A new level, on top of the stack of this thread. */
static Level *
new_level(PyObject *stack, PyObject *copies)
{
    Level *level = (Level *)hot.functional_level->tp_alloc(hot.functional_level, 0);
    PyObject *number = level == NULL ? NULL : PyLong_FromSsize_t(PyList_GET_SIZE(stack) + 1);
    if (number == NULL) {
        Py_XDECREF(level);
        return NULL;
    }
    level->stack = Py_NewRef(stack);
    level->level = PyList_GET_SIZE(stack) + 1;
    set_slot((PyObject *)level, functional_slots.level.copies, Py_NewRef(copies));
    set_slot((PyObject *)level, functional_slots.level.number, number);
    return level;
}

/* Count a layer that sees tensors which are made of numbers: `lifts` of the thread. */
static int
count_lifts(int change)
{
    PyObject *before = PyObject_GetAttr(hot.functional_thread, hot.name_lifts);
    long number = before == NULL ? -1 : PyLong_AsLong(before);
    Py_XDECREF(before);
    if (number == -1 && PyErr_Occurred())
        return -1;
    PyObject *after = PyLong_FromLong(number + change);
    int failed = after == NULL ? -1 : PyObject_SetAttr(hot.functional_thread, hot.name_lifts, after);
    Py_XDECREF(after);
    return failed;
}

/* Call a function at a level that stays on the stack meanwhile. */
static PyObject *
run_inside(Level *level, PyObject *func, const values_t *values)
{
    PyObject *stack = level->stack, *type = NULL, *value = NULL, *traceback = NULL;
    keys_t include = included(), exclude = excluded();
    if (PyList_Append(stack, (PyObject *)level) < 0)
        return NULL;
    set_thread_keys((keys_t){include.lo | hot.level_keys.lo, include.hi | hot.level_keys.hi},
                    (keys_t){exclude.lo & ~hot.level_counted.lo, exclude.hi & ~hot.level_counted.hi});
    PyObject *result = PyObject_Vectorcall(func, values->values, (size_t)values->n, NULL);
    set_thread_keys(include, exclude);
    if (result == NULL)
        PyErr_Fetch(&type, &value, &traceback);
    Py_ssize_t n = PyList_GET_SIZE(stack);
    if (n > 0 && PyList_SetSlice(stack, n - 1, n, NULL) < 0)
        Py_CLEAR(result);
    if (type != NULL)
        PyErr_Restore(type, value, traceback);
    return result;
}

/* Can the values in it be taken out here?  Tensors, and lists and tuples of tensors. */
static int
is_simple(PyObject *result)
{
    if (is_tensor(result))
        return 1;
    if (!PyTuple_CheckExact(result) && !PyList_CheckExact(result))
        return 0;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(result); i++) {
        if (!is_tensor(PySequence_Fast_GET_ITEM(result, i)))
            return 0;
    }
    return 1;
}

/* What a function returned, with values for functional tensors; steals `result`.  Runs below the level. */
static PyObject *
values_in(PyObject *result, PyObject *level)
{
    if (result == NULL)
        return NULL;
    PyObject *made = is_tensor(result)   ? functional_value(result, level)
                     : is_simple(result) ? functional_values(result, level)
                                         : PyObject_CallFunctionObjArgs(hot.unwrap_functionals, result, level, NULL);
    Py_DECREF(result);
    return made;
}

/* Copy what a function wrote to its arguments into them. */
static int
write_to_arguments(PyObject *args, const values_t *mine, PyObject *level)
{
    for (Py_ssize_t i = 0; i < mine->n; i++) {
        PyObject *before = PyTuple_GET_ITEM(args, i), *after = functional_value(mine->values[i], level);
        if (after == NULL)
            return -1;
        if (after != before) {
            PyObject *data = ((TensorBase *)mine->values[i])->data;
            PyObject *done = PyObject_CallFunctionObjArgs(hot.copy_functional, before, after, data, NULL);
            Py_XDECREF(done);
            if (done == NULL) {
                Py_DECREF(after);
                return -1;
            }
        }
        Py_DECREF(after);
    }
    return 0;
}

/* Bring the arguments up to date before anything is copied: one may be read for another. */
static int
update_arguments(const values_t *mine, PyObject *level)
{
    for (Py_ssize_t i = 0; i < mine->n; i++) {
        PyObject *value = functional_value(mine->values[i], level);
        if (value == NULL)
            return -1;
        Py_DECREF(value);
    }
    return 0;
}

/* Call a function with functional tensors, in a level of its own. */
static PyObject *
run_functionalized(PyObject *func, PyObject *copies, PyObject *args)
{
    values_t mine = {.n = 0};
    mine.values = mine.room + 1;
    PyObject *stack = PyObject_GetAttr(hot.level_thread, hot.level_stack), *result = NULL;
    if (stack != NULL && !PyList_CheckExact(stack))
        PyErr_SetString(PyExc_TypeError, "the stack of transforms is a list");
    Level *level = PyErr_Occurred() ? NULL : new_level(stack, copies);
    Py_XDECREF(stack);
    if (level == NULL)
        return NULL;
    PyObject *top = (PyObject *)level;
    int failed = 0;
    for (Py_ssize_t i = 0; !failed && i < PyTuple_GET_SIZE(args); i++) {
        PyObject *wrapped = wrap_value(PyTuple_GET_ITEM(args, i), top);
        failed = wrapped == NULL;
        if (!failed)
            mine.values[mine.n++] = wrapped;
    }
    if (!failed && count_lifts(1) == 0) {
        result = values_in(run_inside(level, func, &mine), top);
        if (result != NULL && update_arguments(&mine, top) < 0)
            Py_CLEAR(result);
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        if (count_lifts(-1) < 0)
            Py_CLEAR(result);
        if (type != NULL)
            PyErr_Restore(type, value, traceback);
        if (result != NULL && write_to_arguments(args, &mine, top) < 0)
            Py_CLEAR(result);
    }
    values_release(&mine);
    Py_DECREF(level);
    return result;
}

/* run_functional(func, copies, args, kwargs): see functional_level.functionalize. */
PyObject *
hot_run_functional(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 4 || !PyBool_Check(args[1]) || !PyTuple_CheckExact(args[2]) || !PyDict_CheckExact(args[3]) ||
        hot.functional_trees == NULL) {
        PyErr_SetString(PyExc_TypeError, "run_functional() takes a function, a bool, args and kwargs");
        return NULL;
    }
    Py_ssize_t n = PyTuple_GET_SIZE(args[2]);
    int is_usual = hot.functional_in_c && hot.level_thread != NULL && PyDict_GET_SIZE(args[3]) == 0 && n <= MOST_VALUES;
    for (Py_ssize_t i = 0; is_usual && i < n; i++)
        is_usual = Py_IS_TYPE(PyTuple_GET_ITEM(args[2], i), hot.plain_type);
    if (!is_usual)
        return PyObject_Vectorcall(hot.functional_trees, args, 4, NULL);
    return run_functionalized(args[0], args[1], args[2]);
}
