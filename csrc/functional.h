/* Functional tensors: where the slots of Python's classes are (found by functional_setup.c), and what functional.c and
 * functional_entry.c share. */
#ifndef WYE_FUNCTIONAL_H
#define WYE_FUNCTIONAL_H

#include "levels.h"

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

/* functional.c */
PyObject *wrap_value(PyObject *inner, PyObject *level);
PyObject *functional_value(PyObject *tensor, PyObject *level);
PyObject *functional_values(PyObject *list, PyObject *level);

#endif
