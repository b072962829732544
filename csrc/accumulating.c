/* The end of a path: gradients are added to those of leaves.
 *
 * Twin: wye/autograd/accumulate.py, which has everything unusual: hooks, tensors that do not lie in rows, subclasses.
 */
#include "backward.h"

/* Does nothing else refer to a tensor's memory? */
static int
is_alone(const TensorBase *tensor)
{
    return Py_REFCNT(tensor) == 1 && tensor->base == NULL &&
           (tensor->storage == NULL || (tensor->storage->tensors == tensor && tensor->next == NULL));
}

/* Is it the only view of a tensor that nothing else refers to? */
static int
is_only_view(const TensorBase *tensor)
{
    if (Py_REFCNT(tensor) != 1 || tensor->base == NULL || Py_REFCNT(tensor->base) != 1 || tensor->storage == NULL)
        return 0;
    const TensorBase *one = tensor->storage->tensors;
    return one != NULL && one->next != NULL && one->next->next == NULL;
}

/* What a leaf without a gradient keeps of one that it cannot keep as it is: the memory, or a copy.  NULL without an
 * error: Python has to do it. */
static PyObject *
kept_gradient(PyObject *grad)
{
    TensorBase *tensor = (TensorBase *)grad;
    if (Py_TYPE(grad) != hot.plain_type || !is_array(tensor->data) || (tensor->keys.lo & hot.view_keys.lo) != 0 ||
        (tensor->keys.lo & hot.handler_keys.lo) != 0 || tls.include.lo != 0 || tls.include.hi != 0)
        return NULL;
    if (is_only_view(tensor) && is_row_major(grad))
        return view_tensor(Py_NewRef(tensor->data), grad, 0);
    PyObject *copy = PyArray_NewCopy((PyArrayObject *)tensor->data, NPY_CORDER);
    PyObject *made = copy == NULL ? NULL : tensor_of_array(copy);
    Version *version = made == NULL ? NULL : version_of((TensorBase *)made);
    if (version == NULL) {
        Py_XDECREF(made);
        return NULL;
    }
    version->count++; /* as a copy would */
    return made;
}

/* state->grad += grad, while no other thread does it. */
static int
add_in_place(TensorState *state, PyObject *grad)
{
    PyObject *locked = PyObject_CallNoArgs(hot.lock_gradients), *sum = NULL;
    if (locked == NULL)
        return -1;
    Py_DECREF(locked);
    PyObject *kept = Py_XNewRef(state->grad);
    if (kept != NULL) {
        PyObject *both[2] = {kept, grad};
        sum = PyObject_Vectorcall(hot.add_to_gradient, both, 2, NULL);
        Py_DECREF(kept);
    }
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *unlocked = PyObject_CallNoArgs(hot.unlock_gradients);
    Py_XDECREF(unlocked);
    if (unlocked != NULL || type != NULL)
        PyErr_Restore(type, value, traceback);
    int ok = sum != NULL && unlocked != NULL;
    Py_XDECREF(sum);
    return ok ? 0 : -1;
}

/* Add a gradient to a leaf's.  Steals `grad`. */
int
accumulate(const Task *task, Node *node, PyObject *grad)
{
    TensorBase *leaf = (TensorBase *)node->variable;
    TensorState *state = leaf != NULL && is_state(leaf->autograd) ? (TensorState *)leaf->autograd : NULL;
    if (state != NULL && requires_grad(leaf) && !task->create_graph &&
        (state->post_hooks == NULL || state->post_hooks == Py_None) &&
        !(((TensorBase *)grad)->keys.lo & REQUIRES_GRAD) && is_row_major((PyObject *)leaf)) {
        if (state->grad == NULL && Py_TYPE(grad) == hot.plain_type && is_alone((TensorBase *)grad) &&
            is_row_major(grad) && tls.include.lo == 0 && tls.include.hi == 0) { /* modes see how it is detached */
            state->grad = grad;
            return 0;
        }
        if (state->grad == NULL) {
            PyObject *kept = kept_gradient(grad);
            if (kept != NULL && state->grad == NULL) { /* another thread may have run while it was copied */
                state->grad = kept;
                Py_DECREF(grad);
                return 0;
            }
            Py_XDECREF(kept);
            if (PyErr_Occurred()) {
                Py_DECREF(grad);
                return -1;
            }
        }
        if (state->grad != NULL && Py_TYPE(state->grad) == hot.plain_type && is_row_major(state->grad)) {
            if (!is_row_major(grad)) {
                PyObject *rows = kept_gradient(grad);
                if (rows != NULL)
                    Py_SETREF(grad, rows);
                else if (PyErr_Occurred()) {
                    Py_DECREF(grad);
                    return -1;
                }
            }
            int failed = add_in_place(state, grad) < 0;
            Py_DECREF(grad);
            return failed ? -1 : 0;
        }
    }
    PyObject *one =
        PyList_New(1); /* it has the only reference, if there is one: Python may keep the gradient as it is */
    if (one == NULL) {
        Py_DECREF(grad);
        return -1;
    }
    PyList_SET_ITEM(one, 0, grad);
    PyObject *done = PyObject_CallMethod((PyObject *)node, "apply", "(O)", one);
    Py_DECREF(one);
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}
