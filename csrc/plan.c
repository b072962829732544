/* What registration pushes: kernels, layouts and signatures.  All immutable once made. */
#include "hot.h"

/* ---- Pass ---- */

static PyObject *
pass_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"bits", "writes", NULL};
    PyObject *bits, *writes = NULL;
    keys_t keys;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O!", names, &bits, &PyLong_Type, &writes) ||
        keys_from_int(bits, &keys) < 0)
        return NULL;
    int overflow = 0;
    long long small = writes == NULL ? 0 : PyLong_AsLongLongAndOverflow(writes, &overflow);
    if (overflow < 0 || (overflow == 0 && small < 0)) {
        PyErr_SetString(PyExc_ValueError, "writes has one bit per argument and is not negative");
        return NULL;
    }
    PyObject *width = PyLong_FromLong(64);
    PyObject *high = width == NULL || overflow == 0 ? NULL : PyNumber_Rshift(writes, width);
    int is_beyond = high == NULL ? 0 : PyObject_IsTrue(high);
    Py_XDECREF(width);
    Py_XDECREF(high);
    if (PyErr_Occurred())
        return NULL;
    Pass *self = (Pass *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->keys = keys;
    self->writes = writes == NULL ? 0 : PyLong_AsUnsignedLongLongMask(writes);
    if (is_beyond)
        self->beyond = Py_NewRef(writes);
    return (PyObject *)self;
}

static void
pass_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(((Pass *)self)->beyond);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
pass_get_bits(PyObject *self, void *Py_UNUSED(closure))
{
    return keys_to_int(((Pass *)self)->keys);
}

static PyObject *
pass_get_writes(PyObject *self, void *Py_UNUSED(closure))
{
    const Pass *pass = (const Pass *)self;
    return pass->beyond != NULL ? Py_NewRef(pass->beyond) : PyLong_FromUnsignedLongLong(pass->writes);
}

static PyGetSetDef pass_getset[] = {
    {"bits", pass_get_bits, NULL, "The keys that are left.", NULL},
    {"writes", pass_get_writes, NULL, "The arguments whose versions the call bumps, a bit each.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot pass_slots[] = {
    {Py_tp_doc,
     "Pass(bits, writes=0)\n--\n\nWhere a call continues when it skips a kernel, and which writes that counts."},
    {Py_tp_new, pass_new},
    {Py_tp_dealloc, pass_dealloc},
    {Py_tp_getset, pass_getset},
    {0, NULL},
};

static PyType_Spec pass_spec = {
    .name = "wye._hot.Pass",
    .basicsize = sizeof(Pass),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = pass_slots,
};

/* ---- ArrayCall ---- */

static PyObject *
arrays_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"returns", "direct", "in_place", NULL};
    PyObject *returns, *direct = Py_None;
    int in_place = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "S|Op", names, &returns, &direct, &in_place))
        return NULL;
    int is_shortcut = Py_IS_TYPE(direct, hot.shortcut_type);
    if (direct != Py_None && !is_shortcut && !PyCallable_Check(direct)) {
        PyErr_SetString(PyExc_TypeError, "`direct` must be callable");
        return NULL;
    }
    ArrayCall *self = (ArrayCall *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->returns = Py_NewRef(returns);
    self->direct = direct == Py_None ? NULL : Py_NewRef(direct);
    self->shortcut = is_shortcut ? ((Shortcut *)direct)->fn : NULL;
    self->in_place = (char)in_place;
    return (PyObject *)self;
}

static int
arrays_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((ArrayCall *)self)->direct);
    return 0;
}

static int
arrays_clear(PyObject *self)
{
    ((ArrayCall *)self)->shortcut = NULL;
    Py_CLEAR(((ArrayCall *)self)->direct);
    return 0;
}

static void
arrays_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    arrays_clear(self);
    Py_CLEAR(((ArrayCall *)self)->returns);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef arrays_members[] = {
    {"returns", T_OBJECT, offsetof(ArrayCall, returns), READONLY, "What the kernel returns, a byte each."},
    {"direct", T_OBJECT, offsetof(ArrayCall, direct), READONLY, "What to call instead on plain floats."},
    {"in_place", T_BOOL, offsetof(ArrayCall, in_place), READONLY, "Does `direct` store in the first argument?"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot arrays_slots[] = {
    {Py_tp_doc, "ArrayCall(returns, direct=None, in_place=False)\n--\n\n"
                "How a kernel is called that computes on arrays."},
    {Py_tp_new, arrays_new},
    {Py_tp_traverse, arrays_traverse},
    {Py_tp_clear, arrays_clear},
    {Py_tp_dealloc, arrays_dealloc},
    {Py_tp_members, arrays_members},
    {0, NULL},
};

static PyType_Spec arrays_spec = {
    .name = "wye._hot.ArrayCall",
    .basicsize = sizeof(ArrayCall),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = arrays_slots,
};

/* ---- Kernel ---- */

/* Is `how` what a kernel of this kind needs? */
static int
check_how(Py_ssize_t kind, PyObject *how)
{
    if (kind == PASS && !Py_IS_TYPE(how, hot.pass_type)) {
        PyErr_SetString(PyExc_TypeError, "a PASS kernel must say which keys it leaves: a Pass");
        return -1;
    }
    if (kind == ARRAYS && !Py_IS_TYPE(how, hot.arrays_type)) {
        PyErr_SetString(PyExc_TypeError, "a kernel of arrays must say what it returns: an ArrayCall");
        return -1;
    }
    int may_pass = kind == PLAIN || kind == KEYSET || kind == BOXED || kind == PASS;
    if (how != Py_None && kind != ARRAYS && !(may_pass && Py_IS_TYPE(how, hot.pass_type)) &&
        !(kind == PLAIN && Py_IS_TYPE(how, hot.shortcut_type))) {
        PyErr_Format(PyExc_TypeError, "a kernel of this kind has no %.100s", Py_TYPE(how)->tp_name);
        return -1;
    }
    return 0;
}

static PyObject *
kernel_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"kind", "fn", "how", "result", NULL};
    PyObject *given, *fn = Py_None, *how = Py_None;
    int result = RESULT_CHECKED;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOi", names, &given, &fn, &how, &result))
        return NULL;
    Py_ssize_t kind = PyNumber_AsSsize_t(given, NULL);
    if (kind == -1 && PyErr_Occurred())
        return NULL;
    if (kind < PLAIN || kind > ARRAYS)
        return PyErr_Format(PyExc_ValueError, "no such kind of kernel: %R", given);
    if (result < RESULT_CHECKED || result > RESULT_UNCHECKED)
        return PyErr_Format(PyExc_ValueError, "no such treatment of results: %d", result);
    if (kind != PASS && kind != FALLTHROUGH && !PyCallable_Check(fn)) {
        PyErr_SetString(PyExc_TypeError, "a kernel must be callable");
        return NULL;
    }
    if (check_how(kind, how) < 0)
        return NULL;
    Kernel *self = (Kernel *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->kind = (uint8_t)kind;
    self->result = (uint8_t)result;
    self->fn = Py_NewRef(fn);
    int is_shortcut = Py_IS_TYPE(how, hot.shortcut_type); /* tried first */
    self->call = kind == PLAIN && !is_shortcut && PyFunction_Check(fn) ? PyVectorcall_Function(fn) : NULL;
    self->how = how == Py_None ? NULL : Py_NewRef(how);
    return (PyObject *)self;
}

static int
kernel_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Kernel *)self)->fn);
    Py_VISIT(((Kernel *)self)->how);
    return 0;
}

static int
kernel_clear(PyObject *self)
{
    /* None, not NULL: a call that still holds the kernel must find an object there.  `how` clears itself. */
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
    Py_CLEAR(((Kernel *)self)->how);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef kernel_members[] = {
    {"kind", T_UBYTE, offsetof(Kernel, kind), READONLY, "How to call `fn`."},
    {"result", T_UBYTE, offsetof(Kernel, result), READONLY, "What is done about its result."},
    {"fn", T_OBJECT, offsetof(Kernel, fn), READONLY, "What to call."},
    {"how", T_OBJECT, offsetof(Kernel, how), READONLY, "What kernels of its kind have besides: a Pass, an ArrayCall."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot kernel_slots[] = {
    {Py_tp_doc, "Kernel(kind, fn=None, how=None, result=0)\n--\n\n"
                "What a slot runs: a callable and how to call it."},
    {Py_tp_new, kernel_new},
    {Py_tp_traverse, kernel_traverse},
    {Py_tp_clear, kernel_clear},
    {Py_tp_dealloc, kernel_dealloc},
    {Py_tp_members, kernel_members},
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
    plan->seen = plan->found_keys = plan->seen_before = plan->found_keys_before = (keys_t){0, 0};
    plan->found = plan->found_before = NULL;
    plan->found_writes = plan->found_writes_before = 0;
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
    if (add_type(module, &pass_spec, &hot.pass_type) < 0 || add_type(module, &arrays_spec, &hot.arrays_type) < 0 ||
        add_type(module, &kernel_spec, &hot.kernel_type) < 0 || add_type(module, &layout_spec, &hot.layout_type) < 0)
        return -1;
    return add_type(module, &signature_spec, &hot.signature_type);
}
