/* The ways to call a public function, as objects.  See Note [Forms of a function] (_pure/function.py). */
#include "function.h"

static PyObject *
form_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"op",      "names",    "n_positional", "kinds",   "exact",   "sizes", "places", "checks",
                            "aliases", "required", "converts",     "gathers", "outputs", "fills", NULL};
    PyObject *op, *parameters, *kinds, *exact, *sizes, *places, *checks, *aliases, *required, *converts = NULL,
                                                                                              *fills = NULL;
    Py_ssize_t n_positional, gathers = -1, outputs = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O!nO!O!O!O!O!O!O!|O!nnO!:Form", names, hot.op_type, &op,
                                     &PyTuple_Type, &parameters, &n_positional, &PyBytes_Type, &kinds, &PyTuple_Type,
                                     &exact, &PyBytes_Type, &sizes, &PyBytes_Type, &places, &PyTuple_Type, &checks,
                                     &PyDict_Type, &aliases, &PyLong_Type, &required, &PyLong_Type, &converts, &gathers,
                                     &outputs, &PyTuple_Type, &fills))
        return NULL;
    Py_ssize_t n = PyTuple_GET_SIZE(parameters);
    if (n > MAX_ARGS || n_positional < 0 || n_positional > n || PyBytes_GET_SIZE(kinds) != n ||
        PyTuple_GET_SIZE(exact) != n || PyBytes_GET_SIZE(sizes) != n || PyBytes_GET_SIZE(places) != n ||
        PyTuple_GET_SIZE(checks) != n || gathers >= n || outputs < 0 || outputs > MAX_ARGS) {
        PyErr_SetString(PyExc_ValueError,
                        "names, kinds, types, sizes, places and checks must have one item per parameter");
        return NULL;
    }
    Form *self = (Form *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->op = Py_NewRef(op);
    self->names = Py_NewRef(parameters);
    self->kinds_bytes = Py_NewRef(kinds);
    self->exact = Py_NewRef(exact);
    self->sizes_bytes = Py_NewRef(sizes);
    self->places_bytes = Py_NewRef(places);
    self->checks = Py_NewRef(checks);
    self->aliases = Py_NewRef(aliases);
    self->n_args = n;
    self->n_positional = n_positional;
    self->kinds = (const uint8_t *)PyBytes_AS_STRING(kinds);
    self->sizes = (const uint8_t *)PyBytes_AS_STRING(sizes);
    self->places = (const uint8_t *)PyBytes_AS_STRING(places);
    self->required = PyLong_AsUnsignedLongLongMask(required);
    self->converts = converts == NULL ? 0 : PyLong_AsUnsignedLongLongMask(converts);
    self->kept = memchr(self->places, GRAD_FLAG, (size_t)n) == NULL ? ~UINT64_C(0) : ~REQUIRES_GRAD;
    self->gathers = gathers;
    self->outputs = outputs;
    self->fills = fills == NULL ? PyTuple_New(0) : Py_NewRef(fills);
    if (self->fills == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    self->is_plain = 1;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(self->fills); i++) {
        PyObject *fill = PyTuple_GET_ITEM(self->fills, i);
        if (!is_watching(fill)) {
            self->is_plain = 0;
            continue;
        }
        keys_t keys = ((KeyBits *)PyTuple_GET_ITEM(fill, 2))->keys;
        self->watched.lo |= keys.lo;
        self->watched.hi |= keys.hi;
    }
    Signature *sig = signature_of(op);
    if (sig == NULL || sig->n_positional < n_positional)
        self->is_plain = 0;
    for (Py_ssize_t i = 0; self->is_plain && i < n_positional; i++) /* the operator may accept less than the form */
        self->is_plain = self->places[i] == i && (sig->kinds[i] & KIND_BASE) == (self->kinds[i] & KIND_BASE) &&
                         (sig->kinds[i] & ~self->kinds[i]) == 0;
    Py_XDECREF(sig);
    return (PyObject *)self;
}

static int
form_traverse(PyObject *self, visitproc visit, void *arg)
{
    const Form *form = (Form *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(form->op);
    Py_VISIT(form->names);
    Py_VISIT(form->exact);
    Py_VISIT(form->checks);
    Py_VISIT(form->aliases);
    Py_VISIT(form->fills);
    return 0;
}

static int
form_clear(PyObject *self)
{
    Form *form = (Form *)self;
    Py_CLEAR(form->op);
    Py_CLEAR(form->checks);
    Py_CLEAR(form->aliases);
    Py_CLEAR(form->fills);
    return 0;
}

static void
form_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Form *form = (Form *)self;
    PyObject_GC_UnTrack(self);
    form_clear(self);
    Py_XDECREF(form->names);
    Py_XDECREF(form->exact);
    Py_XDECREF(form->kinds_bytes);
    Py_XDECREF(form->sizes_bytes);
    Py_XDECREF(form->places_bytes);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef form_members[] = {
    {"op", T_OBJECT, offsetof(Form, op), READONLY, NULL},
    {"names", T_OBJECT, offsetof(Form, names), READONLY, NULL},
    {"n_positional", T_PYSSIZET, offsetof(Form, n_positional), READONLY, NULL},
    {"kinds", T_OBJECT, offsetof(Form, kinds_bytes), READONLY, NULL},
    {"exact", T_OBJECT, offsetof(Form, exact), READONLY, NULL},
    {"sizes", T_OBJECT, offsetof(Form, sizes_bytes), READONLY, NULL},
    {"places", T_OBJECT, offsetof(Form, places_bytes), READONLY, NULL},
    {"checks", T_OBJECT, offsetof(Form, checks), READONLY, NULL},
    {"aliases", T_OBJECT, offsetof(Form, aliases), READONLY, NULL},
    {"required", T_ULONGLONG, offsetof(Form, required), READONLY, NULL},
    {"converts", T_ULONGLONG, offsetof(Form, converts), READONLY, NULL},
    {"gathers", T_PYSSIZET, offsetof(Form, gathers), READONLY, NULL},
    {"outputs", T_PYSSIZET, offsetof(Form, outputs), READONLY, NULL},
    {"fills", T_OBJECT, offsetof(Form, fills), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot form_slots[] = {
    {Py_tp_doc,
     "Form(op, names, n_positional, kinds, exact, sizes, places, checks, aliases, required, converts=0, "
     "gathers=-1, outputs=0, fills=())\n--\n\nOne way to call a public function, and the operator that it calls."},
    {Py_tp_new, form_new},
    {Py_tp_traverse, form_traverse},
    {Py_tp_clear, form_clear},
    {Py_tp_dealloc, form_dealloc},
    {Py_tp_members, form_members},
    {0, NULL},
};

static PyType_Spec form_spec = {
    .name = "wye._hot.Form",
    .basicsize = sizeof(Form),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = form_slots,
};

int
form_init_types(PyObject *module)
{
    return add_type(module, &form_spec, &hot.form_type);
}
