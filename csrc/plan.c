/* What registration pushes: kernels, layouts and signatures.  All immutable once made. */
#include "hot.h"

/* ---- Kernel ---- */

static PyObject *
kernel_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"kind",    "fn",     "pass_bits", "fresh",     "writes",
                            "returns", "direct", "in_place",  "unchecked", NULL};
    PyObject *given, *fn = Py_None, *pass_bits = NULL, *writes = NULL, *returns = Py_None, *direct = Py_None;
    keys_t pass = {0, 0};
    int fresh = 0, in_place = 0, unchecked = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOpO!OOpp", names, &given, &fn, &pass_bits, &fresh, &PyLong_Type,
                                     &writes, &returns, &direct, &in_place, &unchecked))
        return NULL;
    Py_ssize_t kind = PyNumber_AsSsize_t(given, NULL);
    if (kind == -1 && PyErr_Occurred())
        return NULL;
    if (kind < PLAIN || kind > ARRAYS)
        return PyErr_Format(PyExc_ValueError, "no such kind of kernel: %R", given);
    if (kind != PASS && kind != FALLTHROUGH && !PyCallable_Check(fn)) {
        PyErr_SetString(PyExc_TypeError, "a kernel must be callable");
        return NULL;
    }
    if (kind == ARRAYS && !PyBytes_Check(returns)) {
        PyErr_SetString(PyExc_TypeError, "a kernel of arrays must say what it returns");
        return NULL;
    }
    if (direct != Py_None && !PyCallable_Check(direct) && Py_TYPE(direct) != hot.shortcut_type) {
        PyErr_SetString(PyExc_TypeError, "`direct` must be callable");
        return NULL;
    }
    if (pass_bits != NULL && keys_from_int(pass_bits, &pass) < 0)
        return NULL;
    Kernel *self = (Kernel *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->kind = (int)kind;
    self->fn = Py_NewRef(fn);
    self->call = kind == PLAIN && PyFunction_Check(fn) ? PyVectorcall_Function(fn) : NULL;
    self->pass = pass;
    self->fresh = (char)fresh;
    self->writes = writes == NULL ? 0 : PyLong_AsUnsignedLongLongMask(writes);
    self->returns = kind == ARRAYS ? Py_NewRef(returns) : NULL;
    int is_shortcut = Py_TYPE(direct) == hot.shortcut_type;
    self->direct = (kind == ARRAYS || (kind == PLAIN && is_shortcut)) && direct != Py_None ? Py_NewRef(direct) : NULL;
    self->shortcut = self->direct != NULL && is_shortcut ? ((Shortcut *)direct)->fn : NULL;
    if (self->shortcut != NULL)
        self->call = NULL;
    self->in_place = (char)in_place;
    self->unchecked = (char)unchecked;
    return (PyObject *)self;
}

static int
kernel_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Kernel *)self)->fn);
    Py_VISIT(((Kernel *)self)->direct);
    return 0;
}

static int
kernel_clear(PyObject *self)
{
    /* None, not NULL: a call that still holds the kernel must find an object there. */
    ((Kernel *)self)->call = NULL;
    Py_SETREF(((Kernel *)self)->fn, Py_NewRef(Py_None));
    return 0;
}

static void
kernel_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Kernel *)self)->fn);
    Py_CLEAR(((Kernel *)self)->returns);
    Py_CLEAR(((Kernel *)self)->direct);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
kernel_get_pass_bits(PyObject *self, void *Py_UNUSED(closure))
{
    return keys_to_int(((Kernel *)self)->pass);
}

static PyMemberDef kernel_members[] = {
    {"kind", T_INT, offsetof(Kernel, kind), READONLY, "How to call `fn`."},
    {"fresh", T_BOOL, offsetof(Kernel, fresh), READONLY, "May its result be none of its arguments?"},
    {"fn", T_OBJECT, offsetof(Kernel, fn), READONLY, "What to call."},
    {"writes", T_ULONGLONG, offsetof(Kernel, writes), READONLY, "The arguments whose versions a PASS kernel bumps."},
    {"returns", T_OBJECT, offsetof(Kernel, returns), READONLY, "What an ARRAYS kernel returns, a byte each."},
    {"direct", T_OBJECT, offsetof(Kernel, direct), READONLY, "What to call instead on plain floats."},
    {"unchecked", T_BOOL, offsetof(Kernel, unchecked), READONLY, "May it return what no schema promises?"},
    {"in_place", T_BOOL, offsetof(Kernel, in_place), READONLY, "Does `direct` store in the first argument?"},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef kernel_getset[] = {
    {"pass_bits", kernel_get_pass_bits, NULL, "The keys that a PASS kernel leaves.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, "Kernel(kind, fn=None, pass_bits=0, fresh=False, writes=0, returns=None, direct=None, in_place=False, "
                "unchecked=False)\n--\n\n"
                "What a slot runs: a callable and how to call it."},
    {Py_tp_new, kernel_new},
    {Py_tp_traverse, kernel_traverse},
    {Py_tp_clear, kernel_clear},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_members, kernel_members},
    {Py_tp_getset, kernel_getset},
    {0, NULL},
};

static PyType_Spec kernel_spec = {
    .name = "wye._hot.Kernel",
    .basicsize = sizeof(Kernel),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = kernel_slots,
};

/* ---- Layout ---- */

static int
read_masks(PyObject *masks, Layout *self)
{
    PyObject *all = PySequence_Tuple(masks); /* ours: __index__ of an item may change a list */
    if (all == NULL)
        return -1;
    Py_ssize_t n = PyTuple_GET_SIZE(all);
    self->masks = PyMem_Calloc((size_t)(n > 0 ? n : 1), sizeof(uint64_t));
    if (self->masks == NULL) {
        Py_DECREF(all);
        PyErr_NoMemory();
        return -1;
    }
    self->n_masks = n;
    for (Py_ssize_t i = 0; i < n && !PyErr_Occurred(); i++)
        self->masks[i] = PyLong_AsUnsignedLongLongMask(PyTuple_GET_ITEM(all, i));
    Py_DECREF(all);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *
layout_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"slots", "mask", "masks", NULL};
    PyObject *slots, *mask, *masks = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "SO|O", names, &slots, &mask, &masks))
        return NULL;
    if (PyBytes_GET_SIZE(slots) % (Py_ssize_t)sizeof(uint16_t) != 0) {
        PyErr_SetString(PyExc_TypeError, "slots must be bytes of 16-bit numbers");
        return NULL;
    }
    Layout *self = (Layout *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->bytes = Py_NewRef(slots);
    self->slots = (const uint16_t *)(const void *)PyBytes_AS_STRING(slots);
    self->n_slots = PyBytes_GET_SIZE(slots) / (Py_ssize_t)sizeof(uint16_t);
    for (Py_ssize_t i = 0; i < self->n_slots; i++) {
        if (self->slots[i] > self->n_kernels)
            self->n_kernels = self->slots[i];
    }
    self->mask = PyLong_AsUnsignedLongLongMask(mask);
    if (PyErr_Occurred() || (masks != Py_None && read_masks(masks, self) < 0)) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static void
layout_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    if (((Layout *)self)->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    PyMem_Free(((Layout *)self)->masks);
    Py_CLEAR(((Layout *)self)->bytes);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
layout_get_masks(PyObject *self, void *Py_UNUSED(closure))
{
    Layout *layout = (Layout *)self;
    if (layout->masks == NULL)
        Py_RETURN_NONE;
    PyObject *masks = PyTuple_New(layout->n_masks);
    for (Py_ssize_t i = 0; masks != NULL && i < layout->n_masks; i++) {
        PyObject *mask = PyLong_FromUnsignedLongLong(layout->masks[i]);
        if (mask == NULL)
            Py_CLEAR(masks);
        else
            PyTuple_SET_ITEM(masks, i, mask);
    }
    return masks;
}

static PyMemberDef layout_members[] = {
    {"slots", T_OBJECT, offsetof(Layout, bytes), READONLY, "Kernel index of each slot; 0: none."},
    {"mask", T_ULONGLONG, offsetof(Layout, mask), READONLY, "Functionalities that do not fall through."},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Layout, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef layout_getset[] = {
    {"masks", layout_get_masks, NULL, "One mask per backend, or None.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot layout_slots[] = {
    {Py_tp_doc,
     "Layout(slots, mask, masks=None)\n--\n\nWhich kernel index each slot holds, and what does not fall through."},
    {Py_tp_new, layout_new},
    {Py_tp_dealloc, layout_dealloc},
    {Py_tp_members, layout_members},
    {Py_tp_getset, layout_getset},
    {0, NULL},
};

static PyType_Spec layout_spec = {
    .name = "wye._hot.Layout",
    .basicsize = sizeof(Layout),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = layout_slots,
};

/* ---- Signature ---- */

static PyObject *
signature_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"names",    "n_positional", "kinds",        "exact", "defaults",
                            "required", "return_kinds", "return_exact", NULL};
    PyObject *arg_names, *positional, *kinds, *exact, *defaults, *required, *return_kinds, *return_exact = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!OSO!O!O!O|O!", names, &PyTuple_Type, &arg_names, &positional,
                                     &kinds, &PyTuple_Type, &exact, &PyTuple_Type, &defaults, &PyLong_Type, &required,
                                     &return_kinds, &PyTuple_Type, &return_exact))
        return NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(arg_names), n_positional = PyNumber_AsSsize_t(positional, NULL);
    if (n_positional == -1 && PyErr_Occurred())
        return NULL;
    if (PyBytes_GET_SIZE(kinds) != n || PyTuple_GET_SIZE(exact) != n || PyTuple_GET_SIZE(defaults) != n ||
        n_positional < 0 || n_positional > n) {
        PyErr_SetString(PyExc_ValueError, "names, kinds, exact types and defaults must have one item per argument");
        return NULL;
    }
    if (return_kinds != Py_None &&
        (!PyBytes_Check(return_kinds) ||
         PyBytes_GET_SIZE(return_kinds) != (return_exact == NULL ? 0 : PyTuple_GET_SIZE(return_exact)))) {
        PyErr_SetString(PyExc_ValueError, "return kinds and types must have one item per return");
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!PyUnicode_Check(PyTuple_GET_ITEM(arg_names, i))) {
            PyErr_SetString(PyExc_TypeError, "argument names must be strings");
            return NULL;
        }
    }
    Signature *self = (Signature *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->n_args = n;
    self->n_positional = n_positional;
    self->required = PyLong_AsUnsignedLongLongMask(required);
    self->names = Py_NewRef(arg_names);
    self->kinds_bytes = Py_NewRef(kinds);
    self->kinds = (const uint8_t *)PyBytes_AS_STRING(kinds);
    self->exact = Py_NewRef(exact);
    self->defaults = Py_NewRef(defaults);
    self->n_returns = -1;
    if (return_kinds != Py_None) {
        self->return_bytes = Py_NewRef(return_kinds);
        self->return_kinds = (const uint8_t *)PyBytes_AS_STRING(return_kinds);
        self->n_returns = PyBytes_GET_SIZE(return_kinds);
    }
    self->return_exact = return_exact == NULL ? PyTuple_New(0) : Py_NewRef(return_exact);
    if (self->return_exact == NULL)
        Py_CLEAR(self);
    return (PyObject *)self;
}

#define SIGNATURE_REFS(X) X(names) X(kinds_bytes) X(exact) X(defaults) X(return_bytes) X(return_exact)

static int
signature_traverse(PyObject *self, visitproc visit, void *arg)
{
    Signature *signature = (Signature *)self;
    Py_VISIT(Py_TYPE(self));
#define VISIT(name) Py_VISIT(signature->name);
    SIGNATURE_REFS(VISIT)
    return 0;
}

static void
signature_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Signature *signature = (Signature *)self;
    PyObject_GC_UnTrack(self);
#define CLEAR(name) Py_CLEAR(signature->name);
    SIGNATURE_REFS(CLEAR)
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef signature_members[] = {
    {"names", T_OBJECT, offsetof(Signature, names), READONLY, NULL},
    {"n_positional", T_PYSSIZET, offsetof(Signature, n_positional), READONLY, NULL},
    {"kinds", T_OBJECT, offsetof(Signature, kinds_bytes), READONLY, NULL},
    {"exact", T_OBJECT, offsetof(Signature, exact), READONLY, NULL},
    {"defaults", T_OBJECT, offsetof(Signature, defaults), READONLY, NULL},
    {"required", T_ULONGLONG, offsetof(Signature, required), READONLY, NULL},
    {"return_kinds", T_OBJECT, offsetof(Signature, return_bytes), READONLY, NULL},
    {"return_exact", T_OBJECT, offsetof(Signature, return_exact), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

/* No tp_clear: its tuples hold only types, strings and constants, and calls rely on them. */
static PyType_Slot signature_slots[] = {
    {Py_tp_doc,
     "Signature(names, n_positional, kinds, exact, defaults, required, return_kinds, return_exact=())\n--\n\n"
     "How the arguments of an operator are counted and checked."},
    {Py_tp_new, signature_new},
    {Py_tp_traverse, signature_traverse},
    {Py_tp_dealloc, signature_dealloc},
    {Py_tp_members, signature_members},
    {0, NULL},
};

static PyType_Spec signature_spec = {
    .name = "wye._hot.Signature",
    .basicsize = sizeof(Signature),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = signature_slots,
};

/* ---- plan ---- */

void
plan_release(plan_t *plan)
{
    if (--plan->refs > 0)
        return;
    Py_DECREF(plan->signature);
    Py_DECREF(plan->layout);
    for (Py_ssize_t i = 0; i < plan->n_kernels; i++)
        Py_DECREF(plan->kernels[i]);
    PyMem_Free(plan);
}

plan_t *
plan_new(PyObject *signature, PyObject *layout, PyObject *kernels)
{
    if (!PyObject_TypeCheck(signature, hot.signature_type) || !PyObject_TypeCheck(layout, hot.layout_type) ||
        !PyTuple_CheckExact(kernels)) {
        PyErr_SetString(PyExc_TypeError, "install() takes a Signature, a Layout and a tuple of Kernels");
        return NULL;
    }
    Py_ssize_t n = PyTuple_GET_SIZE(kernels);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!PyObject_TypeCheck(PyTuple_GET_ITEM(kernels, i), hot.kernel_type)) {
            PyErr_SetString(PyExc_TypeError, "install() takes a Signature, a Layout and a tuple of Kernels");
            return NULL;
        }
    }
    if (((const Layout *)layout)->n_kernels > n) {
        PyErr_SetString(PyExc_ValueError, "a slot names a kernel that is not there");
        return NULL;
    }
    plan_t *plan = PyMem_Malloc(sizeof(plan_t) + (size_t)n * sizeof(Kernel *));
    if (plan == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    const Signature *sig = (const Signature *)signature;
    plan->refs = 1;
    plan->n_positional = sig->n_args <= MAX_ARGS ? sig->n_positional : -1; /* `required` knows 64 arguments */
    plan->n_required = 0;
    while (plan->n_required < MAX_ARGS && (sig->required >> plan->n_required) != 0)
        plan->n_required++; /* past n_positional when a keyword is required */
    plan->kinds = sig->kinds;
    plan->exact = ((PyTupleObject *)sig->exact)->ob_item;
    plan->seen = plan->found_keys = (keys_t){0, 0};
    plan->found = NULL;
    plan->found_writes = 0;
    plan->return_kind = sig->n_returns == 1 ? sig->return_kinds[0] : -1;
    plan->signature = (Signature *)Py_NewRef(signature);
    plan->layout = (Layout *)Py_NewRef(layout);
    plan->n_kernels = n;
    for (Py_ssize_t i = 0; i < n; i++)
        plan->kernels[i] = (Kernel *)Py_NewRef(PyTuple_GET_ITEM(kernels, i));
    return plan;
}

int
plan_init_types(PyObject *module)
{
    if (add_type(module, &kernel_spec, &hot.kernel_type) < 0 || add_type(module, &layout_spec, &hot.layout_type) < 0)
        return -1;
    return add_type(module, &signature_spec, &hot.signature_type);
}
