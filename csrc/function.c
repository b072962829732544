/* Public functions: choose the overload for a call as PyTorch's argument parser does.
 * See Note [Forms of a function] (_pure/function.py).  Only calls that fit no form reach Python. */
#include "hot.h"

/* ---- forms ---- */

/* Is it a default that is filled in only while some keys are included in the thread? */
static int
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

/* ---- matching a call ---- */

/* The arguments of a form's operator, by their number there. */
typedef struct {
    bound_t placed;
    keys_t keys;
    uint64_t given;
    int overridden, requires_grad;
} match_t;

static int
is_sequence(PyObject *value)
{
    return PyList_CheckExact(value) || PyTuple_Check(value);
}

static int
is_tensor_kind(uint8_t kind)
{
    return (kind & KIND_BASE) == KIND_TENSOR || (kind & KIND_BASE) == KIND_OPERAND;
}

/* NumPy's scalars are arrays to operators, and numbers to functions. */
static int
is_numpy_scalar(PyObject *value)
{
    return hot.number_type != NULL && Py_TYPE(value) != hot.plain_type && PyObject_TypeCheck(value, hot.number_type);
}

/* Does the class of a value that does not fit (or of a list item) override functions? */
static int
has_handler(uint8_t kind, PyObject *value)
{
    if ((kind & LIST) && is_sequence(value)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); i++) {
            if (has_handler(0, PySequence_Fast_GET_ITEM(value, i)))
                return 1;
        }
        return 0;
    }
    PyObject *type = (PyObject *)Py_TYPE(value);
    return !is_tensor(value) && !is_scalar(value) && value != Py_None && !PyUnicode_CheckExact(value) &&
           (PyObject_HasAttrString(type, "__wye_function__") || PyObject_HasAttrString(type, "__torch_function__"));
}

/* A list of `size` equal numbers, for a single number given in its place. */
static PyObject *
repeated(PyObject *value, Py_ssize_t size)
{
    PyObject *list = PyList_New(size);
    for (Py_ssize_t i = 0; list != NULL && i < size; i++)
        PyList_SET_ITEM(list, i, Py_NewRef(value));
    return list;
}

/* A new reference to `value` as the operator gets it; NULL without an error: it does not fit. */
static PyObject *
fit(const Form *form, Py_ssize_t i, PyObject *value, match_t *match)
{
    uint8_t kind = form->kinds[i];
    if (form->sizes[i] > 1 && (kind & LIST) && PyLong_CheckExact(value))
        return repeated(value, form->sizes[i]);
    keys_t keys = match->keys;
    PyObject *fresh = NULL;
    if (!is_tensor_kind(kind) || !is_numpy_scalar(value)) {
        int ok = convert(kind, PyTuple_GET_ITEM(form->exact, i), value, &keys, &fresh);
        if (ok < 0)
            return NULL;
        if (ok > 0) {
            match->keys = keys;
            return ok == 2 ? fresh : Py_NewRef(value);
        }
    }
    PyObject *check = PyTuple_GET_ITEM(form->checks, i);
    int is_number = is_scalar(value) || value == Py_None;
    if ((!(kind & LIST) && is_sequence(value)) || (is_number && !(form->converts >> i & 1)))
        return NULL;
    fresh = check == Py_None ? Py_NewRef(Py_NotImplemented) : PyObject_CallOneArg(check, value);
    if (fresh == Py_NotImplemented) {
        Py_CLEAR(fresh);
        if (has_handler(kind, value)) {
            match->overridden = 1;
            return Py_NewRef(value);
        }
    }
    else if (fresh != NULL && is_tensor_kind(kind) && (kind & LIST)) { /* a list subclass as a list */
        PyObject *unused = NULL;
        int ok = convert(kind, PyTuple_GET_ITEM(form->exact, i), fresh, &match->keys, &unused);
        Py_XDECREF(unused);
        if (ok <= 0)
            Py_CLEAR(fresh);
    }
    return fresh;
}

/* Steals `value`. */
static int
put(match_t *match, Py_ssize_t place, PyObject *value)
{
    if (match->given >> place & 1) { /* a form that names a place twice */
        Py_DECREF(value);
        return 0;
    }
    match->placed.owned[match->placed.n_owned++] = value;
    match->placed.values[place] = value;
    match->given |= UINT64_C(1) << place;
    return 1;
}

/* The outputs of a tuple are the last arguments of the operator; steals `outputs`. */
static int
put_outputs(const Form *form, const Signature *sig, PyObject *outputs, match_t *match)
{
    Py_ssize_t first = sig->n_args - form->outputs;
    int ok = first >= 0 && is_sequence(outputs) && PySequence_Fast_GET_SIZE(outputs) == form->outputs;
    for (Py_ssize_t k = 0; ok && k < form->outputs; k++)
        ok = put(match, first + k, Py_NewRef(PySequence_Fast_GET_ITEM(outputs, k)));
    Py_DECREF(outputs);
    return ok;
}

/* Put the value of one parameter at its place.  1: done; 0: refused; -1: error. */
static int
place_one(const Form *form, const Signature *sig, Py_ssize_t i, PyObject *value, match_t *match)
{
    uint8_t place = form->places[i];
    if (place < GRAD_FLAG && place >= sig->n_args)
        return 0; /* the operator was redefined */
    if (value == Py_None && (form->kinds[i] & OPTIONAL)) {
        if (place < GRAD_FLAG && (sig->kinds[place] & OPTIONAL) && (sig->required >> place & 1))
            return put(match, place, Py_NewRef(value));
        return 1;
    }
    PyObject *found = fit(form, i, value, match);
    if (found == NULL)
        return PyErr_Occurred() ? -1 : 0;
    if (place < GRAD_FLAG)
        return put(match, place, found);
    if (place == OUTPUTS)
        return put_outputs(form, sig, found, match);
    if (place == GRAD_FLAG)
        match->requires_grad = found == Py_True;
    Py_DECREF(found);
    return 1;
}

static Py_ssize_t
find_parameter(const Form *form, PyObject *name)
{
    for (Py_ssize_t i = 0; i < form->n_args; i++) {
        if (PyTuple_GET_ITEM(form->names, i) == name)
            return i;
    }
    for (Py_ssize_t i = 0; i < form->n_args; i++) {
        if (PyUnicode_Compare(PyTuple_GET_ITEM(form->names, i), name) == 0)
            return i;
    }
    PyObject *other = PyDict_GetItemWithError(form->aliases, name);
    return other == NULL ? -1 : PyLong_AsSsize_t(other);
}

/* The values of a form's parameters; `gathered` owns a list made of the integers of `x.view(2, 3)`.
 * 1: found; 0: refused; -1: error. */
static int
sort_values(const Form *form, args_t args, PyObject **values, PyObject **gathered)
{
    Py_ssize_t n = args.n_positional, at = form->gathers;
    memset(values, 0, (size_t)form->n_args * sizeof(PyObject *));
    if (at >= 0 && at < n && !is_sequence(args.values[at])) {
        *gathered = PyList_New(n - at);
        if (*gathered == NULL)
            return -1;
        for (Py_ssize_t i = at; i < n; i++)
            PyList_SET_ITEM(*gathered, i - at, Py_NewRef(args.values[i]));
        n = at + 1;
    }
    if (n > form->n_positional)
        return 0;
    for (Py_ssize_t i = 0; i < n; i++)
        values[i] = args.values[i];
    if (*gathered != NULL)
        values[at] = *gathered;
    uint64_t seen = n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    for (Py_ssize_t k = 0; args.kwnames != NULL && k < PyTuple_GET_SIZE(args.kwnames); k++) {
        Py_ssize_t i = find_parameter(form, PyTuple_GET_ITEM(args.kwnames, k));
        if (i < 0 || i >= form->n_args || values[i] != NULL)
            return PyErr_Occurred() ? -1 : 0;
        values[i] = args.values[args.n_positional + k];
        seen |= UINT64_C(1) << i;
    }
    return (form->required & ~seen) == 0;
}

/* Values at their places as arguments in kernel order: defaults in holes, keyword-only ones behind, with their names. */
static int
arrange(const Signature *sig, match_t *match)
{
    bound_t *placed = &match->placed;
    Py_ssize_t last = 0, n_keywords = 0;
    for (Py_ssize_t i = 0; i < sig->n_args; i++) {
        if (!(match->given >> i & 1))
            continue;
        if (i < sig->n_positional)
            last = i + 1;
        else
            n_keywords++;
    }
    for (Py_ssize_t i = 0; i < last; i++) {
        if (!(match->given >> i & 1) && fill_hole(sig, i, placed) < 0)
            return -1;
    }
    placed->args = (args_t){placed->values, last, NULL};
    if (n_keywords == 0)
        return 1;
    placed->kwnames = placed->args.kwnames = PyTuple_New(n_keywords);
    if (placed->kwnames == NULL)
        return -1;
    Py_ssize_t n = 0;
    for (Py_ssize_t i = sig->n_positional; i < sig->n_args; i++) {
        if (!(match->given >> i & 1))
            continue;
        PyTuple_SET_ITEM(placed->kwnames, n, Py_NewRef(PyTuple_GET_ITEM(sig->names, i)));
        placed->values[last + n++] = placed->values[i];
    }
    return 1;
}

/* An argument that the function gives another default than the operator: a pair of its number and the value. */
static int
fill_in(const Signature *sig, PyObject *pair, match_t *match)
{
    int watching = is_watching(pair);
    if (!PyTuple_CheckExact(pair) || PyTuple_GET_SIZE(pair) != 2 + watching ||
        !PyLong_CheckExact(PyTuple_GET_ITEM(pair, 0)))
        return 0;
    if (watching && !includes_any(((KeyBits *)PyTuple_GET_ITEM(pair, 2))->keys))
        return 1;
    Py_ssize_t place = PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 0));
    if (place < 0 || place >= sig->n_args)
        return PyErr_Occurred() ? -1 : 0;
    return match->given >> place & 1 ? 1 : put(match, place, Py_NewRef(PyTuple_GET_ITEM(pair, 1)));
}

/* Find the arguments of a form's operator.  1: found; 0: the call does not fit; -1: error.  Release `match->placed`. */
static int
match_form(const Form *form, const Signature *sig, args_t args, match_t *match)
{
    PyObject *values[MAX_ARGS], *gathered = NULL;
    match->placed.n_owned = 0;
    match->placed.kwnames = NULL;
    match->keys = (keys_t){0, 0};
    match->given = 0;
    match->overridden = match->requires_grad = 0;
    int ok = sig->n_args > MAX_ARGS ? 0 : sort_values(form, args, values, &gathered);
    for (Py_ssize_t i = 0; ok > 0 && i < form->n_args; i++) {
        if (values[i] != NULL)
            ok = place_one(form, sig, i, values[i], match);
    }
    for (Py_ssize_t i = 0; ok > 0 && i < PyTuple_GET_SIZE(form->fills); i++)
        ok = fill_in(sig, PyTuple_GET_ITEM(form->fills, i), match);
    if (ok > 0)
        ok = arrange(sig, match);
    Py_XDECREF(gathered);
    return ok;
}

/* ---- calling ---- */

/* Several results as Python has them: a tuple with names, or a tuple of a list; steals `result`. */
static PyObject *
packed(PyObject *pack, PyObject *result)
{
    if (pack == NULL || result == NULL)
        return result;
    PyObject *made;
    if (pack == (PyObject *)&PyTuple_Type) {
        if (!PyList_CheckExact(result))
            return result;
        made = PyList_AsTuple(result);
    }
    else {
        if (!PyTuple_CheckExact(result))
            return result;
        PyTypeObject *type = (PyTypeObject *)pack;
        made = type->tp_alloc(type, PyTuple_GET_SIZE(result));
        for (Py_ssize_t i = 0; made != NULL && i < PyTuple_GET_SIZE(result); i++)
            PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(result, i)));
    }
    Py_DECREF(result);
    return made;
}

/* Does a function mode, or an argument, want to handle the call? */
static inline int
is_overridden(keys_t keys)
{
    return (with_thread_state(keys).lo & hot.function_keys.lo) != 0 && hot.override != NULL;
}

static PyObject *
call_match(Function *self, const Form *form, args_t args, match_t *match)
{
    if ((match->overridden && hot.override != NULL) || is_overridden(match->keys))
        return call_boxed(hot.override, (Op *)self, NULL, args);
    PyObject *result = run_placed(form->op, match->keys, match->placed.args);
    if (match->requires_grad && result != NULL) {
        PyObject *same = PyObject_CallMethod(result, "requires_grad_", NULL);
        if (same == NULL)
            Py_CLEAR(result);
        Py_XDECREF(same);
    }
    PyObject *pack = Py_XNewRef(self->pack);
    result = packed(pack, result);
    Py_XDECREF(pack);
    return result;
}

/* `add(1, 2)`: numbers in place of tensors, and no tensor at all. */
static int
is_without_tensors(const Form *form, keys_t keys)
{
    if ((keys.lo | keys.hi) != 0)
        return 0;
    for (Py_ssize_t i = 0; i < form->n_args; i++) {
        if ((form->kinds[i] & KIND_BASE) == KIND_OPERAND)
            return 1;
    }
    return 0;
}

/* Try a call without keywords whose arguments need no conversion.  1: done, see `result`; 0: not such a call. */
static inline int
call_plainly(Function *self, const Form *form, args_t args, PyObject **result)
{
    keys_t keys = {0, 0};
    PyObject *pack = self->pack;
    int ok = call_as_is(form->op, args, &keys, result);
    if (LIKELY(ok == 1 && pack == NULL))
        return 1;
    if (ok <= 0)
        return ok < 0;
    if (ok == 2) { /* not only plain tensors, or an override may handle the call */
        if (is_without_tensors(form, keys))
            return 0;
        for (Py_ssize_t i = 0; i < args.n_positional; i++) {
            if (is_numpy_scalar(args.values[i]))
                return 0;
        }
        if (is_overridden(keys)) {
            *result = call_boxed(hot.override, (Op *)self, NULL, args);
            return 1;
        }
        *result = run_placed(form->op, keys, args);
    }
    pack = Py_XNewRef(self->pack);
    *result = packed(pack, *result);
    Py_XDECREF(pack);
    return 1;
}

/* 1: the call fits the form, and `result` is its answer or NULL with an error; 0: it does not fit. */
static int
call_form(Function *self, Form *form, args_t args, PyObject **result)
{
    Py_ssize_t n = args.n_positional;
    *result = NULL;
    if (n > form->n_positional && form->gathers < 0)
        return 0;
    if (args.kwnames == NULL && form->is_plain && !includes_any(form->watched) && n <= form->n_positional &&
        (n > 63 || form->required >> n == 0) && call_plainly(self, form, args, result))
        return 1;
    Signature *sig = signature_of(form->op);
    if (sig == NULL)
        return 0;
    match_t match;
    int ok = match_form(form, sig, args, &match);
    if (ok > 0 && !match.overridden && is_without_tensors(form, match.keys))
        ok = 0;
    if (ok > 0)
        *result = call_match(self, form, args, &match);
    bound_release(&match.placed);
    Py_DECREF(sig);
    return ok != 0;
}

static PyObject *
function_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Function *function = (Function *)self;
    args_t given = {args, PyVectorcall_NARGS(nargsf), kwnames};
    PyObject *forms = Py_XNewRef(function->forms), *result;
    for (Py_ssize_t i = 0; forms != NULL && i < PyTuple_GET_SIZE(forms); i++) {
        if (call_form(function, (Form *)PyTuple_GET_ITEM(forms, i), given, &result)) {
            Py_DECREF(forms);
            return result;
        }
    }
    Py_XDECREF(forms);
    return forward_vectorcall(self, args, nargsf, kwnames);
}

static PyObject *
function_match(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    args_t given = {args, nargs, kwnames};
    PyObject *forms = Py_XNewRef(((Function *)self)->forms), *result = NULL;
    for (Py_ssize_t i = 0; forms != NULL && i < PyTuple_GET_SIZE(forms); i++) {
        const Form *form = (Form *)PyTuple_GET_ITEM(forms, i);
        Signature *sig = signature_of(form->op);
        if (sig == NULL)
            continue;
        match_t match;
        int ok = match_form(form, sig, given, &match);
        if (ok > 0) {
            PyObject *positional = box_positional(match.placed.args), *named = box_keywords(match.placed.args);
            if (positional != NULL && named != NULL)
                result = PyTuple_Pack(3, form->op, positional, named);
            Py_XDECREF(positional);
            Py_XDECREF(named);
        }
        bound_release(&match.placed);
        Py_DECREF(sig);
        if (ok != 0) {
            Py_DECREF(forms);
            return result;
        }
    }
    Py_XDECREF(forms);
    Py_RETURN_NONE;
}

static PyObject *
function_use_forms(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    int fits = nargs >= 1 && nargs <= 2 && PyTuple_CheckExact(args[0]);
    for (Py_ssize_t i = 0; fits && i < PyTuple_GET_SIZE(args[0]); i++)
        fits = PyObject_TypeCheck(PyTuple_GET_ITEM(args[0], i), hot.form_type);
    if (!fits) {
        PyErr_SetString(PyExc_TypeError, "use_forms() takes a tuple of Forms");
        return NULL;
    }
    PyObject *pack = nargs == 2 && args[1] != Py_None ? args[1] : NULL;
    if (pack != NULL && (!PyType_Check(pack) || !PyType_IsSubtype((PyTypeObject *)pack, &PyTuple_Type))) {
        PyErr_SetString(PyExc_TypeError, "use_forms() takes a subclass of tuple for results");
        return NULL;
    }
    Py_XSETREF(((Function *)self)->forms, Py_NewRef(args[0]));
    Py_XSETREF(((Function *)self)->pack, Py_XNewRef(pack));
    Py_RETURN_NONE;
}

static PyObject *
function_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self = forward_new(type, args, kwargs);
    if (self != NULL)
        ((Forward *)self)->vectorcall = function_vectorcall;
    return self;
}

static int
function_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((Function *)self)->forms);
    Py_VISIT(((Function *)self)->pack);
    return forward_traverse(self, visit, arg);
}

static int
function_clear(PyObject *self)
{
    Py_CLEAR(((Function *)self)->forms);
    Py_CLEAR(((Function *)self)->pack);
    return forward_clear(self);
}

static void
function_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Function *)self)->forms);
    Py_CLEAR(((Function *)self)->pack);
    PyObject_GC_Track(self); /* for forward_dealloc, which does the rest */
    forward_dealloc(self);
}

/* As a method: `x.f(y)` calls `f(x, y)`, and CPython makes no bound method for that. */
static PyObject *
function_get(PyObject *self, PyObject *object, PyObject *Py_UNUSED(type))
{
    return object == NULL || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

static PyObject *
function_init_subclass(PyObject *type, PyObject *args, PyObject *kwargs)
{
    /* CPython does not pass this flag on by itself. */
    if (((PyTypeObject *)type)->tp_descr_get == function_get)
        ((PyTypeObject *)type)->tp_flags |= Py_TPFLAGS_METHOD_DESCRIPTOR;
    return keep_vectorcall(type, args, kwargs, hot.function_type);
}

static PyMethodDef function_methods[] = {
    {"use_forms", (PyCFunction)(void (*)(void))function_use_forms, METH_FASTCALL,
     "use_forms($self, forms, pack=None, /)\n--\n\n"
     "From now on, try these forms in turn; `pack` is the tuple class of several results."},
    {"match", (PyCFunction)(void (*)(void))function_match, METH_FASTCALL | METH_KEYWORDS,
     "match($self, /, *args, **kwargs)\n--\n\n"
     "The operator that a call means, with its arguments; None: the call fits no form."},
    {"__init_subclass__", (PyCFunction)(void (*)(void))function_init_subclass,
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot function_slots[] = {
    {Py_tp_doc, "A public function: calls the operator of the first form that fits; a method when it is in a class."},
    {Py_tp_new, function_new},
    {Py_tp_traverse, function_traverse},
    {Py_tp_clear, function_clear},
    {Py_tp_dealloc, function_dealloc},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, function_get},
    {Py_tp_methods, function_methods},
    {0, NULL},
};

static PyType_Spec function_spec = {
    .name = "wye._hot.Function",
    .basicsize = sizeof(Function),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
             Py_TPFLAGS_METHOD_DESCRIPTOR,
    .slots = function_slots,
};

int
function_init_types(PyObject *module)
{
    if (add_type(module, &form_spec, &hot.form_type) < 0)
        return -1;
    PyObject *type = PyType_FromModuleAndSpec(module, &function_spec, (PyObject *)hot.forward_type);
    if (type == NULL)
        return -1;
    Py_XSETREF(hot.function_type, (PyTypeObject *)type);
    return watch_call(hot.function_type) < 0 ? -1 : PyModule_AddType(module, hot.function_type);
}
