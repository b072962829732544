/* Does a call fit a form?  Its arguments, converted and in the order of the form's operator. */
#include "function.h"

static int
is_sequence(PyObject *value)
{
    return PyList_Check(value) || PyTuple_Check(value);
}

static int
is_tensor_kind(uint8_t kind)
{
    return (kind & KIND_BASE) == KIND_TENSOR || (kind & KIND_BASE) == KIND_OPERAND;
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
    int is_plain_sequence = PyList_CheckExact(value) || PyTuple_Check(value); /* subclasses may handle functions */
    if ((!(kind & LIST) && is_plain_sequence) || (is_number && !(form->converts >> i & 1)))
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

/* Must the tensor be read to know the number that it is given for?  Only where all else fits. */
static int
is_read(const Form *form, Py_ssize_t i, PyObject *value)
{
    return !is_tensor_kind(form->kinds[i]) && !is_scalar(value) && is_tensor(value);
}

/* Put all values at their places.  1: done; 0: refused; -1: error. */
static int
place_all(const Form *form, const Signature *sig, PyObject **values, match_t *match)
{
    uint64_t later = 0;
    int ok = 1;
    for (Py_ssize_t i = 0; ok > 0 && i < form->n_args; i++) {
        if (values[i] == NULL)
            continue;
        if (is_read(form, i, values[i]))
            later |= UINT64_C(1) << i;
        else
            ok = place_one(form, sig, i, values[i], match);
    }
    for (Py_ssize_t i = 0; ok > 0 && later != 0 && i < form->n_args; i++) {
        if (later >> i & 1)
            ok = place_one(form, sig, i, values[i], match);
    }
    return ok;
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
    if (watching) { /* a mode, or an argument whose class handles calls */
        keys_t keys = ((KeyBits *)PyTuple_GET_ITEM(pair, 2))->keys;
        if (!includes_any(keys) && ((match->keys.lo & keys.lo) | (match->keys.hi & keys.hi)) == 0)
            return 1;
    }
    Py_ssize_t place = PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 0));
    if (place < 0 || place >= sig->n_args)
        return PyErr_Occurred() ? -1 : 0;
    return match->given >> place & 1 ? 1 : put(match, place, Py_NewRef(PyTuple_GET_ITEM(pair, 1)));
}

/* Find the arguments of a form's operator.  1: found; 0: the call does not fit; -1: error.  Release `match->placed`. */
int
match_form(const Form *form, const Signature *sig, args_t args, match_t *match)
{
    PyObject *values[MAX_ARGS], *gathered = NULL;
    match->placed.n_owned = 0;
    match->placed.kwnames = NULL;
    match->keys = (keys_t){0, 0};
    match->given = 0;
    match->overridden = match->requires_grad = 0;
    int ok = sig->n_args > MAX_ARGS ? 0 : sort_values(form, args, values, &gathered);
    if (ok > 0)
        ok = place_all(form, sig, values, match);
    for (Py_ssize_t i = 0; ok > 0 && i < PyTuple_GET_SIZE(form->fills); i++)
        ok = fill_in(sig, PyTuple_GET_ITEM(form->fills, i), match);
    if (ok > 0)
        ok = arrange(sig, match);
    Py_XDECREF(gathered);
    return ok;
}
