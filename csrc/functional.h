/* Functional tensors: where the slots of Python's classes are (found by functional_setup.c), and what functional_values.c,
 * functional.c and functional_entry.c share. */
#ifndef WYE_FUNCTIONAL_H
#define WYE_FUNCTIONAL_H

#include "levels.h"

/* What `_functional` of an operator says, as the first item of a tuple. */
enum {
    FUNCTIONAL_PLAIN = 1,
    FUNCTIONAL_VIEW,
    FUNCTIONAL_WRITE,
    FUNCTIONAL_PARTS,
    FUNCTIONAL_OUT,
    FUNCTIONAL_DETACH,
    FUNCTIONAL_BECOME
};

typedef struct {
    struct {
        Py_ssize_t storage, views, generation, new_metadata, new_storages;
    } array;
    struct {
        Py_ssize_t base, updates, views, generation, mutations, without_grad, hidden, frozen, first_nbytes;
    } storage;
    struct {
        Py_ssize_t op, args, kwargs, output, copies, multi;
    } step;
    struct {
        Py_ssize_t copies, number;
    } level;
} functional_slots_t;

extern functional_slots_t functional_slots HIDDEN;

#define SLOT(object, offset) (*(PyObject **)((char *)(object) + (offset)))

static inline void
set_slot(PyObject *object, Py_ssize_t offset, PyObject *value) /* steals `value` */
{
    Py_XSETREF(SLOT(object, offset), value);
}

/* The array of a functional tensor of this level; borrowed.  NULL: it is none. */
static inline Wrapped *
functional_of(PyObject *tensor, PyObject *level)
{
    Wrapped *data = wrapped_as(tensor, hot.functional_array);
    return data != NULL && data->owner == level && data->inner != NULL && is_tensor(data->inner) ? data : NULL;
}

/* The storage of a functional tensor; borrowed.  NULL: it is not of the class that C knows. */
static inline PyObject *
storage_of_array(Wrapped *data)
{
    PyObject *storage = SLOT(data, functional_slots.array.storage);
    return storage != NULL && Py_IS_TYPE(storage, hot.functional_storage) ? storage : NULL;
}

static inline int
is_plain_value(PyObject *inner)
{
    return Py_IS_TYPE(inner, hot.plain_type) &&
           (((TensorBase *)inner)->keys.lo & BACKENDS_LOW) == (hot.array_keys.lo & BACKENDS_LOW);
}

/* functional_values.c */
PyObject *functional_array(PyObject *inner, PyObject *level, PyObject *storage, PyObject *views);
PyObject *functional_tensor(PyObject *array, PyObject *inner);
PyObject *wrap_value(PyObject *inner, PyObject *level);
PyObject *wrap_values(PyObject *result, PyObject *level);
PyObject *step_forward(PyObject *step, PyObject *base);
PyObject *step_inverse(PyObject *step, PyObject *base, PyObject *changed);
PyObject *replay_steps(PyObject *base, PyObject *steps);
int bring_up_to_date(Wrapped *data);
PyObject *functional_value(PyObject *tensor, PyObject *level);
PyObject *functional_values(PyObject *list, PyObject *level);

#endif
