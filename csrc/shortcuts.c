/* Shortcuts: what the engine tries before a rule in Python.  Views are computed
 * here as shapes and strides, indices of numbers and slices as one view;
 * composites over views call their operators from here.
 *
 * A shortcut answers in the common case only and leaves errors, their messages,
 * and everything unusual to the rule that it is tried before; that rule is its
 * twin.  See Note [Shortcuts are rules in C].
 *
 * Note [Shortcuts are rules in C]
 * A shortcut returns exactly what its rule returns, up to the order of sums
 * (rows.c), or declines.  What a mode sees does not change either: composites
 * call the same operators with the same arguments, and indexing makes one view
 * of several operators only where each of them would have reached the array
 * kernel whose shortcut is used here.
 * Broken by: changing a rule in src/wye/aten that has a shortcut, and not it.
 * Guarded by: tests/parity/test_shortcuts.py::test_shortcuts_give_what_rules_give
 */
#include "views.h"

/* ---- composites of tensors ---- */

/* The array of a tensor, or NULL. */
static PyObject *
array_in(PyObject *tensor)
{
    PyObject *data = is_tensor(tensor) ? ((TensorBase *)tensor)->data : NULL;
    return is_array(data) ? data : NULL;
}

static PyObject *
list_of(const npy_intp *numbers, int n)
{
    PyObject *list = PyList_New(n);
    for (int i = 0; list != NULL && i < n; i++) {
        PyObject *number = PyLong_FromSsize_t(numbers[i]);
        if (number == NULL)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, i, number);
    }
    return list;
}

#define COMPOSITE(name) \
    static PyObject *name(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *Py_UNUSED(kwnames))

/* Call the operator with this number; steals `second`. */
static PyObject *
call_op(PyObject *ops, Py_ssize_t number, PyObject *first, PyObject *second)
{
    if (second == NULL)
        return NULL;
    PyObject *both[] = {first, second};
    PyObject *result = PyObject_Vectorcall(PyTuple_GET_ITEM(ops, number), both, 2, NULL);
    Py_DECREF(second);
    return result;
}

COMPOSITE(tensor_item)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 1 ? array_in(args[0]) : NULL;
    if (array == NULL || PyArray_SIZE((PyArrayObject *)array) != 1)
        return NULL;
    return PyObject_Vectorcall(PyTuple_GET_ITEM(ops, 0), args, 1, NULL);
}

/* The real part of a tensor that is not complex is the tensor. */
COMPOSITE(tensor_real)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 0 ? array_in(args[0]) : NULL;
    return array != NULL && PyArray_TYPE((PyArrayObject *)array) < N_DTYPES &&
                   !PyTypeNum_ISCOMPLEX(PyArray_TYPE((PyArrayObject *)array))
               ? Py_NewRef(args[0])
               : NULL;
}

/* Not of subclasses: their handlers may answer whether they are contiguous. */
COMPOSITE(tensor_contiguous)
{
    PyObject *array =
        n == 1 && PyTuple_GET_SIZE(ops) == 0 && Py_TYPE(args[0]) == hot.plain_type ? array_in(args[0]) : NULL;
    return array != NULL && PyArray_IS_C_CONTIGUOUS((PyArrayObject *)array) ? Py_NewRef(args[0]) : NULL;
}

/* A tensor over the same memory with a version of its own. */
COMPOSITE(tensor_unsafe_view)
{
    PyObject *array =
        n == 2 && PyTuple_GET_SIZE(ops) == 0 && Py_TYPE(args[0]) == hot.plain_type ? array_in(args[0]) : NULL;
    PyObject *seen = array == NULL ? NULL : array_view(NULL, (PyObject *[]){array, args[1]}, 2, NULL);
    PyObject *made = seen == NULL ? NULL : view_tensor(seen, args[0], 0);
    if (made != NULL)
        Py_CLEAR(((TensorBase *)made)->version);
    return made;
}

/* A copy of an array in another shape, as `clone` and `_unsafe_view` make it;
 * NULL without an error: call them. */
static PyObject *
copy_reshaped(PyObject *ops, PyObject *tensor, PyArrayObject *array, geometry_t *wanted)
{
    keys_t keys = with_thread_state(((TensorBase *)tensor)->keys);
    if (Py_TYPE(tensor) != hot.plain_type || (((TensorBase *)tensor)->keys.lo & hot.view_keys.lo) != 0 ||
        PyArray_SIZE(array) == 0 || !reaches(ops, 1, keys, array_clone) || !reaches(ops, 2, keys, tensor_unsafe_view))
        return NULL;
    PyArray_Descr *dtype = PyArray_DESCR(array);
    Py_INCREF(dtype);
    PyObject *made = PyArray_Empty(wanted->ndim, wanted->shape, dtype, 0);
    PyArray_Dims old = {PyArray_DIMS(array), PyArray_NDIM(array)};
    PyObject *seen = made == NULL ? NULL : PyArray_Newshape((PyArrayObject *)made, &old, NPY_CORDER);
    if (seen == NULL || PyArray_CopyInto((PyArrayObject *)seen, array) < 0)
        Py_CLEAR(made);
    Py_XDECREF(seen);
    return made == NULL ? NULL : tensor_of_array(made);
}

COMPOSITE(tensor_reshape)
{
    PyObject *array = n == 2 && PyTuple_GET_SIZE(ops) == 3 ? array_in(args[0]) : NULL;
    geometry_t old, g;
    if (array == NULL)
        return NULL;
    if (PyArray_IS_C_CONTIGUOUS((PyArrayObject *)array))
        return call_op(ops, 0, args[0], Py_NewRef(args[1]));
    if (requires_grad((TensorBase *)args[0])) /* another operator, for the name of its node */
        return NULL;
    if (!geometry_of(array, &old) || (g.ndim = read_list(args[1], g.shape)) < 0 ||
        !infer_shape(g.shape, g.ndim, PyArray_SIZE((PyArrayObject *)array)))
        return NULL;
    if (!view_step(&old, &g, PyArray_ITEMSIZE((PyArrayObject *)array)))
        return copy_reshaped(ops, args[0], (PyArrayObject *)array, &g);
    return call_op(ops, 0, args[0], list_of(g.shape, g.ndim));
}

COMPOSITE(tensor_flatten)
{
    PyObject *array = n <= 3 && PyTuple_GET_SIZE(ops) == 1 ? array_in(args[0]) : NULL;
    int ndim = array == NULL ? 0 : PyArray_NDIM((PyArrayObject *)array), start = 0, end = ndim - 1, left = 0;
    npy_intp shape[MAX_DIMS];
    if (ndim == 0 || ndim > MAX_DIMS || (n > 1 && !read_dim(args[1], ndim, &start)) ||
        (n > 2 && !read_dim(args[2], ndim, &end)) || start > end)
        return NULL;
    if (start == end)
        return Py_NewRef(args[0]);
    for (int i = 0; i < ndim; i++) {
        npy_intp size = PyArray_DIM((PyArrayObject *)array, i);
        if (i > start && i <= end)
            shape[left - 1] *= size;
        else
            shape[left++] = size;
    }
    return call_op(ops, 0, args[0], list_of(shape, left));
}

COMPOSITE(tensor_numpy_t)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 1 ? array_in(args[0]) : NULL;
    npy_intp dims[MAX_DIMS];
    int ndim = array == NULL ? MAX_DIMS + 1 : PyArray_NDIM((PyArrayObject *)array);
    if (ndim > MAX_DIMS)
        return NULL;
    for (int i = 0; i < ndim; i++)
        dims[i] = ndim - 1 - i;
    return call_op(ops, 0, args[0], list_of(dims, ndim));
}

/* New row-major memory with the shape and dtype of a row-major tensor; NULL:
 * the tensor is not row-major. */
static PyObject *
array_like(PyObject *tensor, int zeros)
{
    PyArrayObject *array = (PyArrayObject *)array_in(tensor);
    if (array == NULL || PyArray_SIZE(array) == 0 || PyArray_TYPE(array) >= N_DTYPES || !PyArray_ISNOTSWAPPED(array) ||
        !has_packed_strides(array))
        return NULL;
    PyArray_Descr *dtype = PyArray_DESCR(array);
    Py_INCREF(dtype);
    return zeros ? PyArray_Zeros(PyArray_NDIM(array), PyArray_DIMS(array), dtype, 0)
                 : PyArray_Empty(PyArray_NDIM(array), PyArray_DIMS(array), dtype, 0);
}

/* A plain tensor over an array that no other object uses; steals `array`. */
static PyObject *
fresh_over(PyObject *array)
{
    PyObject *tensor = array == NULL ? NULL : hot_wrap(NULL, &array, 1);
    Py_XDECREF(array);
    return tensor;
}

COMPOSITE(tensor_empty_like)
{
    return n == 1 && PyTuple_GET_SIZE(ops) == 0 && !hot.fills_new_memory ? fresh_over(array_like(args[0], 0)) : NULL;
}

COMPOSITE(tensor_zeros_like)
{
    return n == 1 && PyTuple_GET_SIZE(ops) == 0 ? fresh_over(array_like(args[0], 1)) : NULL;
}

COMPOSITE(tensor_ones_like)
{
    PyObject *array = n == 1 && PyTuple_GET_SIZE(ops) == 0 ? array_like(args[0], 0) : NULL;
    PyObject *one = array == NULL ? NULL : PyLong_FromLong(1);
    if (array != NULL && (one == NULL || PyArray_FillWithScalar((PyArrayObject *)array, one) < 0))
        Py_CLEAR(array);
    Py_XDECREF(one);
    return fresh_over(array);
}

/* Products of matrices and vectors by mm, mv and dot; batches are the rule's. */
COMPOSITE(tensor_matmul)
{
    PyArrayObject *x = n == 2 ? (PyArrayObject *)array_in(args[0]) : NULL;
    PyArrayObject *y = x == NULL ? NULL : (PyArrayObject *)array_in(args[1]);
    int rows = y == NULL ? 0 : PyArray_NDIM(x), columns = y == NULL ? 0 : PyArray_NDIM(y);
    if (PyTuple_GET_SIZE(ops) != 3 || columns < 1 || rows < columns || rows > 2)
        return NULL;
    return call_op(ops, rows + columns == 4 ? 0 : rows == 2 ? 1 : 2, args[0], Py_NewRef(args[1]));
}

/* New row-major memory with a tensor's dtype, of another shape. */
static PyObject *
new_like(PyObject *ops, PyObject *const *args, Py_ssize_t n, int zeros)
{
    npy_intp shape[MAX_DIMS], size = 1;
    PyArrayObject *array = n == 2 && PyTuple_GET_SIZE(ops) == 0 ? (PyArrayObject *)array_in(args[0]) : NULL;
    int ndim = array == NULL || PyArray_TYPE(array) >= N_DTYPES || !PyArray_ISNOTSWAPPED(array)
                   ? -1
                   : read_list(args[1], shape);
    for (int i = 0; i < ndim; i++) {
        if (shape[i] <= 0 || MULTIPLY_OVERFLOWS(size, shape[i], &size) || size > (1 << 20))
            return NULL;
    }
    if (ndim < 0)
        return NULL;
    PyArray_Descr *dtype = PyArray_DESCR(array);
    Py_INCREF(dtype);
    return fresh_over(zeros ? PyArray_Zeros(ndim, shape, dtype, 0) : PyArray_Empty(ndim, shape, dtype, 0));
}

COMPOSITE(tensor_new_zeros)
{
    return new_like(ops, args, n, 1);
}

COMPOSITE(tensor_new_empty)
{
    return hot.fills_new_memory ? NULL : new_like(ops, args, n, 0);
}

/* Without a device, new tensors are on the CPU. */
static PyObject *
select_backend(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    for (Py_ssize_t i = 0; kwnames != NULL && i < PyTuple_GET_SIZE(kwnames); i++) {
        PyObject *name = PyTuple_GET_ITEM(kwnames, i), *value = args[n + i];
        if ((value != Py_None && value != hot.cpu_device && PyUnicode_CompareWithASCIIString(name, "device") == 0) ||
            (value == Py_True && PyUnicode_CompareWithASCIIString(name, "pin_memory") == 0))
            return NULL;
    }
    return PyTuple_GET_SIZE(ops) == 1 ? run_on_cpu(PyTuple_GET_ITEM(ops, 0), (args_t){args, n, kwnames}) : NULL;
}

/* ---- what shortcuts an operator would use ---- */

/* Would the operator with this number run the kernel that has this shortcut? */
int
reaches(PyObject *ops, int number, keys_t keys, shortcut_fn shortcut)
{
    const plan_t *plan = ((Op *)PyTuple_GET_ITEM(ops, number))->plan;
    const Kernel *kernel = NULL;
    if (plan != NULL && plan->seen.lo == keys.lo && plan->seen.hi == keys.hi)
        kernel = plan->found;
    else if (plan != NULL && plan->seen_before.lo == keys.lo && plan->seen_before.hi == keys.hi)
        kernel = plan->found_before;
    if (kernel == NULL)
        return 0;
    if (kernel->kind == ARRAYS)
        return ((const ArrayCall *)kernel->how)->shortcut == shortcut;
    return kernel->kind == PLAIN && kernel->how != NULL && Py_IS_TYPE(kernel->how, hot.shortcut_type) &&
           ((const Shortcut *)kernel->how)->fn == shortcut;
}

/* The only element of a tensor, read as `item` and the operator behind it
 * would; NULL without an error: call `item`. */
PyObject *
read_element(PyObject *ops, PyObject *tensor, PyObject *array)
{
    keys_t keys = with_thread_state(((TensorBase *)tensor)->keys);
    if (PyTuple_GET_SIZE(ops) != 2 || !reaches(ops, 0, keys, tensor_item) || !reaches(ops, 1, keys, array_item))
        return NULL;
    return array_item(NULL, &array, 1, NULL);
}

/* ---- for Python ---- */

static const struct {
    const char *name;
    shortcut_fn fn;
    int takes_keywords; /* and its first argument need not be an array */
} shortcuts[] = {
    {"clone", array_clone, 1},
    {"unsafe_view", tensor_unsafe_view, 0},
    {"alias", array_alias, 0},
    {"view", array_view, 0},
    {"expand", array_expand, 0},
    {"permute", array_permute, 0},
    {"transpose", array_transpose, 0},
    {"t", array_t, 0},
    {"select", array_select, 0},
    {"select_copy", array_select_copy, 0},
    {"slice", array_slice, 0},
    {"unsqueeze", array_unsqueeze, 0},
    {"squeeze", array_squeeze, 0},
    {"squeeze_dim", array_squeeze_dim, 0},
    {"split", array_split, 0},
    {"split_with_sizes", array_split_with_sizes, 0},
    {"unbind", array_unbind, 0},
    {"diagonal", array_diagonal, 0},
    {"item", array_item, 0},
    {"item_of", tensor_item, 0},
    {"real", tensor_real, 0},
    {"contiguous", tensor_contiguous, 0},
    {"reshape", tensor_reshape, 0},
    {"flatten", tensor_flatten, 0},
    {"numpy_t", tensor_numpy_t, 0},
    {"empty_like", tensor_empty_like, 0},
    {"zeros_like", tensor_zeros_like, 0},
    {"ones_like", tensor_ones_like, 0},
    {"new_zeros", tensor_new_zeros, 0},
    {"new_empty", tensor_new_empty, 0},
    {"select_backend", select_backend, 1},
    {"zeros", make_zeros, 1},
    {"ones", make_ones, 1},
    {"empty", make_empty, 1},
    {"full", make_full, 1},
    {"scalar_tensor", make_scalar, 1},
    {"eye", make_eye, 1},
    {"arange", make_range, 1},
    {"linspace", make_linspace, 1},
    {"fill_", store_number_in, 0},
    {"zero_", store_zero_in, 0},
    {"fill_tensor_", store_element_in, 0},
    {"copy_", store_elements_in, 0},
    {"fill", fill_like, 0},
    {"fill_tensor", fill_like_element, 0},
    {"zero", zero_like, 0},
    {"copy", copy_like, 0},
    {"cat", join_arrays, 1},
    {"stack", stack_arrays, 1},
    {"tril_indices", make_tril_indices, 1},
    {"triu_indices", make_triu_indices, 1},
    {"gather", pick_gather, 0},
    {"scatter", pick_scatter, 0},
    {"scatter_", pick_scatter_in_place, 0},
    {"scatter_value", pick_scatter_number, 0},
    {"scatter_value_", pick_scatter_number_in_place, 0},
    {"scatter_add", pick_scatter_add, 0},
    {"scatter_add_", pick_scatter_add_in_place, 0},
    {"index_select", pick_index_select, 0},
    {"index_add", pick_index_add, 0},
    {"index_add_", pick_index_add_in_place, 0},
    {"index_copy", pick_index_copy, 0},
    {"index_copy_", pick_index_copy_in_place, 0},
    {"index_fill", pick_index_fill, 0},
    {"index_fill_", pick_index_fill_in_place, 0},
    {"take", pick_take, 0},
    {"put_", pick_put_in_place, 0},
    {"flip", pick_flip, 0},
    {"roll", pick_roll, 0},
    {"constant_pad_nd", pick_pad, 0},
    {"avg_pool2d_backward", pool_mean_backward, 0},
    {"max_pool2d_with_indices_backward", pool_max_backward, 0},
    {"max_pool3d_with_indices_backward", pool_max_backward_3d, 0},
    {"tril", pick_tril, 0},
    {"triu", pick_triu, 0},
    {"searchsorted", pick_searchsorted, 0},
    {"bucketize", pick_bucketize, 0},
    {"scatter_reduce", pick_scatter_reduce, 0},
    {"scatter_reduce_", pick_scatter_reduce_in_place, 0},
    {"masked_scatter", pick_masked_scatter, 0},
    {"index", look_up_rows, 0},
    {"index_put", look_up_put, 0},
    {"index_put_", look_up_put_in_place, 0},
    {"avg_pool2d", pool_mean, 0},
    {"avg_pool3d", pool_mean_3d, 0},
    {"max_pool2d_with_indices", pool_max, 0},
    {"max_pool3d_with_indices", pool_max_3d, 0},
    {"adaptive_max_pool2d", pool_adaptive_max, 0},
    {"adaptive_max_pool3d", pool_adaptive_max_3d, 0},
    {"adaptive_avg_pool2d", pool_adaptive_mean, 0},
    {"adaptive_avg_pool3d", pool_adaptive_mean_3d, 0},
    {"out", store_in_output, 1},
    {"equal", compare_equal, 0},
    {"matmul", tensor_matmul, 0},
    {"mm", multiply_matrices, 0},
    {"dot", multiply_vectors, 0},
    {"mv", multiply_vector, 0},
    {"bmm", multiply_batches, 0},
    {"addmm", add_product, 0},
    {"where", choose_where, 0},
    {"where_number_first", choose_number_first, 0},
    {"where_number_second", choose_number_second, 0},
    {"masked_fill", choose_fill, 0},
    {"masked_fill_", choose_fill_in_place, 0},
    {"select_backward", place_selected, 0},
    {"slice_backward", place_sliced, 0},
    {"select_scatter", replace_selected, 0},
    {"slice_scatter", replace_sliced, 0},
    {"diagonal_scatter", replace_diagonal, 0},
    {"softmax", rows_softmax, 0},
    {"log_softmax", rows_log_softmax, 0},
    {"softmax_backward", rows_softmax_backward, 0},
    {"log_softmax_backward", rows_log_softmax_backward, 0},
    {"layer_norm", rows_layer_norm, 0},
    {"layer_norm_backward", rows_layer_norm_backward, 0},
    {"mse_loss", loss_mse, 0},
    {"mse_loss_backward", loss_mse_backward, 0},
    {"smooth_l1_loss", loss_smooth_l1, 0},
    {"smooth_l1_loss_backward", loss_smooth_l1_backward, 0},
    {"huber_loss", loss_huber, 0},
    {"huber_loss_backward", loss_huber_backward, 0},
    {"binary_cross_entropy", loss_cross_entropy, 0},
    {"binary_cross_entropy_backward", loss_cross_entropy_backward, 0},
    {"nll_loss_forward", loss_nll, 0},
    {"nll_loss_backward", loss_nll_backward, 0},
    {"sum", reduce_sum, 0},
    {"sum_dims", reduce_sum_dims, 0},
    {"mean", reduce_mean, 0},
    {"mean_dims", reduce_mean_dims, 0},
    {"max", reduce_max, 0},
    {"amax", reduce_amax, 0},
    {"min", reduce_min, 0},
    {"amin", reduce_amin, 0},
    {"topk", order_topk, 0},
    {"median_dim", order_median, 0},
    {"kthvalue", order_kth, 0},
    {"batch_norm", channels_batch_norm, 0},
    {"batch_norm_backward", channels_batch_norm_backward, 0},
};

PyObject *
operators_in(PyObject *const *args, Py_ssize_t n)
{
    PyObject *ops = PyTuple_New(n);
    for (Py_ssize_t i = 0; ops != NULL && i < n; i++) {
        if (!PyObject_TypeCheck(args[i], hot.op_type)) {
            PyErr_Format(PyExc_TypeError, "expected an operator, not %.100s", Py_TYPE(args[i])->tp_name);
            Py_CLEAR(ops);
        }
        else {
            PyTuple_SET_ITEM(ops, i, Py_NewRef(args[i]));
        }
    }
    return ops;
}

PyObject *
hot_shortcut(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    const char *name = nargs < 1 || !PyUnicode_Check(args[0]) ? NULL : PyUnicode_AsUTF8(args[0]);
    if (name == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "shortcut() takes a name and operators");
        return NULL;
    }
    PyObject *ops = operators_in(args + 1, nargs - 1);
    for (size_t i = 0; ops != NULL && i < sizeof(shortcuts) / sizeof(shortcuts[0]); i++) {
        if (strcmp(name, shortcuts[i].name) != 0)
            continue;
        Shortcut *made = (Shortcut *)hot.shortcut_type->tp_alloc(hot.shortcut_type, 0);
        if (made == NULL)
            break;
        made->fn = shortcuts[i].fn;
        made->takes_keywords = shortcuts[i].takes_keywords;
        made->ops = ops;
        return (PyObject *)made;
    }
    if (ops == NULL || PyErr_Occurred()) {
        Py_XDECREF(ops);
        return NULL;
    }
    Py_DECREF(ops);
    Py_RETURN_NONE;
}

static int
shortcut_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Shortcut *)self)->ops);
    Py_VISIT(((Shortcut *)self)->otherwise);
    return 0;
}

static void
shortcut_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Shortcut *)self)->ops);
    Py_CLEAR(((Shortcut *)self)->otherwise);
    type->tp_free(self);
    Py_DECREF(type);
}

/* A program, called by a kernel on arrays: what it does not take, it hands on. */
static PyObject *
shortcut_call(PyObject *self, PyObject *args, PyObject *kwargs)
{
    PyObject *otherwise = ((Shortcut *)self)->otherwise;
    if (otherwise == NULL) {
        PyErr_SetString(PyExc_TypeError, "only programs that say what to call otherwise can be called");
        return NULL;
    }
    if (kwargs == NULL || PyDict_GET_SIZE(kwargs) == 0) {
        Shortcut *of = (Shortcut *)self;
        PyObject *result = of->fn(of->ops, ((PyTupleObject *)args)->ob_item, PyTuple_GET_SIZE(args), NULL);
        if (result != NULL || PyErr_Occurred())
            return result;
    }
    return PyObject_Call(otherwise, args, kwargs);
}

static PyType_Slot shortcut_slots[] = {
    {Py_tp_call, shortcut_call},
    {Py_tp_traverse, shortcut_traverse},
    {Py_tp_dealloc, shortcut_dealloc},
    {0, NULL},
};

static PyType_Spec shortcut_spec = {
    .name = "wye._hot.shortcut",
    .basicsize = sizeof(Shortcut),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = shortcut_slots,
};

int
shortcuts_init_types(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &shortcut_spec, NULL);
    Py_XSETREF(hot.shortcut_type, (PyTypeObject *)type);
    return type == NULL ? -1 : 0;
}
