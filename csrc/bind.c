/* Binding arguments: keywords, conversions, defaults in between, and boxes for hooks. */
#include "hot.h"

int
fits_list(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys)
{
    if (!PyList_CheckExact(value))
        return 0;
    /* A key function may change the list: read its size each time and hold a reference to the item. */
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(value); i++) {
        PyObject *item = PyList_GET_ITEM(value, i);
        if (item == Py_None && (kind & OPTIONAL_ELEMENT))
            continue;
        Py_INCREF(item);
        int ok = fits(kind & KIND_BASE, exact, item, keys);
        Py_DECREF(item);
        if (ok <= 0)
            return ok;
    }
    return 1;
}

/* ---- converting ---- */

static int convert_list(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys, PyObject **out);

/* Like `fits`, but may convert: 1: fits unchanged; 2: converted, new object in `out`; 0: refused; -1: error. */
int
convert(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys, PyObject **out)
{
    int ok = fits(kind, exact, value, keys);
    if (ok != 0)
        return ok;
    if (kind & LIST)
        return convert_list(kind, exact, value, keys, out);
    if ((kind & KIND_BASE) == KIND_FLOAT && PyLong_CheckExact(value)) {
        int overflow;
        long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
        if (overflow != 0 || number < -(1LL << 53) || number > 1LL << 53)
            return 0;
        *out = PyFloat_FromDouble((double)number);
        return *out == NULL ? -1 : 2;
    }
    return 0;
}

static int
convert_list(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys, PyObject **out)
{
    int ok = fits_list(kind, exact, value, keys);
    if (ok != 0)
        return ok;
    PyObject *list;
    if (PyList_Check(value) || PyTuple_Check(value)) {
        list = PySequence_List(value);
    }
    else {
        ok = (kind & SINGLE) ? fits(kind & KIND_BASE, exact, value, keys) : 0;
        if (ok <= 0)
            return ok;
        list = PyList_New(1);
        if (list != NULL)
            PyList_SET_ITEM(list, 0, Py_NewRef(value));
    }
    if (list == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyObject *item = PyList_GET_ITEM(list, i), *fresh = NULL;
        if (item == Py_None && (kind & OPTIONAL_ELEMENT))
            continue;
        Py_INCREF(item);
        ok = convert(kind & KIND_BASE, exact, item, keys, &fresh);
        Py_DECREF(item);
        if (ok <= 0) {
            Py_DECREF(list);
            return ok;
        }
        if (ok == 2 && PyList_SetItem(list, i, fresh) < 0) {
            Py_DECREF(list);
            return -1;
        }
    }
    *out = list;
    return 2;
}

/* ---- placing keywords and conversions ---- */

void
bound_release(bound_t *bound)
{
    for (Py_ssize_t i = 0; i < bound->n_owned; i++)
        Py_DECREF(bound->owned[i]);
    Py_CLEAR(bound->kwnames);
    bound->n_owned = 0;
}

static Py_ssize_t
find_name(const Signature *sig, PyObject *name)
{
    for (Py_ssize_t i = 0; i < sig->n_args; i++) {
        if (PyTuple_GET_ITEM(sig->names, i) == name)
            return i;
    }
    for (Py_ssize_t i = 0; i < sig->n_args; i++) {
        if (PyUnicode_Compare(PyTuple_GET_ITEM(sig->names, i), name) == 0)
            return i;
    }
    return -1;
}

/* Put one value at its place, converted.  1: done; 0: refused; -1: error. */
static int
place(const Signature *sig, Py_ssize_t i, PyObject *value, keys_t *keys, bound_t *bound)
{
    PyObject *fresh = NULL;
    int ok = convert(sig->kinds[i], PyTuple_GET_ITEM(sig->exact, i), value, keys, &fresh);
    if (ok <= 0)
        return ok;
    if (ok == 2)
        bound->owned[bound->n_owned++] = value = fresh;
    bound->values[i] = value;
    return 1;
}

/* A default goes to the kernel only when a later positional argument was given by name. */
int
fill_hole(const Signature *sig, Py_ssize_t i, bound_t *bound)
{
    PyObject *value = PyTuple_GET_ITEM(sig->defaults, i);
    if (PyList_CheckExact(value)) {
        value = PySequence_List(value);
        if (value == NULL)
            return -1;
        bound->owned[bound->n_owned++] = value;
    }
    bound->values[i] = value;
    return 0;
}

/* Move the kwarg-only values behind the positional ones, with their names. */
static int
gather_keywords(const Signature *sig, args_t args, Py_ssize_t n_positional, Py_ssize_t n_keywords, bound_t *bound)
{
    bound->args = (args_t){bound->values, n_positional, NULL};
    if (n_keywords == 0)
        return 0;
    bound->kwnames = PyTuple_New(n_keywords);
    if (bound->kwnames == NULL)
        return -1;
    PyObject *gathered[MAX_ARGS];
    Py_ssize_t n = 0;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(args.kwnames); k++) {
        Py_ssize_t i = find_name(sig, PyTuple_GET_ITEM(args.kwnames, k));
        if (i < sig->n_positional)
            continue;
        PyTuple_SET_ITEM(bound->kwnames, n, Py_NewRef(PyTuple_GET_ITEM(sig->names, i)));
        gathered[n++] = bound->values[i];
    }
    memcpy(&bound->values[n_positional], gathered, (size_t)n * sizeof(PyObject *));
    bound->args.kwnames = bound->kwnames;
    return 0;
}

/* 1: bound; 0: refused, the `bind` hook decides; -1: error. */
int
bind_all(const Signature *sig, args_t args, keys_t *keys, bound_t *bound)
{
    Py_ssize_t n = args.n_positional, n_keywords = 0, last = n;
    if (n > sig->n_positional || sig->n_args > MAX_ARGS)
        return 0;
    uint64_t seen = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    for (Py_ssize_t i = 0; i < n; i++) {
        int ok = place(sig, i, args.values[i], keys, bound);
        if (ok <= 0)
            return ok;
    }
    Py_ssize_t n_names = args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames);
    for (Py_ssize_t k = 0; k < n_names; k++) {
        Py_ssize_t i = find_name(sig, PyTuple_GET_ITEM(args.kwnames, k));
        if (i < 0 || (seen >> i & 1))
            return 0;
        seen |= UINT64_C(1) << i;
        int ok = place(sig, i, args.values[n + k], keys, bound);
        if (ok <= 0)
            return ok;
        if (i >= sig->n_positional)
            n_keywords++;
        else if (i >= last)
            last = i + 1;
    }
    if (sig->required & ~seen)
        return 0;
    for (Py_ssize_t i = n; i < last; i++) {
        if (!(seen >> i & 1) && fill_hole(sig, i, bound) < 0)
            return -1;
    }
    return gather_keywords(sig, args, last, n_keywords, bound) < 0 ? -1 : 1;
}

/* ---- boxing: for hooks and boxed fallbacks ---- */

PyObject *
box_positional(args_t args)
{
    PyObject *tuple = PyTuple_New(args.n_positional);
    for (Py_ssize_t i = 0; tuple != NULL && i < args.n_positional; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(args.values[i]));
    return tuple;
}

PyObject *
box_keywords(args_t args)
{
    PyObject *dict = PyDict_New();
    Py_ssize_t n = args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames);
    for (Py_ssize_t k = 0; dict != NULL && k < n; k++) {
        if (PyDict_SetItem(dict, PyTuple_GET_ITEM(args.kwnames, k), args.values[args.n_positional + k]) < 0)
            Py_CLEAR(dict);
    }
    return dict;
}

/* hook(op, [middle,] args, kwargs) */
PyObject *
call_boxed(PyObject *hook, Op *op, PyObject *middle, args_t args)
{
    Py_INCREF(hook); /* the hook may be replaced while it runs */
    PyObject *result = NULL, *positional = box_positional(args);
    PyObject *keywords = positional == NULL ? NULL : box_keywords(args);
    if (keywords != NULL && Py_EnterRecursiveCall(" in a wye hook") == 0) {
        PyObject *all[4] = {(PyObject *)op, middle, positional, keywords};
        if (middle == NULL) {
            all[1] = positional;
            all[2] = keywords;
        }
        result = PyObject_Vectorcall(hook, all, middle == NULL ? 3 : 4, NULL);
        Py_LeaveRecursiveCall();
    }
    Py_XDECREF(positional);
    Py_XDECREF(keywords);
    Py_DECREF(hook);
    return result;
}

/* ---- the `bind` hook ---- */

/* The keys of the items of a list that the hook made.  -1: error. */
static int
collect_list_keys(PyObject *value, keys_t *keys)
{
    if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value))
        return 0;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *item = Py_NewRef(PySequence_Fast_GET_ITEM(value, i));
        int ok = item == Py_None ? 0 : add_keys(item, keys);
        Py_DECREF(item);
        if (ok < 0)
            return -1;
    }
    return 0;
}

/* The keys of arguments that are known to fit. */
int
collect_keys(const Signature *sig, PyObject *positional, PyObject *keywords, keys_t *keys)
{
    for (Py_ssize_t i = 0; i < sig->n_args; i++) {
        if ((sig->kinds[i] & KIND_BASE) != KIND_TENSOR && (sig->kinds[i] & KIND_BASE) != KIND_OPERAND)
            continue;
        PyObject *value = i < sig->n_positional && i < PyTuple_GET_SIZE(positional)
                              ? PyTuple_GET_ITEM(positional, i)
                              : PyDict_GetItemWithError(keywords, PyTuple_GET_ITEM(sig->names, i));
        if (value == NULL && PyErr_Occurred())
            return -1;
        if (value == NULL || value == Py_None)
            continue;
        Py_INCREF(value);
        int ok = (sig->kinds[i] & LIST) ? collect_list_keys(value, keys) : add_keys(value, keys);
        Py_DECREF(value);
        if (ok < 0)
            return -1;
    }
    return 0;
}

/* ---- what the hook binds ---- */

void
unboxed_release(unboxed_t *unboxed)
{
    Py_ssize_t n = unboxed->kwnames == NULL ? 0 : PyTuple_GET_SIZE(unboxed->kwnames);
    for (Py_ssize_t i = 0; i < n; i++)
        Py_XDECREF(unboxed->values[unboxed->args.n_positional + i]);
    Py_XDECREF(unboxed->kwnames);
    PyMem_Free(unboxed->values);
}

/* -1: an error is set, and there is nothing to release. */
int
unbox(PyObject *positional, PyObject *keywords, unboxed_t *unboxed)
{
    Py_ssize_t n = PyTuple_GET_SIZE(positional), n_keywords = PyDict_GET_SIZE(keywords), k = 0;
    PyObject **values = PyMem_Calloc((size_t)(n + n_keywords + 1), sizeof(PyObject *));
    PyObject *kwnames = n_keywords == 0 ? NULL : PyTuple_New(n_keywords);
    *unboxed = (unboxed_t){values, kwnames, {values, n, kwnames}};
    if (values == NULL || (n_keywords != 0 && kwnames == NULL)) {
        Py_XDECREF(kwnames);
        PyMem_Free(values);
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        values[i] = PyTuple_GET_ITEM(positional, i);
    PyObject *name, *value;
    int are_names = 1;
    for (Py_ssize_t position = 0; k < n_keywords && PyDict_Next(keywords, &position, &name, &value); k++) {
        PyTuple_SET_ITEM(kwnames, k, Py_NewRef(name));
        values[n + k] = Py_NewRef(value);
        are_names &= PyUnicode_Check(name);
    }
    if (k == n_keywords && are_names)
        return 0;
    for (; k < n_keywords; k++) /* a tuple has no NULL items */
        PyTuple_SET_ITEM(kwnames, k, Py_NewRef(Py_None));
    unboxed_release(unboxed);
    PyErr_SetString(PyExc_TypeError, "keywords must be strings");
    return -1;
}

/* Ask the `bind` hook, which returns a tuple and a dict in `bound`, a new reference: 0.  1: it returns a function in a
 * tuple, which the operator and its arguments go to instead of a kernel.  -1: error. */
int
ask_bind(Op *op, args_t args, PyObject **bound)
{
    if (hot.bind == NULL) {
        PyErr_SetString(PyExc_TypeError, "the arguments do not fit");
        return -1;
    }
    *bound = call_boxed(hot.bind, op, NULL, args);
    if (*bound == NULL)
        return -1;
    if (PyTuple_CheckExact(*bound) && PyTuple_GET_SIZE(*bound) == 2 &&
        PyTuple_CheckExact(PyTuple_GET_ITEM(*bound, 0)) && PyDict_CheckExact(PyTuple_GET_ITEM(*bound, 1)))
        return 0;
    if (PyTuple_CheckExact(*bound) && PyTuple_GET_SIZE(*bound) == 1)
        return 1;
    PyErr_SetString(PyExc_TypeError, "the bind hook must return a tuple and a dict");
    Py_CLEAR(*bound);
    return -1;
}
