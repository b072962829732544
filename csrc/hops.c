/* What a call would do: its keys, and what happens at each of them.  Nothing runs. */
#include "op.h"

/* The keys of the arguments of a call, bound as the call binds them.  -1: error. */
static int
keys_of_arguments(Op *op, const plan_t *plan, args_t args, keys_t *keys)
{
    bound_t bound;
    bound.n_owned = 0;
    bound.kwnames = NULL;
    int ok = bind_all(plan->signature, args, keys, &bound);
    bound_release(&bound);
    PyObject *by_hook;
    if (ok != 0)
        return ok;
    *keys = (keys_t){0, 0};
    if ((ok = ask_bind(op, args, &by_hook)) != 0) {
        if (ok > 0) { /* a class of one of the arguments handles the call, and no kernel */
            Py_DECREF(by_hook);
            *keys = hot.function_keys;
        }
        return ok;
    }
    ok = collect_keys(plan->signature, PyTuple_GET_ITEM(by_hook, 0), PyTuple_GET_ITEM(by_hook, 1), keys);
    Py_DECREF(by_hook);
    return ok;
}

/* keys_of_call(op, args, kwargs, masked=True): the keys with which the call begins in this thread. */
PyObject *
hot_keys_of_call(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs < 3 || nargs > 4 || !PyObject_TypeCheck(args[0], hot.op_type) || !PyTuple_Check(args[1]) ||
        !PyDict_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "keys_of_call() takes an operator, a tuple and a dict");
        return NULL;
    }
    int wants_mask = nargs == 3 ? 1 : PyObject_IsTrue(args[3]);
    Op *op = (Op *)args[0];
    plan_t *plan = op->plan;
    unboxed_t unboxed;
    if (wants_mask < 0)
        return NULL;
    if (plan == NULL)
        return raise_undefined(op);
    if (unbox(args[1], args[2], &unboxed) < 0)
        return NULL;
    plan->refs++;
    keys_t keys = {0, 0};
    PyObject *result = NULL;
    if (keys_of_arguments(op, plan, unboxed.args, &keys) >= 0) {
        keys = with_thread_state(keys);
        keys.hi &= ~hot.recording;
        result = keyset_with_grad(wants_mask ? masked(plan->layout, keys) : keys);
    }
    plan_release(plan);
    unboxed_release(&unboxed);
    return result;
}

static int
append_hop(PyObject *list, keys_t keys, Py_ssize_t slot, const Kernel *kernel, int what)
{
    PyObject *set = keyset_new(keys), *one = NULL;
    if (set != NULL)
        one = Py_BuildValue("(NnOi)", set, slot, kernel == NULL ? Py_None : (PyObject *)kernel, what);
    int failed = one == NULL || PyList_Append(list, one) < 0;
    Py_XDECREF(one);
    return failed ? -1 : 0;
}

/* The bit of the highest functionality; 0: there is none. */
static uint64_t
top_bit(keys_t keys)
{
    uint64_t functionality = keys.lo & FUNCTIONALITIES;
    return functionality == 0 ? 0 : UINT64_C(1) << (63 - LEADING_ZEROS(functionality));
}

/* What a call that has these keys does at each key, in order, as far as there is room; how many hops that is.  `first`
 * is the kernel to begin with, or NULL for the one of the highest key. */
Py_ssize_t
walk_hops(const plan_t *plan, const Kernel *first, keys_t keys, hop_t *hops, Py_ssize_t room)
{
    Py_ssize_t n = 0;
    keys_t left;
    for (int what = HOP_PASSED; n < room && (what == HOP_PASSED || what == HOP_FELL_THROUGH); keys = left) {
        Py_ssize_t slot = top_slot(keys);
        const Kernel *kernel = first != NULL && n == 0 ? first : kernel_in_slot(plan, slot);
        what = hop(plan, kernel, keys, &left);
        hops[n++] = (hop_t){keys, slot, kernel, what};
        keys.lo &= ~top_bit(keys);
        while (n < room && what == HOP_FELL_THROUGH && top_bit(keys) > top_bit(left)) { /* all of them at once */
            slot = top_slot(keys);
            hops[n++] = (hop_t){keys, slot, kernel_in_slot(plan, slot), what};
            keys.lo &= ~top_bit(keys);
        }
    }
    return n;
}

#define MOST_HOPS 256 /* more than a key set has bits, each hop less */

/* hops(op, keys): what a call that has these keys does at each key, in order, as (keys, slot, kernel, what). */
PyObject *
hot_hops(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 2 || !PyObject_TypeCheck(args[0], hot.op_type) || !is_keybits(args[1])) {
        PyErr_SetString(PyExc_TypeError, "hops() takes an operator and a key set");
        return NULL;
    }
    plan_t *plan = ((Op *)args[0])->plan;
    if (plan == NULL)
        return raise_undefined((Op *)args[0]);
    hop_t hops[MOST_HOPS];
    Py_ssize_t n = walk_hops(plan, NULL, ((KeyBits *)args[1])->keys, hops, MOST_HOPS);
    PyObject *list = PyList_New(0);
    plan->refs++;
    for (Py_ssize_t i = 0; list != NULL && i < n; i++) {
        if (append_hop(list, hops[i].keys, hops[i].slot, hops[i].kernel, hops[i].what) < 0)
            Py_CLEAR(list);
    }
    plan_release(plan);
    return list;
}
