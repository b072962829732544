/* Where the slots of Python's classes of functional tensors are: found by functional_setup.c, used by functional.c. */
#ifndef WYE_FUNCTIONAL_H
#define WYE_FUNCTIONAL_H

#include "hot.h"

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
        Py_ssize_t copies;
    } level;
} functional_slots_t;

extern functional_slots_t functional_slots HIDDEN;

#endif
