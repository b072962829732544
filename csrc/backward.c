/* The steps of a pass over the graph: a node runs, and its gradients go on to the next.
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
int
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

int
found_reserve(found_t *found, Py_ssize_t n)
{
    found->n = n;
    found->grads = n <= FEW ? found->few : PyMem_Calloc((size_t)n, sizeof(PyObject *));
    if (found->grads == NULL)
        return PyErr_NoMemory(), -1;
    memset(found->grads, 0, (size_t)n * sizeof(PyObject *));
    return 0;
}

void
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
    if (Py_TYPE(node) == hot.copy_slices_class && node->values != NULL && PyTuple_CheckExact(node->values) &&
        is_node(PyTuple_GET_ITEM(node->values, 0))) {
        Node *write = (Node *)PyTuple_GET_ITEM(node->values, 0);
        if (write->plan != NULL && !write->packed)
            return release(write);
    }
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
    if (has_extras(node) || node->packed || (careful_process & CAREFUL_ANOMALY)) {
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
    int done = Py_TYPE(node) == hot.copy_slices_class ? run_copy_slices(task, node, step, found)
                                                      : run_formulas(task, node, step, found);
    if (done != 0)
        return done < 0 ? -1 : 0;
    PyObject *grads = listed(step);
    PyObject *result = grads == NULL ? NULL : PyObject_CallMethod((PyObject *)node, "apply", "(O)", grads);
    Py_XDECREF(grads);
    return take_found(node, result, found);
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
        PyObject *fit = fitted_to_output(task, found->grads[i], (Node *)edge.node, edge.number);
        if (fit != NULL) {
            Py_SETREF(found->grads[i], fit);
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

void
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

int
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
