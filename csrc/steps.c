/* The steps of a backward pass: which nodes take part, what each waits for, and which can run.
 *
 * Twin: _pure/backward.py.  Nothing recurses.
 */
#include "backward.h"

/* ---- the table of steps ---- */

static Py_ssize_t
hash_of(const Node *node, Py_ssize_t size)
{
    uintptr_t where = (uintptr_t)node >> 4;
    return (Py_ssize_t)((where ^ (where >> 9) ^ (where >> 18)) & (uintptr_t)(size - 1));
}

/* The number of a node's step; -1: it has none. */
Py_ssize_t
find_step(const Task *task, const Node *node)
{
    if (task->table == NULL)
        return -1;
    for (Py_ssize_t at = hash_of(node, task->table_size);; at = (at + 1) & (task->table_size - 1)) {
        Py_ssize_t number = task->table[at];
        if (number == 0)
            return -1;
        if (task->steps[number - 1].node == node)
            return number - 1;
    }
}

static void
enter_step(Task *task, Py_ssize_t number)
{
    Py_ssize_t at = hash_of(task->steps[number].node, task->table_size);
    while (task->table[at] != 0)
        at = (at + 1) & (task->table_size - 1);
    task->table[at] = number + 1;
}

/* Add a step for a node that has none: its number, or -1. */
static Py_ssize_t
add_step(Task *task, Node *node)
{
    if (task->n_steps == task->room) {
        Py_ssize_t room = task->room == 0 ? 16 : task->room * 2;
        step_t *steps = PyMem_Realloc(task->steps, (size_t)room * sizeof(step_t));
        if (steps == NULL)
            return PyErr_NoMemory(), -1;
        task->steps = steps;
        task->room = room;
    }
    if (2 * (task->n_steps + 1) > task->table_size) {
        Py_ssize_t size = task->table_size == 0 ? 64 : task->table_size * 4;
        Py_ssize_t *table = PyMem_Calloc((size_t)size, sizeof(Py_ssize_t));
        if (table == NULL)
            return PyErr_NoMemory(), -1;
        PyMem_Free(task->table);
        task->table = table;
        task->table_size = size;
        for (Py_ssize_t i = 0; i < task->n_steps; i++)
            enter_step(task, i);
    }
    Py_ssize_t number = task->n_steps++;
    task->steps[number] = (step_t){.node = (Node *)Py_NewRef((PyObject *)node), .first_input = -1};
    enter_step(task, number);
    return number;
}

Py_ssize_t
step_of(Task *task, Node *node)
{
    Py_ssize_t number = find_step(task, node);
    return number >= 0 ? number : add_step(task, node);
}

/* ---- the heap of steps that can run ---- */

static int
runs_before(const ready_t *a, const ready_t *b)
{
    return a->sequence != b->sequence ? a->sequence > b->sequence : a->order < b->order;
}

int
push_ready(Task *task, Py_ssize_t step)
{
    if (task->n_heap == task->heap_room) {
        Py_ssize_t room = task->heap_room == 0 ? 16 : task->heap_room * 2;
        ready_t *heap = PyMem_Realloc(task->heap, (size_t)room * sizeof(ready_t));
        if (heap == NULL)
            return PyErr_NoMemory(), -1;
        task->heap = heap;
        task->heap_room = room;
    }
    ready_t item = {task->steps[step].node->sequence, task->order++, step};
    Py_ssize_t at = task->n_heap++;
    while (at > 0 && runs_before(&item, &task->heap[(at - 1) / 2])) {
        task->heap[at] = task->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    task->heap[at] = item;
    return 0;
}

Py_ssize_t
pop_ready(Task *task)
{
    Py_ssize_t step = task->heap[0].step, at = 0;
    ready_t item = task->heap[--task->n_heap];
    for (;;) {
        Py_ssize_t child = 2 * at + 1;
        if (child >= task->n_heap)
            break;
        if (child + 1 < task->n_heap && runs_before(&task->heap[child + 1], &task->heap[child]))
            child++;
        if (!runs_before(&task->heap[child], &item))
            break;
        task->heap[at] = task->heap[child];
        at = child;
    }
    if (task->n_heap > 0)
        task->heap[at] = item;
    return step;
}

/* ---- counting ---- */

static int
push_visit(visits_t *stack, Py_ssize_t step)
{
    if (stack->n == stack->room) {
        Py_ssize_t room = stack->room == 0 ? 32 : stack->room * 2;
        visit_t *items = PyMem_Realloc(stack->items, (size_t)room * sizeof(visit_t));
        if (items == NULL)
            return PyErr_NoMemory(), -1;
        stack->items = items;
        stack->room = room;
    }
    stack->items[stack->n++] = (visit_t){step, 0};
    return 0;
}

/* Visit all nodes behind a step, each once; a step that leads to a needed one is needed itself. */
int
count_behind(Task *task, visits_t *stack, Py_ssize_t from)
{
    task->steps[from].visited = 1;
    if (push_visit(stack, from) < 0)
        return -1;
    while (stack->n > 0) {
        visit_t *top = &stack->items[stack->n - 1];
        Py_ssize_t step = top->step;
        Node *node = task->steps[step].node;
        if (top->edge >= node->n_edges) {
            stack->n--;
            if (stack->n > 0 && task->steps[step].needed)
                task->steps[stack->items[stack->n - 1].step].needed = 1;
            continue;
        }
        PyObject *next = node->edges[top->edge++].node;
        if (next == NULL)
            continue;
        Py_ssize_t found = step_of(task, (Node *)next);
        if (found < 0)
            return -1;
        task->steps[found].pending++;
        if (task->steps[found].visited) { /* with all behind it, as there are no cycles */
            if (task->steps[found].needed)
                task->steps[step].needed = 1;
        }
        else {
            task->steps[found].visited = 1;
            if (push_visit(stack, found) < 0)
                return -1;
        }
    }
    return 0;
}

/* The node of a pair (node, number); NULL: None, or an error is set. */
Node *
read_pair(PyObject *pair, Py_ssize_t *number)
{
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) < 2 ||
        (PyTuple_GET_ITEM(pair, 0) != Py_None && !is_node(PyTuple_GET_ITEM(pair, 0)))) {
        PyErr_SetString(PyExc_TypeError, "an edge is a pair of a node, or None, and a number");
        return NULL;
    }
    *number = PyNumber_AsSsize_t(PyTuple_GET_ITEM(pair, 1), PyExc_OverflowError);
    if (*number < 0) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "the number of an output is not negative");
        return NULL;
    }
    PyObject *node = PyTuple_GET_ITEM(pair, 0);
    return node == Py_None ? NULL : (Node *)node;
}

/* Note the inputs that are asked for. */
int
note_inputs(Task *task, PyObject *inputs, int accumulate)
{
    Py_ssize_t n = PyTuple_GET_SIZE(inputs);
    task->has_inputs = 1;
    task->returns = !accumulate;
    task->inputs = PyMem_Calloc((size_t)(n > 0 ? n : 1), sizeof(input_t));
    if (task->inputs == NULL)
        return PyErr_NoMemory(), -1;
    task->n_inputs = n;
    for (Py_ssize_t i = 0; i < n; i++) {
        Py_ssize_t number;
        if (PyList_Append(task->captured, Py_None) < 0)
            return -1;
        Node *node = read_pair(PyTuple_GET_ITEM(inputs, i), &number);
        if (node == NULL) {
            if (PyErr_Occurred())
                return -1;
            continue;
        }
        Py_ssize_t step = step_of(task, node);
        if (step < 0)
            return -1;
        task->steps[step].needed = 1;
        if (accumulate) {
            task->steps[step].is_exit = 1;
        }
        else {
            task->inputs[i] = (input_t){number, task->steps[step].first_input};
            task->steps[step].first_input = i;
        }
    }
    return 0;
}
