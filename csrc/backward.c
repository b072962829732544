/* One pass over the graph: nodes run from results back to inputs, later ones first.
 *
 * Twin: _pure/backward.py.  Nothing recurses.  Hooks, anomaly mode and formulas that C cannot run are Python's.
 */
#include "backward.h"
#include "levels.h"

/* ---- gradients on their way ---- */

static Py_ssize_t
n_outputs(const Node *node)
{
    return node->outputs == NULL ? 1 : PyList_GET_SIZE(node->outputs);
}

/* Give a node one of its gradients (NULL: there is none); when it was the last, the node is ready.  Steals `grad`. */
static int
feed(Task *task, Py_ssize_t number, Py_ssize_t output, PyObject *grad)
{
    step_t *step = &task->steps[number];
    if (step->grads == NULL) {
        Py_ssize_t n = n_outputs(step->node);
        n = n > output ? n : output + 1;
        step->grads = n == 1 ? &step->one : PyMem_Calloc((size_t)n, sizeof(PyObject *));
        if (step->grads == NULL) {
            Py_XDECREF(grad);
            return PyErr_NoMemory(), -1;
        }
        step->one = NULL;
        step->n_grads = n;
    }
    if (output >= step->n_grads) {
        PyObject **more = PyMem_Calloc((size_t)output + 1, sizeof(PyObject *));
        if (more == NULL) {
            Py_XDECREF(grad);
            return PyErr_NoMemory(), -1;
        }
        memcpy(more, step->grads, (size_t)step->n_grads * sizeof(PyObject *));
        if (step->grads != &step->one)
            PyMem_Free(step->grads);
        step->grads = more;
        step->n_grads = output + 1;
    }
    if (grad != NULL && step->grads[output] != NULL) {
        PyObject *both[2] = {step->grads[output], grad};
        step->grads[output] = NULL;
        PyObject *sum = PyObject_Vectorcall(hot.add_gradients, both, 2, NULL);
        Py_DECREF(both[0]);
        Py_DECREF(grad);
        if (sum == NULL)
            return -1;
        Py_XSETREF(step->grads[output], sum); /* Python has run: a hook may have fed it, too */
    }
    else if (grad != NULL) {
        step->grads[output] = grad;
    }
    if (--step->pending == 0)
        return push_ready(task, number);
    return 0;
}

/* ---- running a node ---- */

static int
found_reserve(found_t *found, Py_ssize_t n)
{
    found->n = n;
    found->grads = n <= FEW ? found->few : PyMem_Calloc((size_t)n, sizeof(PyObject *));
    if (found->grads == NULL)
        return PyErr_NoMemory(), -1;
    memset(found->grads, 0, (size_t)n * sizeof(PyObject *));
    return 0;
}

static void
found_release(found_t *found)
{
    for (Py_ssize_t i = 0; i < found->n; i++)
        Py_XDECREF(found->grads[i]);
    if (found->grads != found->few)
        PyMem_Free(found->grads);
}

PyObject *
listed(const step_t *step)
{
    PyObject *list = PyList_New(step->n_grads);
    for (Py_ssize_t i = 0; list != NULL && i < step->n_grads; i++)
        PyList_SET_ITEM(list, i, Py_NewRef(step->grads[i] == NULL ? Py_None : step->grads[i]));
    return list;
}

/* Take over the gradients that Python's code has returned; steals `result`. */
static int
take_found(Node *node, PyObject *result, found_t *found)
{
    if (result == NULL)
        return -1;
    PyObject *all = PySequence_Tuple(result);
    Py_DECREF(result);
    if (all != NULL && PyTuple_GET_SIZE(all) != node->n_edges) {
        PyObject *counted = PyObject_CallFunctionObjArgs(hot.count_gradients, (PyObject *)node, all, (PyObject *)NULL);
        Py_DECREF(all);
        all = counted == NULL ? NULL : PySequence_Tuple(counted);
        Py_XDECREF(counted);
    }
    if (all == NULL)
        return -1;
    for (Py_ssize_t i = 0; i < found->n && i < PyTuple_GET_SIZE(all); i++) {
        PyObject *grad = PyTuple_GET_ITEM(all, i);
        found->grads[i] = grad == Py_None ? NULL : Py_NewRef(grad);
    }
    Py_DECREF(all);
    return 0;
}

/* ---- the end of a path ---- */

/* Does nothing else refer to a tensor's memory? */
static int
is_alone(const TensorBase *tensor)
{
    return Py_REFCNT(tensor) == 1 && tensor->base == NULL &&
           (tensor->storage == NULL || (tensor->storage->tensors == tensor && tensor->next == NULL));
}

/* Has a tensor whose class handles no calls the strides of a new one, those of dimensions of size 1 included? */
static int
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
static int
accumulate(const Task *task, Node *node, PyObject *grad)
{
    TensorBase *leaf = (TensorBase *)node->variable;
    TensorState *state = leaf != NULL && is_state(leaf->autograd) ? (TensorState *)leaf->autograd : NULL;
    if (state != NULL && requires_grad(leaf) && !task->create_graph &&
        (state->post_hooks == NULL || state->post_hooks == Py_None) &&
        !(((TensorBase *)grad)->keys.lo & REQUIRES_GRAD) && is_row_major((PyObject *)leaf)) {
        if (state->grad == NULL && Py_TYPE(grad) == hot.plain_type && is_alone((TensorBase *)grad) &&
            is_row_major(grad)) {
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

/* ---- one step ---- */

static int
release(Node *node)
{
    if (node->plan != NULL && PyObject_TypeCheck(node->plan, hot.plan_base) && !node->packed) {
        if (((PlanBase *)node->plan)->keeps) {
            node->n_checks = 0;
            node->owned = 0;
            Py_CLEAR(node->values);
        }
        return 0;
    }
    if (Py_TYPE(node) == hot.accumulator_class)
        return 0;
    PyObject *done = PyObject_CallMethod((PyObject *)node, "release", NULL);
    Py_XDECREF(done);
    return done == NULL ? -1 : 0;
}

/* Does anything that was asked for lie behind this node? */
static int
is_wanted(const Task *task, const step_t *step)
{
    if (!task->has_inputs || step->is_exit)
        return 1;
    for (Py_ssize_t i = 0; i < step->node->n_edges; i++) {
        const PyObject *next = step->node->edges[i].node;
        Py_ssize_t found = next == NULL ? -1 : find_step(task, (const Node *)next);
        if (found >= 0 && task->steps[found].needed)
            return 1;
    }
    return 0;
}

static int
has_extras(const Node *node)
{
    return node->extras != NULL && node->extras != Py_None;
}

/* Let hooks on a node's outputs see, and replace, their gradients. */
static int
run_tensor_hooks(step_t *step)
{
    PyObject *grads = listed(step);
    PyObject *done = grads == NULL ? NULL
                                   : PyObject_CallFunctionObjArgs(hot.run_tensor_hooks, step->node->extras, grads,
                                                                  (PyObject *)step->node, (PyObject *)NULL);
    int ok = done != NULL;
    for (Py_ssize_t i = 0; ok && i < step->n_grads && i < PyList_GET_SIZE(grads); i++) {
        PyObject *grad = PyList_GET_ITEM(grads, i);
        Py_XSETREF(step->grads[i], grad == Py_None ? NULL : Py_NewRef(grad));
    }
    Py_XDECREF(done);
    Py_XDECREF(grads);
    return ok ? 0 : -1;
}

/* Run a node: its gradients become those of its inputs. */
static int
apply(Task *task, step_t *step, found_t *found)
{
    Node *node = step->node;
    if (has_extras(node) || (careful_process & CAREFUL_ANOMALY)) {
        PyObject *grads = listed(step);
        for (Py_ssize_t i = 0; i < step->n_grads; i++)
            Py_CLEAR(step->grads[i]);
        PyObject *result =
            grads == NULL ? NULL
                          : PyObject_CallFunctionObjArgs(hot.run_with_hooks, (PyObject *)node, grads, (PyObject *)NULL);
        Py_XDECREF(grads);
        return take_found(node, result, found);
    }
    if (Py_TYPE(node) == hot.accumulator_class) {
        PyObject *grad = step->grads[0];
        step->grads[0] = NULL;
        return grad == NULL ? 0 : accumulate(task, node, grad);
    }
    int done = run_formulas(task, node, step, found);
    if (done != 0)
        return done < 0 ? -1 : 0;
    PyObject *grads = listed(step);
    PyObject *result = grads == NULL ? NULL : PyObject_CallMethod((PyObject *)node, "apply", "(O)", grads);
    Py_XDECREF(grads);
    return take_found(node, result, found);
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
static int
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

/* The sum of a gradient over leading dimensions that its output does not have, as of a bias.  NULL without an error:
 * Python makes it fit. */
static PyObject *
summed_to_output(PyObject *grad, Node *node, Py_ssize_t output)
{
    PyObject *data = is_tensor(grad) && Py_TYPE(grad) == hot.plain_type ? ((TensorBase *)grad)->data : NULL;
    if (!is_array(data) || node->outputs != NULL || output != 0 || node->shape == NULL || !PyTuple_Check(node->shape))
        return NULL;
    PyArrayObject *array = (PyArrayObject *)data;
    Py_ssize_t extra = PyArray_NDIM(array) - PyTuple_GET_SIZE(node->shape);
    PyObject *dtype = extra <= 0 ? NULL : dtype_of_tensor(grad);
    if (dtype == NULL)
        return NULL;
    int same = dtype == node->dtype;
    Py_DECREF(dtype);
    for (Py_ssize_t i = extra; same && i < PyArray_NDIM(array); i++) {
        PyObject *size = PyTuple_GET_ITEM(node->shape, i - extra);
        same = PyLong_CheckExact(size) && PyLong_AsSsize_t(size) == PyArray_DIM(array, (int)i);
    }
    PyObject *dims = same ? PyList_New(extra) : NULL, *sum = NULL;
    for (Py_ssize_t i = 0; dims != NULL && i < extra; i++) {
        PyObject *dim = PyLong_FromSsize_t(i);
        if (dim == NULL)
            Py_CLEAR(dims);
        else
            PyList_SET_ITEM(dims, i, dim);
    }
    if (dims != NULL) {
        PyObject *both[2] = {grad, dims};
        sum = PyObject_Vectorcall(hot.sum_gradient, both, 2, NULL);
        Py_DECREF(dims);
    }
    return sum;
}

/* Make the gradients fit, and hand them on. */
static int
hand_on(Task *task, Node *node, found_t *found)
{
    for (Py_ssize_t i = 0; i < found->n && i < node->n_edges; i++) {
        const edge_t edge = node->edges[i];
        if (edge.node == NULL || found->grads[i] == NULL ||
            fits_output(found->grads[i], (Node *)edge.node, edge.number))
            continue;
        PyObject *sum = summed_to_output(found->grads[i], (Node *)edge.node, edge.number);
        if (sum != NULL) {
            Py_SETREF(found->grads[i], sum);
            continue;
        }
        if (PyErr_Occurred())
            return -1;
        PyObject *place = PyLong_FromSsize_t(i);
        PyObject *fitted = place == NULL ? NULL
                                         : PyObject_CallFunctionObjArgs(hot.fit_gradient, (PyObject *)node, place,
                                                                        found->grads[i], (PyObject *)NULL);
        Py_XDECREF(place);
        if (fitted == NULL)
            return -1;
        Py_SETREF(found->grads[i], fitted);
    }
    for (Py_ssize_t i = 0; i < found->n && i < node->n_edges; i++) {
        const edge_t edge = node->edges[i];
        Py_ssize_t next = edge.node == NULL ? -1 : find_step(task, (Node *)edge.node);
        if (next < 0 || !task->steps[next].visited)
            continue;
        PyObject *grad = found->grads[i];
        found->grads[i] = NULL;
        if (feed(task, next, edge.number, grad) < 0)
            return -1;
    }
    return 0;
}

static void
drop_grads(step_t *step)
{
    if (step->grads == NULL)
        return;
    for (Py_ssize_t i = 0; i < step->n_grads; i++)
        Py_CLEAR(step->grads[i]);
    if (step->grads != &step->one)
        PyMem_Free(step->grads);
    step->grads = NULL;
}

/* Keep the gradients of a node that were asked for. */
static int
capture(Task *task, const step_t *step)
{
    for (Py_ssize_t i = step->first_input; i >= 0; i = task->inputs[i].next) {
        Py_ssize_t output = task->inputs[i].number;
        PyObject *grad = output < step->n_grads ? step->grads[output] : NULL;
        if (PyList_SetItem(task->captured, i, Py_NewRef(grad == NULL ? Py_None : grad)) < 0)
            return -1;
    }
    return 0;
}

static int
run_step(Task *task, Py_ssize_t number)
{
    step_t *step = &task->steps[number];
    Node *node = step->node;
    Py_XSETREF(task->current, Py_NewRef((PyObject *)node));
    int runs = is_wanted(task, step);
    if (runs && capture(task, step) < 0) /* where the pass goes on, hooks are a part of that, as in PyTorch */
        return -1;
    if (has_extras(node) && (!task->has_inputs || step->needed || step->is_root) && run_tensor_hooks(step) < 0)
        return -1;
    if (!runs && capture(task, step) < 0)
        return -1;
    found_t found;
    if (found_reserve(&found, node->n_edges) < 0)
        return -1;
    int failed = 0;
    if (runs) {
        failed = apply(task, step, &found) < 0;
        if (!failed && !task->keep_graph)
            failed = release(node) < 0;
    }
    drop_grads(step);
    if (!failed)
        failed = hand_on(task, node, &found) < 0;
    found_release(&found);
    return failed ? -1 : 0;
}

static int
run_all(Task *task, PyObject *roots, PyObject *grads, PyObject *inputs, int adds)
{
    Py_ssize_t n = PyTuple_GET_SIZE(roots), number;
    visits_t stack = {NULL, 0, 0};
    int failed = inputs != Py_None && note_inputs(task, inputs, adds) < 0;
    for (Py_ssize_t i = 0; !failed && i < n; i++) {
        Node *node = read_pair(PyTuple_GET_ITEM(roots, i), &number);
        Py_ssize_t step = node == NULL ? -1 : step_of(task, node);
        failed = step < 0 && PyErr_Occurred() != NULL;
        if (step < 0)
            continue;
        task->steps[step].pending++;
        task->steps[step].is_root = 1;
        if (!task->steps[step].visited)
            failed = count_behind(task, &stack, step) < 0;
    }
    PyMem_Free(stack.items);
    for (Py_ssize_t i = 0; !failed && i < n; i++) {
        Node *node = read_pair(PyTuple_GET_ITEM(roots, i), &number);
        PyObject *grad = PyTuple_GET_ITEM(grads, i);
        if (grad != Py_None && !is_tensor(grad)) {
            PyErr_SetString(PyExc_TypeError, "a gradient is a tensor or None");
            failed = 1;
        }
        if (!failed && node != NULL)
            failed = feed(task, find_step(task, node), number, grad == Py_None ? NULL : Py_NewRef(grad)) < 0;
    }
    for (unsigned count = 1; !failed && task->n_heap > 0; count++) {
        failed = run_step(task, pop_ready(task)) < 0;
        if (!failed && count % 64 == 0)
            failed = PyErr_CheckSignals() < 0;
    }
    return failed ? -1 : 0;
}

/* ---- the class ---- */

static void
forget_steps(Task *task)
{
    Py_ssize_t n = task->n_steps;
    step_t *steps = task->steps;
    task->steps = NULL;
    task->n_steps = task->room = 0;
    PyMem_Free(task->table);
    task->table = NULL;
    task->table_size = 0;
    PyMem_Free(task->heap);
    task->heap = NULL;
    task->n_heap = task->heap_room = 0;
    PyMem_Free(task->inputs);
    task->inputs = NULL;
    for (Py_ssize_t i = 0; i < n; i++) {
        drop_grads(&steps[i]);
        Py_DECREF(steps[i].node);
    }
    PyMem_Free(steps);
}

static Task *task_new(int keep_graph, int create_graph);
static THREAD_LOCAL Task *running; /* borrowed: run_pass() holds it */
static THREAD_LOCAL int depth;     /* of passes inside of passes */
#define MOST_LEVELS 40             /* in one thread: see nesting.py */

/* Run a pass: the gradients that were asked for, as a new list. */
static PyObject *
run_pass(PyObject *roots, PyObject *grads, PyObject *inputs, int adds, int keep_graph, int create_graph)
{
    if (depth >= MOST_LEVELS && hot.run_elsewhere != NULL)
        return PyObject_CallFunction(hot.run_elsewhere, "OOiiOi", roots, grads, keep_graph, create_graph, inputs, adds);
    Task *task = task_new(keep_graph, create_graph), *outer = running;
    if (task == NULL)
        return NULL;
    depth++;
    int recorded = !records_nothing;
    running = task;
    set_recording(create_graph);
    task->is_running = 1;
    int failed = run_all(task, roots, grads, inputs, adds) < 0;
    PyObject *type = NULL, *value = NULL, *traceback = NULL;
    if (failed) /* freeing may run Python's code */
        PyErr_Fetch(&type, &value, &traceback);
    forget_steps(task);
    Py_CLEAR(task->current);
    task->is_running = 0;
    set_recording(recorded);
    running = outer;
    depth--;
    if (failed)
        PyErr_Restore(type, value, traceback);
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(task->callbacks); i++) {
        PyObject *callback = Py_NewRef(PyList_GET_ITEM(task->callbacks, i));
        PyObject *done = PyObject_CallNoArgs(callback);
        Py_DECREF(callback);
        failed = done == NULL;
        Py_XDECREF(done);
    }
    PyObject *found = failed ? NULL : Py_NewRef(task->captured);
    Py_DECREF(task);
    return found;
}

/* run_backward(roots, grads, keep_graph, create_graph, inputs, accumulate): see _pure/backward.py. */
PyObject *
hot_run_backward(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 6) {
        PyErr_SetString(PyExc_TypeError,
                        "run_backward() takes roots, grads, keep_graph, create_graph, inputs and accumulate");
        return NULL;
    }
    if (hot.add_gradients == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "autograd is not loaded: import wye.autograd first");
        return NULL;
    }
    int keep = PyObject_IsTrue(args[2]), create = PyObject_IsTrue(args[3]), adds = PyObject_IsTrue(args[5]);
    PyObject *roots = keep < 0 || create < 0 || adds < 0 ? NULL : PySequence_Tuple(args[0]);
    PyObject *grads = roots == NULL ? NULL : PySequence_Tuple(args[1]);
    PyObject *inputs = grads == NULL ? NULL : args[4] == Py_None ? Py_NewRef(Py_None) : PySequence_Tuple(args[4]);
    PyObject *found = NULL;
    if (inputs != NULL && PyTuple_GET_SIZE(roots) != PyTuple_GET_SIZE(grads))
        PyErr_SetString(PyExc_ValueError, "there are as many gradients as roots");
    else if (inputs != NULL)
        found = run_pass(roots, grads, inputs, adds, keep, create);
    Py_XDECREF(roots);
    Py_XDECREF(grads);
    Py_XDECREF(inputs);
    return found;
}

PyObject *
hot_current_task(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    return Py_NewRef(running == NULL ? Py_None : (PyObject *)running);
}

/* Is it a tensor of floats that nothing handles calls of? */
static int
is_plain_root(PyObject *value)
{
    if (!is_tensor(value) || Py_TYPE(value) != hot.plain_type)
        return 0;
    const TensorBase *tensor = (const TensorBase *)value;
    int type = is_array(tensor->data) ? PyArray_TYPE((PyArrayObject *)tensor->data) : -1;
    return (type == NPY_FLOAT || type == NPY_DOUBLE) && (tensor->keys.lo & hot.handler_keys.lo) == 0;
}

/* The gradient of an output: ones, or what was given where it has the output's shape and dtype.  NULL without an error:
 * Python has to look at it. */
static PyObject *
start_of(PyObject *output, PyObject *given)
{
    PyArrayObject *array = (PyArrayObject *)((TensorBase *)output)->data;
    int type = PyArray_TYPE(array), ndim = PyArray_NDIM(array);
    if (given != Py_None) {
        PyArrayObject *grad = is_plain_root(given) ? (PyArrayObject *)((TensorBase *)given)->data : NULL;
        int fits = grad != NULL && PyArray_TYPE(grad) == type && PyArray_NDIM(grad) == ndim &&
                   PyArray_CompareLists(PyArray_DIMS(grad), PyArray_DIMS(array), ndim) &&
                   (((TensorBase *)given)->keys.lo & hot.view_keys.lo) == 0;
        return fits ? Py_NewRef(given) : NULL;
    }
    PyObject *ones = PyArray_SIZE(array) == 1 ? PyArray_SimpleNew(ndim, PyArray_DIMS(array), type) : NULL;
    if (ones == NULL)
        return NULL;
    if (type == NPY_FLOAT)
        *(float *)PyArray_DATA((PyArrayObject *)ones) = 1;
    else
        *(double *)PyArray_DATA((PyArrayObject *)ones) = 1;
    return tensor_of_array(ones);
}

/* The edges of the inputs, as a tuple.  NULL without an error: Python has to look at them. */
static PyObject *
edges_of_inputs(PyObject *inputs)
{
    int is_one = is_tensor(inputs);
    if (!is_one && !PyTuple_CheckExact(inputs) && !PyList_CheckExact(inputs))
        return NULL;
    Py_ssize_t n = is_one ? 1 : PySequence_Fast_GET_SIZE(inputs);
    PyObject *all = n == 0 ? NULL : PyTuple_New(n);
    for (Py_ssize_t i = 0; all != NULL && i < n; i++) {
        PyObject *one = is_one                                 ? inputs
                        : i < PySequence_Fast_GET_SIZE(inputs) ? PySequence_Fast_GET_ITEM(inputs, i)
                                                               : NULL;
        edge_t edge = {NULL, 0};
        int is_plain = one != NULL && is_tensor(one) && (((TensorBase *)one)->keys.lo & hot.handler_keys.lo) == 0;
        Py_XINCREF(one);
        int found = is_plain ? edge_of_tensor(one, &edge) : 0;
        Py_XDECREF(one);
        PyObject *pair =
            found <= 0 ? NULL : Py_BuildValue("(On)", edge.node == NULL ? Py_None : edge.node, edge.number);
        Py_XDECREF(edge.node);
        if (pair == NULL)
            Py_CLEAR(all);
        else
            PyTuple_SET_ITEM(all, i, pair);
    }
    return all;
}

/* try_grad(output, inputs, grad, keep_graph, create_graph): see _pure/backward.py. */
PyObject *
hot_try_grad(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 5) {
        PyErr_SetString(PyExc_TypeError, "try_grad() takes an output, inputs, a gradient, keep_graph and create_graph");
        return NULL;
    }
    int keep = PyObject_IsTrue(args[3]), create = keep < 0 ? -1 : PyObject_IsTrue(args[4]);
    if (create < 0)
        return NULL;
    if (!is_plain_root(args[0]) || tls.include.lo != 0 || tls.include.hi != 0 || hot.add_gradients == NULL)
        Py_RETURN_NONE;
    edge_t edge = {NULL, 0};
    int found = edge_of_tensor(args[0], &edge);
    if (found < 0)
        return NULL;
    PyObject *start = edge.node == NULL ? NULL : start_of(args[0], args[2]), *result = NULL;
    PyObject *inputs = start == NULL ? NULL : edges_of_inputs(args[1]);
    PyObject *roots = inputs == NULL ? NULL : Py_BuildValue("((On))", edge.node, edge.number);
    PyObject *grads = roots == NULL ? NULL : PyTuple_Pack(1, start);
    if (grads != NULL)
        result = run_pass(roots, grads, inputs, 0, keep, create);
    Py_XDECREF(edge.node);
    Py_XDECREF(start);
    Py_XDECREF(inputs);
    Py_XDECREF(roots);
    Py_XDECREF(grads);
    if (result == NULL && !PyErr_Occurred())
        Py_RETURN_NONE;
    return result;
}

/* Run backward from a tensor with one element, where nothing handles the call.  1: done; 0: Python has to; -1: error. */
int
try_backward(PyObject *tensor, int keep_graph)
{
    TensorBase *base = (TensorBase *)tensor;
    if (!is_plain_root(tensor) || tls.include.lo != 0 || tls.include.hi != 0 || !requires_grad(base) ||
        hot.add_gradients == NULL || PyArray_SIZE((PyArrayObject *)base->data) != 1)
        return 0;
    edge_t edge;
    int found = edge_of_tensor(tensor, &edge);
    if (found <= 0)
        return found;
    PyObject *one = start_of(tensor, Py_None), *result = NULL;
    PyObject *roots = one == NULL ? NULL : Py_BuildValue("((On))", edge.node, edge.number);
    PyObject *grads = roots == NULL ? NULL : PyTuple_Pack(1, one);
    Py_XDECREF(one);
    Py_DECREF(edge.node);
    if (grads != NULL)
        result = run_pass(roots, grads, Py_None, 1, keep_graph, 0);
    Py_XDECREF(roots);
    Py_XDECREF(grads);
    Py_XDECREF(result);
    return result == NULL ? -1 : 1;
}

static PyObject *
task_will_run(PyObject *self, PyObject *node)
{
    const Task *task = (const Task *)self;
    Py_ssize_t step = is_node(node) ? find_step(task, (const Node *)node) : -1;
    return PyBool_FromLong(step >= 0 && task->steps[step].visited && (!task->has_inputs || task->steps[step].needed));
}

static Task *
task_new(int keep_graph, int create_graph)
{
    Task *task = (Task *)hot.task_type->tp_alloc(hot.task_type, 0);
    if (task == NULL)
        return NULL;
    task->keep_graph = (char)keep_graph;
    task->create_graph = (char)create_graph;
    task->captured = PyList_New(0);
    task->callbacks = PyList_New(0);
    if (task->captured == NULL || task->callbacks == NULL)
        Py_CLEAR(task);
    return task;
}

static int
task_traverse(PyObject *self, visitproc visit, void *arg)
{
    Task *task = (Task *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(task->captured);
    Py_VISIT(task->callbacks);
    Py_VISIT(task->current);
    return 0; /* steps are there while run() is on the stack, which holds the task */
}

static int
task_clear(PyObject *self)
{
    Task *task = (Task *)self;
    if (task->is_running)
        return 0;
    Py_CLEAR(task->captured);
    Py_CLEAR(task->callbacks);
    Py_CLEAR(task->current);
    return 0;
}

static void
task_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    forget_steps((Task *)self);
    ((Task *)self)->is_running = 0;
    task_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef task_members[] = {
    {"keep_graph", T_BOOL, offsetof(Task, keep_graph), READONLY, "Do nodes keep what they have saved?"},
    {"create_graph", T_BOOL, offsetof(Task, create_graph), READONLY, "Is the pass recorded?"},
    {"captured", T_OBJECT, offsetof(Task, captured), READONLY, "The gradients that were asked for."},
    {"callbacks", T_OBJECT, offsetof(Task, callbacks), READONLY, "Called when the pass has ended."},
    {"current", T_OBJECT, offsetof(Task, current), READONLY, "The node that is running, or None."},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef task_methods[] = {
    {"will_run", task_will_run, METH_O, "will_run($self, node, /)\n--\n\nIs a node part of this pass?"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot task_slots[] = {
    {Py_tp_doc, "One backward pass."},
    {Py_tp_dealloc, task_dealloc},
    {Py_tp_traverse, task_traverse},
    {Py_tp_clear, task_clear},
    {Py_tp_members, task_members},
    {Py_tp_methods, task_methods},
    {0, NULL},
};

static PyType_Spec task_spec = {
    .name = "wye._hot._GraphTask",
    .basicsize = sizeof(Task),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = task_slots,
};

int
backward_init_types(PyObject *module)
{
    return add_type(module, &task_spec, &hot.task_type);
}
