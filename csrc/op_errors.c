/* Calls that fail: hooks in Python build the messages.  C raises what they return. */
#include "op.h"

/* Raise the exception that a hook made; steals `error`, NULL if the hook failed. */
static PyObject *
raise_object(PyObject *error)
{
    if (error != NULL && PyExceptionInstance_Check(error))
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    else if (error != NULL)
        PyErr_Format(PyExc_TypeError, "a hook must return an exception to raise, not %.100s", Py_TYPE(error)->tp_name);
    Py_XDECREF(error);
    return NULL;
}

PyObject *
raise_miss(Op *op, keys_t keys, args_t args)
{
    if (hot.explain_miss == NULL) {
        PyErr_SetString(PyExc_NotImplementedError, "the operator has no kernel for this key");
        return NULL;
    }
    PyObject *hook = Py_NewRef(hot.explain_miss), *set = keyset_new(keys);
    PyObject *error = set == NULL ? NULL : call_boxed(hook, op, set, args);
    Py_XDECREF(set);
    Py_DECREF(hook);
    return raise_object(error);
}

/* A kernel that promised a fresh result gave back an argument; steals `result`. */
PyObject *
raise_alias(Op *op, PyObject *result, args_t args)
{
    PyObject *error = NULL;
    if (hot.explain_alias == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "a kernel returned one of its arguments");
    }
    else {
        PyObject *hook = Py_NewRef(hot.explain_alias);
        error = call_boxed(hook, op, result, args);
        Py_DECREF(hook);
    }
    Py_DECREF(result);
    return error == NULL ? NULL : raise_object(error);
}

/* fn(op, value) or fn(op), held while it runs */
PyObject *
call_hook(PyObject *fn, Op *op, PyObject *value)
{
    PyObject *result = NULL;
    Py_INCREF(fn);
    if (Py_EnterRecursiveCall(" in a wye hook") == 0) {
        result = PyObject_CallFunctionObjArgs(fn, (PyObject *)op, value, NULL);
        Py_LeaveRecursiveCall();
    }
    Py_DECREF(fn);
    return result;
}

PyObject *
raise_error_kernel(Op *op, PyObject *fn, keys_t keys)
{
    PyObject *set = keyset_new(keys);
    PyObject *error = set == NULL ? NULL : call_hook(fn, op, set);
    Py_XDECREF(set);
    return raise_object(error);
}

/* An array kernel raised an error about its internals: let Python make an error about the call. */
void
explain_failure(Op *op)
{
    if (hot.explain_failure == NULL ||
        !(PyErr_ExceptionMatches(PyExc_OverflowError) || PyErr_ExceptionMatches(PyExc_MemoryError) ||
          PyErr_ExceptionMatches(PyExc_ValueError)))
        return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL && value != NULL)
        PyException_SetTraceback(value, traceback);
    raise_object(call_hook(hot.explain_failure, op, value));
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
}

/* A TypeError without traceback: the kernel does not take these arguments.  Python adds whose kernel it is. */
PyObject *
explain_arguments(Op *op, const Kernel *kernel)
{
    if (kernel->kind == ARRAYS || hot.explain_failure == NULL || !PyErr_ExceptionMatches(PyExc_TypeError))
        return NULL;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (traceback != NULL) {
        PyErr_Restore(type, value, traceback);
        return NULL;
    }
    PyErr_NormalizeException(&type, &value, &traceback);
    raise_object(call_hook(hot.explain_failure, op, value));
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return NULL;
}

PyObject *
raise_undefined(Op *op)
{
    if (hot.explain_undefined == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the operator is not defined");
        return NULL;
    }
    return raise_object(call_hook(hot.explain_undefined, op, NULL));
}
