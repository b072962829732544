/* Tensors that belong to a level of a function transform, and the interpreters that they belong to. */
#include "levels.h"

/* ---- the arrays of wrapped tensors ---- */

static int
wrapped_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Wrapped *)self)->inner);
    Py_VISIT(((Wrapped *)self)->owner);
    return 0;
}

static int
wrapped_clear(PyObject *self)
{
    Py_CLEAR(((Wrapped *)self)->inner);
    Py_CLEAR(((Wrapped *)self)->owner);
    return 0;
}

static void
wrapped_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, wrapped_dealloc);
    if (((Wrapped *)self)->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    wrapped_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END;
}

static PyObject *
bare_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    return type->tp_alloc(type, 0);
}

static PyMemberDef wrapped_members[] = {
    {"inner", T_OBJECT_EX, offsetof(Wrapped, inner), 0, NULL},
    {"owner", T_OBJECT_EX, offsetof(Wrapped, owner), 0, NULL},
    {"level", T_PYSSIZET, offsetof(Wrapped, level), 0, NULL},
    {"dim", T_PYSSIZET, offsetof(Wrapped, dim), 0, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Wrapped, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot wrapped_slots[] = {
    {Py_tp_doc, "Wrapped()\n--\n\nStands for the array of a tensor that belongs to a level of a transform."},
    {Py_tp_new, bare_new},
    {Py_tp_traverse, wrapped_traverse},
    {Py_tp_clear, wrapped_clear},
    {Py_tp_dealloc, wrapped_dealloc},
    {Py_tp_members, wrapped_members},
    {0, NULL},
};

static PyType_Spec wrapped_spec = {
    .name = "wye._hot.Wrapped",
    .basicsize = sizeof(Wrapped),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = wrapped_slots,
};

/* ---- interpreters ---- */

static int
level_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Level *)self)->stack);
    Py_VISIT(((Level *)self)->symbolic_size);
    Py_VISIT(((Level *)self)->randomness);
    return 0;
}

static int
level_clear(PyObject *self)
{
    Py_CLEAR(((Level *)self)->stack);
    Py_CLEAR(((Level *)self)->symbolic_size);
    Py_CLEAR(((Level *)self)->randomness);
    return 0;
}

static void
level_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    level_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
level_get_saved(PyObject *self, void *Py_UNUSED(closure))
{
    const Level *level = (const Level *)self;
    if (!level->has_saved)
        Py_RETURN_NONE;
    PyObject *include = keyset_with_grad(level->include);
    PyObject *exclude = include == NULL ? NULL : keyset_with_grad(level->exclude);
    PyObject *both = exclude == NULL ? NULL : PyTuple_Pack(2, include, exclude);
    Py_XDECREF(include);
    Py_XDECREF(exclude);
    return both;
}

static int
level_set_saved(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    Level *level = (Level *)self;
    if (value == NULL || value == Py_None) {
        level->has_saved = 0;
        return 0;
    }
    if (!PyTuple_CheckExact(value) || PyTuple_GET_SIZE(value) != 2 || !is_keybits(PyTuple_GET_ITEM(value, 0)) ||
        !is_keybits(PyTuple_GET_ITEM(value, 1))) {
        PyErr_SetString(PyExc_TypeError, "_saved must be two key sets or None");
        return -1;
    }
    level->include = ((KeyBits *)PyTuple_GET_ITEM(value, 0))->keys;
    level->exclude = ((KeyBits *)PyTuple_GET_ITEM(value, 1))->keys;
    level->has_saved = 1;
    return 0;
}

/* The size of a vmap's batch: a number, or what stands for one. */
PyObject *
level_batch_size(const Level *level)
{
    return level->symbolic_size != NULL ? Py_NewRef(level->symbolic_size) : PyLong_FromSsize_t(level->batch_size);
}

static PyObject *
level_get_size(PyObject *self, void *Py_UNUSED(closure))
{
    return level_batch_size((const Level *)self);
}

static int
level_set_size(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    Level *level = (Level *)self;
    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError, "_batch_size cannot be deleted");
        return -1;
    }
    Py_ssize_t size = PyLong_Check(value) ? PyLong_AsSsize_t(value) : -1;
    if (size == -1 && PyErr_Occurred())
        return -1;
    level->batch_size = size;
    Py_XSETREF(level->symbolic_size, PyLong_Check(value) ? NULL : Py_NewRef(value));
    return 0;
}

static PyMemberDef level_members[] = {
    {"_stack", T_OBJECT_EX, offsetof(Level, stack), 0, NULL},
    {"_level", T_PYSSIZET, offsetof(Level, level), 0, NULL},
    {"is_running", T_BOOL, offsetof(Level, is_running), 0, NULL},
    {"_grad_mode", T_BOOL, offsetof(Level, grad_mode), 0, NULL},
    {"_enabled", T_BOOL, offsetof(Level, follows_tangents), 0, NULL},
    {"_randomness", T_OBJECT, offsetof(Level, randomness), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef level_getset[] = {
    {"_saved", level_get_saved, level_set_saved, NULL, NULL},
    {"_batch_size", level_get_size, level_set_size, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot level_slots[] = {
    {Py_tp_doc, "Level()\n--\n\nOne level of the stack of transforms."},
    {Py_tp_new, bare_new},
    {Py_tp_traverse, level_traverse},
    {Py_tp_clear, level_clear},
    {Py_tp_dealloc, level_dealloc},
    {Py_tp_members, level_members},
    {Py_tp_getset, level_getset},
    {0, NULL},
};

static PyType_Spec level_spec = {
    .name = "wye._hot.Level",
    .basicsize = sizeof(Level),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = level_slots,
};

/* ---- wrapping and unwrapping ---- */

/* A tensor without wrappers of gradient transforms that have ended; borrowed.  NULL: Python has to look. */
PyObject *
alive(PyObject *tensor)
{
    for (;;) {
        Wrapped *data = wrapped_as(tensor, hot.grad_array);
        if (data == NULL)
            return tensor;
        if (data->owner == NULL || !PyObject_TypeCheck(data->owner, hot.level_base) || data->inner == NULL ||
            !is_tensor(data->inner))
            return NULL;
        if (((Level *)data->owner)->is_running)
            return tensor;
        tensor = data->inner;
    }
}

/* A new wrapper of a tensor: for a vmap with a dimension, else for a gradient transform with its interpreter. */
PyObject *
wrap_tensor(PyObject *inner, PyObject *owner, Py_ssize_t dim)
{
    const TensorBase *tensor = (const TensorBase *)inner;
    int is_batch = Py_IS_TYPE(owner, hot.vmap_level);
    PyTypeObject *type = is_batch ? hot.batched_array : hot.grad_array;
    if (!Py_IS_TYPE(inner, hot.plain_type) || (tensor->keys.lo & BACKENDS_LOW) != (hot.array_keys.lo & BACKENDS_LOW)) {
        if (!is_batch)
            return PyObject_CallFunctionObjArgs(hot.wrap_grad, inner, owner, NULL);
        return PyObject_CallFunction(hot.wrap_batched, "Onn", inner, dim, ((Level *)owner)->level);
    }
    Wrapped *data = (Wrapped *)type->tp_alloc(type, 0);
    if (data == NULL)
        return NULL;
    data->inner = Py_NewRef(inner);
    data->owner = is_batch ? NULL : Py_NewRef(owner);
    data->level = ((Level *)owner)->level;
    data->dim = dim;
    const keys_t *removed = is_batch ? &hot.batched_removed : &hot.grad_removed;
    const keys_t *added = is_batch ? &hot.batched_added : &hot.grad_added;
    keys_t keys = {((tensor->keys.lo & ~REQUIRES_GRAD) & ~removed->lo) | added->lo,
                   (tensor->keys.hi & ~removed->hi) | added->hi};
    return tensor_over(hot.plain_type, keys, (PyObject *)data);
}

/* The results of the level below at a level; steals `result`. */
PyObject *
wrap_results(PyObject *result, PyObject *owner, Py_ssize_t dim)
{
    PyObject *made = NULL;
    if (result == NULL)
        return NULL;
    if (is_tensor(result)) {
        made = wrap_tensor(result, owner, dim);
    }
    else if (PyTuple_CheckExact(result) || PyList_CheckExact(result)) {
        int is_list = PyList_CheckExact(result);
        Py_ssize_t n = PySequence_Fast_GET_SIZE(result);
        made = is_list ? PyList_New(n) : PyTuple_New(n);
        for (Py_ssize_t i = 0; made != NULL && i < n; i++) {
            PyObject *one = PySequence_Fast_GET_ITEM(result, i);
            one = is_tensor(one) ? wrap_tensor(one, owner, dim) : Py_NewRef(one);
            if (one == NULL)
                Py_CLEAR(made);
            else if (is_list)
                PyList_SET_ITEM(made, i, one);
            else
                PyTuple_SET_ITEM(made, i, one);
        }
    }
    else {
        return result;
    }
    Py_DECREF(result);
    return made;
}

/* May it hold tensors that C does not look at? */
int
is_unusual(PyObject *value)
{
    if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value))
        return 0;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *item = PySequence_Fast_GET_ITEM(value, i);
        if (item != Py_None && !PyLong_CheckExact(item) && !PyFloat_CheckExact(item) && !PyBool_Check(item))
            return 1;
    }
    return 0;
}

/* wrap_at(inner, interpreter, dim): a tensor of the level below at a level. */
PyObject *
hot_wrap_at(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3 || !is_tensor(args[0]) || !PyObject_TypeCheck(args[1], hot.level_base)) {
        PyErr_SetString(PyExc_TypeError, "wrap_at() takes a tensor, an interpreter and a dimension");
        return NULL;
    }
    Py_ssize_t dim = PyLong_AsSsize_t(args[2]);
    return dim == -1 && PyErr_Occurred() ? NULL : wrap_tensor(args[0], args[1], dim);
}

int
wrapping_init_types(PyObject *module)
{
    return add_type(module, &wrapped_spec, &hot.wrapped_type) < 0 ? -1 : add_type(module, &level_spec, &hot.level_base);
}
