/* The classes and functions of wye/functionalization that calls inside `functionalize` use: given once, by Python. */
#include "functional.h"

functional_slots_t functional_slots;

/* Find where slots of a class are. */
int
find_slots(PyTypeObject *type, const slot_t *slots)
{
    for (; slots->name != NULL; slots++) {
        PyObject *found = PyObject_GetAttrString((PyObject *)type, slots->name);
        if (found == NULL)
            return -1;
        int fits = Py_IS_TYPE(found, &PyMemberDescr_Type) &&
                   ((PyMemberDescrObject *)found)->d_member->type == T_OBJECT_EX &&
                   PyType_IsSubtype(type, ((PyMemberDescrObject *)found)->d_common.d_type);
        if (fits)
            *slots->where = ((PyMemberDescrObject *)found)->d_member->offset;
        Py_DECREF(found);
        if (!fits) {
            PyErr_Format(PyExc_TypeError, "%.100s.%s is no slot", type->tp_name, slots->name);
            return -1;
        }
    }
    return 0;
}

/* configure_functional(array, storage, step, level, functions, thread, removed, added): the classes, and the functions
 * that wrap a value, wrap results, finish a view and bring a value up to date, run with trees, take values out of trees
 * and write to arguments; the state of threads, and the keys of functional tensors. */
PyObject *
hot_configure_functional(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyTypeObject *array, *storage, *step, *level;
    PyObject *functions, *thread, *removed, *added, *wrap, *wrap_all, *finish, *regenerate, *trees, *unwrap, *copy;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!OO!O!:configure_functional", &PyType_Type, &array, &PyType_Type, &storage,
                          &PyType_Type, &step, &PyType_Type, &level, &PyTuple_Type, &functions, &thread,
                          hot.keybits_type, &removed, hot.keybits_type, &added) ||
        !PyArg_ParseTuple(functions, "OOOOOOO", &wrap, &wrap_all, &finish, &regenerate, &trees, &unwrap, &copy))
        return NULL;
    if (!PyType_IsSubtype(array, hot.wrapped_type) || !PyType_IsSubtype(level, hot.level_base)) {
        PyErr_SetString(PyExc_TypeError, "classes of a level must be subclasses of Wrapped and Level");
        return NULL;
    }
    const slot_t slots_of_array[] = {{"storage", &functional_slots.array.storage},
                                     {"views", &functional_slots.array.views},
                                     {"generation", &functional_slots.array.generation},
                                     {"has_new_metadata", &functional_slots.array.new_metadata},
                                     {"new_storages", &functional_slots.array.new_storages},
                                     {NULL, NULL}};
    const slot_t slots_of_storage[] = {{"base", &functional_slots.storage.base},
                                       {"updates", &functional_slots.storage.updates},
                                       {"_views", &functional_slots.storage.views},
                                       {"generation", &functional_slots.storage.generation},
                                       {"mutations", &functional_slots.storage.mutations},
                                       {"without_grad", &functional_slots.storage.without_grad},
                                       {"hidden", &functional_slots.storage.hidden},
                                       {"is_frozen", &functional_slots.storage.frozen},
                                       {"first_nbytes", &functional_slots.storage.first_nbytes},
                                       {NULL, NULL}};
    const slot_t slots_of_step[] = {{"op", &functional_slots.step.op},
                                    {"args", &functional_slots.step.args},
                                    {"kwargs", &functional_slots.step.kwargs},
                                    {"output", &functional_slots.step.output},
                                    {"copies", &functional_slots.step.copies},
                                    {"is_multi", &functional_slots.step.multi},
                                    {NULL, NULL}};
    const slot_t slots_of_level[] = {{"copies", &functional_slots.level.copies},
                                     {"level_of_wrappers", &functional_slots.level.number},
                                     {NULL, NULL}};
    if (find_slots(array, slots_of_array) < 0 || find_slots(storage, slots_of_storage) < 0 ||
        find_slots(step, slots_of_step) < 0 || find_slots(level, slots_of_level) < 0)
        return NULL;
    PyObject *none = PyDict_New(), *forward = PyUnicode_InternFromString("forward");
    PyObject *inverse = PyUnicode_InternFromString("inverse"), *remember = PyUnicode_InternFromString("remember");
    PyObject *lifts = PyUnicode_InternFromString("lifts");
    if (none == NULL || forward == NULL || inverse == NULL || remember == NULL || lifts == NULL) {
        Py_XDECREF(lifts);
        Py_XDECREF(none);
        Py_XDECREF(forward);
        Py_XDECREF(inverse);
        Py_XDECREF(remember);
        return NULL;
    }
    Py_XSETREF(hot.no_keywords, none);
    Py_XSETREF(hot.name_forward, forward);
    Py_XSETREF(hot.name_inverse, inverse);
    Py_XSETREF(hot.name_remember, remember);
    Py_XSETREF(hot.name_lifts, lifts);
    Py_XSETREF(hot.functional_array, (PyTypeObject *)Py_NewRef(array));
    Py_XSETREF(hot.functional_storage, (PyTypeObject *)Py_NewRef(storage));
    Py_XSETREF(hot.functional_step, (PyTypeObject *)Py_NewRef(step));
    Py_XSETREF(hot.functional_level, (PyTypeObject *)Py_NewRef(level));
    Py_XSETREF(hot.wrap_functional, Py_NewRef(wrap));
    Py_XSETREF(hot.wrap_functionals, Py_NewRef(wrap_all));
    Py_XSETREF(hot.finish_view, Py_NewRef(finish));
    Py_XSETREF(hot.regenerate, Py_NewRef(regenerate));
    Py_XSETREF(hot.functional_trees, Py_NewRef(trees));
    Py_XSETREF(hot.unwrap_functionals, Py_NewRef(unwrap));
    Py_XSETREF(hot.copy_functional, Py_NewRef(copy));
    Py_XSETREF(hot.functional_thread, Py_NewRef(thread));
    hot.functional_removed = ((KeyBits *)removed)->keys;
    hot.functional_added = ((KeyBits *)added)->keys;
    hot.functional_in_c = 1;
    Py_RETURN_NONE;
}

/* functional_in_c(flag): may calls be handled here?  Not while Python checks each of them. */
PyObject *
hot_functional_in_c(PyObject *Py_UNUSED(module), PyObject *flag)
{
    int is_true = PyObject_IsTrue(flag);
    if (is_true < 0)
        return NULL;
    hot.functional_in_c = is_true && hot.functional_level != NULL;
    Py_RETURN_NONE;
}
