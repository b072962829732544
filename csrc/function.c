/* Public functions: choose the overload for a call as PyTorch's argument parser does.
 * See Note [Forms of a function] (_pure/function.py).  Only calls that fit no form reach Python. */
#include "function.h"

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
    keys_t keys = {match->keys.lo & form->kept, match->keys.hi};
    PyObject *result = run_placed(form->op, keys, match->placed.args);
    if (match->requires_grad && result != NULL) {
        PyObject *same = PyObject_CallMethod(result, "_begin_as_leaf", NULL);
        if (same == NULL)
            Py_CLEAR(result);
        Py_XDECREF(same);
    }
    PyObject *pack = Py_XNewRef(self->pack);
    result = packed(pack, result);
    Py_XDECREF(pack);
    return result;
}

/* Is it of a type that never handles functions: a plain tensor, a number, a string, None, or one of `types`? */
static int
is_plain(PyObject *value, PyObject *types)
{
    if (Py_TYPE(value) == hot.plain_type || is_scalar(value) || value == Py_None || PyUnicode_CheckExact(value))
        return 1;
    if (is_tensor(value)) /* of a class that does not handle functions, as parameters are */
        return (((TensorBase *)value)->keys.lo & hot.function_keys.lo) == 0;
    return PySet_Contains(types, (PyObject *)Py_TYPE(value));
}

/* The same of every value, and of every item of its lists and tuples.  -1: error. */
static int
are_all_plain(PyObject *const *values, Py_ssize_t n, PyObject *types)
{
    int ok = 1;
    for (Py_ssize_t i = 0; ok > 0 && i < n; i++) {
        PyObject *value = values[i];
        if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value)) {
            ok = is_plain(value, types);
            continue;
        }
        for (Py_ssize_t k = 0; ok > 0 && k < PySequence_Fast_GET_SIZE(value); k++)
            ok = is_plain(PySequence_Fast_GET_ITEM(value, k), types);
    }
    return ok;
}

PyObject *
hot_are_plain(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3 || !PyTuple_CheckExact(args[0]) || !PyDict_CheckExact(args[1]) || !PyAnySet_Check(args[2])) {
        PyErr_SetString(PyExc_TypeError, "are_plain() takes a tuple, a dict and a set of types");
        return NULL;
    }
    if (is_overridden((keys_t){0, 0}))
        Py_RETURN_FALSE;
    int ok = are_all_plain(&PyTuple_GET_ITEM(args[0], 0), PyTuple_GET_SIZE(args[0]), args[2]);
    PyObject *value;
    for (Py_ssize_t at = 0; ok > 0 && PyDict_Next(args[1], &at, NULL, &value);)
        ok = are_all_plain(&value, 1, args[2]);
    return ok < 0 ? NULL : PyBool_FromLong(ok);
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
    int ok = call_as_is(form->op, form->kept, args, &keys, result);
    if (LIKELY(ok == 1 && pack == NULL))
        return 1;
    if (ok <= 0)
        return ok < 0;
    if (ok == 2) { /* not only plain tensors, or an override may handle the call */
        if (is_without_tensors(form, keys) || (keys.lo & form->watched.lo) != 0 || (keys.hi & form->watched.hi) != 0)
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
    PyObject *type = PyType_FromModuleAndSpec(module, &function_spec, (PyObject *)hot.forward_type);
    if (type == NULL)
        return -1;
    Py_XSETREF(hot.function_type, (PyTypeObject *)type);
    return watch_call(hot.function_type) < 0 ? -1 : PyModule_AddType(module, hot.function_type);
}
