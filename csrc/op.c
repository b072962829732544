/* Operators: arguments -> keys -> slot -> kernel.  See Note [Keys only go down] (registry/table.py).
 *
 * The first screen is the whole hot path; the rest is what happens when arguments come by keyword
 * or must be converted, and how a miss gets its words.
 */
#include "hot.h"

/* Arguments in kernel order: positional ones, then the values of `kwnames`. */
typedef struct {
    PyObject *const *values;
    Py_ssize_t n_positional;
    PyObject *kwnames; /* NULL: none */
} args_t;

static PyObject *call_with_care(Op *op, plan_t *plan, args_t args, const keys_t *given);
static const Kernel *lookup(Op *op, const plan_t *plan, keys_t *keys, args_t args);
static PyObject *call_kernel(Op *op, const Kernel *kernel, keys_t keys, args_t args);
static PyObject *checked(Op *op, const Signature *sig, PyObject *result);
static PyObject *raise_undefined(Op *op);

static inline keys_t
masked(const Layout *layout, keys_t keys)
{
    uint64_t mask = layout->mask;
    if (layout->masks != NULL) {
        int backend = top_backend(keys);
        if (backend < layout->n_masks)
            mask = layout->masks[backend];
    }
    return (keys_t){keys.lo & (BACKENDS_LOW | mask << 16), keys.hi};
}

/* (keys of the arguments | included) - excluded */
static inline keys_t
with_thread_state(keys_t keys)
{
    keys_t include = included(), exclude = excluded();
    keys.lo = (keys.lo | include.lo) & ~(exclude.lo & ~BACKENDS_LOW);
    keys.hi |= include.hi;
    return keys;
}

static inline int
is_scalar(PyObject *value)
{
    return PyLong_CheckExact(value) || PyFloat_CheckExact(value) || PyBool_Check(value) || PyComplex_CheckExact(value);
}

/* Does `value` fit as it is?  1: yes, and its keys are in `keys`; 0: not as it is; -1: error. */
static inline int
fits(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys)
{
    if (value == Py_None && (kind & OPTIONAL))
        return 1;
    if (kind & LIST)
        return 0; /* fits_list, out of line */
    switch (kind & KIND_BASE) {
    case KIND_TENSOR:
        return add_keys(value, keys);
    case KIND_EXACT:
        return (PyObject *)Py_TYPE(value) == exact;
    case KIND_FLOAT:
        return PyFloat_CheckExact(value);
    case KIND_SCALAR:
        return is_scalar(value);
    case KIND_ANY:
        return 1;
    default:
        return 0;
    }
}

static int
fits_list(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys)
{
    if (!PyList_CheckExact(value))
        return 0;
    /* A key function may change the list: read its size anew and hold the item. */
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

/* Call a kernel that was found, and check what it returns. */
static inline PyObject *
finish(Op *op, const plan_t *plan, const Kernel *kernel, keys_t keys, args_t args)
{
    PyObject *result = LIKELY(kernel->call != NULL)
                           ? kernel->call(kernel->fn, args.values, (size_t)args.n_positional, args.kwnames)
                           : call_kernel(op, kernel, keys, args);
    if (result == NULL || (plan->return_kind == KIND_TENSOR && Py_TYPE(result) == hot.plain_type))
        return result;
    return checked(op, plan->signature, result);
}

/* Run the kernel of a call's keys.  The same keys lead to the same kernel while the plan lives, so the
 * last answer is kept in it. */
static inline PyObject *
run(Op *op, plan_t *plan, keys_t keys, args_t args)
{
    if (LIKELY(keys.lo == plan->seen.lo && keys.hi == plan->seen.hi && plan->found != NULL))
        return finish(op, plan, plan->found, plan->found_keys, args);
    keys_t left = masked(plan->layout, keys);
    const Kernel *kernel = lookup(op, plan, &left, args);
    if (kernel == NULL)
        return NULL;
    plan->seen = keys;
    plan->found = kernel;
    plan->found_keys = left;
    return finish(op, plan, kernel, left, args);
}

/* Run the kernel of the keys that a redispatch was given: neither thread state nor mask apply. */
static PyObject *
rerun(Op *op, plan_t *plan, keys_t keys, args_t args)
{
    const Kernel *kernel = lookup(op, plan, &keys, args);
    return kernel == NULL ? NULL : finish(op, plan, kernel, keys, args);
}

/* Do all positional values fit as they are?  1: yes; 0: not as they are; -1: error. */
static inline int
all_fit(const plan_t *plan, PyObject *const *values, Py_ssize_t n, keys_t *keys)
{
    for (Py_ssize_t i = 0; i < n; i++) {
        uint8_t kind = plan->kinds[i];
        int ok = kind == KIND_TENSOR ? add_keys(values[i], keys) : fits(kind, plan->exact[i], values[i], keys);
        if (ok == 0 && (kind & LIST))
            ok = fits_list(kind, plan->exact[i], values[i], keys);
        if (!LIKELY(ok > 0))
            return ok;
    }
    return 1;
}

static PyObject *
op_vectorcall(PyObject *self, PyObject *const *values, size_t nargsf, PyObject *kwnames)
{
    Op *op = (Op *)self;
    plan_t *plan = op->plan;
    if (plan == NULL)
        return raise_undefined(op);
    args_t args = {values, PyVectorcall_NARGS(nargsf), kwnames};
    plan->refs++; /* a kernel may remove itself */
    PyObject *result = NULL;
    keys_t keys = {0, 0};
    int ok = 0;
    if (LIKELY(kwnames == NULL && args.n_positional >= plan->n_required && args.n_positional <= plan->n_positional))
        ok = all_fit(plan, values, args.n_positional, &keys);
    if (LIKELY(ok > 0))
        result = run(op, plan, with_thread_state(keys), args);
    else if (ok == 0)
        result = call_with_care(op, plan, args, NULL);
    if (LIKELY(--plan->refs > 0))
        return result;
    plan->refs++;
    plan_release(plan);
    return result;
}

/* ---- converting ---- */

static int convert_list(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys, PyObject **out);

/* `fits`, or a new object in `out` that does.  1: as it is; 2: converted; 0: refused; -1: error. */
static int
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
    if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value))
        return 0;
    PyObject *list = PySequence_List(value);
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

typedef struct {
    PyObject *values[MAX_ARGS];
    PyObject *owned[MAX_ARGS];
    Py_ssize_t n_owned;
    PyObject *kwnames; /* owned */
    args_t args;
} placed_t;

static void
placed_release(placed_t *placed)
{
    for (Py_ssize_t i = 0; i < placed->n_owned; i++)
        Py_DECREF(placed->owned[i]);
    Py_CLEAR(placed->kwnames);
    placed->n_owned = 0;
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
place(const Signature *sig, Py_ssize_t i, PyObject *value, keys_t *keys, placed_t *placed)
{
    PyObject *fresh = NULL;
    int ok = convert(sig->kinds[i], PyTuple_GET_ITEM(sig->exact, i), value, keys, &fresh);
    if (ok <= 0)
        return ok;
    if (ok == 2)
        placed->owned[placed->n_owned++] = value = fresh;
    placed->values[i] = value;
    return 1;
}

/* A default goes to the kernel only when a later positional argument was given by name. */
static int
fill_hole(const Signature *sig, Py_ssize_t i, placed_t *placed)
{
    PyObject *value = PyTuple_GET_ITEM(sig->defaults, i);
    if (PyList_CheckExact(value)) {
        value = PySequence_List(value);
        if (value == NULL)
            return -1;
        placed->owned[placed->n_owned++] = value;
    }
    placed->values[i] = value;
    return 0;
}

/* Move the kwarg-only values behind the positional ones, with their names. */
static int
gather_keywords(const Signature *sig, args_t args, Py_ssize_t n_positional, Py_ssize_t n_keywords, placed_t *placed)
{
    placed->args = (args_t){placed->values, n_positional, NULL};
    if (n_keywords == 0)
        return 0;
    placed->kwnames = PyTuple_New(n_keywords);
    if (placed->kwnames == NULL)
        return -1;
    PyObject *gathered[MAX_ARGS];
    Py_ssize_t n = 0;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(args.kwnames); k++) {
        Py_ssize_t i = find_name(sig, PyTuple_GET_ITEM(args.kwnames, k));
        if (i < sig->n_positional)
            continue;
        PyTuple_SET_ITEM(placed->kwnames, n, Py_NewRef(PyTuple_GET_ITEM(sig->names, i)));
        gathered[n++] = placed->values[i];
    }
    memcpy(&placed->values[n_positional], gathered, (size_t)n * sizeof(PyObject *));
    placed->args.kwnames = placed->kwnames;
    return 0;
}

/* 1: placed; 0: refused, the `bind` hook decides; -1: error. */
static int
place_all(const Signature *sig, args_t args, keys_t *keys, placed_t *placed)
{
    Py_ssize_t n = args.n_positional, n_keywords = 0, last = n;
    if (n > sig->n_positional || sig->n_args > MAX_ARGS)
        return 0;
    uint64_t seen = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    for (Py_ssize_t i = 0; i < n; i++) {
        int ok = place(sig, i, args.values[i], keys, placed);
        if (ok <= 0)
            return ok;
    }
    Py_ssize_t n_names = args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames);
    for (Py_ssize_t k = 0; k < n_names; k++) {
        Py_ssize_t i = find_name(sig, PyTuple_GET_ITEM(args.kwnames, k));
        if (i < 0 || (seen >> i & 1))
            return 0;
        seen |= UINT64_C(1) << i;
        int ok = place(sig, i, args.values[n + k], keys, placed);
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
        if (!(seen >> i & 1) && fill_hole(sig, i, placed) < 0)
            return -1;
    }
    return gather_keywords(sig, args, last, n_keywords, placed) < 0 ? -1 : 1;
}

/* ---- boxing: for hooks and boxed fallbacks ---- */

static PyObject *
box_positional(args_t args)
{
    PyObject *tuple = PyTuple_New(args.n_positional);
    for (Py_ssize_t i = 0; tuple != NULL && i < args.n_positional; i++)
        PyTuple_SET_ITEM(tuple, i, Py_NewRef(args.values[i]));
    return tuple;
}

static PyObject *
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
static PyObject *
call_boxed(PyObject *hook, Op *op, PyObject *middle, args_t args)
{
    Py_INCREF(hook); /* it may be replaced while it runs, and by what boxing may collect */
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
static int
collect_keys(const Signature *sig, PyObject *positional, PyObject *keywords, keys_t *keys)
{
    for (Py_ssize_t i = 0; i < sig->n_args; i++) {
        if ((sig->kinds[i] & KIND_BASE) != KIND_TENSOR)
            continue;
        PyObject *value = i < PyTuple_GET_SIZE(positional)
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

static PyObject *
run_bound(Op *op, plan_t *plan, PyObject *bound, const keys_t *given)
{
    PyObject *positional, *keywords;
    if (!PyTuple_CheckExact(bound) || PyTuple_GET_SIZE(bound) != 2 ||
        !PyTuple_CheckExact(positional = PyTuple_GET_ITEM(bound, 0)) ||
        !PyDict_CheckExact(keywords = PyTuple_GET_ITEM(bound, 1))) {
        PyErr_SetString(PyExc_TypeError, "the bind hook must return a tuple and a dict");
        return NULL;
    }
    keys_t keys = {0, 0};
    if (given == NULL && collect_keys(plan->signature, positional, keywords, &keys) < 0)
        return NULL;
    /* The dict may still be in the hook's hands: hold its values, and read it without a break. */
    Py_ssize_t n = PyTuple_GET_SIZE(positional), n_keywords = PyDict_GET_SIZE(keywords), k = 0;
    PyObject **values = PyMem_Calloc((size_t)(n + n_keywords + 1), sizeof(PyObject *));
    PyObject *kwnames = n_keywords == 0 ? NULL : PyTuple_New(n_keywords);
    PyObject *result = NULL, *name, *value;
    if (values == NULL || (n_keywords != 0 && kwnames == NULL)) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t i = 0; i < n; i++)
        values[i] = PyTuple_GET_ITEM(positional, i);
    for (Py_ssize_t position = 0; k < n_keywords && PyDict_Next(keywords, &position, &name, &value); k++) {
        PyTuple_SET_ITEM(kwnames, k, Py_NewRef(name));
        values[n + k] = Py_NewRef(value);
        if (!PyUnicode_Check(name))
            n_keywords = -1;
    }
    if (k != n_keywords) {
        PyErr_SetString(PyExc_TypeError, "the bind hook must return a tuple and a dict with names for keys");
        goto done;
    }
    args_t placed = {values, n, kwnames};
    result = given != NULL ? rerun(op, plan, *given, placed) : run(op, plan, with_thread_state(keys), placed);
done:
    for (Py_ssize_t i = 0; i < k; i++)
        Py_DECREF(values[n + i]);
    Py_XDECREF(kwnames);
    PyMem_Free(values);
    return result;
}

/* Arguments by keyword, arguments to convert, and arguments that are wrong. */
static PyObject *
call_with_care(Op *op, plan_t *plan, args_t args, const keys_t *given)
{
    placed_t placed;
    placed.n_owned = 0;
    placed.kwnames = NULL;
    keys_t keys = {0, 0};
    int ok = place_all(plan->signature, args, &keys, &placed);
    PyObject *result = NULL;
    if (ok > 0)
        result =
            given != NULL ? rerun(op, plan, *given, placed.args) : run(op, plan, with_thread_state(keys), placed.args);
    placed_release(&placed);
    if (ok != 0)
        return result;
    if (hot.bind == NULL) {
        PyErr_SetString(PyExc_TypeError, "the arguments do not fit");
        return NULL;
    }
    PyObject *bound = call_boxed(hot.bind, op, NULL, args);
    if (bound == NULL)
        return NULL;
    result = run_bound(op, plan, bound, given);
    Py_DECREF(bound);
    return result;
}

/* ---- running a kernel ---- */

/* Raise the exception that a hook made; steals `error`, NULL if the hook failed. */
static PyObject *
raise_object(PyObject *error)
{
    if (error != NULL && PyExceptionInstance_Check(error))
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    else if (error != NULL)
        PyErr_Format(PyExc_TypeError, "a hook must return an exception to raise, not %.100s", Py_TYPE(error)->tp_name);
    Py_XDECREF(error);
    return NULL;
}

static PyObject *
raise_miss(Op *op, keys_t keys, args_t args)
{
    if (hot.explain_miss == NULL) {
        PyErr_SetString(PyExc_NotImplementedError, "the operator has no kernel for this key");
        return NULL;
    }
    PyObject *hook = Py_NewRef(hot.explain_miss), *set = keyset_new(keys);
    PyObject *error = set == NULL ? NULL : call_boxed(hook, op, set, args);
    Py_XDECREF(set);
    Py_DECREF(hook);
    return raise_object(error);
}

/* fn(op, value) or fn(op), held while it runs */
static PyObject *
call_hook(PyObject *fn, Op *op, PyObject *value)
{
    PyObject *result = NULL;
    Py_INCREF(fn);
    if (Py_EnterRecursiveCall(" in a wye hook") == 0) {
        result = PyObject_CallFunctionObjArgs(fn, (PyObject *)op, value, NULL);
        Py_LeaveRecursiveCall();
    }
    Py_DECREF(fn);
    return result;
}

static PyObject *
raise_error_kernel(Op *op, PyObject *fn, keys_t keys)
{
    PyObject *set = keyset_new(keys);
    PyObject *error = set == NULL ? NULL : call_hook(fn, op, set);
    Py_XDECREF(set);
    return raise_object(error);
}

static PyObject *
call_with_keyset(PyObject *fn, keys_t keys, args_t args)
{
    PyObject *small[MAX_ARGS + 2], **all = small;
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    if (n > MAX_ARGS) {
        all = PyMem_Calloc((size_t)n + 2, sizeof(PyObject *));
        if (all == NULL)
            return PyErr_NoMemory();
    }
    PyObject *result = NULL, *set = keyset_new(keys);
    if (set != NULL) {
        all[1] = set;
        if (n > 0)
            memcpy(&all[2], args.values, (size_t)n * sizeof(PyObject *));
        size_t nargsf = (size_t)(args.n_positional + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET;
        result = PyObject_Vectorcall(fn, &all[1], nargsf, args.kwnames);
        Py_DECREF(set);
    }
    if (all != small)
        PyMem_Free(all);
    return result;
}

/* Check what a kernel returned; steals `result`. */
static PyObject *
checked(Op *op, const Signature *sig, PyObject *result)
{
    keys_t unused = {0, 0};
    PyObject *fresh = NULL;
    int ok = 0;
    if (sig->n_returns == 1) {
        ok = convert(sig->return_kinds[0], PyTuple_GET_ITEM(sig->return_exact, 0), result, &unused, &fresh);
    }
    else if (sig->n_returns < 0) {
        ok = 1;
    }
    else if (sig->n_returns == 0) {
        ok = result == Py_None;
    }
    else if (PyTuple_CheckExact(result) && PyTuple_GET_SIZE(result) == sig->n_returns) {
        ok = 1;
        for (Py_ssize_t i = 0; ok == 1 && i < sig->n_returns; i++) {
            ok = convert(sig->return_kinds[i], PyTuple_GET_ITEM(sig->return_exact, i), PyTuple_GET_ITEM(result, i),
                         &unused, &fresh);
        }
        if (ok == 2) { /* the whole tuple must be made anew: the hook does that */
            Py_CLEAR(fresh);
            ok = 0;
        }
    }
    if (ok == 1)
        return result;
    if (ok == 0) {
        if (hot.check_return == NULL)
            PyErr_SetString(PyExc_TypeError, "a kernel returned what its schema does not promise");
        else
            fresh = call_hook(hot.check_return, op, result);
    }
    Py_DECREF(result);
    return fresh;
}

static PyObject *
call_kernel(Op *op, const Kernel *kernel, keys_t keys, args_t args)
{
    PyObject *fn = Py_NewRef(kernel->fn), *result = NULL;
    /* A Python function checks the depth of recursion itself; anything else may be an operator again. */
    int guarded = !PyFunction_Check(fn);
    if (!guarded || Py_EnterRecursiveCall(" in a wye kernel") == 0) {
        if (kernel->kind == PLAIN)
            result = PyObject_Vectorcall(fn, args.values, (size_t)args.n_positional, args.kwnames);
        else if (kernel->kind == KEYSET)
            result = call_with_keyset(fn, keys, args);
        else {
            PyObject *set = keyset_new(keys);
            result = set == NULL ? NULL : call_boxed(fn, op, set, args);
            Py_XDECREF(set);
        }
        if (guarded)
            Py_LeaveRecursiveCall();
    }
    Py_DECREF(fn);
    return result;
}

/* The kernel for `keys`, which lose what passes or falls through; NULL: an error is set. */
static const Kernel *
lookup(Op *op, const plan_t *plan, keys_t *keys, args_t args)
{
    const Layout *layout = plan->layout;
    for (;;) {
        Py_ssize_t slot = top_slot(*keys);
        uint16_t index = slot >= 0 && slot < layout->n_slots ? layout->slots[slot] : 0;
        const Kernel *kernel = index == 0 ? NULL : plan->kernels[index - 1];
        if (kernel == NULL) {
            raise_miss(op, *keys, args);
            return NULL;
        }
        if (kernel->kind == PASS || kernel->kind == FALLTHROUGH) {
            keys_t lower = kernel->kind == PASS ? (keys_t){keys->lo & kernel->pass.lo, keys->hi & kernel->pass.hi}
                                                : masked(layout, *keys);
            if ((lower.lo == keys->lo && lower.hi == keys->hi) ||
                (kernel->kind == FALLTHROUGH && (lower.lo >> 16) == 0)) {
                raise_miss(op, *keys, args);
                return NULL;
            }
            *keys = lower;
        }
        else if (kernel->kind == ERROR) {
            raise_error_kernel(op, kernel->fn, *keys);
            return NULL;
        }
        else {
            return kernel;
        }
    }
}

static PyObject *
raise_undefined(Op *op)
{
    if (hot.explain_undefined == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the operator is not defined");
        return NULL;
    }
    return raise_object(call_hook(hot.explain_undefined, op, NULL));
}

/* ---- the Op object ---- */

static PyObject *
op_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    Op *op = (Op *)type->tp_alloc(type, 0);
    if (op != NULL)
        op->vectorcall = op_vectorcall;
    return (PyObject *)op;
}

static int
op_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    const plan_t *plan = ((Op *)self)->plan;
    if (plan != NULL) {
        Py_VISIT(plan->signature);
        Py_VISIT(plan->layout);
        for (Py_ssize_t i = 0; i < plan->n_kernels; i++)
            Py_VISIT(plan->kernels[i]);
    }
    return 0;
}

static int
op_clear(PyObject *self)
{
    plan_t *plan = ((Op *)self)->plan;
    ((Op *)self)->plan = NULL;
    if (plan != NULL)
        plan_release(plan);
    return 0;
}

static void
op_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, op_dealloc) /* operators may be kernels of operators, in any depth */
        if (((Op *)self)->weakrefs != NULL) PyObject_ClearWeakRefs(self);
    op_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static PyObject *
op_install(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3) {
        PyErr_SetString(PyExc_TypeError, "install() takes a Signature, a Layout and a tuple of Kernels");
        return NULL;
    }
    plan_t *plan = plan_new(args[0], args[1], args[2]);
    if (plan == NULL)
        return NULL;
    plan_t *old = ((Op *)self)->plan;
    ((Op *)self)->plan = plan; /* one swap, before anything is released */
    if (old != NULL)
        plan_release(old);
    Py_RETURN_NONE;
}

static PyObject *
op_uninstall(PyObject *self, PyObject *Py_UNUSED(unused))
{
    op_clear(self);
    Py_RETURN_NONE;
}

static PyObject *
op_kernel_at(PyObject *self, PyObject *slot)
{
    Py_ssize_t i = PyNumber_AsSsize_t(slot, NULL);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    const plan_t *plan = ((Op *)self)->plan;
    if (plan == NULL || i < 0 || i >= plan->layout->n_slots || plan->layout->slots[i] == 0)
        Py_RETURN_NONE;
    return Py_NewRef(plan->kernels[plan->layout->slots[i] - 1]);
}

static PyObject *
op_redispatch(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    Op *op = (Op *)self;
    if (nargs < 1 || !is_keybits(args[0])) {
        PyErr_Format(PyExc_TypeError, "redispatch() takes a DispatchKeySet first, not %.100s",
                     nargs < 1 ? "nothing" : Py_TYPE(args[0])->tp_name);
        return NULL;
    }
    plan_t *plan = op->plan;
    if (plan == NULL)
        return raise_undefined(op);
    keys_t given = ((KeyBits *)args[0])->keys, unused = {0, 0};
    args_t rest = {args + 1, nargs - 1, kwnames};
    plan->refs++;
    PyObject *result = NULL;
    int ok = 0;
    if (kwnames == NULL && rest.n_positional >= plan->n_required && rest.n_positional <= plan->n_positional)
        ok = all_fit(plan, rest.values, rest.n_positional, &unused);
    if (ok > 0)
        result = rerun(op, plan, given, rest);
    else if (ok == 0)
        result = call_with_care(op, plan, rest, &given);
    plan_release(plan);
    return result;
}

/* Python subclasses of Op are called by vectorcall too, which CPython 3.11 does not pass on by itself. */
static PyObject *
op_init_subclass(PyObject *type, PyObject *args, PyObject *kwargs)
{
    PyTypeObject *sub = (PyTypeObject *)type;
    if (sub->tp_call == PyVectorcall_Call && sub->tp_vectorcall_offset == (Py_ssize_t)offsetof(Op, vectorcall))
        sub->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
    PyObject *above = PyObject_CallFunctionObjArgs((PyObject *)&PySuper_Type, hot.op_type, type, NULL);
    PyObject *next = above == NULL ? NULL : PyObject_GetAttrString(above, "__init_subclass__");
    PyObject *result = next == NULL ? NULL : PyObject_Call(next, args, kwargs);
    Py_XDECREF(above);
    Py_XDECREF(next);
    return result;
}

static PyMethodDef op_methods[] = {
    {"install", (PyCFunction)(void (*)(void))op_install, METH_FASTCALL,
     "install($self, signature, layout, kernels, /)\n--\n\nSwap in a finished table."},
    {"uninstall", op_uninstall, METH_NOARGS,
     "uninstall($self, /)\n--\n\nMake every call fail: the operator is not defined any more."},
    {"kernel_at", op_kernel_at, METH_O, "kernel_at($self, slot, /)\n--\n\nThe kernel in a slot, or None."},
    {"redispatch", (PyCFunction)(void (*)(void))op_redispatch, METH_FASTCALL | METH_KEYWORDS,
     "redispatch($self, keyset, /, *args, **kwargs)\n--\n\n"
     "Run the kernel of the highest key in a key set; the thread's state is not read again."},
    {"__init_subclass__", (PyCFunction)(void (*)(void))op_init_subclass, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef op_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Op, vectorcall), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Op, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot op_slots[] = {
    {Py_tp_doc, "A callable operator: arguments -> keys -> slot -> kernel."},
    {Py_tp_new, op_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_traverse, op_traverse},
    {Py_tp_clear, op_clear},
    {Py_tp_dealloc, op_dealloc},
    {Py_tp_methods, op_methods},
    {Py_tp_members, op_members},
    {0, NULL},
};

static PyType_Spec op_spec = {
    .name = "wye._hot.Op",
    .basicsize = sizeof(Op),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = op_slots,
};

int
op_init_types(PyObject *module)
{
    return add_type(module, &op_spec, &hot.op_type);
}
