/* The class of operators: tables are installed here, and calls begin in op.c. */
#include "op.h"

static PyObject *
op_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    Op *op = (Op *)type->tp_alloc(type, 0);
    if (op != NULL)
        op->vectorcall = op_vectorcall;
    return (PyObject *)op;
}

static int
op_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    const plan_t *plan = ((Op *)self)->plan;
    Py_VISIT(((Op *)self)->batching);
    Py_VISIT(((Op *)self)->functional);
    Py_VISIT(((Op *)self)->forward);
    if (plan != NULL) {
        Py_VISIT(plan->signature);
        Py_VISIT(plan->layout);
        for (Py_ssize_t i = 0; i < plan->n_kernels; i++)
            Py_VISIT(plan->kernels[i]);
    }
    return 0;
}

static int
op_clear(PyObject *self)
{
    plan_t *plan = ((Op *)self)->plan;
    ((Op *)self)->plan = NULL;
    Py_CLEAR(((Op *)self)->batching);
    Py_CLEAR(((Op *)self)->functional);
    Py_CLEAR(((Op *)self)->forward);
    if (plan != NULL)
        plan_release(plan);
    return 0;
}

static void
op_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_TRASHCAN_BEGIN(self, op_dealloc) /* operators can be kernels of operators, nested to any depth */
        if (((Op *)self)->weakrefs != NULL) PyObject_ClearWeakRefs(self);
    op_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
    Py_TRASHCAN_END
}

static PyObject *
op_install(PyObject *self, PyObject *const *args, Py_ssize_t nargs)
{
    if (nargs != 3) {
        PyErr_SetString(PyExc_TypeError, "install() takes a Signature, a Layout and a tuple of Kernels");
        return NULL;
    }
    plan_t *plan = plan_new(args[0], args[1], args[2]);
    if (plan == NULL)
        return NULL;
    plan_t *old = ((Op *)self)->plan;
    ((Op *)self)->plan = plan; /* one swap, before anything is released */
    ((Op *)self)->levels = 0;  /* what transforms know of its rules is found out again */
    Py_CLEAR(((Op *)self)->functional);
    if (old != NULL)
        plan_release(old);
    Py_RETURN_NONE;
}

static PyObject *
op_uninstall(PyObject *self, PyObject *Py_UNUSED(unused))
{
    op_clear(self);
    Py_RETURN_NONE;
}

static PyObject *
op_kernel_at(PyObject *self, PyObject *slot)
{
    Py_ssize_t i = PyNumber_AsSsize_t(slot, NULL);
    if (i == -1 && PyErr_Occurred())
        return NULL;
    const plan_t *plan = ((Op *)self)->plan;
    const Kernel *kernel = plan == NULL ? NULL : kernel_in_slot(plan, i);
    return Py_NewRef(kernel == NULL ? Py_None : (PyObject *)kernel);
}

static PyObject *
op_init_subclass(PyObject *type, PyObject *args, PyObject *kwargs)
{
    return keep_vectorcall(type, args, kwargs, hot.op_type);
}

static PyMethodDef op_methods[] = {
    {"install", (PyCFunction)(void (*)(void))op_install, METH_FASTCALL,
     "install($self, signature, layout, kernels, /)\n--\n\nSwap in a finished table."},
    {"uninstall", op_uninstall, METH_NOARGS,
     "uninstall($self, /)\n--\n\nRemove the plan: every call now fails, as the operator is not defined any more."},
    {"kernel_at", op_kernel_at, METH_O, "kernel_at($self, slot, /)\n--\n\nThe kernel in a slot, or None."},
    {"redispatch", (PyCFunction)(void (*)(void))op_redispatch, METH_FASTCALL | METH_KEYWORDS,
     "redispatch($self, keyset, /, *args, **kwargs)\n--\n\n"
     "Run the kernel of the highest key in a key set; the thread's state is not read again."},
    {"run_kernel", (PyCFunction)(void (*)(void))op_run_kernel, METH_FASTCALL | METH_KEYWORDS,
     "run_kernel($self, kernel, keyset, /, *args, **kwargs)\n--\n\n"
     "Run a kernel, whether or not a slot holds it, as the engine would run it with this key set."},
    {"__init_subclass__", (PyCFunction)(void (*)(void))op_init_subclass, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef op_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Op, vectorcall), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Op, weakrefs), READONLY, NULL},
    {"_levels", T_UBYTE, offsetof(Op, levels), 0, NULL},
    {"_forward", T_OBJECT, offsetof(Op, forward), 0, NULL},
    {"_batching", T_OBJECT, offsetof(Op, batching), 0, NULL},
    {"_functional", T_OBJECT, offsetof(Op, functional), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot op_slots[] = {
    {Py_tp_doc, "A callable operator: arguments -> keys -> slot -> kernel."},
    {Py_tp_new, op_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_traverse, op_traverse},
    {Py_tp_clear, op_clear},
    {Py_tp_dealloc, op_dealloc},
    {Py_tp_methods, op_methods},
    {Py_tp_members, op_members},
    {0, NULL},
};

static PyType_Spec op_spec = {
    .name = "wye._hot.Op",
    .basicsize = sizeof(Op),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = op_slots,
};

int
op_init_types(PyObject *module)
{
    return add_type(module, &op_spec, &hot.op_type) < 0 ? -1 : watch_call(hot.op_type);
}
