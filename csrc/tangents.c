/* A call inside jvp: the operator, then its forward rule, on the tensors inside.
 *
 * Twin: _Plain (transforms/tangent_level.py), which is also called wherever something unusual is going on: views, lists,
 * several results, tensors without tangents.
 */
#include "levels.h"

/* How the tangent of the result is found: the operator applied to all tangents, or to one after the other; by Python. */
enum { JOINT, LINEAR, BY_FORMULA };

typedef struct {
    PyObject_HEAD
    int how;
    Py_ssize_t n_args;
    uint64_t differentiable; /* the arguments whose tangents count */
    PyObject *defaults;      /* a tuple: of all arguments */
    PyObject *formula;       /* (values, tangents, results) -> tangents of the results */
    PyObject *own;           /* (result, tangent, tangents) -> a tangent that lies in memory as the result does */
} ForwardRule;

/* A call while it is handled; what stands in arrays is owned. */
typedef struct {
    Op *op;
    const ForwardRule *rule;
    Py_ssize_t n;
    PyObject *room[MOST_VALUES + 1], **values;
    PyObject *tangents[MOST_VALUES]; /* NULL: zeros */
} call_t;

/* Are tangents computed in this thread?  -1: an error. */
static int
are_followed(void)
{
    PyObject *enabled = hot.forward_thread == NULL ? NULL : PyObject_GetAttrString(hot.forward_thread, "enabled");
    int is_on = enabled == Py_True;
    Py_XDECREF(enabled);
    return enabled == NULL && hot.forward_thread != NULL ? -1 : is_on;
}

/* The tensors inside and the tangents inside, borrowed.  1: there are some; 0: there are none; -1: Python has to
 * look. */
static int
take_apart(call_t *call, PyObject *top, args_t args)
{
    int follows = 0;
    for (Py_ssize_t i = 0; i < args.n_positional; i++) {
        PyObject *value = args.values[i];
        call->tangents[i] = NULL;
        if (is_tensor(value)) {
            const TensorBase *tensor = (const TensorBase *)value;
            const Wrapped *data = wrapped_as(value, hot.grad_array);
            if (Py_TYPE(value) != hot.plain_type)
                return -1;
            if (data != NULL) {
                if (data->owner != top || data->inner == NULL || tensor->base != NULL)
                    return -1;
                PyObject *tangent = is_state(tensor->autograd) ? ((TensorState *)tensor->autograd)->tangent : NULL;
                if (tangent != NULL && (call->rule->differentiable >> i & 1)) {
                    const Wrapped *inside = is_tensor(tangent) ? wrapped_as(tangent, hot.grad_array) : NULL;
                    if (inside == NULL || inside->owner != top || inside->inner == NULL)
                        return -1;
                    call->tangents[i] = inside->inner;
                    follows = 1;
                }
                value = data->inner;
            }
        }
        else if (is_unusual(value)) {
            return -1;
        }
        call->values[i] = value;
    }
    return follows;
}

/* A tangent, or what stands for zeros where there is none; a new reference. */
static PyObject *
with_zeros(const call_t *call, Py_ssize_t i)
{
    PyObject *value = call->values[i];
    if (call->tangents[i] != NULL)
        return Py_NewRef(call->tangents[i]);
    if (is_tensor(value))
        return PyObject_CallOneArg(hot.zeros_like_op, value);
    return value == Py_None ? Py_NewRef(value) : PyLong_FromLong(0); /* a number in a tensor's place is constant */
}

static PyObject *
call_with(const call_t *call, PyObject *const *given)
{
    return call->op->vectorcall((PyObject *)call->op, given, (size_t)call->n, NULL);
}

static PyObject *
joint_tangent(const call_t *call)
{
    PyObject *given[MOST_VALUES], *found = NULL;
    Py_ssize_t n = 0;
    for (; n < call->n; n++) {
        given[n] = call->rule->differentiable >> n & 1 ? with_zeros(call, n) : Py_NewRef(call->values[n]);
        if (given[n] == NULL)
            break;
    }
    if (n == call->n)
        found = call_with(call, given);
    while (n-- > 0)
        Py_DECREF(given[n]);
    return found;
}

static PyObject *
linear_tangent(const call_t *call)
{
    PyObject *total = NULL;
    for (Py_ssize_t i = 0; i < call->n; i++) {
        if (call->tangents[i] == NULL)
            continue;
        PyObject *given[MOST_VALUES];
        memcpy(given, call->values, (size_t)call->n * sizeof(PyObject *));
        given[i] = call->tangents[i];
        PyObject *found = call_with(call, given);
        if (found != NULL && total != NULL)
            Py_SETREF(found, PyNumber_Add(total, found));
        Py_XSETREF(total, found);
        if (total == NULL)
            return NULL;
    }
    return total;
}

/* The tangents as a list, with None for zeros. */
static PyObject *
list_of_tangents(const call_t *call)
{
    PyObject *list = PyList_New(call->rule->n_args);
    for (Py_ssize_t i = 0; list != NULL && i < call->rule->n_args; i++)
        PyList_SET_ITEM(list, i, Py_NewRef(i < call->n && call->tangents[i] != NULL ? call->tangents[i] : Py_None));
    return list;
}

static PyObject *
formula_tangent(const call_t *call, PyObject *result)
{
    PyObject *values = PyList_New(call->rule->n_args), *tangents = list_of_tangents(call), *results = NULL, *all = NULL;
    PyObject *found = NULL;
    for (Py_ssize_t i = 0; values != NULL && i < call->rule->n_args; i++)
        PyList_SET_ITEM(values, i,
                        Py_NewRef(i < call->n ? call->values[i] : PyTuple_GET_ITEM(call->rule->defaults, i)));
    if (values != NULL && tangents != NULL && (results = PyTuple_Pack(1, result)) != NULL) {
        PyObject *given[] = {values, tangents, results};
        all = PyObject_Vectorcall(call->rule->formula, given, 3, NULL);
    }
    if (all != NULL) {
        Py_ssize_t n = PySequence_Size(all);
        found = n > 0 ? PySequence_GetItem(all, 0) : n == 0 ? Py_NewRef(Py_None) : NULL;
    }
    Py_XDECREF(all);
    Py_XDECREF(values);
    Py_XDECREF(tangents);
    Py_XDECREF(results);
    return found;
}

/* Does a tangent lie in memory as its tensor does, is it read so, and is it shared with nothing? */
static int
lies_like(const call_t *call, PyObject *tangent, PyObject *result)
{
    shown_t one, other;
    if (!is_tensor(tangent) || ((TensorBase *)tangent)->base != NULL || !show_tensor(tangent, &one) ||
        !show_tensor(result, &other) || one.ndim != other.ndim ||
        PyArray_DESCR(one.array) != PyArray_DESCR(other.array))
        return 0;
    if ((((TensorBase *)tangent)->keys.lo ^ ((TensorBase *)result)->keys.lo) & hot.view_keys.lo)
        return 0; /* one of them is conjugated or negated when it is read */
    for (Py_ssize_t i = 0; i < call->n; i++) {
        if (call->tangents[i] == tangent)
            return 0;
    }
    for (int i = 0; i < one.ndim; i++) {
        if (one.sizes[i] != other.sizes[i] || one.strides[i] != other.strides[i])
            return 0;
    }
    return 1;
}

/* May a result have a tangent?  -1: an error. */
static int
may_have_tangent(PyObject *result)
{
    PyObject *dtype = dtype_of_tensor(result);
    int may = dtype == NULL ? -1 : is_differentiable(result, dtype);
    Py_XDECREF(dtype);
    return may;
}

/* The tangent of a result, None: there is none. */
static PyObject *
tangent_of(const call_t *call, PyObject *result)
{
    int how = call->rule->how;
    PyObject *found = how == JOINT    ? joint_tangent(call)
                      : how == LINEAR ? linear_tangent(call)
                                      : formula_tangent(call, result);
    if (found == NULL || found == Py_None || (is_tensor(found) && lies_like(call, found, result)))
        return found;
    PyObject *tangents = list_of_tangents(call), *made = NULL;
    if (tangents != NULL)
        made = PyObject_CallFunctionObjArgs(call->rule->own, result, found, tangents, NULL);
    Py_XDECREF(tangents);
    Py_DECREF(found);
    return made;
}

/* A result at the level, with its tangent. */
static PyObject *
with_tangent(PyObject *result, PyObject *tangent, PyObject *top)
{
    PyObject *made = wrap_tensor(result, top, 0);
    if (made == NULL || tangent == Py_None)
        return made;
    TensorState *state = state_new(NULL, 0, 0);
    if (state == NULL || (state->tangent = wrap_tensor(tangent, top, 0)) == NULL) {
        Py_XDECREF(state);
        Py_DECREF(made);
        return NULL;
    }
    TensorBase *tensor = (TensorBase *)made;
    Py_XSETREF(tensor->autograd, (PyObject *)state);
    tensor->keys.lo |= REQUIRES_GRAD;
    tensor->dual = 1;
    return made;
}

/* The wrapper of an argument that is the result itself; borrowed, NULL: it is none. */
static PyObject *
same_argument(const call_t *call, args_t args, PyObject *result)
{
    for (Py_ssize_t i = 0; i < call->n; i++) {
        if (call->values[i] == result && args.values[i] != result)
            return args.values[i];
    }
    return NULL;
}

/* An operator inside jvp: see _Plain.  0: Python has to look; else `result` is set. */
int
call_jvp(Op *op, PyObject *stack, PyObject *top, args_t args, PyObject **result)
{
    const Level *level = (const Level *)top;
    if (op->forward == NULL || !Py_IS_TYPE(op->forward, hot.forward_rule_type) || level->has_saved ||
        !level->follows_tangents || hot.zeros_like_op == NULL)
        return 0;
    call_t call = {.op = op, .rule = (const ForwardRule *)op->forward, .n = args.n_positional};
    call.values = call.room + 1;
    int follows = call.n > call.rule->n_args ? -1 : take_apart(&call, top, args);
    if (follows < 0)
        return 0;
    int is_on = are_followed();
    *result = NULL;
    if (is_on <= 0)
        return is_on < 0;
    for (Py_ssize_t i = 0; i < call.n; i++) {
        Py_INCREF(call.values[i]);
        Py_XINCREF(call.tangents[i]);
    }
    Py_INCREF(call.rule);
    PyObject *made = NULL, *tangent = NULL;
    below_t below;
    if (go_below(&below, stack, top, included(), excluded()) == 0) {
        made = call_with(&call, call.values);
        int may = made == NULL ? -1 : follows && is_tensor(made) ? may_have_tangent(made) : 0;
        if (may >= 0)
            tangent = may ? tangent_of(&call, made) : Py_NewRef(Py_None);
        if (come_back(&below) < 0)
            Py_CLEAR(tangent);
    }
    if (tangent != NULL) {
        PyObject *same = same_argument(&call, args, made);
        *result = same != NULL ? Py_NewRef(same) : is_tensor(made) ? with_tangent(made, tangent, top) : Py_NewRef(made);
    }
    Py_XDECREF(made);
    Py_XDECREF(tangent);
    for (Py_ssize_t i = 0; i < call.n; i++) {
        Py_DECREF(call.values[i]);
        Py_XDECREF(call.tangents[i]);
    }
    Py_DECREF(call.rule);
    return 1;
}

/* ---- the class ---- */

static int
rule_traverse(PyObject *self, visitproc visit, void *arg)
{
    const ForwardRule *rule = (const ForwardRule *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(rule->defaults);
    Py_VISIT(rule->formula);
    Py_VISIT(rule->own);
    return 0;
}

static void
rule_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ForwardRule *rule = (ForwardRule *)self;
    PyObject_GC_UnTrack(self);
    Py_CLEAR(rule->defaults);
    Py_CLEAR(rule->formula);
    Py_CLEAR(rule->own);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot rule_slots[] = {
    {Py_tp_doc, "How the tangent of an operator's result is found."},
    {Py_tp_traverse, rule_traverse},
    {Py_tp_dealloc, rule_dealloc},
    {0, NULL},
};

static PyType_Spec rule_spec = {
    .name = "wye._hot._ForwardRule",
    .basicsize = sizeof(ForwardRule),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = rule_slots,
};

/* forward_rule(how, differentiable, defaults, formula, own): None where C cannot do it. */
PyObject *
hot_forward_rule(PyObject *Py_UNUSED(module), PyObject *args)
{
    int how;
    unsigned long long differentiable;
    PyObject *defaults, *formula, *own;
    if (!PyArg_ParseTuple(args, "iKO!OO:forward_rule", &how, &differentiable, &PyTuple_Type, &defaults, &formula, &own))
        return NULL;
    if (how < JOINT || how > BY_FORMULA) {
        PyErr_SetString(PyExc_ValueError, "there is no such way to find a tangent");
        return NULL;
    }
    if (PyTuple_GET_SIZE(defaults) > MOST_VALUES)
        Py_RETURN_NONE;
    ForwardRule *rule = (ForwardRule *)hot.forward_rule_type->tp_alloc(hot.forward_rule_type, 0);
    if (rule == NULL)
        return NULL;
    rule->how = how;
    rule->n_args = PyTuple_GET_SIZE(defaults);
    rule->differentiable = differentiable;
    rule->defaults = Py_NewRef(defaults);
    rule->formula = Py_NewRef(formula);
    rule->own = Py_NewRef(own);
    return (PyObject *)rule;
}

/* configure_jvp(level, thread): the class of its levels, and where a thread says whether tangents are computed. */
PyObject *
hot_configure_jvp(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *level;
    PyObject *thread;
    if (!PyArg_ParseTuple(args, "O!O:configure_jvp", &PyType_Type, &level, &thread))
        return NULL;
    if (!PyType_IsSubtype(level, hot.level_base)) {
        PyErr_SetString(PyExc_TypeError, "the class of a level must be a subclass of Level");
        return NULL;
    }
    Py_XSETREF(hot.jvp_level, (PyTypeObject *)Py_NewRef(level));
    Py_XSETREF(hot.forward_thread, Py_NewRef(thread));
    Py_RETURN_NONE;
}

int
tangents_init_types(PyObject *module)
{
    return add_type(module, &rule_spec, &hot.forward_rule_type);
}
