/* NumPy's own functions on the data of tensors and arrays that no layer follows.  See Note [NumPy's own functions]
 * (wye/numpy/table.py).  No twin: the lines of the table give the same, more slowly.
 */
#include "array_calls.h"

#define MAX_GIVEN 32 /* most arguments of a call that is run here */
#define MAX_SEEN 32  /* most tensors and ndarrays in them */
#define MAX_DEPTH 3  /* of lists in lists */

enum { AS_THEY_ARE, AS_VIEWS, FOR_READING };

/* The arguments of a call, read. */
typedef struct {
    PyTypeObject *type; /* of the arrays among them; NULL: there are tensors alone */
    int data;           /* how they are handed out: AS_THEY_ARE, ... */
    Py_ssize_t n, n_tensors;
    PyObject *seen[MAX_SEEN]; /* tensors (`n_tensors` of them) and the program's own ndarrays */
} inputs_t;

/* ---- arguments ---- */

/* Are all calls of this thread computed as they are: no mode, no transform, no autocast, nothing that records them? */
static int
nothing_watches(void)
{
    return hot.logs == NULL && tls.include.lo == 0 && (tls.exclude.lo & ~REQUIRES_GRAD) == 0 && has_no_mode() &&
           hot.array_type != NULL && hot.quiet_variable != NULL;
}

static int
is_of_numbers(PyArrayObject *array)
{
    int number = PyArray_TYPE(array);
    return number >= 0 && number < N_DTYPES && hot.dtypes[number] != NULL;
}

/* The tensor of an array, or a tensor itself, that has plain data and that nothing follows; NULL: something may.
 * Borrowed. */
static PyObject *
unfollowed(PyObject *value, PyTypeObject **type)
{
    if (PyObject_TypeCheck(value, array_base)) {
        const ArrayBase *array = (ArrayBase *)value;
        if (array->source != NULL && array->source != Py_None)
            return NULL; /* a write to a view of it must reach what it is a copy of */
        *type = Py_TYPE(value);
        value = array->tensor;
    }
    const TensorBase *tensor = (TensorBase *)value;
    return value != NULL && Py_TYPE(value) == hot.plain_type && tensor->keys.lo == hot.array_keys.lo &&
                   tensor->keys.hi == hot.array_keys.hi && is_array(tensor->data) &&
                   is_of_numbers((PyArrayObject *)tensor->data) &&
                   (tensor->storage == NULL || !tensor->storage->guarded)
               ? value
               : NULL;
}

static PyObject *
handed_out(PyObject *data, int how)
{
    PyObject *view = how == AS_THEY_ARE ? Py_NewRef(data) : PyArray_View((PyArrayObject *)data, NULL, NULL);
    if (view != NULL && how == FOR_READING)
        PyArray_CLEARFLAGS((PyArrayObject *)view, NPY_ARRAY_WRITEABLE);
    return view;
}

/* Is it something that holds no tensor: a number, a word, a dtype, a NumPy scalar? */
static int
is_constant(PyObject *value)
{
    return value == Py_None || is_scalar(value) || PyUnicode_CheckExact(value) || PyArray_IsScalar(value, Generic) ||
           PyArray_DescrCheck(value) || PyType_Check(value);
}

static int
add_seen(inputs_t *in, PyObject *value)
{
    if (in->n == MAX_SEEN)
        return 0;
    in->seen[in->n++] = Py_NewRef(value);
    return 1;
}

/* An argument with data for tensors; NULL: a layer may follow it, or an error.  The tensors are put in front. */
static PyObject *
read_input(inputs_t *in, PyObject *value, int depth)
{
    PyObject *tensor = unfollowed(value, &in->type);
    if (tensor != NULL) {
        if (!add_seen(in, tensor))
            return NULL;
        PyObject *moved = in->seen[in->n_tensors];
        in->seen[in->n_tensors++] = in->seen[in->n - 1];
        in->seen[in->n - 1] = moved;
        return handed_out(((TensorBase *)tensor)->data, in->data);
    }
    if (is_constant(value))
        return Py_NewRef(value);
    if (is_array(value)) /* one of objects may hold arrays */
        return is_of_numbers((PyArrayObject *)value) && add_seen(in, value) ? Py_NewRef(value) : NULL;
    if (depth == MAX_DEPTH || !(PyList_CheckExact(value) || PyTuple_CheckExact(value)))
        return NULL;
    PyObject *made = PyList_New(0);
    for (Py_ssize_t i = 0; made != NULL && i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *item = Py_NewRef(PySequence_Fast_GET_ITEM(value, i));
        PyObject *one = read_input(in, item, depth + 1);
        Py_DECREF(item);
        if (one == NULL || PyList_Append(made, one) < 0)
            Py_CLEAR(made);
        Py_XDECREF(one);
    }
    if (made != NULL && PyTuple_CheckExact(value))
        Py_SETREF(made, PyList_AsTuple(made));
    return made;
}

static void
forget(inputs_t *in, PyObject **given, Py_ssize_t n_given)
{
    for (Py_ssize_t i = 0; i < n_given; i++)
        Py_DECREF(given[i]);
    while (in->n > 0)
        Py_DECREF(in->seen[--in->n]);
    in->n_tensors = 0;
}

/* All arguments of a call as `given`; 0: it is not simple, or an error. */
static int
read_inputs(inputs_t *in, args_t args, PyObject **given)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    in->n = in->n_tensors = 0;
    for (Py_ssize_t i = 0; i < n && n <= MAX_GIVEN; i++) {
        int is_out =
            i >= args.n_positional && args.values[i] != Py_None &&
            PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(args.kwnames, i - args.n_positional), "out") == 0;
        given[i] = is_out ? NULL : read_input(in, args.values[i], 0);
        if (given[i] == NULL) {
            forget(in, given, i);
            return 0;
        }
    }
    return n <= MAX_GIVEN;
}

/* ---- results ---- */

/* Which argument does an array share memory with?  -1: none. */
static Py_ssize_t
origin_of(const inputs_t *in, PyObject *array)
{
    char *low, *high, *from, *to;
    array_extent(array, &low, &high);
    for (Py_ssize_t i = 0; i < in->n; i++) {
        array_extent(i < in->n_tensors ? ((TensorBase *)in->seen[i])->data : in->seen[i], &from, &to);
        if (low < to && from < high)
            return i;
    }
    return -1;
}

/* Can a tensor see these elements where they lie? */
static int
is_well_laid_out(PyArrayObject *array)
{
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (PyArray_STRIDE(array, i) < 0 || PyArray_STRIDE(array, i) % PyArray_ITEMSIZE(array) != 0)
            return 0;
    }
    return PyArray_ISNOTSWAPPED(array) && PyArray_ISALIGNED(array);
}

/* A view of a tensor that sees the elements of `array`, a part of its memory. */
static PyObject *
view_in(PyObject *tensor, PyArrayObject *array)
{
    PyArrayObject *data = (PyArrayObject *)((TensorBase *)tensor)->data;
    if (PyArray_TYPE(data) != PyArray_TYPE(array))
        return NULL;
    PyArray_Descr *dtype = PyArray_DESCR(data);
    Py_INCREF(dtype);
    PyObject *seen =
        PyArray_NewFromDescr(&PyArray_Type, dtype, PyArray_NDIM(array), PyArray_DIMS(array), PyArray_STRIDES(array),
                             PyArray_DATA(array), PyArray_FLAGS(data) & NPY_ARRAY_WRITEABLE, NULL);
    if (seen != NULL && PyArray_SetBaseObject((PyArrayObject *)seen, Py_NewRef((PyObject *)data)) < 0)
        Py_CLEAR(seen);
    return seen == NULL ? NULL : view_tensor(seen, tensor, 1);
}

/* An array that NumPy gave as a tensor, or as an array; NULL without an error: a line has to make it. */
static PyObject *
array_shown(const inputs_t *in, PyObject *value)
{
    PyArrayObject *array = (PyArrayObject *)value;
    if (!is_of_numbers(array))
        return NULL; /* no tensor holds it: the line says so */
    int owns = PyArray_CHKFLAGS(array, NPY_ARRAY_OWNDATA);
    Py_ssize_t origin = owns && Py_REFCNT(value) == 1 ? -1 : origin_of(in, value);
    PyObject *made = NULL;
    if (origin >= in->n_tensors)
        return NULL;
    int is_view = origin >= 0 && is_well_laid_out(array);
    if (origin >= 0 && !is_view && in->type != NULL)
        return NULL; /* an array that is a copy knows of what it is one */
    if (is_view)
        made = view_in(in->seen[origin], array);
    else if (PyArray_ISWRITEABLE(array) && is_well_laid_out(array))
        made = tensor_of_result(Py_NewRef(value));
    else if ((made = PyArray_NewCopy(array, NPY_CORDER)) != NULL)
        made = tensor_of_result(made);
    return made == NULL || in->type == NULL ? made : array_around(in->type, made);
}

/* What NumPy's function gave, with tensors, or arrays, for its arrays; NULL without an error: as above. */
static PyObject *
shown(const inputs_t *in, PyObject *value)
{
    if (is_array(value))
        return array_shown(in, value);
    if (PyArray_IsScalar(value, Generic)) {
        PyObject *array = PyArray_FromScalar(value, NULL);
        PyObject *made = array == NULL ? NULL : array_shown(in, array);
        Py_XDECREF(array);
        return made;
    }
    int is_tuple = PyTuple_Check(value);
    if (!is_tuple && !PyList_CheckExact(value))
        return Py_NewRef(value);
    if (Py_EnterRecursiveCall(" in the result of a function of NumPy"))
        return NULL;
    PyObject *made = PyList_New(0);
    for (Py_ssize_t i = 0; made != NULL && i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *one = shown(in, PySequence_Fast_GET_ITEM(value, i));
        if (one == NULL || PyList_Append(made, one) < 0)
            Py_CLEAR(made);
        Py_XDECREF(one);
    }
    Py_LeaveRecursiveCall();
    if (made != NULL && is_tuple)
        Py_SETREF(made, PyList_AsTuple(made));
    if (made != NULL && is_tuple && !PyTuple_CheckExact(value)) /* a tuple with names */
        Py_SETREF(made, PyObject_CallObject((PyObject *)Py_TYPE(value), made));
    return made;
}

/* Is there an ndarray in a result that cannot be written to because the data of a tensor could not? */
static int
hands_out(const inputs_t *in, PyObject *value)
{
    if (is_array(value)) {
        PyArrayObject *array = (PyArrayObject *)value;
        Py_ssize_t origin = PyArray_ISWRITEABLE(array) ? -1 : origin_of(in, value);
        return origin >= 0 && origin < in->n_tensors;
    }
    int found = 0;
    if (PyTuple_Check(value) || PyList_CheckExact(value)) {
        for (Py_ssize_t i = 0; !found && i < PySequence_Fast_GET_SIZE(value); i++)
            found = hands_out(in, PySequence_Fast_GET_ITEM(value, i));
    }
    return found;
}

/* Others see the memory of these tensors from now on: it cannot move. */
static int
fix_memory(const inputs_t *in)
{
    for (Py_ssize_t i = 0; i < in->n_tensors; i++) {
        Storage *storage = storage_of((TensorBase *)in->seen[i]);
        if (storage == NULL)
            return -1;
        storage->resizable = 0;
    }
    return 0;
}

/* ---- calls ---- */

/* Is it the error of a write to data that are handed out for reading? */
static int
is_about_writing(PyObject *error)
{
    static const char *const words[] = {"read-only", "readonly", "writ", "output array is not acceptable"};
    PyObject *text = PyErr_GivenExceptionMatches(error, PyExc_ValueError) ? PyObject_Str(error) : NULL;
    const char *said = text == NULL ? NULL : PyUnicode_AsUTF8(text);
    int found = 0;
    for (size_t i = 0; said != NULL && !found && i < sizeof(words) / sizeof(words[0]); i++)
        found = strstr(said, words[i]) != NULL;
    Py_XDECREF(text);
    PyErr_Clear();
    return found;
}

/* Forget an error that Python mends: of a write to an argument, or a warning that a program turned into an error, since
 * lines give none.  Others are what NumPy says. */
static void
leave_to_python(void)
{
    PyObject *type, *error, *traceback;
    if (PyErr_ExceptionMatches(PyExc_Warning)) {
        PyErr_Clear();
        return;
    }
    PyErr_Fetch(&type, &error, &traceback);
    PyErr_NormalizeException(&type, &error, &traceback);
    if (!is_about_writing(error)) {
        PyErr_Restore(type, error, traceback);
        return;
    }
    Py_XDECREF(type);
    Py_XDECREF(error);
    Py_XDECREF(traceback);
}

/* NumPy's own function; NULL without an error: a layer may follow an argument, or a line of the table has to run.
 * `type` is the class of arrays to give, or NULL; `own` a function, whether its results for tensors are tensors, and
 * whether they may be parts of arguments. */
PyObject *
run_own(PyObject *own, PyTypeObject *type, args_t args)
{
    PyObject *given[MAX_GIVEN], *found = NULL, *result = NULL;
    if (!nothing_watches() || !PyTuple_CheckExact(own) || PyTuple_GET_SIZE(own) != 3)
        return NULL;
    int gives_views = PyTuple_GET_ITEM(own, 2) == Py_True;
    inputs_t in = {.type = type, .data = gives_views ? AS_VIEWS : FOR_READING};
    if (!read_inputs(&in, args, given))
        return NULL;
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    args_t with_data = {given, args.n_positional, args.kwnames};
    PyObject *function = PyTuple_GET_ITEM(own, 0);
    if (in.type == NULL && PyTuple_GET_ITEM(own, 1) != Py_True) { /* ndarrays for tensors */
        found = gives_views && fix_memory(&in) < 0
                    ? NULL
                    : PyObject_Vectorcall(function, given, (size_t)args.n_positional, args.kwnames);
        if (found != NULL && (gives_views || !hands_out(&in, found)))
            result = Py_NewRef(found);
    }
    else {
        found = call_quietly(function, with_data);
        result = found == NULL ? NULL : shown(&in, found);
    }
    if (found == NULL)
        leave_to_python();
    Py_XDECREF(found);
    forget(&in, given, n);
    return result;
}

/* A number or ndarray on the left of a tensor is the operator's matter, by PyTorch's rules. */
static int
is_reflected(PyObject *const *inputs, const inputs_t *in)
{
    return in->type == NULL && (is_array(inputs[0]) || PyArray_IsScalar(inputs[0], Generic));
}

/* Those rules are NumPy's if both have one dtype of real floats: complex numbers have no order there. */
static int
is_numpys(PyObject *const *inputs, const inputs_t *in)
{
    PyObject *left = inputs[0];
    if (!is_reflected(inputs, in))
        return 1;
    PyArray_Descr *dtype = is_array(left) ? (PyArray_Descr *)Py_NewRef(PyArray_DESCR((PyArrayObject *)left))
                                          : PyArray_DescrFromScalar(left);
    if (dtype == NULL)
        return 0;
    int number = dtype->type_num;
    Py_DECREF(dtype);
    return number == PyArray_TYPE((PyArrayObject *)((TensorBase *)in->seen[0])->data) && PyTypeNum_ISFLOAT(number);
}

/* A universal function, or a method of one, that gives new arrays; NULL without an error: as above. */
PyObject *
run_own_universal(PyObject *ufunc, PyObject *method, int is_call, args_t args)
{
    PyObject *given[MAX_GIVEN], *found = NULL, *result = NULL;
    inputs_t in = {.data = AS_THEY_ARE}; /* new arrays share no memory, and nothing is written to */
    for (Py_ssize_t i = 0; args.kwnames != NULL && i < PyTuple_GET_SIZE(args.kwnames); i++) {
        PyObject *name = PyTuple_GET_ITEM(args.kwnames, i);
        if (is_call && PyUnicode_CompareWithASCIIString(name, "where") == 0)
            return NULL; /* elsewhere there are zeros, not what was in memory */
    }
    if (!nothing_watches() || args.n_positional == 0 || !read_inputs(&in, args, given))
        return NULL;
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    if (in.n_tensors > 0 && (args.n_positional != 2 || is_numpys(args.values, &in))) {
        PyObject *bound = is_call ? Py_NewRef(ufunc) : PyObject_GetAttr(ufunc, method);
        args_t with_data = {given, args.n_positional, args.kwnames};
        found = bound == NULL ? NULL : call_quietly(bound, with_data);
        Py_XDECREF(bound);
        if (found == NULL && args.n_positional == 2 && is_reflected(args.values, &in) &&
            PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Clear(); /* what the operator says of it */
        else if (found == NULL)
            leave_to_python();
        else
            result = shown(&in, found);
        Py_XDECREF(found);
    }
    forget(&in, given, n);
    return result;
}
