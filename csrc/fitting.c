/* Does a gradient fit the tensor that it belongs to, and how is it made to?
 *
 * Twin: wye/autograd/fitting.py, which has the rest and the errors.
 */
#include "backward.h"
#include "levels.h"

/* Has a tensor whose class handles no calls the strides of a new one, those of dimensions of size 1 included? */
int
is_row_major(PyObject *tensor)
{
    PyArrayObject *array = (PyArrayObject *)((TensorBase *)tensor)->data;
    if ((((TensorBase *)tensor)->keys.lo & hot.handler_keys.lo) != 0 || !is_array((PyObject *)array))
        return 0;
    npy_intp step = PyArray_ITEMSIZE(array);
    for (int i = PyArray_NDIM(array) - 1; i >= 0; i--) {
        if (PyArray_STRIDE(array, i) != step)
            return 0;
        step *= PyArray_DIM(array, i) > 1 ? PyArray_DIM(array, i) : 1;
    }
    return 1;
}

/* Has a tensor this shape? */
static int
has_shape(PyObject *tensor, PyObject *shape)
{
    shown_t shown;
    if (PyTuple_Check(shape) && show_tensor(tensor, &shown)) {
        if (shown.ndim != PyTuple_GET_SIZE(shape))
            return 0;
        for (int i = 0; i < shown.ndim; i++) {
            PyObject *size = PyTuple_GET_ITEM(shape, i);
            if (!PyLong_CheckExact(size) || PyLong_AsSsize_t(size) != shown.sizes[i])
                return 0;
        }
        return 1;
    }
    PyObject *own = shape_of_tensor(tensor);
    int same = own == NULL ? -1 : PyObject_RichCompareBool(own, shape, Py_EQ);
    Py_XDECREF(own);
    if (same < 0)
        PyErr_Clear(); /* Python raises the error, or compares in its own way */
    return same > 0;
}

/* Does a gradient fit the output that it belongs to? */
int
fits_output(PyObject *grad, Node *node, Py_ssize_t output)
{
    PyObject *shape = node->shape, *dtype = node->dtype;
    if (!is_tensor(grad))
        return 0;
    if (node->outputs != NULL) {
        PyObject *one = output < PyList_GET_SIZE(node->outputs) ? PyList_GET_ITEM(node->outputs, output) : NULL;
        if (one == NULL || !PyTuple_Check(one) || PyTuple_GET_SIZE(one) < 2)
            return 0;
        shape = PyTuple_GET_ITEM(one, 0);
        dtype = PyTuple_GET_ITEM(one, 1);
    }
    else if (output != 0) {
        return 0;
    }
    if (shape == NULL)
        return 0;
    PyObject *own = dtype_of_tensor(grad);
    int same = own == dtype;
    if (own == NULL)
        PyErr_Clear();
    Py_XDECREF(own);
    return same && has_shape(grad, shape);
}

/* The gradient in another float dtype, as `to` gives it.  NULL without an error: Python casts. */
static PyObject *
cast_to_output(const Task *task, PyObject *grad, const Node *node)
{
    PyArrayObject *array = (PyArrayObject *)((TensorBase *)grad)->data;
    int type = PyArray_TYPE(array), to = type == NPY_FLOAT ? NPY_DOUBLE : NPY_FLOAT, spread = 1;
    if (task->create_graph || careful_process || careful_thread || tls.include.lo != 0 || tls.include.hi != 0 ||
        node->device != hot.cpu_device || (type != NPY_FLOAT && type != NPY_DOUBLE) ||
        (((TensorBase *)grad)->keys.lo & (hot.view_keys.lo | REQUIRES_GRAD)) != 0 || !has_shape(grad, node->shape))
        return NULL;
    for (int i = 0; i < PyArray_NDIM(array); i++)
        spread = spread && PyArray_STRIDE(array, i) == 0;
    if (!spread && !is_row_major(grad))
        return NULL; /* another order of dimensions stays */
    PyObject *made = PyArray_SimpleNew(PyArray_NDIM(array), PyArray_DIMS(array), to);
    PyObject *tensor = made == NULL ? NULL : tensor_of_array(made);
    PyObject *dtype = tensor == NULL ? NULL : dtype_of_tensor(tensor);
    int same = dtype == node->dtype;
    Py_XDECREF(dtype);
    if (dtype == NULL || !same || PyArray_CopyInto((PyArrayObject *)made, array) < 0)
        Py_CLEAR(tensor);
    return tensor;
}

/* The dimensions that a gradient is summed over to fit a shape; NULL without an error: Python makes it fit.  Leading
 * ones that the shape does not have are left out, as of a bias; others stay, with size 1. */
static PyObject *
dims_to_sum(PyArrayObject *array, PyObject *shape, Py_ssize_t extra)
{
    PyObject *dims = PyList_New(0);
    for (Py_ssize_t i = 0; dims != NULL && i < PyArray_NDIM(array); i++) {
        PyObject *size = i < extra ? NULL : PyTuple_GET_ITEM(shape, i - extra);
        if (size != NULL && (!PyLong_CheckExact(size) || (PyLong_AsSsize_t(size) != PyArray_DIM(array, (int)i) &&
                                                          (extra > 0 || PyLong_AsSsize_t(size) != 1)))) {
            Py_CLEAR(dims);
            return NULL;
        }
        if (size != NULL && PyLong_AsSsize_t(size) == PyArray_DIM(array, (int)i))
            continue;
        PyObject *dim = PyLong_FromSsize_t(i);
        if (dim == NULL || PyList_Append(dims, dim) < 0)
            Py_CLEAR(dims);
        Py_XDECREF(dim);
    }
    return dims;
}

/* The sum of a gradient over dimensions that its output does not have, or has with size 1; or the gradient in another
 * dtype.  NULL without an error: Python makes it fit. */
PyObject *
fitted_to_output(const Task *task, PyObject *grad, Node *node, Py_ssize_t output)
{
    PyObject *data = is_tensor(grad) && Py_TYPE(grad) == hot.plain_type ? ((TensorBase *)grad)->data : NULL;
    if (!is_array(data) || node->outputs != NULL || output != 0 || node->shape == NULL || !PyTuple_Check(node->shape) ||
        tls.include.lo != 0 || tls.include.hi != 0)
        return NULL;
    PyArrayObject *array = (PyArrayObject *)data;
    Py_ssize_t extra = PyArray_NDIM(array) - PyTuple_GET_SIZE(node->shape);
    PyObject *dtype = extra < 0 ? NULL : dtype_of_tensor(grad);
    if (dtype == NULL)
        return NULL;
    int same = dtype == node->dtype;
    Py_DECREF(dtype);
    if (!same)
        return extra == 0 ? cast_to_output(task, grad, node) : NULL;
    PyObject *dims = dims_to_sum(array, node->shape, extra), *sum = NULL;
    if (dims != NULL && PyList_GET_SIZE(dims) > 0) {
        PyObject *rows = in_rows(task, grad), *all[3] = {rows == NULL ? grad : rows, dims, Py_True};
        if (!PyErr_Occurred())
            sum = PyObject_Vectorcall(hot.sum_gradient, all, extra > 0 ? 2 : 3, NULL);
        Py_XDECREF(rows);
    }
    Py_XDECREF(dims);
    return sum;
}
