/* How function transforms begin and end, where their arguments are tensors and no trees of them.
 *
 * Everything else is Python's, which is the twin: transforms/vmap.py, transforms/gradients.py.
 */
#include "levels.h"

/* Values that are not trees: they are handed on as they are. */
static int
is_leaf(PyObject *value)
{
    return value == Py_None || PyLong_CheckExact(value) || PyFloat_CheckExact(value) || PyBool_Check(value) ||
           PyUnicode_CheckExact(value);
}

/* The stack of this thread; a new reference. */
static PyObject *
stack_of_thread(void)
{
    PyObject *stack = hot.level_thread == NULL ? NULL : PyObject_GetAttr(hot.level_thread, hot.level_stack);
    if (stack != NULL && !PyList_CheckExact(stack))
        Py_CLEAR(stack);
    if (stack == NULL && !PyErr_Occurred())
        PyErr_SetString(PyExc_RuntimeError, "function transforms are not loaded: import wye.transforms first");
    return stack;
}

static Level *
level_new(PyTypeObject *type, PyObject *stack)
{
    Level *level = (Level *)type->tp_alloc(type, 0);
    if (level != NULL) {
        level->stack = Py_NewRef(stack);
        level->level = PyList_GET_SIZE(stack) + 1;
        level->grad_mode = !records_nothing;
        level->is_running = 1;
    }
    return level;
}

/* Call a function with a level on the stack. */
static PyObject *
run_at(Level *level, PyObject *func, const values_t *values, PyObject *kwargs)
{
    PyObject *stack = Py_NewRef(level->stack), *result = NULL;
    keys_t include = included(), exclude = excluded();
    if (PyList_Append(stack, (PyObject *)level) == 0) {
        set_thread_keys((keys_t){include.lo | hot.level_keys.lo, include.hi | hot.level_keys.hi},
                        (keys_t){exclude.lo & ~hot.level_counted.lo, exclude.hi & ~hot.level_counted.hi});
        result = PyObject_VectorcallDict(func, values->values, (size_t)values->n, kwargs);
        set_thread_keys(include, exclude);
        PyObject *type = NULL, *value = NULL, *traceback = NULL;
        if (result == NULL)
            PyErr_Fetch(&type, &value, &traceback);
        level->is_running = 0;
        Py_ssize_t n = PyList_GET_SIZE(stack);
        if (n > 0 && PyList_SetSlice(stack, n - 1, n, NULL) < 0)
            Py_CLEAR(result);
        if (type != NULL)
            PyErr_Restore(type, value, traceback);
    }
    Py_DECREF(stack);
    return result;
}

/* ---- vmap ---- */

/* The batch dimension of an argument: -1 for None, -2: Python has to look. */
static Py_ssize_t
dim_of(PyObject *in_dims, Py_ssize_t place)
{
    PyObject *dim = PyTuple_CheckExact(in_dims) ? PyTuple_GET_ITEM(in_dims, place) : in_dims;
    if (dim == Py_None)
        return -1;
    if (!PyLong_CheckExact(dim))
        return -2;
    int overflow;
    long number = PyLong_AsLongAndOverflow(dim, &overflow);
    return overflow != 0 || number < 0 ? -2 : number;
}

/* The size of the batch; -1: Python has to look. */
static npy_intp
batch_size(PyObject *in_dims, PyObject *args)
{
    Py_ssize_t n = PyTuple_GET_SIZE(args);
    npy_intp size = -1;
    if (n > MOST_VALUES || (PyTuple_CheckExact(in_dims) && PyTuple_GET_SIZE(in_dims) != n))
        return -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *arg = PyTuple_GET_ITEM(args, i);
        Py_ssize_t dim = dim_of(in_dims, i);
        shown_t shown;
        if (dim == -1 && (is_leaf(arg) || Py_TYPE(arg) == hot.plain_type))
            continue;
        if (dim < 0 || Py_TYPE(arg) != hot.plain_type || !show_tensor(arg, &shown) || dim >= shown.ndim ||
            (size >= 0 && size != shown.sizes[dim]))
            return -1;
        size = shown.sizes[dim];
    }
    return size;
}

/* The tensor inside, if it is a batched one of the level with its batch dimension there; borrowed. */
static PyObject *
inside(PyObject *value, const Level *level, Py_ssize_t dim)
{
    const Wrapped *data = Py_TYPE(value) == hot.plain_type ? wrapped_as(value, hot.batched_array) : NULL;
    return data != NULL && data->level == level->level && data->dim == dim ? data->inner : NULL;
}

/* The outputs with their batch dimensions, one tensor or a tuple of them; NULL without an error: Python has to look. */
static PyObject *
unwrapped_outputs(PyObject *result, const Level *level, Py_ssize_t dim)
{
    if (!PyTuple_CheckExact(result))
        return Py_XNewRef(inside(result, level, dim));
    Py_ssize_t n = PyTuple_GET_SIZE(result);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (inside(PyTuple_GET_ITEM(result, i), level, dim) == NULL)
            return NULL;
    }
    PyObject *made = PyTuple_New(n);
    for (Py_ssize_t i = 0; made != NULL && i < n; i++)
        PyTuple_SET_ITEM(made, i, Py_NewRef(inside(PyTuple_GET_ITEM(result, i), level, dim)));
    return made;
}

/* run_vmap(func, in_dims, out_dims, randomness, args, kwargs): see vmap.py. */
PyObject *
hot_run_vmap(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 6 || !PyTuple_CheckExact(args[4]) || !PyDict_CheckExact(args[5]) || hot.map_trees == NULL) {
        PyErr_SetString(PyExc_TypeError, "run_vmap() takes a function, in_dims, out_dims, randomness, args and kwargs");
        return NULL;
    }
    PyObject *func = args[0], *given = args[4];
    npy_intp size = batch_size(args[1], given);
    if (size < 0)
        return PyObject_Vectorcall(hot.map_trees, args, 6, NULL);
    PyObject *stack = stack_of_thread();
    Level *level = stack == NULL ? NULL : level_new(hot.vmap_level, stack);
    Py_XDECREF(stack);
    if (level == NULL)
        return NULL;
    level->batch_size = size;
    level->randomness = Py_NewRef(args[3]);
    values_t values = {.n = 0};
    values.values = values.room + 1;
    PyObject *result = NULL, *made = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(given); i++) {
        PyObject *arg = PyTuple_GET_ITEM(given, i);
        Py_ssize_t dim = dim_of(args[1], i);
        PyObject *wrapped = dim < 0 ? Py_NewRef(arg) : wrap_tensor(arg, (PyObject *)level, dim);
        if (wrapped == NULL)
            goto done;
        values.values[values.n++] = wrapped;
    }
    result = run_at(level, func, &values, PyDict_GET_SIZE(args[5]) == 0 ? NULL : args[5]);
    if (result == NULL)
        goto done;
    made = unwrapped_outputs(result, level, dim_of(args[2], 0));
    if (made == NULL && !PyErr_Occurred())
        made = PyObject_CallFunction(hot.unwrap_trees, "OOOnn", func, result, args[2], level->level, size);
done:
    Py_XDECREF(result);
    values_release(&values);
    Py_DECREF(level);
    return made;
}

/* ---- grad ---- */

/* Is the level of a gradient to be run without Python?  Nothing unusual may be going on. */
static int
is_usual(void)
{
    return hot.add_gradients != NULL && hot.ones_like_op != NULL &&
           !(careful_process | (careful_thread & ~CAREFUL_LEVEL)) && !records_nothing && !in_inference() &&
           !(included().lo & hot.handler_keys.lo);
}

/* May gradients for it be computed? */
static int
may_be_tracked(PyObject *value)
{
    shown_t shown;
    if (Py_TYPE(value) != hot.plain_type || !show_tensor(value, &shown))
        return 0;
    int type = PyArray_TYPE(shown.array);
    return type == NPY_FLOAT || type == NPY_DOUBLE;
}

/* The bits of the arguments that gradients are computed for, NULL: all of them; 0: Python has to look. */
static unsigned
read_argnums(PyObject *argnums, PyObject *args)
{
    Py_ssize_t n = PyTuple_GET_SIZE(args), count = argnums == NULL               ? n
                                                   : PyTuple_CheckExact(argnums) ? PyTuple_GET_SIZE(argnums)
                                                                                 : 1;
    unsigned chosen = 0;
    if (n > MOST_VALUES)
        return 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = PyTuple_GET_ITEM(args, i);
        shown_t shown;
        if (!is_leaf(value) && (Py_TYPE(value) != hot.plain_type || !show_tensor(value, &shown)))
            return 0;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_ssize_t place = argnums == NULL ? i : dim_of(argnums, i);
        if (place < 0 || place >= n || (chosen >> place & 1) || !may_be_tracked(PyTuple_GET_ITEM(args, place)))
            return 0;
        chosen |= 1u << place;
    }
    return chosen;
}

/* Call a function with tensors of a new level, some of which are tracked. */
static PyObject *
run_tracked(PyObject *func, PyObject *args, PyObject *kwargs, unsigned chosen, Level **made, values_t *mine)
{
    PyObject *stack = stack_of_thread(), *result = NULL;
    Level *level = *made = stack == NULL ? NULL : level_new(hot.grad_level, stack);
    Py_XDECREF(stack);
    if (level == NULL)
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); i++) {
        PyObject *arg = PyTuple_GET_ITEM(args, i);
        PyObject *wrapped = is_leaf(arg) ? Py_NewRef(arg) : wrap_tensor(arg, (PyObject *)level, 0);
        if (wrapped == NULL)
            return NULL;
        if (chosen >> i & 1)
            ((TensorBase *)wrapped)->keys.lo |= REQUIRES_GRAD;
        mine->values[mine->n++] = wrapped;
    }
    /* Hooks on what is saved are refused inside. */
    PyObject *hooks = Py_NewRef(hot.saved_hooks), *before = PyObject_GetAttrString(hooks, "forbidden");
    if (before != NULL && PyObject_SetAttrString(hooks, "forbidden", hot.no_hooks) == 0) {
        result = run_at(level, func, mine, kwargs);
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        if (PyObject_SetAttrString(hooks, "forbidden", before) < 0)
            Py_CLEAR(result);
        if (type != NULL)
            PyErr_Restore(type, value, traceback);
    }
    Py_XDECREF(before);
    Py_DECREF(hooks);
    return result;
}

/* A tensor of a level, or one that was never part of it, as the level below has it; a new reference. */
static PyObject *
left(PyObject *tensor, const Level *level)
{
    const Wrapped *data = wrapped_as(tensor, hot.grad_array);
    return Py_XNewRef(data != NULL && data->owner == (PyObject *)level ? data->inner : tensor);
}

/* An edge as run_backward() takes it. */
static PyObject *
edge_pair(PyObject *tensor)
{
    edge_t edge;
    int found = edge_of_tensor(tensor, &edge);
    if (found < 0)
        return NULL;
    PyObject *pair = Py_BuildValue("(On)", found == 0 || edge.node == NULL ? Py_None : edge.node, edge.number);
    if (found > 0)
        Py_XDECREF(edge.node);
    return pair;
}

static PyObject *
gradients_of(PyObject *output, PyObject *start, const values_t *mine, unsigned chosen)
{
    PyObject *roots = NULL, *grads = NULL, *ends = PyList_New(0), *found = NULL, *pair = edge_pair(output);
    if (pair != NULL && ends != NULL) {
        roots = PyTuple_Pack(1, pair);
        grads = PyTuple_Pack(1, start);
    }
    Py_XDECREF(pair);
    int failed = roots == NULL || grads == NULL;
    for (Py_ssize_t i = 0; !failed && i < mine->n; i++) {
        if (!(chosen >> i & 1))
            continue;
        pair = edge_pair(mine->values[i]);
        failed = pair == NULL || PyList_Append(ends, pair) < 0;
        Py_XDECREF(pair);
    }
    if (!failed) {
        PyObject *given[6] = {roots, grads, Py_False, Py_True, ends, Py_False};
        found = hot_run_backward(NULL, given, 6);
    }
    Py_XDECREF(roots);
    Py_XDECREF(grads);
    Py_XDECREF(ends);
    return found;
}

/* The gradients of a function's value; NULL without an error: Python has to look at the value. */
static PyObject *
differentiated(PyObject *output, const Level *level, const values_t *mine, unsigned chosen, PyObject *args)
{
    shown_t shown;
    if (Py_TYPE(output) != hot.plain_type || !requires_grad((TensorBase *)output) || !show_tensor(output, &shown) ||
        shown.ndim != 0 || (PyArray_TYPE(shown.array) != NPY_FLOAT && PyArray_TYPE(shown.array) != NPY_DOUBLE))
        return NULL;
    PyObject *value = left(output, level), *start = NULL, *found = NULL;
    if (value != NULL)
        start = PyObject_CallOneArg(hot.ones_like_op, value);
    if (start != NULL)
        found = gradients_of(output, start, mine, chosen);
    Py_XDECREF(value);
    Py_XDECREF(start);
    for (Py_ssize_t i = 0, k = 0; found != NULL && i < mine->n; i++) {
        if (!(chosen >> i & 1))
            continue;
        PyObject *one = PyList_GET_ITEM(found, k);
        PyObject *made = one == Py_None   ? PyObject_CallOneArg(hot.zeros_like_op, PyTuple_GET_ITEM(args, i))
                         : is_tensor(one) ? left(one, level)
                                          : Py_NewRef(one);
        if (made == NULL)
            Py_CLEAR(found);
        else
            PyList_SetItem(found, k++, made);
    }
    return found;
}

/* The chosen wrappers of a level, as a list. */
static PyObject *
chosen_of(const values_t *mine, unsigned chosen)
{
    PyObject *list = PyList_New(0);
    for (Py_ssize_t i = 0; list != NULL && i < mine->n; i++) {
        if ((chosen >> i & 1) && PyList_Append(list, mine->values[i]) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* run_grad(func, argnums, args, kwargs, with_value): see gradients.py. */
PyObject *
hot_run_grad(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 5 || !PyTuple_CheckExact(args[2]) || !PyDict_CheckExact(args[3]) || hot.grad_trees == NULL) {
        PyErr_SetString(PyExc_TypeError, "run_grad() takes a function, argnums, args, kwargs and a bool");
        return NULL;
    }
    int is_tuple = PyTuple_CheckExact(args[1]), with_value = args[4] == Py_True;
    unsigned chosen = is_usual() && PyDict_GET_SIZE(args[3]) == 0 ? read_argnums(args[1], args[2]) : 0;
    if (is_tuple) { /* in the order in which they were chosen */
        for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(args[1]); i++) {
            if (dim_of(args[1], i) < dim_of(args[1], i - 1))
                chosen = 0;
        }
    }
    if (chosen == 0)
        return PyObject_Vectorcall(hot.grad_trees, args, 5, NULL);
    Level *level;
    values_t mine = {.n = 0};
    mine.values = mine.room + 1;
    PyObject *output = run_tracked(args[0], args[2], NULL, chosen, &level, &mine), *made = NULL, *value = NULL;
    PyObject *found = output == NULL ? NULL : differentiated(output, level, &mine, chosen, args[2]);
    if (found == NULL && output != NULL && !PyErr_Occurred()) {
        PyObject *inputs = chosen_of(&mine, chosen);
        if (inputs != NULL)
            found = PyObject_CallFunctionObjArgs(hot.finish_grad, (PyObject *)level, output, inputs, NULL);
        Py_XDECREF(inputs);
        if (found != NULL && !PyList_CheckExact(found)) {
            PyErr_SetString(PyExc_TypeError, "gradients are given as a list");
            Py_CLEAR(found);
        }
    }
    if (found != NULL && !is_tuple && PyList_GET_SIZE(found) == 1)
        made = Py_NewRef(PyList_GET_ITEM(found, 0));
    else if (found != NULL)
        made = PyList_AsTuple(found);
    if (made != NULL && with_value) {
        value = left(output, level);
        Py_SETREF(made, value == NULL ? NULL : PyTuple_Pack(2, made, value));
        Py_XDECREF(value);
    }
    Py_XDECREF(found);
    Py_XDECREF(output);
    values_release(&mine);
    Py_XDECREF(level);
    return made;
}

/* run_at_level(func, args): its level, the tensors of it that were given and the result; None: Python has to do it. */
PyObject *
hot_run_at_level(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !PyTuple_CheckExact(args[1])) {
        PyErr_SetString(PyExc_TypeError, "run_at_level() takes a function and a tuple of arguments");
        return NULL;
    }
    unsigned chosen = is_usual() ? read_argnums(NULL, args[1]) : 0;
    if (chosen == 0)
        Py_RETURN_NONE;
    Level *level;
    values_t mine = {.n = 0};
    mine.values = mine.room + 1;
    PyObject *output = run_tracked(args[0], args[1], NULL, chosen, &level, &mine);
    PyObject *inputs = output == NULL ? NULL : chosen_of(&mine, chosen);
    PyObject *made = inputs == NULL ? NULL : PyTuple_Pack(3, (PyObject *)level, inputs, output);
    Py_XDECREF(inputs);
    Py_XDECREF(output);
    values_release(&mine);
    Py_XDECREF(level);
    return made;
}

/* configure_entries(map_trees, unwrap_trees, grad_trees, finish_grad, hooks, no_hooks, ones_like, zeros_like) */
PyObject *
hot_configure_entries(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    PyObject **places[] = {&hot.map_trees,   &hot.unwrap_trees, &hot.grad_trees,   &hot.finish_grad,
                           &hot.saved_hooks, &hot.no_hooks,     &hot.ones_like_op, &hot.zeros_like_op};
    if (nargs > 8) {
        PyErr_SetString(PyExc_TypeError, "configure_entries() takes at most eight arguments");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < nargs; i++) {
        if (args[i] != Py_None)
            Py_XSETREF(*places[i], Py_NewRef(args[i]));
    }
    Py_RETURN_NONE;
}
