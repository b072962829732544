/* Operators: arguments -> keys -> slot -> kernel.  See Note [Keys only go down] (registry/table.py).
 *
 * The first screen is the whole hot path; the rest is what happens when arguments come by keyword
 * or must be converted, what a call would do without running it, and how errors get their messages.
 */
#include "hot.h"

/* Where a call that is not plain starts. */
typedef struct {
    keys_t keys;          /* given to redispatch: the thread's state is not read again */
    const Kernel *kernel; /* the first to run; NULL: the one of the highest key */
} start_t;

/* What was passed on the way to a kernel. */
typedef struct {
    uint64_t writes;  /* arguments to which the call writes, where writes are counted */
    PyObject *beyond; /* owned: see Pass */
} passed_t;

static PyObject *call_with_care(Op *op, plan_t *plan, args_t args, const start_t *start);
static const Kernel *lookup(Op *op, const plan_t *plan, keys_t *keys, passed_t *passed, args_t args);
static PyObject *call_kernel(Op *op, const plan_t *plan, const Kernel *kernel, keys_t keys, args_t args);
static PyObject *raise_miss(Op *op, keys_t keys, args_t args);
static PyObject *raise_error_kernel(Op *op, PyObject *fn, keys_t keys);
static PyObject *checked(Op *op, const Signature *sig, PyObject *result);
static PyObject *raise_undefined(Op *op);
static PyObject *raise_alias(Op *op, PyObject *result, args_t args);

static inline keys_t
masked(const Layout *layout, keys_t keys)
{
    uint64_t mask = layout->mask;
    if (layout->masks != NULL) {
        int backend = top_backend(keys);
        if (backend < layout->n_masks)
            mask = layout->masks[backend];
    }
    return (keys_t){keys.lo & (BACKENDS_LOW | REQUIRES_GRAD | mask << 16), keys.hi};
}

static int
aliases_argument(PyObject *result, args_t args)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = args.values[i];
        if (value == result || (!is_scalar(value) && shares_memory(value, result)))
            return 1;
    }
    return 0;
}

static PyObject *explain_arguments(Op *op, const Kernel *kernel);

/* Call a kernel that was found, check what it returns, and count what it wrote. */
static INLINED PyObject *
finish(Op *op, const plan_t *plan, const Kernel *kernel, keys_t keys, passed_t passed, args_t args)
{
    PyObject *result = LIKELY(kernel->call != NULL)
                           ? kernel->call(kernel->fn, args.values, (size_t)args.n_positional, args.kwnames)
                           : call_kernel(op, plan, kernel, keys, args);
    if (kernel->result == RESULT_FRESH && result != NULL && aliases_argument(result, args))
        return raise_alias(op, result, args);
    if ((passed.writes != 0 || passed.beyond != NULL) && result != NULL &&
        bump_versions(plan->signature, passed.writes, passed.beyond, args) < 0)
        Py_CLEAR(result);
    if (result == NULL)
        return explain_arguments(op, kernel);
    if ((plan->return_kind == KIND_TENSOR && Py_TYPE(result) == hot.plain_type) || kernel->result == RESULT_UNCHECKED)
        return result;
    return checked(op, plan->signature, result);
}

/* Find the kernel of keys that are not those of the last call, and run it. */
static APART PyObject *
run_anew(Op *op, plan_t *plan, keys_t keys, args_t args)
{
    keys_t left = masked(plan->layout, keys);
    passed_t passed = {0, NULL};
    const Kernel *kernel = lookup(op, plan, &left, &passed, args);
    if (kernel != NULL && passed.beyond == NULL) {
        plan->seen = keys;
        plan->found = kernel;
        plan->found_keys = left;
        plan->found_writes = passed.writes;
    }
    PyObject *result = kernel == NULL ? NULL : finish(op, plan, kernel, left, passed, args);
    Py_XDECREF(passed.beyond);
    return result;
}

/* Run the kernel of a call's keys.  The same keys lead to the same kernel while the plan lives, so the
 * last answer is kept in it. */
static INLINED PyObject *
run(Op *op, plan_t *plan, keys_t keys, args_t args)
{
    if (LIKELY(keys.lo == plan->seen.lo && keys.hi == plan->seen.hi && plan->found != NULL))
        return finish(op, plan, plan->found, plan->found_keys, (passed_t){plan->found_writes, NULL}, args);
    return run_anew(op, plan, keys, args);
}

/* What a kernel does to a call that arrives there with these keys: a HOP_, and the keys that are left. */
static INLINED int
hop(const plan_t *plan, const Kernel *kernel, keys_t keys, keys_t *left)
{
    *left = keys;
    if (kernel == NULL)
        return HOP_MISSING;
    if (kernel->kind == FALLTHROUGH) {
        *left = masked(plan->layout, keys);
        return left->lo == keys.lo || (left->lo & FUNCTIONALITIES) == 0 ? HOP_MISSING : HOP_FELL_THROUGH;
    }
    if (kernel->how != NULL && Py_IS_TYPE(kernel->how, hot.pass_type) &&
        (kernel->kind == PASS || !(keys.lo & REQUIRES_GRAD))) {
        const Pass *pass = (const Pass *)kernel->how;
        *left = (keys_t){keys.lo & (pass->keys.lo | REQUIRES_GRAD), keys.hi & pass->keys.hi};
        return left->lo == keys.lo && left->hi == keys.hi ? HOP_MISSING : HOP_PASSED;
    }
    return kernel->kind == ERROR ? HOP_ERROR : HOP_RAN;
}

static inline const Kernel *
kernel_in_slot(const plan_t *plan, Py_ssize_t slot)
{
    uint16_t index = slot >= 0 && slot < plan->layout->n_slots ? plan->layout->slots[slot] : 0;
    return index == 0 ? NULL : plan->kernels[index - 1];
}

/* Go on from a kernel to the one that runs: `keys` lose what passes or falls through; NULL: an error is set. */
static const Kernel *
lookup_from(Op *op, const plan_t *plan, const Kernel *kernel, keys_t *keys, passed_t *passed, args_t args)
{
    for (;;) {
        keys_t left;
        int what = hop(plan, kernel, *keys, &left);
        if (what == HOP_RAN)
            return kernel;
        if (what == HOP_MISSING || what == HOP_ERROR) {
            if (what == HOP_MISSING)
                raise_miss(op, *keys, args);
            else
                raise_error_kernel(op, kernel->fn, *keys);
            return NULL;
        }
        if (what == HOP_PASSED) {
            const Pass *pass = (const Pass *)kernel->how;
            passed->writes |= pass->writes;
            if (pass->beyond != NULL) {
                PyObject *both =
                    passed->beyond == NULL ? Py_NewRef(pass->beyond) : PyNumber_Or(passed->beyond, pass->beyond);
                if (both == NULL)
                    return NULL;
                Py_XSETREF(passed->beyond, both);
            }
        }
        *keys = left;
        kernel = kernel_in_slot(plan, top_slot(*keys));
    }
}

/* The kernel for `keys`. */
static const Kernel *
lookup(Op *op, const plan_t *plan, keys_t *keys, passed_t *passed, args_t args)
{
    return lookup_from(op, plan, kernel_in_slot(plan, top_slot(*keys)), keys, passed, args);
}

/* Run the kernel of the keys that a redispatch was given: neither thread state nor mask apply.  Only whether an
 * argument requires grad is read from the arguments, as key sets do not show it. */
static APART PyObject *
rerun(Op *op, plan_t *plan, const start_t *start, keys_t of_arguments, args_t args)
{
    keys_t keys = start->keys;
    keys.lo = (keys.lo & ~REQUIRES_GRAD) | (of_arguments.lo & REQUIRES_GRAD & ~excluded().lo);
    passed_t passed = {0, NULL};
    const Kernel *kernel = start->kernel == NULL ? lookup(op, plan, &keys, &passed, args)
                                                 : lookup_from(op, plan, start->kernel, &keys, &passed, args);
    PyObject *result = kernel == NULL ? NULL : finish(op, plan, kernel, keys, passed, args);
    Py_XDECREF(passed.beyond);
    return result;
}

/* Run a call whose arguments are bound. */
static INLINED PyObject *
begin(Op *op, plan_t *plan, const start_t *start, keys_t of_arguments, args_t args)
{
    return start == NULL ? run(op, plan, with_thread_state(of_arguments), args)
                         : rerun(op, plan, start, of_arguments, args);
}

/* Do all positional values fit as they are?  1: yes; 0: not as they are; -1: error. */
static INLINED int
all_fit(const plan_t *plan, PyObject *const *values, Py_ssize_t n, keys_t *keys)
{
    /* Plain tensors first, their keys in registers: `keys` is in memory, where each `|=` waits for the last. */
    Py_ssize_t i = 0;
    uint64_t lo = 0, hi = 0;
    for (; i < n && plan->kinds[i] == KIND_TENSOR && Py_TYPE(values[i]) == hot.plain_type; i++) {
        lo |= ((TensorBase *)values[i])->keys.lo;
        hi |= ((TensorBase *)values[i])->keys.hi;
    }
    *keys = (keys_t){lo, hi};
    for (; i < n; i++) {
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

/* Call an operator where its arguments fit without asking Python: 1, and `result` is what it gave; else 0. */
int
call_if_fits(PyObject *self, args_t args, PyObject **result)
{
    Op *op = (Op *)self;
    plan_t *plan = op->plan;
    if (plan == NULL || Py_TYPE(self)->tp_call != PyVectorcall_Call) /* its class overrides __call__ */
        return 0;
    plan->refs++;
    *result = NULL;
    keys_t keys = {0, 0};
    int ok = 0;
    if (args.kwnames == NULL && args.n_positional >= plan->n_required && args.n_positional <= plan->n_positional)
        ok = all_fit(plan, args.values, args.n_positional, &keys);
    if (ok > 0) {
        *result = run(op, plan, with_thread_state(keys), args);
    }
    else if (ok == 0) {
        bound_t bound;
        bound.n_owned = 0;
        bound.kwnames = NULL;
        keys = (keys_t){0, 0};
        ok = bind_all(plan->signature, args, &keys, &bound);
        if (ok > 0)
            *result = run(op, plan, with_thread_state(keys), bound.args);
        bound_release(&bound);
    }
    plan_release(plan);
    return ok != 0; /* an error also counts as an answer */
}

/* Call an operator for a public function, where positional arguments fit as they are and are plain tensors and numbers.
 * 1: called, and `result` is its answer; 2: they fit, but the function has to look at them; 0: they do not fit; -1: error.
 */
int
call_as_is(PyObject *self, args_t args, keys_t *keys, PyObject **result)
{
    Op *op = (Op *)self;
    plan_t *plan = op->plan;
    if (plan == NULL || args.n_positional < plan->n_required || args.n_positional > plan->n_positional)
        return 0;
    plan->refs++; /* a kernel may remove itself */
    int ok = all_fit(plan, args.values, args.n_positional, keys);
    if (LIKELY(ok > 0)) {
        keys_t all = with_thread_state(*keys);
        if (LIKELY(keys->lo == hot.array_keys.lo && keys->hi == hot.array_keys.hi &&
                   (all.lo & hot.function_keys.lo) == 0 && op->vectorcall == op_vectorcall))
            *result = run(op, plan, all, args);
        else
            ok = 2;
    }
    if (LIKELY(--plan->refs > 0))
        return ok;
    plan->refs++;
    plan_release(plan);
    return ok;
}

/* A new reference to an operator's signature; NULL: not defined. */
Signature *
signature_of(PyObject *self)
{
    plan_t *plan = ((Op *)self)->plan;
    return plan == NULL ? NULL : (Signature *)Py_NewRef(plan->signature);
}

/* Call an operator with arguments that fit, in kernel order, and their keys. */
PyObject *
run_placed(PyObject *self, keys_t keys, args_t args)
{
    Op *op = (Op *)self;
    plan_t *plan = op->plan;
    if (plan == NULL)
        return raise_undefined(op);
    if (op->vectorcall != op_vectorcall)
        return PyObject_Vectorcall(self, args.values, (size_t)args.n_positional, args.kwnames);
    plan->refs++; /* a kernel may remove itself */
    PyObject *result = run(op, plan, with_thread_state(keys), args);
    plan_release(plan);
    return result;
}

/* A tuple and a dict as arguments of a call, which own the dict's values: other code may hold the dict and change it. */
typedef struct {
    PyObject **values;
    PyObject *kwnames;
    args_t args;
} unboxed_t;

static void
unboxed_release(unboxed_t *unboxed)
{
    Py_ssize_t n = unboxed->kwnames == NULL ? 0 : PyTuple_GET_SIZE(unboxed->kwnames);
    for (Py_ssize_t i = 0; i < n; i++)
        Py_XDECREF(unboxed->values[unboxed->args.n_positional + i]);
    Py_XDECREF(unboxed->kwnames);
    PyMem_Free(unboxed->values);
}

/* -1: an error is set, and there is nothing to release. */
static int
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

/* Ask the `bind` hook, which returns a tuple and a dict in `bound`, a new reference.  0, or -1 for an error. */
static int
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
    PyErr_SetString(PyExc_TypeError, "the bind hook must return a tuple and a dict");
    Py_CLEAR(*bound);
    return -1;
}

static PyObject *
run_bound(Op *op, plan_t *plan, PyObject *bound, const start_t *start)
{
    PyObject *positional = PyTuple_GET_ITEM(bound, 0), *keywords = PyTuple_GET_ITEM(bound, 1);
    keys_t keys = {0, 0};
    unboxed_t unboxed;
    if (collect_keys(plan->signature, positional, keywords, &keys) < 0 || unbox(positional, keywords, &unboxed) < 0)
        return NULL;
    PyObject *result = begin(op, plan, start, keys, unboxed.args);
    unboxed_release(&unboxed);
    return result;
}

/* Arguments by keyword, arguments to convert, and arguments that are wrong. */
static PyObject *
call_with_care(Op *op, plan_t *plan, args_t args, const start_t *start)
{
    bound_t bound;
    bound.n_owned = 0;
    bound.kwnames = NULL;
    keys_t keys = {0, 0};
    int ok = bind_all(plan->signature, args, &keys, &bound);
    PyObject *result = NULL, *by_hook;
    if (ok > 0)
        result = begin(op, plan, start, keys, bound.args);
    bound_release(&bound);
    if (ok != 0 || ask_bind(op, args, &by_hook) < 0)
        return result;
    result = run_bound(op, plan, by_hook, start);
    Py_DECREF(by_hook);
    return result;
}

/* ---- looking without running ---- */

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
    if (ask_bind(op, args, &by_hook) < 0)
        return -1;
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
    return functionality == 0 ? 0 : UINT64_C(1) << (63 - __builtin_clzll(functionality));
}

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
    keys_t keys = ((KeyBits *)args[1])->keys, left;
    PyObject *list = PyList_New(0);
    plan->refs++;
    for (int what = HOP_PASSED; list != NULL && (what == HOP_PASSED || what == HOP_FELL_THROUGH); keys = left) {
        Py_ssize_t slot = top_slot(keys);
        const Kernel *kernel = kernel_in_slot(plan, slot);
        what = hop(plan, kernel, keys, &left);
        int failed = append_hop(list, keys, slot, kernel, what);
        keys.lo &= ~top_bit(keys);
        while (!failed && what == HOP_FELL_THROUGH && top_bit(keys) > top_bit(left)) { /* all of them at once */
            slot = top_slot(keys);
            failed = append_hop(list, keys, slot, kernel_in_slot(plan, slot), what);
            keys.lo &= ~top_bit(keys);
        }
        if (failed)
            Py_CLEAR(list);
    }
    plan_release(plan);
    return list;
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

/* A kernel that promised a fresh result gave back an argument; steals `result`. */
static PyObject *
raise_alias(Op *op, PyObject *result, args_t args)
{
    PyObject *error = NULL;
    if (hot.explain_alias == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "a kernel returned one of its arguments");
    }
    else {
        PyObject *hook = Py_NewRef(hot.explain_alias);
        error = call_boxed(hook, op, result, args);
        Py_DECREF(hook);
    }
    Py_DECREF(result);
    return error == NULL ? NULL : raise_object(error);
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
        if (ok == 2) { /* the whole tuple must be rebuilt: the hook does that */
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

/* An array kernel raised an error about its internals: let Python make an error about the call. */
static void
explain_failure(Op *op)
{
    if (hot.explain_failure == NULL ||
        !(PyErr_ExceptionMatches(PyExc_OverflowError) || PyErr_ExceptionMatches(PyExc_MemoryError) ||
          PyErr_ExceptionMatches(PyExc_ValueError)))
        return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL && value != NULL)
        PyException_SetTraceback(value, traceback);
    raise_object(call_hook(hot.explain_failure, op, value));
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

/* A TypeError without traceback: the kernel does not take these arguments.  Python adds whose kernel it is. */
static PyObject *
explain_arguments(Op *op, const Kernel *kernel)
{
    if (kernel->kind == ARRAYS || hot.explain_failure == NULL || !PyErr_ExceptionMatches(PyExc_TypeError))
        return NULL;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (traceback != NULL) {
        PyErr_Restore(type, value, traceback);
        return NULL;
    }
    PyErr_NormalizeException(&type, &value, &traceback);
    raise_object(call_hook(hot.explain_failure, op, value));
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return NULL;
}

static PyObject *
call_kernel(Op *op, const plan_t *plan, const Kernel *kernel, keys_t keys, args_t args)
{
    PyObject *fn = Py_NewRef(kernel->fn), *result = NULL;
    /* A Python function checks the depth of recursion itself; anything else may be an operator again. */
    int guarded = !PyFunction_Check(fn);
    if (!guarded || Py_EnterRecursiveCall(" in a wye kernel") == 0) {
        if (kernel->kind == PLAIN && kernel->how != NULL && args.kwnames == NULL &&
            Py_IS_TYPE(kernel->how, hot.shortcut_type)) {
            const Shortcut *shortcut = (const Shortcut *)kernel->how;
            result = shortcut->fn(shortcut->ops, args.values, args.n_positional);
            if (result == NULL && !PyErr_Occurred())
                result = PyObject_Vectorcall(fn, args.values, (size_t)args.n_positional, NULL);
        }
        else if (kernel->kind == PLAIN)
            result = PyObject_Vectorcall(fn, args.values, (size_t)args.n_positional, args.kwnames);
        else if (kernel->kind == ARRAYS) {
            result = call_arrays(fn, kernel, plan->signature, args);
            if (result == NULL)
                explain_failure(op);
        }
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
    Py_TRASHCAN_BEGIN(self, op_dealloc) /* operators can be kernels of operators, nested to any depth */
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
    const Kernel *kernel = plan == NULL ? NULL : kernel_in_slot(plan, i);
    return Py_NewRef(kernel == NULL ? Py_None : (PyObject *)kernel);
}

/* Begin a call at keys or a kernel that were given. */
static INLINED PyObject *
call_from(Op *op, const start_t *start, args_t args)
{
    plan_t *plan = op->plan;
    if (plan == NULL)
        return raise_undefined(op);
    keys_t keys = {0, 0};
    plan->refs++;
    PyObject *result = NULL;
    int ok = 0;
    if (args.kwnames == NULL && args.n_positional >= plan->n_required && args.n_positional <= plan->n_positional)
        ok = all_fit(plan, args.values, args.n_positional, &keys);
    if (ok > 0)
        result = rerun(op, plan, start, keys, args);
    else if (ok == 0)
        result = call_with_care(op, plan, args, start);
    plan_release(plan);
    return result;
}

static PyObject *
op_redispatch(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (nargs < 1 || !is_keybits(args[0])) {
        PyErr_Format(PyExc_TypeError, "redispatch() takes a DispatchKeySet first, not %.100s",
                     nargs < 1 ? "nothing" : Py_TYPE(args[0])->tp_name);
        return NULL;
    }
    const start_t start = {((KeyBits *)args[0])->keys, NULL};
    return call_from((Op *)self, &start, (args_t){args + 1, nargs - 1, kwnames});
}

static PyObject *
op_run_kernel(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (nargs < 2 || !PyObject_TypeCheck(args[0], hot.kernel_type) || !is_keybits(args[1])) {
        PyErr_SetString(PyExc_TypeError, "run_kernel() takes a Kernel and a DispatchKeySet first");
        return NULL;
    }
    const start_t start = {((KeyBits *)args[1])->keys, (const Kernel *)args[0]};
    return call_from((Op *)self, &start, (args_t){args + 2, nargs - 2, kwnames});
}

/* Run the kernel of an operator for plain tensors of the CPU. */
PyObject *
run_on_cpu(PyObject *op, PyObject *const *args, Py_ssize_t n)
{
    const keys_t cpu = {(hot.array_keys.lo & BACKENDS_LOW) | (UINT64_C(1) << 16), 0}; /* dense, on its backend */
    const start_t start = {cpu, NULL};
    return call_from((Op *)op, &start, (args_t){args, n, NULL});
}

static PyObject *
op_init_subclass(PyObject *type, PyObject *args, PyObject *kwargs)
{
    return keep_vectorcall(type, args, kwargs, hot.op_type);
}

static PyMethodDef op_methods[] = {
    {"install", (PyCFunction)(void (*)(void))op_install, METH_FASTCALL,
     "install($self, signature, layout, kernels, /)\n--\n\nSwap in a finished table."},
    {"uninstall", op_uninstall, METH_NOARGS,
     "uninstall($self, /)\n--\n\nRemove the plan: every call now fails, as the operator is not defined any more."},
    {"kernel_at", op_kernel_at, METH_O, "kernel_at($self, slot, /)\n--\n\nThe kernel in a slot, or None."},
    {"redispatch", (PyCFunction)(void (*)(void))op_redispatch, METH_FASTCALL | METH_KEYWORDS,
     "redispatch($self, keyset, /, *args, **kwargs)\n--\n\n"
     "Run the kernel of the highest key in a key set; the thread's state is not read again."},
    {"run_kernel", (PyCFunction)(void (*)(void))op_run_kernel, METH_FASTCALL | METH_KEYWORDS,
     "run_kernel($self, kernel, keyset, /, *args, **kwargs)\n--\n\n"
     "Run a kernel, whether or not a slot holds it, as the engine would run it with this key set."},
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
    return add_type(module, &op_spec, &hot.op_type) < 0 ? -1 : watch_call(hot.op_type);
}
