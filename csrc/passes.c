/* One pass over the graph, from where it starts to its end: nodes run from results back to inputs, later ones first.
 *
 * Twin: _pure/backward.py.  Nothing recurses.
 */
#include "backward.h"
#include "levels.h"

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
    if (failed)
        PyErr_Restore(type, value, traceback);
    for (Py_ssize_t i = 0; !failed && i < PyList_GET_SIZE(task->callbacks); i++) {
        PyObject *callback = Py_NewRef(PyList_GET_ITEM(task->callbacks, i));
        PyObject *done = PyObject_CallNoArgs(callback);
        Py_DECREF(callback);
        failed = done == NULL;
        Py_XDECREF(done);
    }
    running = outer; /* a callback may add others */
    depth--;
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

static long long n_tasks = 0;

static Task *
task_new(int keep_graph, int create_graph)
{
    Task *task = (Task *)hot.task_type->tp_alloc(hot.task_type, 0);
    if (task == NULL)
        return NULL;
    task->keep_graph = (char)keep_graph;
    task->create_graph = (char)create_graph;
    task->number = n_tasks++;
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
    {"returns", T_BOOL, offsetof(Task, returns), READONLY, "Are gradients returned, not added to those of the inputs?"},
    {"captured", T_OBJECT, offsetof(Task, captured), READONLY, "The gradients that were asked for."},
    {"number", T_LONGLONG, offsetof(Task, number), READONLY, "How many there were before."},
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
passes_init_types(PyObject *module)
{
    return add_type(module, &task_spec, &hot.task_type);
}
