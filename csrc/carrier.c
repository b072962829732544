/* Objects -> keys: the key word, the base of Tensor, and the types of other libraries' arrays. */
#include "hot.h"

/* ---- KeyBits ---- */

static PyObject *
keybits_make(PyTypeObject *type, keys_t keys)
{
    KeyBits *self = (KeyBits *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->keys = keys;
    return (PyObject *)self;
}

PyObject *
keyset_with_grad(keys_t keys)
{
    PyTypeObject *type = (PyTypeObject *)Py_NewRef(hot.keyset_type); /* allocation may collect garbage */
    PyObject *set = keybits_make(type, keys);
    Py_DECREF(type);
    return set;
}

int
keys_from_int(PyObject *value, keys_t *keys)
{
    if (!PyLong_Check(value)) {
        PyErr_Format(PyExc_TypeError, "bits must be an int, not %.100s", Py_TYPE(value)->tp_name);
        return -1;
    }
    int overflow;
    long long small = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow == 0 && small >= 0) {
        *keys = (keys_t){(uint64_t)small, 0};
        return 0;
    }
    PyObject *width = PyLong_FromLong(64);
    /* int's own shift: a subclass may have another */
    PyObject *high = width == NULL ? NULL : PyLong_Type.tp_as_number->nb_rshift(value, width);
    Py_XDECREF(width);
    if (high == NULL)
        return -1;
    uint64_t upper = PyLong_AsUnsignedLongLong(high); /* refuses negative numbers and more than 128 bits */
    Py_DECREF(high);
    if (PyErr_Occurred()) {
        PyErr_SetString(PyExc_OverflowError, "bits must fit into 128 bits");
        return -1;
    }
    *keys = (keys_t){PyLong_AsUnsignedLongLongMask(value), upper};
    return 0;
}

PyObject *
keys_to_int(keys_t keys)
{
    PyObject *low = PyLong_FromUnsignedLongLong(keys.lo);
    if (low == NULL || keys.hi == 0)
        return low;
    PyObject *high = PyLong_FromUnsignedLongLong(keys.hi);
    PyObject *width = PyLong_FromLong(64);
    PyObject *shifted = high == NULL || width == NULL ? NULL : PyNumber_Lshift(high, width);
    PyObject *both = shifted == NULL ? NULL : PyNumber_Or(shifted, low);
    Py_DECREF(low);
    Py_XDECREF(high);
    Py_XDECREF(width);
    Py_XDECREF(shifted);
    return both;
}

static PyObject *
keybits_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"bits", NULL};
    PyObject *bits = NULL;
    keys_t keys = {0, 0};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O", names, &bits))
        return NULL;
    if (bits != NULL && keys_from_int(bits, &keys) < 0)
        return NULL;
    return keybits_make(type, keys);
}

static PyObject *
keybits_raw(PyObject *type, PyObject *bits)
{
    keys_t keys;
    return keys_from_int(bits, &keys) < 0 ? NULL : keybits_make((PyTypeObject *)type, keys);
}

static void
plain_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

#define ALGEBRA(name, low, high)                                          \
    static PyObject *name(PyObject *left, PyObject *right)                \
    {                                                                     \
        if (!is_keybits(left) || !is_keybits(right))                      \
            Py_RETURN_NOTIMPLEMENTED;                                     \
        keys_t a = ((KeyBits *)left)->keys, b = ((KeyBits *)right)->keys; \
        return keybits_make(Py_TYPE(left), (keys_t){low, high});          \
    }
ALGEBRA(keybits_or, a.lo | b.lo, a.hi | b.hi)
ALGEBRA(keybits_and, a.lo & b.lo, a.hi & b.hi)
ALGEBRA(keybits_xor, a.lo ^ b.lo, a.hi ^ b.hi)
/* backend bits stay, as in PyTorch */
ALGEBRA(keybits_subtract, a.lo & ~(b.lo & ~BACKENDS_LOW), a.hi)

static PyObject *
keybits_compare(PyObject *left, PyObject *right, int op)
{
    if (!is_keybits(right) || (op != Py_EQ && op != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    keys_t a = ((KeyBits *)left)->keys, b = ((KeyBits *)right)->keys;
    return PyBool_FromLong((a.lo == b.lo && a.hi == b.hi) == (op == Py_EQ));
}

static Py_hash_t
keybits_hash(PyObject *self)
{
    keys_t keys = ((KeyBits *)self)->keys;
    uint64_t mixed = keys.lo ^ (keys.hi * UINT64_C(0x9E3779B97F4A7C15));
    Py_hash_t hash = (Py_hash_t)(mixed ^ (mixed >> 29));
    return hash == -1 ? -2 : hash;
}

static int
keybits_bool(PyObject *self)
{
    keys_t keys = ((KeyBits *)self)->keys;
    return (keys.lo | keys.hi) != 0;
}

static PyObject *
keybits_get_bits(PyObject *self, void *Py_UNUSED(closure))
{
    return keys_to_int(((KeyBits *)self)->keys);
}

static PyObject *
keybits_slot(PyObject *self, PyObject *Py_UNUSED(unused))
{
    return PyLong_FromSsize_t(top_slot(((KeyBits *)self)->keys));
}

static PyGetSetDef keybits_getset[] = {
    {"bits", keybits_get_bits, NULL, "The set as an int of at most 128 bits.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef keybits_methods[] = {
    {"raw", keybits_raw, METH_O | METH_CLASS, "raw($type, bits, /)\n--\n\nThe set with exactly these bits."},
    {"slot", keybits_slot, METH_NOARGS, "slot($self, /)\n--\n\nThe table slot of the highest key."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot keybits_slots[] = {
    {Py_tp_doc, "KeyBits(bits=0)\n--\n\nAn immutable set of keys in one 128-bit word."},
    {Py_tp_new, keybits_new},
    {Py_tp_dealloc, plain_dealloc},
    {Py_tp_hash, keybits_hash},
    {Py_tp_richcompare, keybits_compare},
    {Py_tp_getset, keybits_getset},
    {Py_tp_methods, keybits_methods},
    {Py_nb_or, keybits_or},
    {Py_nb_and, keybits_and},
    {Py_nb_xor, keybits_xor},
    {Py_nb_subtract, keybits_subtract},
    {Py_nb_bool, keybits_bool},
    {0, NULL},
};

static PyType_Spec keybits_spec = {
    .name = "wye._hot.KeyBits",
    .basicsize = sizeof(KeyBits),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = keybits_slots,
};

/* ---- TensorBase ---- */

static int
tensor_set_keys(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    if (value == NULL || !is_keybits(value)) {
        PyErr_Format(PyExc_TypeError, "keys must be a key set, not %.100s",
                     value == NULL ? "nothing" : Py_TYPE(value)->tp_name);
        return -1;
    }
    keys_t *keys = &((TensorBase *)self)->keys;
    uint64_t grad = keys->lo & REQUIRES_GRAD; /* not a key: unchanged */
    *keys = ((KeyBits *)value)->keys;
    keys->lo = (keys->lo & ~REQUIRES_GRAD) | grad;
    return 0;
}

static PyObject *
tensor_get_keys(PyObject *self, void *Py_UNUSED(closure))
{
    return keyset_new(((TensorBase *)self)->keys);
}

static PyObject *
tensor_get_requires_grad(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(requires_grad((TensorBase *)self));
}

static int
tensor_set_requires_grad(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    int wanted = value == NULL ? 0 : PyObject_IsTrue(value);
    if (value == NULL)
        PyErr_SetString(PyExc_AttributeError, "_requires_grad cannot be deleted");
    if (value == NULL || wanted < 0)
        return -1;
    keys_t *keys = &((TensorBase *)self)->keys;
    keys->lo = wanted ? keys->lo | REQUIRES_GRAD : keys->lo & ~REQUIRES_GRAD;
    ((TensorBase *)self)->dual = 0;
    return 0;
}

static PyObject *
tensor_get_is_dual(PyObject *self, void *Py_UNUSED(closure))
{
    return PyBool_FromLong(((TensorBase *)self)->dual);
}

/* Follow a tensor for its tangent, or no more; nothing changes for one that requires grad. */
static int
tensor_set_is_dual(PyObject *self, PyObject *value, void *Py_UNUSED(closure))
{
    int wanted = value == NULL ? 0 : PyObject_IsTrue(value);
    if (value == NULL)
        PyErr_SetString(PyExc_AttributeError, "_is_dual cannot be deleted");
    if (value == NULL || wanted < 0)
        return -1;
    TensorBase *tensor = (TensorBase *)self;
    if (requires_grad(tensor))
        return 0;
    tensor->dual = (uint8_t)wanted;
    tensor->keys.lo = wanted ? tensor->keys.lo | REQUIRES_GRAD : tensor->keys.lo & ~REQUIRES_GRAD;
    return 0;
}

static int
tensor_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"keys", NULL};
    PyObject *keys;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O", names, &keys))
        return -1;
    return tensor_set_keys(self, keys, NULL);
}

static int
tensor_traverse(PyObject *self, visitproc visit, void *arg)
{
    TensorBase *tensor = (TensorBase *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(tensor->data);
    Py_VISIT(tensor->base);
    Py_VISIT(tensor->autograd);
    return 0; /* storage and version refer to no tensors */
}

static int
tensor_clear(PyObject *self)
{
    TensorBase *tensor = (TensorBase *)self;
    leave_storage(tensor);
    Py_CLEAR(tensor->data);
    Py_CLEAR(tensor->base);
    Py_CLEAR(tensor->version);
    Py_CLEAR(tensor->autograd);
    return 0;
}

static void
tensor_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, tensor_dealloc) PyTypeObject *type = Py_TYPE(self);
    leave_storage((TensorBase *)self); /* before a weak reference's callback can grow it */
    if (((TensorBase *)self)->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    tensor_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static PyObject *
tensor_get_data(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *data = ((TensorBase *)self)->data;
    return Py_NewRef(data == NULL ? Py_None : data);
}

static int
tensor_set_data(PyObject *self, PyObject *data, void *Py_UNUSED(closure))
{
    tensor_show((TensorBase *)self, data == Py_None ? NULL : data, NULL);
    return 0;
}

static PyObject *
tensor_get_storage(PyObject *self, void *Py_UNUSED(closure))
{
    return Py_XNewRef(storage_of((TensorBase *)self));
}

static PyObject *
tensor_get_version(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *version = ((TensorBase *)self)->version;
    return Py_NewRef(version == NULL ? Py_None : version);
}

static int
tensor_set_version(PyObject *self, PyObject *version, void *Py_UNUSED(closure))
{
    if (version != NULL && version != Py_None && Py_TYPE(version) != hot.version_type) {
        PyErr_Format(PyExc_TypeError, "a version counter must be a Version, not %.100s", Py_TYPE(version)->tp_name);
        return -1;
    }
    Py_XSETREF(((TensorBase *)self)->version, version == Py_None ? NULL : Py_XNewRef(version));
    return 0;
}

static PyObject *
tensor_show_part(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs < 1 || nargs > 2 || (nargs == 2 && !PyObject_TypeCheck(args[1], hot.storage_base))) {
        PyErr_SetString(PyExc_TypeError, "_show() takes an array and a Storage");
        return NULL;
    }
    TensorBase *tensor = (TensorBase *)self;
    Storage *storage = nargs == 2 ? (Storage *)args[1] : storage_of(tensor);
    if (storage == NULL)
        return NULL;
    if (!is_part_of(args[0], storage)) {
        PyErr_SetString(PyExc_RuntimeError, "_show() takes an array that sees a part of the storage");
        return NULL;
    }
    tensor_show(tensor, args[0], storage);
    Py_RETURN_NONE;
}

static PyObject *
tensor_join(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs < 1 || nargs > 2 || !is_tensor(args[0])) {
        PyErr_SetString(PyExc_TypeError, "_join() takes a tensor and a bool");
        return NULL;
    }
    TensorBase *tensor = (TensorBase *)self, *base = (TensorBase *)args[0];
    if (base->version == NULL)
        base->version = hot.version_type->tp_alloc(hot.version_type, 0);
    if (base->version == NULL)
        return NULL;
    PyObject *of = nargs == 2 && args[1] == Py_True ? (base->base == NULL ? args[0] : base->base) : NULL;
    Py_XSETREF(tensor->version, Py_NewRef(base->version));
    if (of != NULL && of != self)
        Py_XSETREF(tensor->base, Py_NewRef(of));
    Py_RETURN_NONE;
}

static PyGetSetDef tensor_getset[] = {
    {"_keys", tensor_get_keys, tensor_set_keys, "The keys this tensor brings to a call.", NULL},
    {"_data", tensor_get_data, tensor_set_data,
     "An array, a MetaArray, or None; a new one is memory that no other tensor shares.", NULL},
    {"_byte_offset", tensor_byte_offset, NULL, "The bytes between the storage's start and the first element.", NULL},
    {"_storage", tensor_get_storage, NULL, "The memory that `_data` is a part of.", NULL},
    {"_version_counter", tensor_get_version, tensor_set_version, "Shared by views; None: not written yet.", NULL},
    {"_requires_grad", tensor_get_requires_grad, tensor_set_requires_grad, "Are gradients computed for it?", NULL},
    {"_is_dual", tensor_get_is_dual, tensor_set_is_dual, "Does autograd follow it for its tangent alone?", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef tensor_methods[] = {
    {"_join", (PyCFunction)(void (*)(void))tensor_join, METH_FASTCALL,
     "_join($self, base, is_view=False, /)\n--\n\nCount versions with another tensor, and be a view of it."},
    {"_show", (PyCFunction)(void (*)(void))tensor_show_part, METH_FASTCALL,
     "_show($self, data, storage=<its own>, /)\n--\n\nSee another part of the storage, or of another one."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef tensor_members[] = {
    {"_base", T_OBJECT, offsetof(TensorBase, base), READONLY, "The tensor that this one is a view of, or None."},
    {"_made", T_UBYTE, offsetof(TensorBase, made), 0, "How a view was made: MADE_ flags."},
    {"_detached", T_UBYTE, offsetof(TensorBase, detached), 0, "Was it taken out of the graph that computed it?"},
    {"_seen", T_UINT, offsetof(TensorBase, seen), READONLY, "The version when a view was made, its low 32 bits."},
    {"_autograd", T_OBJECT, offsetof(TensorBase, autograd), 0, "What autograd knows of this tensor, or None."},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(TensorBase, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot tensor_slots[] = {
    {Py_tp_doc, "TensorBase(keys)\n--\n\nCarries a key set; the base of wye.Tensor."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, tensor_init},
    {Py_tp_traverse, tensor_traverse},
    {Py_tp_clear, tensor_clear},
    {Py_tp_dealloc, tensor_dealloc},
    {Py_tp_getset, tensor_getset},
    {Py_tp_methods, tensor_methods},
    {Py_tp_members, tensor_members},
    {0, NULL},
};

static PyType_Spec tensor_spec = {
    .name = "wye._hot.TensorBase",
    .basicsize = sizeof(TensorBase),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = tensor_slots,
};

/* ---- types of arguments ---- */

static type_entry *
entry_of(PyTypeObject *type)
{
    uintptr_t where = (uintptr_t)type;
    return &hot.types[((where >> 4) ^ (where >> 11)) % N_TYPES];
}

/* Call a Python callback, held meanwhile: it may be replaced while it runs, and may call operators. */
static PyObject *
call_guarded(PyObject *fn, PyObject *value)
{
    PyObject *answer = NULL;
    Py_INCREF(fn);
    if (Py_EnterRecursiveCall(" in a key function") == 0) {
        answer = PyObject_CallOneArg(fn, value);
        Py_LeaveRecursiveCall();
    }
    Py_DECREF(fn);
    return answer;
}

/* Ask Python about a type not seen before; `found` owns its references.  1: it carries keys; 0: it does not; -1: error. */
static int
ask_about_type(PyTypeObject *type, type_entry *found)
{
    *found = (type_entry){NULL, CARRIER, {0, 0}, NULL};
    if (!PyType_IsSubtype(type, hot.tensor_type)) {
        if (hot.resolve_type == NULL)
            return 0;
        PyObject *answer = call_guarded(hot.resolve_type, (PyObject *)type);
        if (answer == NULL || answer == Py_None) {
            Py_XDECREF(answer);
            return answer == NULL ? -1 : 0;
        }
        if (is_keybits(answer)) {
            found->how = FIXED;
            found->keys = ((KeyBits *)answer)->keys;
            Py_DECREF(answer);
        }
        else {
            found->how = CALLED;
            found->fn = answer;
        }
    }
    found->type = (PyTypeObject *)Py_NewRef(type);
    return 1;
}

/* Remember an answer. */
static void
learn_type(const type_entry *found)
{
    type_entry *entry = entry_of(found->type);
    type_entry old = *entry;
    *entry = (type_entry){(PyTypeObject *)Py_NewRef(found->type), found->how, found->keys, Py_XNewRef(found->fn)};
    Py_XDECREF(old.type); /* last: a destructor may call an operator */
    Py_XDECREF(old.fn);
}

/* Or the keys of `value`, of whose type this is known. */
static int
add_known_keys(PyObject *value, const type_entry *known, keys_t *keys)
{
    keys_t more = known->keys;
    if (known->how == CARRIER) {
        more = ((TensorBase *)value)->keys;
    }
    else if (known->how == CALLED) { /* the type's keys depend on the object */
        PyObject *answer = call_guarded(known->fn, value);
        if (answer == NULL)
            return -1;
        if (!is_keybits(answer)) {
            PyErr_Format(PyExc_TypeError, "the key function of %.100s returned %.100s, not a DispatchKeySet",
                         Py_TYPE(value)->tp_name, Py_TYPE(answer)->tp_name);
            Py_DECREF(answer);
            return -1;
        }
        more = ((KeyBits *)answer)->keys;
        Py_DECREF(answer);
    }
    keys->lo |= more.lo;
    keys->hi |= more.hi;
    return 1;
}

int
add_keys_slowly(PyObject *value, keys_t *keys)
{
    if (is_scalar(value)) /* overloads for numbers are tried after those for tensors: nobody has to be asked */
        return 0;
    const type_entry *entry = entry_of(Py_TYPE(value));
    type_entry known = *entry;
    if (entry->type == Py_TYPE(value)) {
        Py_INCREF(known.type);
        Py_XINCREF(known.fn);
    }
    else {
        uint64_t before = hot.types_forgotten;
        PyTypeObject *type = (PyTypeObject *)Py_NewRef(Py_TYPE(value)); /* the object may change its class */
        int carries = ask_about_type(type, &known);
        Py_DECREF(type);
        if (carries <= 0)
            return carries;
        if (before == hot.types_forgotten) /* else the answer holds for this call alone */
            learn_type(&known);
    }
    int ok = add_known_keys(value, &known, keys);
    Py_DECREF(known.type);
    Py_XDECREF(known.fn);
    return ok;
}

void
forget_types(void)
{
    hot.types_forgotten++;
    for (int i = 0; i < N_TYPES; i++) {
        type_entry old = hot.types[i];
        hot.types[i] = (type_entry){NULL, 0, {0, 0}, NULL};
        Py_XDECREF(old.type);
        Py_XDECREF(old.fn);
    }
}

int
carrier_init_types(PyObject *module)
{
    if (add_type(module, &keybits_spec, &hot.keybits_type) < 0)
        return -1;
    Py_XSETREF(hot.keyset_type, (PyTypeObject *)Py_NewRef(hot.keybits_type));
    return add_type(module, &tensor_spec, &hot.tensor_type);
}
