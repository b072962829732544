/* Functions of NumPy's table, called again: the operators that a call like this one has called, without Python.
 * Twin: _pure/array_functions.py, which calls the function.  See Note [Repeated calls] (wye/numpy/repeating.py).
 */
#include "array_lines.h"
#include "views.h"
#include <structmember.h>

#define MOST_VALUES 64
#define MOST_STEP_ARGS 12
#define MOST_KEPT 32 /* calls that one function remembers */
#define PATIENCE 64  /* calls that are not among these before one of them is replaced */

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *python, *learn;
    kept_t *kept[MOST_KEPT];
    int n_kept;
    unsigned oldest, missed; /* they count on from zero */
} ArrayLine;

PyTypeObject *array_line_type;

/* ---- what is kept ---- */

static void
release(kept_t *kept)
{
    if (kept == NULL || --kept->uses > 0)
        return;
    for (int i = 0; i < kept->n_names; i++)
        Py_DECREF(kept->names[i]);
    for (int i = 0; kept->tokens != NULL && i < kept->n_tokens; i++) {
        if (kept->tokens[i].kind == CONSTANT)
            Py_DECREF(kept->tokens[i].object);
    }
    for (int i = 0; kept->steps != NULL && i < kept->n_steps; i++) {
        repeated_t *step = &kept->steps[i];
        Py_XDECREF(step->op);
        Py_XDECREF(step->names);
        for (int k = 0; step->given != NULL && k < step->n_given; k++)
            Py_XDECREF(step->given[k].object);
        PyMem_Free(step->given);
        PyMem_Free(step->results);
    }
    PyMem_Free(kept->tokens);
    PyMem_Free(kept->steps);
    PyMem_Free(kept);
}

/* How many descriptions a list of arguments has, those of lists in it included; -1: an error, or too many. */
static int
count_given(PyObject *list)
{
    int n = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyObject *pair = PyList_GET_ITEM(list, i);
        if (!PyTuple_CheckExact(pair) || PyTuple_GET_SIZE(pair) != 2)
            return -1;
        n++;
        if (PyList_CheckExact(PyTuple_GET_ITEM(pair, 1)) && PyLong_AsLong(PyTuple_GET_ITEM(pair, 0)) == GIVEN_LIST)
            n += (int)PyList_GET_SIZE(PyTuple_GET_ITEM(pair, 1));
    }
    return n;
}

/* Describe the arguments of a step as Python wrote them down; how many there are, -1: an error, or too many. */
static int
take_given(PyObject *list, given_t *given, int n_values, int is_inside)
{
    int n = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        PyObject *pair = PyList_GET_ITEM(list, i);
        if (!PyTuple_CheckExact(pair) || PyTuple_GET_SIZE(pair) != 2)
            return -1;
        PyObject *what = PyTuple_GET_ITEM(pair, 1);
        given_t *one = &given[n++];
        one->kind = (int)PyLong_AsLong(PyTuple_GET_ITEM(pair, 0));
        if (one->kind == GIVEN_CONSTANT) {
            one->object = Py_NewRef(what);
        }
        else if (one->kind == GIVEN_VALUE) {
            long number = PyLong_AsLong(what);
            if (number < 0 || number >= n_values)
                return -1;
            one->value = (int)number;
        }
        else if (one->kind == GIVEN_LIST && !is_inside && PyList_CheckExact(what)) {
            int more = take_given(what, &given[n], n_values, 1);
            if (more < 0)
                return -1;
            one->value = more;
            n += more;
        }
        else {
            return -1;
        }
    }
    return n;
}

static int
take_step(repeated_t *step, PyObject *written, int n_values)
{
    PyObject *op, *given, *names, *results;
    if (!PyArg_ParseTuple(written, "OO!O!O!", &op, &PyList_Type, &given, &PyTuple_Type, &names, &PyList_Type, &results))
        return -1;
    Py_ssize_t n = PyList_GET_SIZE(given), n_names = PyTuple_GET_SIZE(names), n_results = PyList_GET_SIZE(results);
    int n_given = count_given(given);
    if (n_given < 0 || n > MOST_STEP_ARGS || n_names > n)
        return -1;
    step->op = Py_NewRef(op);
    step->names = n_names == 0 ? NULL : Py_NewRef(names);
    step->given = PyMem_Calloc((size_t)n_given + 1, sizeof(given_t));
    step->results = PyMem_Calloc((size_t)n_results + 1, sizeof(int));
    if (step->given == NULL || step->results == NULL)
        return -1;
    step->n_given = n_given;
    step->n_args = (int)(n - n_names);
    step->n_results = (int)n_results;
    for (Py_ssize_t i = 0; i < n_results; i++) {
        long number = PyLong_AsLong(PyList_GET_ITEM(results, i));
        if (number < 0 || number >= n_values)
            return -1;
        step->results[i] = (int)number;
    }
    return take_given(given, step->given, n_values, 0) < 0 ? -1 : 0;
}

/* Take over a program as Python wrote it down; 0: it stays a call of the function. */
static int
take_program(kept_t *kept, PyObject *program)
{
    PyObject *steps;
    int result, n_values;
    if (program == Py_None || !PyArg_ParseTuple(program, "O!ii", &PyList_Type, &steps, &result, &n_values))
        return 0;
    Py_ssize_t n = PyList_GET_SIZE(steps);
    if (n_values > MOST_VALUES || result < 0 || result >= n_values)
        return 0;
    kept->steps = PyMem_Calloc((size_t)n + 1, sizeof(repeated_t));
    if (kept->steps == NULL)
        return 0;
    kept->n_steps = (int)n; /* at once, for `release` */
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *written = PyList_GET_ITEM(steps, i);
        if (!PyTuple_CheckExact(written) || take_step(&kept->steps[i], written, n_values) < 0)
            return -1;
    }
    kept->result = result;
    kept->n_values = n_values;
    return 1;
}

/* Remember a call and its program.  No error if there is no memory: it is not remembered. */
static void
keep(ArrayLine *self, const call_t *call, PyObject *program)
{
    kept_t *kept = PyMem_Calloc(1, sizeof(kept_t));
    if (kept == NULL)
        return;
    kept->uses = 1;
    kept->n_steps = -1;
    kept->include = tls.include;
    kept->exclude = tls.exclude;
    kept->without_grad = records_nothing;
    kept->n_args = call->n_args;
    kept->tokens = PyMem_Malloc((size_t)call->n_tokens * sizeof(token_t) + 1);
    if (kept->tokens != NULL) {
        memcpy(kept->tokens, call->tokens, (size_t)call->n_tokens * sizeof(token_t));
        kept->n_tokens = call->n_tokens;
        for (int i = 0; i < kept->n_tokens; i++) {
            if (kept->tokens[i].kind == CONSTANT)
                Py_INCREF(kept->tokens[i].object);
        }
        for (; kept->n_names < call->n_names; kept->n_names++)
            kept->names[kept->n_names] = Py_NewRef(call->names[kept->n_names]);
    }
    if (kept->tokens == NULL || take_program(kept, program) < 0 || PyErr_Occurred()) {
        PyErr_Clear();
        release(kept);
        return;
    }
    int place = self->n_kept < MOST_KEPT ? self->n_kept++ : (int)(self->oldest++ % MOST_KEPT);
    kept_t *before = self->kept[place];
    self->kept[place] = kept;
    release(before);
}

/* ---- calling ---- */

/* Call the operator of a step; 0 and an error, or without one where its results are not what they were. */
static int
run_step(const repeated_t *step, PyObject **values)
{
    PyObject *args[MOST_STEP_ARGS + 1], *lists[MOST_STEP_ARGS]; /* lists: owned */
    int n = 0, n_lists = 0, ok = 1;
    for (int i = 0; ok && i < step->n_given; i++) {
        const given_t *one = &step->given[i];
        PyObject *made = NULL;
        if (one->kind == GIVEN_LIST) {
            made = PyList_New(one->value);
            for (int k = 0; made != NULL && k < one->value; k++) {
                const given_t *item = &step->given[i + 1 + k];
                PyList_SET_ITEM(made, k, Py_NewRef(item->kind == GIVEN_VALUE ? values[item->value] : item->object));
            }
            i += one->value;
            ok = made != NULL;
            if (ok)
                lists[n_lists++] = made;
        }
        args[1 + n++] = made != NULL ? made : one->kind == GIVEN_VALUE ? values[one->value] : one->object;
    }
    PyObject *result = NULL;
    if (ok)
        result =
            PyObject_Vectorcall(step->op, args + 1, (size_t)step->n_args | PY_VECTORCALL_ARGUMENTS_OFFSET, step->names);
    while (n_lists > 0)
        Py_DECREF(lists[--n_lists]);
    if (result == NULL)
        return 0;
    if (step->n_results == 0 || (step->n_results == 1 && is_tensor(result))) {
        if (step->n_results == 1)
            Py_XSETREF(values[step->results[0]], result);
        else
            Py_DECREF(result);
        return 1;
    }
    ok = PyTuple_Check(result) && PyTuple_GET_SIZE(result) == step->n_results;
    for (int i = 0; ok && i < step->n_results; i++)
        Py_XSETREF(values[step->results[i]], Py_NewRef(PyTuple_GET_ITEM(result, i)));
    Py_DECREF(result);
    return ok;
}

/* Call the operators of a call again; NULL: an error, or without one, the function has to be called. */
static PyObject *
run_kept(kept_t *kept, call_t *call)
{
    PyObject *values[MOST_VALUES];
    int ok = 1;
    for (int i = 0; i < kept->n_values; i++)
        values[i] = i < call->n_tensors ? Py_NewRef(call->tensors[i]) : NULL;
    kept->uses++;
    for (int i = 0; ok && i < kept->n_steps; i++)
        ok = run_step(&kept->steps[i], values);
    PyObject *result = ok ? Py_XNewRef(values[kept->result]) : NULL;
    for (int i = 0; i < kept->n_values; i++)
        Py_XDECREF(values[i]);
    release(kept);
    return result;
}

/* Was an error raised that the function would raise as NumPy does? */
static int
is_for_python(void)
{
    return PyErr_ExceptionMatches(PyExc_Exception) && !PyErr_ExceptionMatches(PyExc_RecursionError) &&
           !PyErr_ExceptionMatches(PyExc_MemoryError);
}

/* An argument with arrays for NumPy's, so that their tensors are known: a new reference. */
static PyObject *
with_arrays(const call_t *call, PyObject *value, int *next)
{
    if (has_tensor(value) || Py_TYPE(value) == hot.plain_type) {
        ++*next;
        return Py_NewRef(value);
    }
    if (is_array(value)) {
        PyObject *tensor = Py_NewRef(call->tensors[(*next)++]);
        return call->array_class == NULL ? tensor : array_around(call->array_class, tensor);
    }
    if (!(PyList_CheckExact(value) || PyTuple_CheckExact(value)))
        return Py_NewRef(value);
    PyObject *made = PyList_New(0);
    for (Py_ssize_t i = 0; made != NULL && i < PySequence_Fast_GET_SIZE(value); i++) {
        PyObject *item = Py_NewRef(PySequence_Fast_GET_ITEM(value, i)); /* a collection may change the list */
        PyObject *one = with_arrays(call, item, next);
        Py_DECREF(item);
        if (one == NULL || PyList_Append(made, one) < 0)
            Py_CLEAR(made);
        Py_XDECREF(one);
    }
    if (made != NULL && PyTuple_CheckExact(value))
        Py_SETREF(made, PyList_AsTuple(made));
    return made;
}

/* Run the function, and remember what it calls. */
static PyObject *
run_first(ArrayLine *self, call_t *call, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    PyObject *given = PyTuple_New(n), *named = PyDict_New(), *inputs = PyList_New(call->n_tensors), *pair = NULL,
             *result = NULL;
    if (given != NULL && named != NULL && inputs != NULL) {
        for (int i = 0; i < call->n_tensors; i++)
            PyList_SET_ITEM(inputs, i, Py_NewRef(call->tensors[i]));
        int failed = 0, next = 0;
        for (Py_ssize_t i = 0; !failed && i < n + call->n_names; i++) {
            PyObject *one = with_arrays(call, args[i], &next);
            failed = one == NULL || (i >= n && PyDict_SetItem(named, call->names[i - n], one) < 0);
            if (!failed && i < n)
                PyTuple_SET_ITEM(given, i, Py_NewRef(one));
            Py_XDECREF(one);
        }
        if (!failed)
            pair = PyObject_CallFunctionObjArgs(self->learn, self->python, given, named, inputs, NULL);
    }
    Py_XDECREF(given);
    Py_XDECREF(named);
    Py_XDECREF(inputs);
    if (pair == NULL && PyErr_Occurred() && is_for_python()) {
        PyErr_Clear(); /* said again without a mode */
        return PyObject_Vectorcall(self->python, args, (size_t)n, kwnames);
    }
    if (pair == Py_NotImplemented) {
        Py_DECREF(pair);
        keep(self, call, Py_None);
        return PyObject_Vectorcall(self->python, args, (size_t)n, kwnames);
    }
    if (pair != NULL && PyTuple_CheckExact(pair) && PyTuple_GET_SIZE(pair) == 2) {
        result = Py_NewRef(PyTuple_GET_ITEM(pair, 0));
        keep(self, call, PyTuple_GET_ITEM(pair, 1));
    }
    else if (pair != NULL) {
        PyErr_SetString(PyExc_TypeError, "`learn` returns a pair");
    }
    Py_XDECREF(pair);
    return result;
}

static PyObject *
line_call(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    ArrayLine *self = (ArrayLine *)object;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    call_t call;
    PyObject *result = NULL;
    int is_done = 0;
    if (read_array_call(&call, args, n, kwnames)) {
        kept_t *kept = NULL;
        for (int i = 0; i < self->n_kept && kept == NULL; i++) {
            if (!is_like_kept(self->kept[i], &call))
                continue;
            kept = self->kept[i];
            self->kept[i] = self->kept[i / 2]; /* calls that come often are found soon */
            self->kept[i / 2] = kept;
        }
        if (kept == NULL && (self->n_kept < MOST_KEPT || ++self->missed % PATIENCE == 0)) {
            result = run_first(self, &call, args, n, kwnames);
            is_done = 1;
        }
        else if (kept != NULL && kept->n_steps >= 0) {
            result = run_kept(kept, &call);
            is_done = result != NULL || (PyErr_Occurred() && !is_for_python());
            if (!is_done)
                PyErr_Clear();
        }
    }
    else {
        is_done = PyErr_Occurred() != NULL;
    }
    clear_array_call(&call);
    return is_done ? result : PyObject_Vectorcall(self->python, args, nargsf, kwnames);
}

/* ---- the type ---- */

static PyObject *
line_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *python, *learn;
    if (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)
        return PyErr_Format(PyExc_TypeError, "ArrayLine() takes no keyword arguments");
    if (!PyArg_ParseTuple(args, "OO:ArrayLine", &python, &learn))
        return NULL;
    ArrayLine *self = (ArrayLine *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->vectorcall = line_call;
    self->python = Py_NewRef(python);
    self->learn = Py_NewRef(learn);
    return (PyObject *)self;
}

static int
line_traverse(PyObject *object, visitproc visit, void *arg)
{
    ArrayLine *self = (ArrayLine *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->python);
    Py_VISIT(self->learn);
    for (int i = 0; i < self->n_kept; i++) {
        const kept_t *kept = self->kept[i];
        for (int k = 0; k < kept->n_steps; k++) {
            Py_VISIT(kept->steps[k].op);
            Py_VISIT(kept->steps[k].names);
            for (int m = 0; m < kept->steps[k].n_given; m++)
                Py_VISIT(kept->steps[k].given[m].object);
        }
    }
    return 0;
}

static int
line_clear(PyObject *object)
{
    ArrayLine *self = (ArrayLine *)object;
    Py_CLEAR(self->python);
    Py_CLEAR(self->learn);
    while (self->n_kept > 0) {
        kept_t *kept = self->kept[--self->n_kept];
        self->kept[self->n_kept] = NULL;
        release(kept);
    }
    return 0;
}

static void
line_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    line_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* forget(): what was kept is dropped. */
static PyObject *
line_forget(PyObject *object, PyObject *Py_UNUSED(unused))
{
    ArrayLine *self = (ArrayLine *)object;
    while (self->n_kept > 0) {
        kept_t *kept = self->kept[--self->n_kept];
        self->kept[self->n_kept] = NULL;
        release(kept);
    }
    self->missed = 0;
    return Py_NewRef(Py_None);
}

/* kept(): for each call that is remembered how many operators it calls; None: the function is called. */
static PyObject *
line_kept(PyObject *object, PyObject *Py_UNUSED(unused))
{
    ArrayLine *self = (ArrayLine *)object;
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < self->n_kept; i++) {
        int n = self->kept[i]->n_steps;
        PyObject *one = n < 0 ? Py_NewRef(Py_None) : PyLong_FromLong(n);
        if (one == NULL || PyList_Append(list, one) < 0)
            Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

static PyObject *
line_name(PyObject *self, void *Py_UNUSED(closure))
{
    return PyObject_GetAttrString(((ArrayLine *)self)->python, "__name__");
}

static PyGetSetDef line_getset[] = {
    {"__name__", line_name, NULL, "The name of the function.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef line_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(ArrayLine, vectorcall), READONLY, NULL},
    {"__wrapped__", T_OBJECT_EX, offsetof(ArrayLine, python), READONLY, "the function"},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef line_methods[] = {
    {"forget", line_forget, METH_NOARGS, "forget($self, /)\n--\n\nRemember no calls."},
    {"kept", line_kept, METH_NOARGS,
     "kept($self, /)\n--\n\nHow many operators each remembered call has; None: the function is called."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot line_slots[] = {
    {Py_tp_doc, "ArrayLine(python, learn, /)\n--\n\nA function of the table that remembers its calls."},
    {Py_tp_new, line_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_traverse, line_traverse},
    {Py_tp_clear, line_clear},
    {Py_tp_dealloc, line_dealloc},
    {Py_tp_members, line_members},
    {Py_tp_methods, line_methods},
    {Py_tp_getset, line_getset},
    {0, NULL},
};

static PyType_Spec line_spec = {
    .name = "wye._hot.ArrayLine",
    .basicsize = sizeof(ArrayLine),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = line_slots,
};

int
array_lines_init_types(PyObject *module)
{
    return add_type(module, &line_spec, &array_line_type);
}
