/* What the files about operators share: op.c, op_type.c, op_errors.c, hops.c. */
#ifndef WYE_OP_H
#define WYE_OP_H

#include "hot.h"

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

/* One key on the way of a call. */
typedef struct {
    keys_t keys;
    Py_ssize_t slot;
    const Kernel *kernel;
    int what; /* HOP_ */
} hop_t;

static inline const Kernel *
kernel_in_slot(const plan_t *plan, Py_ssize_t slot)
{
    uint16_t index = slot >= 0 && slot < plan->layout->n_slots ? plan->layout->slots[slot] : 0;
    return index == 0 ? NULL : plan->kernels[index - 1];
}

/* op.c */
PyObject *op_vectorcall(PyObject *self, PyObject *const *values, size_t nargsf, PyObject *kwnames);
PyObject *op_redispatch(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);
PyObject *op_run_kernel(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* hops.c */
Py_ssize_t walk_hops(const plan_t *plan, const Kernel *first, keys_t keys, hop_t *hops, Py_ssize_t room);

/* op_errors.c */
PyObject *call_hook(PyObject *fn, Op *op, PyObject *value);
PyObject *raise_undefined(Op *op);
PyObject *raise_miss(Op *op, keys_t keys, args_t args);
PyObject *raise_alias(Op *op, PyObject *result, args_t args);
PyObject *raise_error_kernel(Op *op, PyObject *fn, keys_t keys);
void explain_failure(Op *op);
PyObject *explain_arguments(Op *op, const Kernel *kernel);

#endif
