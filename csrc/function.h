/* What the files about public functions share: function.c, form.c, match.c. */
#ifndef WYE_FUNCTION_H
#define WYE_FUNCTION_H

#include "hot.h"

/* The arguments of a form's operator, by their number there. */
typedef struct {
    bound_t placed;
    keys_t keys;
    uint64_t given;
    int overridden, requires_grad;
} match_t;

int match_form(const Form *form, const Signature *sig, args_t args, match_t *match);

/* Is it a default that is filled in only while some keys are included in the thread? */
static inline int
is_watching(PyObject *fill)
{
    return PyTuple_CheckExact(fill) && PyTuple_GET_SIZE(fill) == 3 && is_keybits(PyTuple_GET_ITEM(fill, 2));
}

static inline int
includes_any(keys_t keys)
{
    keys_t now = included();
    return ((now.lo & keys.lo) | (now.hi & keys.hi)) != 0;
}

/* NumPy's scalars are arrays to operators, and numbers to functions. */
static inline int
is_numpy_scalar(PyObject *value)
{
    return hot.number_type != NULL && Py_TYPE(value) != hot.plain_type && PyObject_TypeCheck(value, hot.number_type);
}

#endif
