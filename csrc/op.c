/* Operators: arguments -> keys -> slot -> kernel.  See Note [Keys only go down] (registry/table.py).
 *
 * The first screen is the whole hot path; the rest is what happens when arguments come by keyword or must be converted.
 * op_type.c has the class, hops.c what a call would do without running it, op_errors.c how errors get their messages.
 */
#include "op.h"

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
static PyObject *checked(Op *op, const Signature *sig, PyObject *result);

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

/* Make what the last call led to what the one before led to. */
static void
remember(plan_t *plan, keys_t keys, const Kernel *kernel, keys_t left, uint64_t writes)
{
    plan->seen_before = plan->seen;
    plan->found_before = plan->found;
    plan->found_keys_before = plan->found_keys;
    plan->found_writes_before = plan->found_writes;
    plan->seen = keys;
    plan->found = kernel;
    plan->found_keys = left;
    plan->found_writes = writes;
}

/* Find the kernel of keys that are not those of the last call, and run it; all calls that are recorded come here.
 * See Note [Recording costs nothing when it is off]. */
static APART PyObject *
run_anew(Op *op, plan_t *plan, keys_t keys, args_t args)
{
    uint64_t token = 0;
    int is_logged = hot.logs != NULL;
    if (is_logged)
        keys.hi &= ~RECORDING;
    else if (keys.lo == plan->seen_before.lo && keys.hi == plan->seen_before.hi && plan->found_before != NULL) {
        remember(plan, keys, plan->found_before, plan->found_keys_before, plan->found_writes_before);
        return finish(op, plan, plan->found, plan->found_keys, (passed_t){plan->found_writes, NULL}, args);
    }
    keys_t left = masked(plan->layout, keys);
    passed_t passed = {0, NULL};
    if (is_logged)
        token = begin_call(op, plan, NULL, left, 1, args);
    const Kernel *kernel = lookup(op, plan, &left, &passed, args);
    if (kernel != NULL && passed.beyond == NULL && !is_logged)
        remember(plan, keys, kernel, left, passed.writes);
    PyObject *result = kernel == NULL ? NULL : finish(op, plan, kernel, left, passed, args);
    Py_XDECREF(passed.beyond);
    if (token != 0)
        end_call(token);
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
    uint64_t token = LIKELY(hot.logs == NULL) ? 0 : begin_call(op, plan, start->kernel, keys, 0, args);
    const Kernel *kernel = start->kernel == NULL ? lookup(op, plan, &keys, &passed, args)
                                                 : lookup_from(op, plan, start->kernel, &keys, &passed, args);
    PyObject *result = kernel == NULL ? NULL : finish(op, plan, kernel, keys, passed, args);
    Py_XDECREF(passed.beyond);
    if (token != 0)
        end_call(token);
    return result;
}

/* Continue a call with fewer keys: its arguments fit. */
PyObject *
continue_below(Op *op, plan_t *plan, keys_t keys, args_t args)
{
    const start_t start = {keys, NULL};
    return rerun(op, plan, &start, (keys_t){REQUIRES_GRAD, 0}, args);
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

PyObject *
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

/* Call an operator where its arguments fit without asking Python: 1, and `result` is what it gave; else 0.
 * Classes that handle calls of functions get what the program called, which the caller knows: 0 for these, too.
 */
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
    if (ok > 0 && (keys.lo & hot.function_keys.lo) != 0) {
        ok = 0;
    }
    else if (ok > 0) {
        *result = run(op, plan, with_thread_state(keys), args);
    }
    else if (ok == 0) {
        bound_t bound;
        bound.n_owned = 0;
        bound.kwnames = NULL;
        keys = (keys_t){0, 0};
        ok = bind_all(plan->signature, args, &keys, &bound);
        if (ok > 0 && (keys.lo & hot.function_keys.lo) != 0)
            ok = 0;
        else if (ok > 0)
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
call_as_is(PyObject *self, uint64_t kept, args_t args, keys_t *keys, PyObject **result)
{
    Op *op = (Op *)self;
    plan_t *plan = op->plan;
    if (plan == NULL || args.n_positional < plan->n_required || args.n_positional > plan->n_positional)
        return 0;
    plan->refs++; /* a kernel may remove itself */
    int ok = all_fit(plan, args.values, args.n_positional, keys);
    if (LIKELY(ok > 0)) {
        keys->lo &= kept;
        keys_t all = with_thread_state(*keys);
        if (LIKELY((keys->lo & ~REQUIRES_GRAD) == hot.array_keys.lo && keys->hi == hot.array_keys.hi &&
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
    if (ok != 0 || (ok = ask_bind(op, args, &by_hook)) < 0)
        return result;
    result = ok == 0 ? run_bound(op, plan, by_hook, start) : call_boxed(PyTuple_GET_ITEM(by_hook, 0), op, NULL, args);
    Py_DECREF(by_hook);
    return result;
}

/* ---- running a kernel ---- */

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
            PyObject *one = PyTuple_GET_ITEM(result, i);
            if (one == Py_None && sig->return_kinds[i] == KIND_TENSOR)
                continue; /* a result that was not requested: gradients under an output_mask */
            ok = convert(sig->return_kinds[i], PyTuple_GET_ITEM(sig->return_exact, i), one, &unused, &fresh);
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

static PyObject *
call_kernel(Op *op, const plan_t *plan, const Kernel *kernel, keys_t keys, args_t args)
{
    PyObject *fn = Py_NewRef(kernel->fn), *result = NULL;
    /* A Python function checks the depth of recursion itself; anything else may be an operator again. */
    int guarded = !PyFunction_Check(fn);
    if (!guarded || Py_EnterRecursiveCall(" in a wye kernel") == 0) {
        if (kernel->kind == PLAIN && kernel->how != NULL && Py_IS_TYPE(kernel->how, hot.shortcut_type) &&
            (args.kwnames == NULL || ((const Shortcut *)kernel->how)->takes_keywords)) {
            const Shortcut *shortcut = (const Shortcut *)kernel->how;
            result = shortcut->fn(shortcut->ops, args.values, args.n_positional, args.kwnames);
            if (result == NULL && !PyErr_Occurred())
                result = PyObject_Vectorcall(fn, args.values, (size_t)args.n_positional, args.kwnames);
        }
        else if (kernel->kind == PLAIN)
            result = PyObject_Vectorcall(fn, args.values, (size_t)args.n_positional, args.kwnames);
        else if (kernel->kind == ARRAYS) {
            result = call_arrays(fn, kernel, plan->signature, args);
            if (result == NULL)
                explain_failure(op);
        }
        else if (kernel->kind == KEYSET && Py_IS_TYPE(fn, hot.recorder_type))
            result = record_call(op, (plan_t *)plan, fn, keys, args);
        else if (kernel->kind == KEYSET)
            result = call_with_keyset(fn, keys, args);
        else if (Py_IS_TYPE(fn, hot.level_kernel_type))
            result = call_level(op, fn, keys, args);
        else {
            PyObject *boxed = fn, *set;
            if (Py_IS_TYPE(fn, hot.custom_type)) {
                result = record_custom(op, (plan_t *)plan, fn, keys, args);
                boxed = python_of_custom(fn);
            }
            if (result == NULL && !PyErr_Occurred()) {
                set = keyset_new(keys);
                result = set == NULL ? NULL : call_boxed(boxed, op, set, args);
                Py_XDECREF(set);
            }
        }
        if (guarded)
            Py_LeaveRecursiveCall();
    }
    Py_DECREF(fn);
    return result;
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

PyObject *
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

PyObject *
op_run_kernel(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (nargs < 2 || !PyObject_TypeCheck(args[0], hot.kernel_type) || !is_keybits(args[1])) {
        PyErr_SetString(PyExc_TypeError, "run_kernel() takes a Kernel and a DispatchKeySet first");
        return NULL;
    }
    const start_t start = {((KeyBits *)args[1])->keys, (const Kernel *)args[0]};
    return call_from((Op *)self, &start, (args_t){args + 2, nargs - 2, kwnames});
}

/* Dense tensors on the CPU. */
static keys_t
cpu_keys(void)
{
    return (keys_t){(hot.array_keys.lo & BACKENDS_LOW) | (UINT64_C(1) << 16), 0};
}

/* Run the kernel of an operator for plain tensors of the CPU. */
PyObject *
run_on_cpu(PyObject *op, args_t args)
{
    const start_t start = {cpu_keys(), NULL};
    return call_from((Op *)op, &start, args);
}

/* The same if that is a kernel of arrays; NULL without an error: a program has registered another. */
PyObject *
run_arrays_on_cpu(PyObject *op, args_t args)
{
    const keys_t cpu = cpu_keys();
    const plan_t *plan = ((Op *)op)->plan;
    const Kernel *kernel = plan == NULL ? NULL : kernel_in_slot(plan, top_slot(cpu));
    if (kernel == NULL || kernel->kind != ARRAYS)
        return NULL;
    return run_on_cpu(op, args);
}
