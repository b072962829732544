/* Writes and history: what a recorded write does to the tensor, its base and its other views, and how a gradient goes
 * back through a write to a part of a tensor.
 *
 * Twin: wye/autograd/views.py (see Note [Views and history] there), which also has everything unusual: errors, views of
 * complex numbers, bases that do not lie in rows.
 */
#include "backward.h"
#include "views.h"

/* ---- recording ---- */

/* Is it a plain tensor of floats that is seen as it is? */
static int
is_plain_float(const TensorBase *tensor)
{
    int type = is_array(tensor->data) ? PyArray_TYPE((PyArrayObject *)tensor->data) : -1;
    return Py_TYPE(tensor) == hot.plain_type && (type == NPY_FLOAT || type == NPY_DOUBLE) &&
           (tensor->keys.lo & hot.view_keys.lo) == 0;
}

/* Can C give it another history?  Not where its gradient is retained, nor to a leaf that requires grad. */
static int
may_get_history(const TensorBase *tensor)
{
    if (tensor->autograd == NULL || tensor->autograd == Py_None)
        return !requires_grad(tensor) || tensor->base != NULL;
    if (!is_state(tensor->autograd))
        return 0;
    const TensorState *state = (const TensorState *)tensor->autograd;
    return !state->retains && (state->node != NULL || !requires_grad(tensor) || tensor->base != NULL);
}

static int
has_node(const TensorBase *tensor)
{
    return is_state(tensor->autograd) && ((const TensorState *)tensor->autograd)->node != NULL;
}

/* May C record a write to this tensor? */
int
is_plain_target(PyObject *value)
{
    if (!is_tensor(value) || !is_plain_float((TensorBase *)value) || !may_get_history((TensorBase *)value))
        return 0;
    const TensorBase *tensor = (const TensorBase *)value, *base = (const TensorBase *)tensor->base;
    if (base == NULL)
        return 1;
    if (tensor->made != 0 || !is_tensor((PyObject *)base) || !is_plain_float(base) || !may_get_history(base) ||
        base->base != NULL || tensor->storage == NULL || tensor->storage != base->storage ||
        (requires_grad(tensor) && !has_node(base)))
        return 0;
    PyArrayObject *whole = (PyArrayObject *)base->data, *part = (PyArrayObject *)tensor->data;
    if (PyArray_TYPE(whole) != PyArray_TYPE(part) || PyArray_NDIM(whole) > MAX_DIMS || PyArray_NDIM(part) > MAX_DIMS ||
        PyArray_SIZE(whole) == 0 || PyArray_SIZE(part) == 0 || !has_packed_strides(whole))
        return 0;
    const char *start = PyArray_BYTES(whole), *first = PyArray_BYTES(part), *last = first;
    for (int i = 0; i < PyArray_NDIM(part); i++) {
        if (PyArray_STRIDE(part, i) < 0)
            return 0;
        last += (PyArray_DIM(part, i) - 1) * PyArray_STRIDE(part, i);
    }
    return first >= start && last < start + PyArray_NBYTES(whole);
}

/* Give a tensor this node as its history. */
static int
replace_history(TensorBase *tensor, PyObject *node)
{
    if (is_state(tensor->autograd)) {
        TensorState *state = (TensorState *)tensor->autograd;
        state->number = 0;
        state->version = version_count(tensor);
        Py_XSETREF(state->node, Py_NewRef(node));
    }
    else {
        TensorState *state = state_new(node, 0, version_count(tensor));
        if (state == NULL)
            return -1;
        Py_XSETREF(tensor->autograd, (PyObject *)state);
    }
    tensor->keys.lo |= REQUIRES_GRAD;
    tensor->dual = 0;
    return 0;
}

/* Views of a tensor that begins to require grad require it, too; each finds its node when asked. */
static void
tell_views(const TensorBase *whole)
{
    for (TensorBase *other = whole->storage == NULL ? NULL : whole->storage->tensors; other != NULL;
         other = other->next) {
        if (other->base == (const PyObject *)whole) {
            other->keys.lo |= REQUIRES_GRAD;
            other->dual = 0;
        }
    }
}

/* Sizes, or strides in elements, as a tuple. */
static PyObject *
tuple_of(const npy_intp *numbers, int n, npy_intp unit)
{
    PyObject *all = PyTuple_New(n);
    for (int i = 0; all != NULL && i < n; i++) {
        PyObject *one = PyLong_FromSsize_t(numbers[i] / unit);
        if (one == NULL)
            Py_CLEAR(all);
        else
            PyTuple_SET_ITEM(all, i, one);
    }
    return all;
}

/* What a node of a write to a part keeps: the write's own node, and where the part lies in its base. */
static PyObject *
describe_part(const TensorBase *view, const TensorBase *base, Node *write)
{
    PyArrayObject *part = (PyArrayObject *)view->data;
    npy_intp unit = PyArray_ITEMSIZE(part), offset = PyArray_BYTES(part) - PyArray_BYTES((PyArrayObject *)base->data);
    PyObject *shape = tuple_of(PyArray_DIMS(part), PyArray_NDIM(part), 1);
    PyObject *strides = tuple_of(PyArray_STRIDES(part), PyArray_NDIM(part), unit);
    PyObject *all =
        shape == NULL || strides == NULL ? NULL : Py_BuildValue("(OOOn)", write, shape, strides, offset / unit);
    Py_XDECREF(shape);
    Py_XDECREF(strides);
    return all;
}

/* A write to a view is one to its base: the base gets a node that puts the part into the rest. */
static int
rebase_view(TensorBase *view, Node *write)
{
    TensorBase *base = (TensorBase *)view->base;
    Node *copy = node_new(hot.copy_slices_class);
    edge_t edge = {NULL, 0};
    if (copy == NULL || edge_of_tensor((PyObject *)base, &edge) < 0 || node_reserve(copy, write->n_edges, 0) < 0 ||
        node_describe(copy, (PyObject *)base) < 0 || (copy->values = describe_part(view, base, write)) == NULL) {
        Py_XDECREF(edge.node);
        Py_XDECREF(copy);
        return -1;
    }
    copy->edges[0] = edge;
    for (Py_ssize_t i = 1; i < write->n_edges; i++)
        copy->edges[i] = (edge_t){Py_XNewRef(write->edges[i].node), write->edges[i].number};
    copy->n_edges = write->n_edges;
    int failed = replace_history(base, (PyObject *)copy) < 0;
    Py_DECREF(copy);
    if (failed)
        return -1;
    if (is_state(view->autograd))
        ((TensorState *)view->autograd)->version = -1; /* its node is made anew, from the base's, when asked for */
    tell_views(base);
    return 0;
}

/* Give a tensor that was written to the write's node as its history. */
int
rebase_target(PyObject *target, Node *write)
{
    TensorBase *tensor = (TensorBase *)target;
    if (node_describe(write, target) < 0)
        return -1;
    if (tensor->base != NULL)
        return rebase_view(tensor, write);
    if (replace_history(tensor, (PyObject *)write) < 0)
        return -1;
    tell_views(tensor);
    return 0;
}

/* ---- the way back ---- */

/* What rebase_view() keeps; 0: Python has made the node. */
static int
read_part(const Node *node, const PyArrayObject *whole, geometry_t *g)
{
    PyObject *kept = node->values;
    if (kept == NULL || !PyTuple_CheckExact(kept) || PyTuple_GET_SIZE(kept) != 4 || !is_node(PyTuple_GET_ITEM(kept, 0)))
        return 0;
    npy_intp unit = PyArray_ITEMSIZE(whole);
    g->ndim = read_list(PyTuple_GET_ITEM(kept, 1), g->shape);
    if (g->ndim < 0 || read_list(PyTuple_GET_ITEM(kept, 2), g->strides) != g->ndim ||
        !read_int(PyTuple_GET_ITEM(kept, 3), &g->offset))
        return 0;
    npy_intp last = g->offset;
    for (int i = 0; i < g->ndim; i++) {
        last += (g->shape[i] - 1) * g->strides[i];
        g->strides[i] *= unit;
    }
    if (g->offset < 0 || last >= PyArray_SIZE((PyArrayObject *)whole))
        return 0;
    g->offset *= unit;
    return 1;
}

/* Store the gradient of what a write replaced, NULL for none, in the part of the base's gradient.  1: done; 0: Python
 * has to; -1: error. */
static int
store_part(PyObject *part, PyObject *grad)
{
    if (grad == NULL) {
        PyObject *zero = PyLong_FromLong(0);
        int failed = zero == NULL || PyArray_FillWithScalar((PyArrayObject *)part, zero) < 0;
        Py_XDECREF(zero);
        return failed ? -1 : 1;
    }
    PyArrayObject *to = (PyArrayObject *)part;
    PyArrayObject *from =
        is_tensor(grad) && is_plain_float((TensorBase *)grad) ? (PyArrayObject *)((TensorBase *)grad)->data : NULL;
    if (from == NULL || PyArray_TYPE(from) != PyArray_TYPE(to) || PyArray_NDIM(from) != PyArray_NDIM(to) ||
        !PyArray_CompareLists(PyArray_DIMS(from), PyArray_DIMS(to), PyArray_NDIM(to)))
        return 0;
    return PyArray_CopyInto(to, from) < 0 ? -1 : 1;
}

/* Run the write's node on the gradient of the part. */
static int
run_write(const Task *task, Node *write, PyObject *part, found_t *inner)
{
    PyObject *copy = PyArray_NewCopy((PyArrayObject *)part, NPY_CORDER);
    PyObject *grad = copy == NULL ? NULL : tensor_of_array(copy);
    if (grad == NULL)
        return -1;
    step_t step = {.node = write, .one = grad, .n_grads = 1, .first_input = -1};
    step.grads = &step.one;
    int done = run_formulas(task, write, &step, inner);
    Py_XDECREF(step.one);
    return done;
}

/* The gradients behind a write to a part: of the base before it, and of what was written.  1: done; 0: Python has to do
 * it; -1: error. */
int
run_copy_slices(const Task *task, Node *node, step_t *step, found_t *found)
{
    PyObject *grad = step->grads[0];
    geometry_t g;
    if (grad == NULL)
        return 1;
    if (task->create_graph || step->n_grads != 1 || tls.include.lo != 0 || tls.include.hi != 0 ||
        !is_plain_float((TensorBase *)grad) || requires_grad((TensorBase *)grad) ||
        (((TensorBase *)grad)->keys.lo & hot.handler_keys.lo) != 0 ||
        !read_part(node, (PyArrayObject *)((TensorBase *)grad)->data, &g))
        return 0;
    Node *write = (Node *)Py_NewRef(PyTuple_GET_ITEM(node->values, 0));
    PyObject *rest = PyArray_NewCopy((PyArrayObject *)((TensorBase *)grad)->data, NPY_CORDER);
    PyObject *part = rest == NULL ? NULL : array_of(rest, &g);
    found_t inner;
    int done = part == NULL || found_reserve(&inner, write->n_edges) < 0 ? -1 : 1;
    if (done > 0) {
        done = run_write(task, write, part, &inner);
        if (done > 0)
            done = store_part(part, inner.n > 0 ? inner.grads[0] : NULL);
        for (Py_ssize_t i = 1; done > 0 && i < inner.n && i < found->n; i++) {
            found->grads[i] = inner.grads[i];
            inner.grads[i] = NULL;
        }
        found_release(&inner);
    }
    Py_XDECREF(part);
    if (done > 0) {
        found->grads[0] = tensor_of_array(Py_NewRef(rest));
        done = found->grads[0] == NULL ? -1 : 1;
    }
    Py_XDECREF(rest);
    Py_DECREF(write);
    return done;
}
