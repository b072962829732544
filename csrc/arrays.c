/* Tensors over NumPy arrays, and kernels that take and return arrays.
 *
 * It also loads NumPy for the other files.  Nothing here is called before `configure(quiet=...)` has loaded NumPy's table.
 */
#define LOADS_NUMPY
#include "arrays.h"

static int has_numpy;

int
knows_numpy(void)
{
    return has_numpy;
}

int
require_numpy(void)
{
    if (has_numpy)
        return 0;
    PyErr_SetString(PyExc_RuntimeError, "NumPy is not loaded: import wye.tensors first");
    return -1;
}

/* Take NumPy's functions, and the context variable and value that silence its floating-point warnings. */
int
use_numpy(PyObject *quiet)
{
    if (!PyTuple_CheckExact(quiet) || PyTuple_GET_SIZE(quiet) != 2 ||
        !PyContextVar_CheckExact(PyTuple_GET_ITEM(quiet, 0))) {
        PyErr_SetString(PyExc_TypeError, "quiet must be a context variable and a value");
        return -1;
    }
    if (!has_numpy && _import_array() < 0)
        return -1;
    has_numpy = 1;
    Py_XSETREF(hot.array_type, (PyTypeObject *)Py_NewRef((PyObject *)&PyArray_Type));
    Py_XSETREF(hot.quiet_variable, Py_NewRef(PyTuple_GET_ITEM(quiet, 0)));
    Py_XSETREF(hot.quiet_value, Py_NewRef(PyTuple_GET_ITEM(quiet, 1)));
    return 0;
}
/* ---- arrays -> tensors ---- */

/* A kernel's result as an array: a NumPy scalar becomes a 0-dim array; steals `value`. */
static PyObject *
as_array(PyObject *value)
{
    if (LIKELY(PyArray_CheckExact(value)))
        return value;
    PyObject *array = PyArray_IsScalar(value, Generic)
                          ? PyArray_FromScalar(value, NULL)
                          : PyArray_FromAny(value, NULL, 0, 0, NPY_ARRAY_ENSUREARRAY, NULL);
    Py_DECREF(value);
    return array;
}

/* A tensor over an array; steals `array`. */
PyObject *
tensor_over(PyTypeObject *type, keys_t keys, PyObject *array)
{
    TensorBase *tensor = type == NULL ? NULL : (TensorBase *)type->tp_alloc(type, 0);
    if (tensor == NULL) {
        if (type == NULL)
            PyErr_SetString(PyExc_RuntimeError, "there is no plain type of tensors yet");
        Py_DECREF(array);
        return NULL;
    }
    if (in_inference())
        keys.lo &= ~(hot.inference_keys.lo & FUNCTIONALITIES);
    tensor->keys = keys;
    tensor->data = array;
    return (PyObject *)tensor;
}

/* A plain tensor over an array that nothing else uses; steals `array`. */
PyObject *
tensor_of_array(PyObject *array)
{
    return tensor_over(hot.plain_type, hot.array_keys, array);
}

/* A tensor over a part of the memory of `base`, with its version and its lazy bits; steals `array`. */
static PyObject *
tensor_over_part(PyTypeObject *type, keys_t keys, PyObject *array, TensorBase *base, int is_view)
{
    keys.lo |= base->keys.lo & hot.view_keys.lo;
    PyObject *made = tensor_over(type, keys, array);
    if (made == NULL)
        return NULL;
    TensorBase *view = (TensorBase *)made;
    uint64_t counted = hot.inference_keys.lo & FUNCTIONALITIES; /* a view is an inference tensor if its base is one */
    if (in_inference())
        view->keys.lo |= base->keys.lo & hot.inference_keys.lo;
    if (counted && !(base->keys.lo & counted)) {
        view->keys.lo &= ~counted;
        is_view = 0; /* inference tensors do not know their base */
    }
    Version *version = version_of(base);
    Storage *storage = storage_of(base);
    if (version == NULL || storage == NULL) {
        Py_DECREF(made);
        return NULL;
    }
    view->version = Py_NewRef(version);
    view->seen = (uint32_t)version->count;
    if (is_view) { /* as in PyTorch, the base is a tensor that is not itself a view */
        view->base = Py_NewRef(base->base == NULL ? (PyObject *)base : base->base);
        view->keys.lo |= ((TensorBase *)view->base)->keys.lo & REQUIRES_GRAD;
        view->dual = base->dual;
        view->made = (excluded().lo & REQUIRES_GRAD ? MADE_WITHOUT_GRAD : 0) |
                     (in_inference() ? MADE_IN_INFERENCE : 0) | base->made;
    }
    if (!has_numpy)
        tensor_show(view, array, storage);
    else
        join_storage(view, storage);
    return made;
}

/* An empty array with the strides PyTorch gives it, as if sizes of 0 were 1; steals `array`. */
static PyObject *
with_strides(PyObject *array)
{
    PyArrayObject *from = (PyArrayObject *)array;
    int ndim = PyArray_NDIM(from);
    for (int i = 0; i < ndim; i++) {
        if (PyArray_STRIDE(from, i) != 0)
            return array; /* the strides were chosen on purpose */
    }
    npy_intp strides[NUMPY_DIMS], step = PyArray_ITEMSIZE(from);
    if (ndim > NUMPY_DIMS)
        return array;
    for (int i = ndim - 1; i >= 0; i--) {
        strides[i] = step;
        step *= PyArray_DIM(from, i) > 1 ? PyArray_DIM(from, i) : 1;
    }
    PyArray_Descr *dtype = PyArray_DESCR(from);
    Py_INCREF(dtype);
    PyObject *made = PyArray_NewFromDescr(&PyArray_Type, dtype, ndim, PyArray_DIMS(from), strides, PyArray_DATA(from),
                                          PyArray_FLAGS(from) & NPY_ARRAY_WRITEABLE, NULL);
    if (made != NULL && PyArray_SetBaseObject((PyArrayObject *)made, Py_NewRef(array)) < 0)
        Py_CLEAR(made);
    Py_DECREF(array);
    return made;
}

/* A plain tensor over a new array; steals `array`. */
PyObject *
tensor_of_result(PyObject *array)
{
    if (PyArray_SIZE((PyArrayObject *)array) == 0)
        array = with_strides(array);
    return array == NULL ? NULL : tensor_of_array(array);
}

static PyObject *
fresh_tensor(PyObject *value, args_t arrays)
{
    PyObject *array = as_array(value);
    if (array == NULL)
        return NULL;
    Py_ssize_t n = arrays.n_positional + (arrays.kwnames == NULL ? 0 : PyTuple_GET_SIZE(arrays.kwnames));
    for (Py_ssize_t i = 0; i < n; i++) {
        if (arrays.values[i] == array) { /* an argument unchanged: a fresh result has its own memory */
            PyObject *copy = PyArray_NewCopy((PyArrayObject *)array, NPY_KEEPORDER);
            Py_DECREF(array);
            if (copy == NULL)
                return NULL;
            array = copy;
            break;
        }
    }
    return tensor_of_result(array);
}

/* A view of the memory of `base`; steals `value`. */
PyObject *
view_tensor(PyObject *value, PyObject *base, int is_view)
{
    if (base == NULL || !is_tensor(base)) {
        PyErr_SetString(PyExc_TypeError, "a view needs the tensor that it is a view of");
        Py_DECREF(value);
        return NULL;
    }
    PyObject *array = as_array(value);
    return array == NULL ? NULL : tensor_over_part(hot.plain_type, hot.array_keys, array, (TensorBase *)base, is_view);
}

typedef struct {
    const Signature *sig;
    args_t given;  /* as the operator got them */
    args_t arrays; /* as the kernel got them */
} call_t;

/* One of a kernel's returns, converted to what the caller gets; steals `value`. */
static PyObject *
wrap_one(uint8_t code, PyObject *value, const call_t *call)
{
    if (code == RETURNS_VALUE)
        return value;
    if (code >= RETURNS_SAME && code < RETURNS_FRESH) {
        PyObject *same = argument(call->sig, code & 0x3F, call->given);
        Py_DECREF(value);
        if (same == NULL)
            PyErr_SetString(PyExc_TypeError, "a kernel returned an argument that was not given");
        return Py_XNewRef(same);
    }
    if (PyList_CheckExact(value) || PyTuple_CheckExact(value)) {
        if (Py_EnterRecursiveCall(" in a kernel's result")) {
            Py_DECREF(value);
            return NULL;
        }
        PyObject *list = PySequence_List(value);
        Py_DECREF(value);
        for (Py_ssize_t i = 0; list != NULL && i < PyList_GET_SIZE(list); i++) {
            PyObject *wrapped = wrap_one(code, Py_NewRef(PyList_GET_ITEM(list, i)), call);
            if (wrapped == NULL) {
                Py_CLEAR(list);
                break;
            }
            if (code < RETURNS_SAME && is_tensor(wrapped))
                ((TensorBase *)wrapped)->made |= MADE_WITH_OTHERS;
            PyList_SetItem(list, i, wrapped);
        }
        Py_LeaveRecursiveCall();
        return list;
    }
    if (value == Py_None)
        return value; /* an optional result that is absent */
    return code == RETURNS_FRESH
               ? fresh_tensor(value, call->arrays)
               : view_tensor(value, argument(call->sig, code & 0x3F, call->given), code < RETURNS_DETACHED);
}

/* A kernel's result, converted to what the caller gets; steals `result`. */
static PyObject *
wrap_all(const ArrayCall *how, PyObject *result, const call_t *call)
{
    const uint8_t *codes = (const uint8_t *)PyBytes_AS_STRING(how->returns);
    Py_ssize_t n = PyBytes_GET_SIZE(how->returns);
    if (LIKELY(n == 1))
        return wrap_one(codes[0], result, call);
    if (n == 0)
        return result;
    if (!PyTuple_CheckExact(result) || PyTuple_GET_SIZE(result) != n)
        return result; /* the check of the operator's returns builds the error message */
    PyObject *all = PyTuple_New(n);
    for (Py_ssize_t i = 0; all != NULL && i < n; i++) {
        PyObject *wrapped = wrap_one(codes[i], Py_NewRef(PyTuple_GET_ITEM(result, i)), call);
        if (wrapped == NULL)
            Py_CLEAR(all);
        else
            PyTuple_SET_ITEM(all, i, wrapped);
    }
    Py_DECREF(result);
    return all;
}

/* ---- tensors -> arrays ---- */

/* A list of integers, as sizes and dimensions are, has nothing to unwrap. */
static int
holds_numbers(PyObject *list)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        if (!PyLong_CheckExact(PyList_GET_ITEM(list, i)))
            return 0;
    }
    return 1;
}

/* What an array kernel gets for `value`; a new reference. */
static PyObject *
unwrap(PyObject *value)
{
    if (is_tensor(value)) {
        PyObject *data = ((TensorBase *)value)->data;
        if (LIKELY(data != NULL && data != Py_None))
            return Py_NewRef(data);
        PyErr_SetString(PyExc_RuntimeError, "a tensor without data reached a kernel that computes on data");
        return NULL;
    }
    if (!PyList_CheckExact(value) || holds_numbers(value))
        return Py_NewRef(value);
    if (Py_EnterRecursiveCall(" in a list of tensors"))
        return NULL;
    PyObject *list = PySequence_List(value);
    for (Py_ssize_t i = 0; list != NULL && i < PyList_GET_SIZE(list); i++) {
        PyObject *item = unwrap(PyList_GET_ITEM(list, i));
        if (item == NULL)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, i, item);
    }
    Py_LeaveRecursiveCall();
    return list;
}

/* ---- what fake kernels say ---- */

#define MOST_KNOWN 1024  /* layouts that are remembered */
#define MOST_NUMBERS 512 /* of the shapes and strides of one call */

/* Add the shape and strides of an array to the numbers that a key begins with; 0: there are too many. */
static int
add_layout(PyArrayObject *array, npy_intp *numbers, Py_ssize_t *n)
{
    int ndim = PyArray_NDIM(array);
    if (*n + 1 + 2 * ndim > MOST_NUMBERS)
        return 0;
    numbers[(*n)++] = ndim;
    for (int i = 0; i < ndim; i++)
        numbers[(*n)++] = PyArray_DIM(array, i);
    for (int i = 0; i < ndim; i++)
        numbers[(*n)++] = PyArray_STRIDE(array, i);
    return 1;
}

/* What stands for a call in the dictionary of known results; NULL without an error: the arrays are too many. */
static PyObject *
key_of_call(PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    npy_intp numbers[MOST_NUMBERS];
    Py_ssize_t used = 0;
    PyObject *key = PyTuple_New(n + 2);
    for (Py_ssize_t i = 0; key != NULL && i < n; i++) {
        PyObject *part = NULL;
        if (is_array(args[i])) {
            if (add_layout((PyArrayObject *)args[i], numbers, &used))
                part = Py_NewRef((PyObject *)PyArray_DESCR((PyArrayObject *)args[i]));
        }
        else {
            part = PyList_CheckExact(args[i]) ? PyList_AsTuple(args[i]) : Py_NewRef(args[i]);
        }
        if (part == NULL)
            Py_CLEAR(key);
        else
            PyTuple_SET_ITEM(key, i, part);
    }
    PyObject *layouts =
        key == NULL ? NULL : PyBytes_FromStringAndSize((const char *)numbers, used * (Py_ssize_t)sizeof(npy_intp));
    if (layouts == NULL) {
        Py_XDECREF(key);
        return NULL;
    }
    PyTuple_SET_ITEM(key, n, layouts);
    PyTuple_SET_ITEM(key, n + 1, Py_NewRef(kwnames == NULL ? Py_None : kwnames));
    return key;
}

/* described(known, fake, ...): see _pure/arrays.py. */
PyObject *
hot_described(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (nargs < 2 || !PyDict_CheckExact(args[0])) {
        PyErr_SetString(PyExc_TypeError, "described() takes a dict, a fake kernel and its arguments");
        return NULL;
    }
    Py_ssize_t named = kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames);
    PyObject *key = key_of_call(&args[1], nargs - 1 + named, kwnames);
    if (key == NULL && PyErr_Occurred())
        return NULL;
    PyObject *found = key == NULL ? NULL : Py_XNewRef(PyDict_GetItemWithError(args[0], key));
    if (found == NULL && !PyErr_Occurred()) {
        found = PyObject_Vectorcall(args[1], &args[2], (size_t)(nargs - 2), kwnames);
        if (found != NULL && key != NULL) {
            if (PyDict_GET_SIZE(args[0]) >= MOST_KNOWN)
                PyDict_Clear(args[0]);
            if (PyDict_SetItem(args[0], key, found) < 0)
                Py_CLEAR(found);
        }
    }
    Py_XDECREF(key);
    return found;
}

/* fn(...) with NumPy's floating-point warnings off: PyTorch gives none. */
PyObject *
call_quietly(PyObject *fn, args_t args)
{
    PyObject *token = PyContextVar_Set(hot.quiet_variable, hot.quiet_value);
    if (token == NULL)
        return NULL;
    PyObject *variable = Py_NewRef(hot.quiet_variable);
    PyObject *result = PyObject_Vectorcall(fn, args.values, (size_t)args.n_positional, args.kwnames);
    PyObject *type = NULL, *value = NULL, *traceback = NULL;
    if (result == NULL)
        PyErr_Fetch(&type, &value, &traceback);
    if (PyContextVar_Reset(variable, token) < 0)
        Py_CLEAR(result);
    if (type != NULL)
        PyErr_Restore(type, value, traceback);
    Py_DECREF(variable);
    Py_DECREF(token);
    return result;
}

static int
has_size_one(PyArrayObject *array)
{
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        if (PyArray_DIM(array, i) == 1)
            return 1;
    }
    return 0;
}

static int
have_same_shape(PyObject *one, PyObject *other)
{
    PyArrayObject *a = (PyArrayObject *)one, *b = (PyArrayObject *)other;
    return PyArray_NDIM(a) == PyArray_NDIM(b) &&
           PyArray_CompareLists(PyArray_DIMS(a), PyArray_DIMS(b), PyArray_NDIM(a));
}

/* Are these arrays in row-major order, of the same of the two most common dtypes, and numbers after the first?  Then a
 * function of NumPy's gives what PyTorch gives, layout included, and no Python is needed in between.  Arrays of several
 * shapes have no dimensions of size 1, whose strides count; what is stored in place is as large as the result. */
static int
are_plain_floats(PyObject *const *values, Py_ssize_t n, int in_place)
{
    PyArrayObject *first = (PyArrayObject *)values[0];
    if (!is_array(values[0]) || !PyArray_IS_C_CONTIGUOUS(first) || !PyArray_ISNOTSWAPPED(first) ||
        (PyArray_TYPE(first) != NPY_FLOAT && PyArray_TYPE(first) != NPY_DOUBLE))
        return 0;
    for (Py_ssize_t i = 1; i < n; i++) {
        PyArrayObject *array = (PyArrayObject *)values[i];
        if (PyFloat_CheckExact(values[i]) || PyLong_CheckExact(values[i])) {
            if (!in_place && has_size_one(first) && !has_packed_strides(first))
                return 0;
            continue;
        }
        if (!is_array(values[i]) || !PyArray_IS_C_CONTIGUOUS(array) || PyArray_DESCR(array) != PyArray_DESCR(first))
            return 0;
        if (!have_same_shape(values[0], values[i]) && (in_place || has_size_one(array) || has_size_one(first)))
            return 0;
    }
    return 1;
}

/* A number as an array without dimensions, in the dtype of another one: NumPy takes half a microsecond for that.  Such
 * floats are what it makes of numbers itself. */
static PyObject *
as_element(PyObject *number, PyObject *like)
{
    double value = PyFloat_CheckExact(number) ? PyFloat_AS_DOUBLE(number) : PyLong_AsDouble(number);
    if (value == -1.0 && PyErr_Occurred())
        return NULL;
    int type = PyArray_TYPE((PyArrayObject *)like);
    PyObject *array = PyArray_SimpleNew(0, NULL, type);
    if (array == NULL)
        return NULL;
    if (type == NPY_FLOAT)
        *(float *)PyArray_DATA((PyArrayObject *)array) = (float)value;
    else
        *(double *)PyArray_DATA((PyArrayObject *)array) = value;
    return array;
}

/* Call the NumPy function that replaces a kernel on plain floats; NULL without an error: run the kernel. */
static PyObject *
call_direct(const ArrayCall *how, PyObject *function, PyObject *const *values, Py_ssize_t n)
{
    PyObject *given[4], *number = NULL, *direct = Py_NewRef(function), *result = NULL;
    memcpy(given, values, (size_t)n * sizeof(PyObject *));
    given[n] = values[0];
    if (!PyFunction_Check(direct) && n == 2 && !is_array(values[1]))
        given[1] = number = as_element(values[1], values[0]);
    if (given[n - 1] != NULL)
        result = call_quietly(direct, (args_t){given, n + how->in_place, NULL});
    Py_XDECREF(number);
    Py_DECREF(direct);
    if (result == NULL && (PyErr_ExceptionMatches(PyExc_ValueError) || PyErr_ExceptionMatches(PyExc_OverflowError)))
        PyErr_Clear(); /* shapes that do not broadcast, numbers out of range: the kernel raises the right error */
    return result;
}

/* Do two row-major arrays of one shape overlap partly?  Then writing to one of them while
 * the other is read is refused, by the kernel, which builds the error message. */
static int
overlap_partly(PyObject *one, PyObject *other)
{
    if (!is_array(other))
        return 0;
    uintptr_t a = (uintptr_t)PyArray_DATA((PyArrayObject *)one), b = (uintptr_t)PyArray_DATA((PyArrayObject *)other);
    uintptr_t size = (uintptr_t)PyArray_NBYTES((PyArrayObject *)one);
    return a != b && a < b + size && b < a + size;
}

PyObject *
call_arrays(PyObject *fn, const Kernel *kernel, const Signature *sig, args_t args)
{
    const ArrayCall *how = (const ArrayCall *)kernel->how;
    PyObject *values[MAX_ARGS];
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames)), held = 0;
    if (require_numpy() < 0)
        return NULL;
    if (n > MAX_ARGS) {
        PyErr_SetString(PyExc_TypeError, "a kernel of arrays takes at most 64 arguments");
        return NULL;
    }
    PyObject *result = NULL;
    for (; held < n; held++) {
        values[held] = unwrap(args.values[held]);
        if (values[held] == NULL)
            goto done;
    }
    call_t call = {sig, args, {values, args.n_positional, args.kwnames}};
    if (how->shortcut != NULL &&
        (((Shortcut *)how->direct)->takes_keywords || (args.kwnames == NULL && n > 0 && is_array(values[0])))) {
        result = how->shortcut(((Shortcut *)how->direct)->ops, values, args.n_positional, args.kwnames);
        if (result != NULL)
            result = wrap_all(how, result, &call);
        if (result != NULL || PyErr_Occurred())
            goto done;
    }
    PyObject *direct = how->shortcut == NULL ? how->direct : ((Shortcut *)how->direct)->otherwise;
    if (direct != NULL && args.kwnames == NULL && n > 0 && n <= (PyFunction_Check(direct) ? 3 : 2) &&
        are_plain_floats(values, n, how->in_place) && !(how->in_place && overlap_partly(values[0], values[n - 1]))) {
        result = call_direct(how, direct, values, n);
        if (result == NULL && PyErr_Occurred())
            goto done;
    }
    if (result == NULL)
        result = call_quietly(fn, call.arrays);
    if (result != NULL)
        result = wrap_all(how, result, &call);
done:
    for (Py_ssize_t i = 0; i < held; i++)
        Py_DECREF(values[i]);
    return result;
}

/* ---- for Python ---- */

/* The class and the keys that Python asks for; None: those of a plain tensor. */
static int
read_class(PyObject *const *args, Py_ssize_t nargs, PyTypeObject **type, keys_t *keys)
{
    *type = hot.plain_type;
    *keys = hot.array_keys;
    if (nargs < 2 || args[0] == Py_None)
        return 0;
    if (!PyType_Check(args[0]) || !PyType_IsSubtype((PyTypeObject *)args[0], hot.tensor_type) || !is_keybits(args[1])) {
        PyErr_SetString(PyExc_TypeError, "a tensor is made of a subclass of TensorBase and a key set");
        return -1;
    }
    *type = (PyTypeObject *)args[0];
    *keys = ((KeyBits *)args[1])->keys;
    return 1;
}

PyObject *
hot_wrap(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    PyTypeObject *type;
    keys_t keys;
    if (nargs != 1 && nargs != 3) {
        PyErr_SetString(PyExc_TypeError, "wrap() takes an array, and a class and a key set");
        return NULL;
    }
    int is_chosen = read_class(args + 1, nargs - 1, &type, &keys);
    if (is_chosen < 0 || (!is_chosen && require_numpy() < 0))
        return NULL;
    PyObject *data = is_chosen ? Py_NewRef(args[0]) : as_array(Py_NewRef(args[0]));
    return data == NULL ? NULL : tensor_over(type, keys, data);
}

PyObject *
hot_view(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    PyTypeObject *type;
    keys_t keys;
    if ((nargs != 2 && nargs != 4 && nargs != 5) || !is_tensor(args[0])) {
        PyErr_SetString(PyExc_TypeError, "view() takes a tensor and an array, and a class, a key set and a bool");
        return NULL;
    }
    int is_chosen = read_class(args + 2, nargs - 2, &type, &keys);
    if (is_chosen < 0 || (!is_chosen && require_numpy() < 0))
        return NULL;
    PyObject *data = is_chosen ? Py_NewRef(args[1]) : as_array(Py_NewRef(args[1]));
    return data == NULL ? NULL
                        : tensor_over_part(type, keys, data, (TensorBase *)args[0], nargs < 5 || args[4] == Py_True);
}
