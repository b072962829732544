/* Members of the class of tensors that answer in C where they can, and ask the Python member of the same name else.
 * Function modes and subclasses that handle functions are asked before both.
 *
 * The questions and their answers are in metadata.c; here is how classes have them as attributes and methods.
 */
#include "metadata.h"

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    answer_fn answer; /* NULL: Python answers everything */
    PyObject *name;
    PyObject *python; /* a function or a property */
    PyObject *ops;    /* a tuple of the operators that it stands for */
    PyObject *known;  /* Python's answer, where it is the same for all plain tensors; NULL: not requested yet */
    int of_wrapped, learns;
    int python_asks; /* does the function in Python ask handlers by itself? */
} Member;

/* Does a function mode, or the class of an argument, want to handle it?  See Note [What handlers are told]. */
static inline int
is_handled(PyObject *const *args, Py_ssize_t n)
{
    keys_t keys = {0, 0};
    for (Py_ssize_t i = 0; i < n; i++) {
        if (Py_TYPE(args[i]) != hot.plain_type && is_tensor(args[i]))
            keys.lo |= ((TensorBase *)args[i])->keys.lo;
    }
    return (with_thread_state(keys).lo & hot.function_keys.lo) != 0 && hot.override != NULL;
}

/* The same of a call, with the values of its keywords. */
static inline int
is_call_handled(PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    return is_handled(args, PyVectorcall_NARGS(nargsf) + (kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames)));
}

static PyObject *
call_handlers(PyObject *member, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (((Member *)member)->python_asks)
        return PyObject_Vectorcall(((Member *)member)->python, args, nargsf, kwnames);
    return call_boxed(hot.override, (Op *)member, NULL, (args_t){args, PyVectorcall_NARGS(nargsf), kwnames});
}

/* The function behind `__wye_function__` of a class, or NULL. */
static PyObject *
handler_of(PyTypeObject *type)
{
    PyObject *handler = PyObject_GetAttrString((PyObject *)type, "__wye_function__");
    PyObject *function = handler != NULL && PyMethod_Check(handler) ? PyMethod_GET_FUNCTION(handler) : NULL;
    Py_XDECREF(handler); /* the class has the function */
    PyErr_Clear();
    return function;
}

/* Do only classes want to handle it that keep Tensor's handler?  That leaves metadata and gradients as they are. */
static int
is_left_as_it_is(const Member *member, PyObject *const *args, Py_ssize_t n)
{
    if (member->answer == NULL || (with_thread_state((keys_t){0, 0}).lo & hot.function_keys.lo) != 0)
        return 0;
    PyObject *usual = handler_of(hot.plain_type);
    for (Py_ssize_t i = 0; usual != NULL && i < n; i++) {
        int asks = is_tensor(args[i]) && (((TensorBase *)args[i])->keys.lo & hot.function_keys.lo) != 0;
        if (asks && handler_of(Py_TYPE(args[i])) != usual)
            return 0;
    }
    return usual != NULL;
}

/* `x[index]` */
PyObject *
getitem_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Member *member = (Member *)object;
    if (is_call_handled(args, nargsf, kwnames))
        return call_handlers(object, args, nargsf, kwnames);
    if (LIKELY(PyVectorcall_NARGS(nargsf) == 2 && kwnames == NULL)) {
        PyArrayObject *array = plain_array(args[0]);
        PyObject *made = array == NULL ? index_by_operators(member->ops, args[0], args[1])
                                       : index_as_view(member->ops, args[0], (PyObject *)array, args[1]);
        if (made != NULL || PyErr_Occurred())
            return made;
    }
    return PyObject_Vectorcall(member->python, args, nargsf, kwnames);
}

/* `x.backward()`, where the graph may be kept */
PyObject *
backward_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Py_ssize_t n_names = kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames);
    if (is_call_handled(args, nargsf, kwnames))
        return call_handlers(object, args, nargsf, kwnames);
    if (LIKELY(PyVectorcall_NARGS(nargsf) == 1 && n_names <= 1)) {
        int is_plain =
            n_names == 0 || ((args[1] == Py_True || args[1] == Py_False) &&
                             PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(kwnames, 0), "retain_graph") == 0);
        int done = is_plain ? try_backward(args[0], n_names == 1 && args[1] == Py_True) : 0;
        if (done != 0)
            return done < 0 ? NULL : Py_NewRef(Py_None);
    }
    return PyObject_Vectorcall(((Member *)object)->python, args, nargsf, kwnames);
}

static PyObject *
method_vectorcall(PyObject *object, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Member *member = (Member *)object;
    Py_ssize_t n = PyVectorcall_NARGS(nargsf);
    if (is_call_handled(args, nargsf, kwnames)) {
        int is_left = kwnames == NULL && is_left_as_it_is(member, args, n);
        return is_left ? PyObject_Vectorcall(member->python, args, nargsf, kwnames)
                       : call_handlers(object, args, nargsf, kwnames);
    }
    if (LIKELY(n > 0 && kwnames == NULL && member->answer != NULL)) {
        shown_t shown;
        PyObject *answer = NULL;
        if (show_for_member(args[0], &shown) && (!shown.is_wrapped || member->of_wrapped)) {
            const asked_t asked = {shown.array, shown.ndim, shown.sizes, shown.strides, (TensorBase *)args[0],
                                   args + 1,    n - 1,      member->ops, NULL};
            answer = member->answer(&asked);
        }
        if (LIKELY(answer != NULL) || PyErr_Occurred())
            return answer;
    }
    return PyObject_Vectorcall(member->python, args, nargsf, kwnames);
}

/* `x.f()` calls `f(x)`, and CPython makes no bound method for that. */
static PyObject *
method_get(PyObject *self, PyObject *object, PyObject *Py_UNUSED(type))
{
    return object == NULL || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

/* Remember the answer of Python about a dtype of NumPy's own: it is always the same. */
static void
learn_dtype(PyArrayObject *array, PyObject *answer)
{
    if (has_known_dtype(array) && hot.dtypes[PyArray_TYPE(array)] == NULL)
        hot.dtypes[PyArray_TYPE(array)] = Py_NewRef(answer);
}

/* Handlers see the reading and writing of an attribute as calls of `__get__`, `__set__` and `__delete__`. */
static PyObject *
handle_attribute(PyObject *self, const char *how, PyObject *object, PyObject *value)
{
    PyObject *method = PyObject_GetAttrString(self, how);
    PyObject *args = value == NULL ? PyTuple_Pack(1, object) : PyTuple_Pack(2, object, value);
    PyObject *named = PyDict_New(), *result = NULL;
    if (method != NULL && args != NULL && named != NULL)
        result = PyObject_CallFunctionObjArgs(hot.override, method, args, named, NULL);
    Py_XDECREF(method);
    Py_XDECREF(args);
    Py_XDECREF(named);
    return result;
}

static PyObject *
getter_get(PyObject *self, PyObject *object, PyObject *type)
{
    if (object == NULL || object == Py_None)
        return Py_NewRef(self);
    Member *member = (Member *)self;
    if (is_handled(&object, 1)) {
        return is_left_as_it_is(member, &object, 1)
                   ? Py_TYPE(member->python)->tp_descr_get(member->python, object, type)
                   : handle_attribute(self, "__get__", object, NULL);
    }
    shown_t shown;
    PyObject *answer = NULL;
    int is_shown =
        member->answer != NULL && show_for_member(object, &shown) && (!shown.is_wrapped || member->of_wrapped);
    if (is_shown) {
        const asked_t asked = {shown.array, shown.ndim, shown.sizes, shown.strides, (TensorBase *)object,
                               NULL,        0,          member->ops, member->known};
        answer = member->answer(&asked);
    }
    if (LIKELY(answer != NULL) || PyErr_Occurred())
        return answer;
    answer = Py_TYPE(member->python)->tp_descr_get(member->python, object, type);
    if (answer == NULL || !is_shown || shown.is_wrapped)
        return answer;
    if (member->learns == LEARNS_DTYPE && ((TensorBase *)object)->data == (PyObject *)shown.array)
        learn_dtype(shown.array, answer);
    else if (member->learns == LEARNS_ANSWER && member->known == NULL)
        member->known = Py_NewRef(answer);
    return answer;
}

static int
getter_set(PyObject *self, PyObject *object, PyObject *value)
{
    PyObject *python = ((Member *)self)->python;
    if (is_handled(&object, 1)) {
        PyObject *result = handle_attribute(self, value == NULL ? "__delete__" : "__set__", object, value);
        Py_XDECREF(result);
        return result == NULL ? -1 : 0;
    }
    return Py_TYPE(python)->tp_descr_set(python, object, value);
}

/* Its documentation and signature are those of the Python member. */
static PyObject *
member_getattro(PyObject *self, PyObject *name)
{
    PyObject *python = ((Member *)self)->python;
    if (PyUnicode_CompareWithASCIIString(name, "__doc__") == 0 ||
        PyUnicode_CompareWithASCIIString(name, "__module__") == 0)
        return PyObject_GetAttr(python, name);
    if (PyUnicode_CompareWithASCIIString(name, "__qualname__") == 0)
        return PyUnicode_FromFormat(Py_TYPE(self) == hot.method_type ? "Tensor.%U" : "TensorBase.%U",
                                    ((Member *)self)->name);
    PyObject *found = PyObject_GenericGetAttr(self, name);
    if (found != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return found;
    PyErr_Clear();
    return PyObject_GetAttr(python, name);
}

static PyObject *
member_repr(PyObject *self)
{
    const char *what = Py_TYPE(self) == hot.method_type ? "method" : "attribute";
    return PyUnicode_FromFormat("<%s %R of tensors>", what, ((Member *)self)->name);
}

static int
member_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Member *)self)->name);
    Py_VISIT(((Member *)self)->python);
    Py_VISIT(((Member *)self)->ops);
    Py_VISIT(((Member *)self)->known);
    return 0;
}

static void
member_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((Member *)self)->name);
    Py_CLEAR(((Member *)self)->python);
    Py_CLEAR(((Member *)self)->ops);
    Py_CLEAR(((Member *)self)->known);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef getter_members[] = {
    {"__name__", T_OBJECT, offsetof(Member, name), READONLY, NULL},
    {"__wrapped__", T_OBJECT, offsetof(Member, python), READONLY, "The Python member behind it."},
    {NULL, 0, 0, 0, NULL},
};

static PyMemberDef method_members[] = {
    {"__name__", T_OBJECT, offsetof(Member, name), READONLY, NULL},
    {"__wrapped__", T_OBJECT, offsetof(Member, python), READONLY, "The Python member behind it."},
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Member, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot getter_slots[] = {
    {Py_tp_descr_get, getter_get},     {Py_tp_descr_set, getter_set},
    {Py_tp_getattro, member_getattro}, {Py_tp_repr, member_repr},
    {Py_tp_traverse, member_traverse}, {Py_tp_dealloc, member_dealloc},
    {Py_tp_members, getter_members},   {0, NULL},
};

static PyType_Slot method_slots[] = {
    {Py_tp_call, PyVectorcall_Call},   {Py_tp_descr_get, method_get},
    {Py_tp_getattro, member_getattro}, {Py_tp_repr, member_repr},
    {Py_tp_traverse, member_traverse}, {Py_tp_dealloc, member_dealloc},
    {Py_tp_members, method_members},   {0, NULL},
};

static PyType_Spec getter_spec = {
    .name = "wye._hot.property",
    .basicsize = sizeof(Member),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = getter_slots,
};

static PyType_Spec method_spec = {
    .name = "wye._hot.method",
    .basicsize = sizeof(Member),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR |
             Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = method_slots,
};

PyObject *
hot_member(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t nargs)
{
    const char *name = nargs < 2 || !PyUnicode_Check(args[0]) ? NULL : PyUnicode_AsUTF8(args[0]);
    if (name == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "member() takes a name, a function or property, and operators");
        return NULL;
    }
    const question_t *question = question_about(name);
    int is_method = question == NULL ? PyFunction_Check(args[1]) : question->is_method;
    if (is_method ? !PyFunction_Check(args[1]) : !PyObject_TypeCheck(args[1], &PyProperty_Type)) {
        PyErr_Format(PyExc_TypeError, "member() takes a %s for %s, not %.100s",
                     question == NULL ? "function or property"
                     : is_method      ? "function"
                                      : "property",
                     name, Py_TYPE(args[1])->tp_name);
        return NULL;
    }
    PyTypeObject *type = is_method ? hot.method_type : hot.getter_type;
    PyObject *ops = operators_in(args + 2, nargs - 2);
    Member *made = ops == NULL ? NULL : (Member *)type->tp_alloc(type, 0);
    if (made == NULL) {
        Py_XDECREF(ops);
        return NULL;
    }
    made->ops = ops;
    made->name = Py_NewRef(args[0]);
    made->python = Py_NewRef(args[1]);
    made->vectorcall = method_vectorcall;
    made->python_asks = PyObject_HasAttrString(args[1], "asks_handlers");
    if (question == NULL) /* Python answers; handlers are asked here all the same */
        return (PyObject *)made;
    if (question->call != NULL)
        made->vectorcall = question->call;
    made->answer = question->answer;
    made->of_wrapped = question->of_wrapped;
    made->learns = question->learns;
    if (question->learns == READS_DEVICE && (made->known = PyUnicode_InternFromString("_device")) == NULL)
        Py_CLEAR(made);
    return (PyObject *)made;
}

/* The dtypes of NumPy's own, as pairs of NumPy's number and ours. */
int
set_dtypes(PyObject *pairs)
{
    for (Py_ssize_t i = 0; PyTuple_CheckExact(pairs) && i < PyTuple_GET_SIZE(pairs); i++) {
        int number;
        PyObject *dtype;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(pairs, i), "iO", &number, &dtype))
            return -1;
        if (number >= 0 && number < N_DTYPES)
            Py_XSETREF(hot.dtypes[number], Py_NewRef(dtype));
    }
    return 0;
}

int
set_size_type(PyObject *value)
{
    if (!PyType_Check(value) || !PyType_IsSubtype((PyTypeObject *)value, &PyTuple_Type) ||
        ((PyTypeObject *)value)->tp_basicsize != PyTuple_Type.tp_basicsize) {
        PyErr_SetString(PyExc_TypeError, "size_type must be a subclass of tuple without attributes");
        return -1;
    }
    Py_XSETREF(hot.size_type, (PyTypeObject *)Py_NewRef(value));
    return 0;
}

/* ---- shapes ---- */

/* A part of a shape is a shape. */
static PyObject *
sizes_subscript(PyObject *self, PyObject *key)
{
    PyObject *found = PyTuple_Type.tp_as_mapping->mp_subscript(self, key);
    if (found == NULL || !PySlice_Check(key) || hot.size_type == NULL || Py_TYPE(found) == hot.size_type)
        return found;
    Py_ssize_t n = PyTuple_GET_SIZE(found);
    PyObject *made = hot.size_type->tp_alloc(hot.size_type, n);
    for (Py_ssize_t i = 0; made != NULL && i < n; i++)
        PyTuple_SET_ITEM(made, i, Py_NewRef(PyTuple_GET_ITEM(found, i)));
    Py_DECREF(found);
    return made;
}

static PyType_Slot sizes_slots[] = {
    {Py_tp_doc, "A tuple of sizes whose slices are of the configured type of shapes."},
    {Py_mp_subscript, sizes_subscript},
    {0, NULL},
};

static PyType_Spec sizes_spec = {
    .name = "wye._hot.Sizes",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = sizes_slots,
};

int
sizes_init_types(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &sizes_spec, (PyObject *)&PyTuple_Type);
    int failed = type == NULL || PyModule_AddType(module, (PyTypeObject *)type) < 0;
    Py_XDECREF(type);
    return failed ? -1 : 0;
}

int
metadata_init_types(PyObject *module)
{
    PyObject *getter = PyType_FromModuleAndSpec(module, &getter_spec, NULL);
    PyObject *method = getter == NULL ? NULL : PyType_FromModuleAndSpec(module, &method_spec, NULL);
    Py_XSETREF(hot.getter_type, (PyTypeObject *)getter);
    Py_XSETREF(hot.method_type, (PyTypeObject *)method);
    return method == NULL ? -1 : 0;
}
