/* wye._hot: the module, its configuration, and the one list of what it refers to. */
#include "graph.h"

/* Note [One interpreter]
 * The state is one static struct: a call reads it without going through the module. A second interpreter
 * in the process may not import the module (it gets ImportError and so the pure twin).
 * Broken by: supporting several interpreters without giving each Op a pointer to its state.
 * Guarded by: tests/unit/test_engine.py::test_a_second_interpreter_falls_back_to_the_pure_twin
 */
hot_state hot;
static int is_loaded;
static PyObject *owner; /* borrowed: the module that holds the state; one that failed to load never holds it */

int
add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **where)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    if (type == NULL)
        return -1;
    Py_XSETREF(*where, (PyTypeObject *)type);
    return PyModule_AddType(module, *where);
}

static int
set_hook(PyObject *value, const char *name, PyObject **where)
{
    if (!PyCallable_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be callable", name);
        return -1;
    }
    Py_XSETREF(*where, Py_NewRef(value));
    return 0;
}

static int
set_per_backend(PyObject *value)
{
    PyObject *all = PySequence_Tuple(value); /* ours: __index__ of an item may change a list */
    if (all == NULL)
        return -1;
    int8_t columns[N_FUNCTIONALITY];
    memset(columns, -1, sizeof(columns));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(all) && !PyErr_Occurred(); i++) {
        Py_ssize_t functionality = PyNumber_AsSsize_t(PyTuple_GET_ITEM(all, i), NULL);
        if (functionality == -1 && PyErr_Occurred())
            break;
        if (functionality < 0 || functionality >= N_FUNCTIONALITY || i >= N_PER_BACKEND)
            PyErr_SetString(PyExc_ValueError, "per_backend names at most six functionalities below 48");
        else
            columns[functionality] = (int8_t)i;
    }
    Py_DECREF(all);
    if (PyErr_Occurred())
        return -1;
    memcpy(hot.per_backend, columns, sizeof(columns));
    return 0;
}

static int
set_one(const char *name, PyObject *value)
{
    if (strcmp(name, "per_backend") == 0)
        return set_per_backend(value);
    if (strcmp(name, "include") == 0) {
        int failed = keys_from_int(value, &hot.default_include);
        hot.default_include.hi |= hot.recording;
        return failed;
    }
    if (strcmp(name, "exclude") == 0)
        return keys_from_int(value, &hot.default_exclude);
    if (strcmp(name, "array_keys") == 0)
        return keys_from_int(value, &hot.array_keys);
    if (strcmp(name, "inference_keys") == 0)
        return keys_from_int(value, &hot.inference_keys);
    if (strcmp(name, "autograd_keys") == 0)
        return keys_from_int(value, &hot.autograd_keys);
    if (strcmp(name, "after_autograd") == 0)
        return keys_from_int(value, &hot.after_autograd);
    if (strcmp(name, "accumulator_class") == 0 || strcmp(name, "copy_slices_class") == 0) {
        if (!PyType_Check(value) || !PyType_IsSubtype((PyTypeObject *)value, hot.node_type)) {
            PyErr_Format(PyExc_TypeError, "%s must be a subclass of NodeBase", name);
            return -1;
        }
        PyTypeObject **where = name[0] == 'a' ? &hot.accumulator_class : &hot.copy_slices_class;
        Py_XSETREF(*where, (PyTypeObject *)Py_NewRef(value));
        return 0;
    }
    if (strcmp(name, "view_keys") == 0)
        return keys_from_int(value, &hot.view_keys);
    if (strcmp(name, "conjugate_keys") == 0)
        return keys_from_int(value, &hot.conjugate_keys);
    if (strcmp(name, "handler_keys") == 0)
        return keys_from_int(value, &hot.handler_keys);
    if (strcmp(name, "size_type") == 0)
        return set_size_type(value);
    if (strcmp(name, "function_keys") == 0)
        return keys_from_int(value, &hot.function_keys);
    if (strcmp(name, "number_type") == 0) {
        if (!PyType_Check(value)) {
            PyErr_SetString(PyExc_TypeError, "number_type must be a subclass of object");
            return -1;
        }
        Py_XSETREF(hot.number_type, (PyTypeObject *)Py_NewRef(value));
        return 0;
    }
    if (strcmp(name, "quiet") == 0)
        return use_numpy(value);
    if (strcmp(name, "fills_new_memory") == 0) {
        hot.fills_new_memory = value == Py_True;
        return 0;
    }
    if (strcmp(name, "dtypes") == 0)
        return set_dtypes(value);
    if (strcmp(name, "cpu_device") == 0 || strcmp(name, "default_dtype") == 0 || strcmp(name, "strided") == 0) {
        PyObject **where = name[0] == 'c' ? &hot.cpu_device : name[0] == 'd' ? &hot.default_dtype : &hot.strided;
        Py_XSETREF(*where, Py_NewRef(value));
        return 0;
    }
    if (strcmp(name, "keyset_type") == 0) {
        if (!PyType_Check(value) || !PyType_IsSubtype((PyTypeObject *)value, hot.keybits_type)) {
            PyErr_SetString(PyExc_TypeError, "keyset_type must be a subclass of KeyBits");
            return -1;
        }
        Py_XSETREF(hot.keyset_type, (PyTypeObject *)Py_NewRef(value));
        return 0;
    }
    if (strcmp(name, "plain_type") == 0) {
        if (!PyType_Check(value) || !PyType_IsSubtype((PyTypeObject *)value, hot.tensor_type)) {
            PyErr_SetString(PyExc_TypeError, "plain_type must be a subclass of TensorBase");
            return -1;
        }
        Py_XSETREF(hot.plain_type, (PyTypeObject *)Py_NewRef(value));
        return 0;
    }
    if (strcmp(name, "storage_type") == 0) {
        if (!PyType_Check(value) || !PyType_IsSubtype((PyTypeObject *)value, hot.storage_base)) {
            PyErr_SetString(PyExc_TypeError, "storage_type must be a subclass of Storage");
            return -1;
        }
        Py_XSETREF(hot.storage_type, (PyTypeObject *)Py_NewRef(value));
        return 0;
    }
    if (strcmp(name, "symint_type") == 0) {
        if (value != Py_None && !PyType_Check(value)) {
            PyErr_SetString(PyExc_TypeError, "symint_type must be a class or None");
            return -1;
        }
        Py_XSETREF(hot.symint_type, value == Py_None ? NULL : (PyTypeObject *)Py_NewRef(value));
        return 0;
    }
    const struct {
        const char *name;
        PyObject **where;
    } hooks[] = {
        {"bind", &hot.bind},
        {"check_return", &hot.check_return},
        {"explain_miss", &hot.explain_miss},
        {"explain_undefined", &hot.explain_undefined},
        {"explain_alias", &hot.explain_alias},
        {"explain_failure", &hot.explain_failure},
        {"override", &hot.override},
        {"resolve_type", &hot.resolve_type},
        {"edge_of", &hot.edge_of},
        {"mark_output", &hot.mark_output},
        {"save_output", &hot.save_output},
        {"fit_gradient", &hot.fit_gradient},
        {"count_gradients", &hot.count_gradients},
        {"run_with_hooks", &hot.run_with_hooks},
        {"run_elsewhere", &hot.run_elsewhere},
        {"run_tensor_hooks", &hot.run_tensor_hooks},
        {"add_to_gradient", &hot.add_to_gradient},
        {"lock_gradients", &hot.lock_gradients},
        {"unlock_gradients", &hot.unlock_gradients},
        {"custom_recipe", &hot.custom_recipe},
        {"finish_custom", &hot.finish_custom},
        {"add_gradients", &hot.add_gradients},
        {"sum_gradient", &hot.sum_gradient},
        {"clone_op", &hot.clone_op},
    };
    for (size_t i = 0; i < sizeof(hooks) / sizeof(hooks[0]); i++) {
        if (strcmp(name, hooks[i].name) == 0)
            return set_hook(value, name, hooks[i].where);
    }
    PyErr_Format(PyExc_TypeError, "configure() got an unexpected keyword argument '%s'", name);
    return -1;
}

static PyObject *
hot_configure(PyObject *Py_UNUSED(module), PyObject *args, PyObject *kwargs)
{
    if (PyTuple_GET_SIZE(args) != 0) {
        PyErr_SetString(PyExc_TypeError, "configure() takes keyword arguments only");
        return NULL;
    }
    PyObject *name, *value;
    for (Py_ssize_t position = 0; kwargs != NULL && PyDict_Next(kwargs, &position, &name, &value);) {
        const char *text = PyUnicode_AsUTF8(name);
        if (text == NULL || set_one(text, value) < 0)
            return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
hot_keys_of(PyObject *Py_UNUSED(module), PyObject *value)
{
    keys_t keys = {0, 0};
    int known = add_keys(value, &keys);
    if (known < 0)
        return NULL;
    if (known == 0)
        Py_RETURN_NONE;
    return keyset_new(keys);
}

static PyObject *
hot_forget_types(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(unused))
{
    forget_types();
    Py_RETURN_NONE;
}

static PyMethodDef hot_methods[] = {
    {"configure", (PyCFunction)(void (*)(void))hot_configure, METH_VARARGS | METH_KEYWORDS,
     "configure($module, /, *, per_backend=None, include=None, exclude=None, **hooks)\n--\n\n"
     "Give the hot path its layout, its default thread state and its hooks; any subset at a time."},
    {"includes", hot_includes, METH_O,
     "includes($module, keys, /)\n--\n\nDoes the thread's state include one of these keys?"},
    {"get_state", hot_get_state, METH_NOARGS,
     "get_state($module, /)\n--\n\nThe included and the excluded keys of this thread."},
    {"set_state", (PyCFunction)(void (*)(void))hot_set_state, METH_FASTCALL,
     "set_state($module, include, exclude, /)\n--\n\nInstall included and excluded keys in this thread."},
    {"keys_of", hot_keys_of, METH_O,
     "keys_of($module, value, /)\n--\n\nThe keys that a value brings to a call, or None."},
    {"keys_of_call", (PyCFunction)(void (*)(void))hot_keys_of_call, METH_FASTCALL,
     "keys_of_call($module, op, args, kwargs, masked=True, /)\n--\n\n"
     "The keys with which a call begins in this thread, the grad bit included; nothing runs."},
    {"mark_call", hot_mark_call, METH_O,
     "mark_call($module, text, /)\n--\n\n"
     "Say in the active logs what the innermost running call does."},
    {"hops", (PyCFunction)(void (*)(void))hot_hops, METH_FASTCALL,
     "hops($module, op, keys, /)\n--\n\n"
     "What a call that has these keys does at each of them, as (keys, slot, kernel, what); nothing runs."},
    {"wrap", (PyCFunction)(void (*)(void))hot_wrap, METH_FASTCALL,
     "wrap($module, array, cls=None, keys=None, /)\n--\n\nA tensor over an array that no other object uses."},
    {"view", (PyCFunction)(void (*)(void))hot_view, METH_FASTCALL,
     "view($module, base, array, cls=None, keys=None, is_view=True, /)\n--\n\n"
     "A tensor over an array that sees a part of the memory of `base`."},
    {"restride", (PyCFunction)(void (*)(void))hot_restride, METH_FASTCALL,
     "restride($module, array, shape, strides, offset, /)\n--\n\n"
     "The memory of an array with another shape, strides and start, in bytes, inside of what owns it."},
    {"shares_memory", (PyCFunction)(void (*)(void))hot_shares_memory, METH_FASTCALL,
     "shares_memory($module, a, b, /)\n--\n\nDo two tensors or arrays see memory of the same owner?"},
    {"data_ptr", hot_data_ptr, METH_O, "data_ptr($module, array, /)\n--\n\nThe address of an array's first element."},
    {"member", (PyCFunction)(void (*)(void))hot_member, METH_FASTCALL,
     "member($module, name, python, /, *ops)\n--\n\n"
     "A member of a tensor class: handlers of functions are asked first; then it answers, or the Python member does."},
    {"place_of_caller", (PyCFunction)(void (*)(void))hot_place_of_caller, METH_FASTCALL,
     "place_of_caller(outside, depth=1, /)\n--\n\n"
     "The nearest frame that is not in a file of a directory: its code and instruction."},
    {"shortcut", (PyCFunction)(void (*)(void))hot_shortcut, METH_FASTCALL,
     "shortcut($module, name, /, *ops)\n--\n\n"
     "What a kernel tries before its function, for `Kernel(direct=...)`; None: this engine has none of that name."},
    {"program", hot_program, METH_VARARGS,
     "program($module, operands, maker, in_place, otherwise, promotes=False, /)\n--\n\n"
     "A shortcut that runs loops of NumPy's on small arrays; None: this engine runs no programs."},
    {"weigh_rows", (PyCFunction)(void (*)(void))hot_weigh_rows, METH_FASTCALL,
     "weigh_rows($module, scores, sums, /)\n--\n\n"
     "Softmax of rows in their place, and the logarithms of their sums; False: it must be done in Python."},
    {"convolve", (PyCFunction)(void (*)(void))hot_convolve, METH_FASTCALL,
     "convolve($module, kind, x, weight, y, stride, padding, dilation, groups, /)\n--\n\n"
     "Fill one of three arrays from the others; False: they are not small arrays of floats."},
    {"eliminate", (PyCFunction)(void (*)(void))hot_eliminate, METH_FASTCALL,
     "eliminate($module, lu, pivots, /)\n--\n\n"
     "Make LU factors of small matrices in their place; False: it must be done in Python."},
    {"solve_small", (PyCFunction)(void (*)(void))hot_solve_small, METH_FASTCALL,
     "solve_small($module, a, b, in_columns, /)\n--\n\n"
     "The solution of AX = B of one small system of floats; None: it has none, or is another kind."},
    {"factor_small", (PyCFunction)(void (*)(void))hot_factor_small, METH_FASTCALL,
     "factor_small($module, a, turned, /)\n--\n\n"
     "Factors of one small matrix (or its transpose), pivots, determinant, its sign, its logarithm; or None."},
    {"substitute", (PyCFunction)(void (*)(void))hot_substitute, METH_FASTCALL,
     "substitute($module, triangle, x, upper, unit, /)\n--\n\n"
     "Solve small triangular systems in the place of their right sides; False: it must be done in Python."},
    {"convert_halves", (PyCFunction)(void (*)(void))hot_convert_halves, METH_FASTCALL,
     "convert_halves($module, array, out, /)\n--\n\n"
     "Store elements of float16 as float32 or the other way round; False: NumPy has to convert them."},
    {"draw_into", (PyCFunction)(void (*)(void))hot_draw_into, METH_FASTCALL,
     "draw_into($module, kind, array, bits, a, b, /)\n--\n\n"
     "Fill an array with random numbers; False: it must be filled in Python."},
    {"draw_normals", (PyCFunction)(void (*)(void))hot_draw_normals, METH_FASTCALL,
     "draw_normals($module, array, bits, mean, std, kept, /)\n--\n\n"
     "Fill an array with normal numbers and return the one that is left over; False: it must be filled in Python."},
    {"tensor_of", (PyCFunction)(void (*)(void))hot_tensor_of, METH_FASTCALL,
     "tensor_of($module, data, dtype, /)\n--\n\n"
     "A tensor of a Python number or of nested lists of them; None: it must be made in Python."},
    {"are_plain", (PyCFunction)(void (*)(void))hot_are_plain, METH_FASTCALL,
     "are_plain($module, args, kwargs, types, /)\n--\n\n"
     "Does nothing handle a call of a function: no mode, and no argument, as all are plain or of these types?"},
    {"recorder", (PyCFunction)(void (*)(void))hot_recorder, METH_VARARGS | METH_KEYWORDS,
     "recorder($module, python, node_class, plan_of, differentiable, names, defaults, constant, refused, in_place, "
     "/)\n--\n\n"
     "A kernel at Autograd that does what `python` does, where nothing unusual is going on."},
    {"custom_recorder", hot_custom_recorder, METH_O,
     "custom_recorder($module, python, /)\n--\n\n"
     "The function of a boxed kernel at Autograd that does what `python` does for one custom operator."},
    {"forget_recipes", hot_forget_recipes, METH_NOARGS,
     "forget_recipes($module, /)\n--\n\nThe rules of custom operators have changed."},
    {"set_careful", (PyCFunction)(void (*)(void))hot_set_careful, METH_FASTCALL,
     "set_careful($module, bit, on, /)\n--\n\nSay that something is going on, or no more, that recording must look "
     "at."},
    {"is_grad_enabled", hot_is_grad_enabled, METH_NOARGS,
     "is_grad_enabled($module, /)\n--\n\nMay operations in this thread record gradients?"},
    {"set_grad_mode", (PyCFunction)(void (*)(void))hot_set_grad_mode, METH_FASTCALL,
     "set_grad_mode($module, enabled, with_keys=True, /)\n--\n\nLet this thread record gradients, or not."},
    {"reduction_gradient", (PyCFunction)(void (*)(void))hot_reduction_gradient, METH_FASTCALL,
     "reduction_gradient($module, kind, grad, x, result, dim, number, /)\n--\n\n"
     "The gradient of a reduction's argument; None: compute it by a formula."},
    {"sum_rows", (PyCFunction)(void (*)(void))hot_sum_rows, METH_FASTCALL,
     "sum_rows($module, rows, out, /)\n--\n\nThe sum of each row of floats; False: Python sums them."},
    {"grid_samples", (PyCFunction)(void (*)(void))hot_grid_samples, METH_FASTCALL,
     "grid_samples($module, x, grid, mode, padding, corners, /)\n--\n\n"
     "Small images at the places of a grid; None: compute them in Python."},
    {"grid_sample_gradients", (PyCFunction)(void (*)(void))hot_grid_sample_gradients, METH_FASTCALL,
     "grid_sample_gradients($module, grad, x, grid, mode, padding, corners, needs, /)\n--\n\n"
     "The gradients of small images and of a grid; None: compute them in Python."},
    {"described", (PyCFunction)(void (*)(void))hot_described, METH_FASTCALL | METH_KEYWORDS,
     "described($module, known, fake, /, *args, **kwargs)\n--\n\nWhat a fake kernel says about the results for arrays; "
     "it is asked once for each layout."},
    {"copy_arrays", hot_copy_arrays, METH_O,
     "copy_arrays($module, on, /)\n--\n\n"
     "Say whether ndarrays that become tensors in this thread are copied; returns what it was before."},
    {"share_array", hot_share_array, METH_O,
     "share_array($module, array, /)\n--\n\nA tensor over the memory of a NumPy array whose elements lie in rows; "
     "None: "
     "another kind of array."},
    {"compute_unseen", (PyCFunction)(void (*)(void))hot_compute_unseen, METH_FASTCALL,
     "compute_unseen($module, fn, /, *args)\n--\n\nfn on the arrays of tensors, if nothing sees the operators that a "
     "formula calls; None: call them."},
    {"compute_unseen_complex", (PyCFunction)(void (*)(void))hot_compute_unseen_complex, METH_FASTCALL,
     "compute_unseen_complex($module, fn, /, *args)\n--\n\nWhat compute_unseen does, of complex numbers too."},
    {"try_grad", (PyCFunction)(void (*)(void))hot_try_grad, METH_FASTCALL,
     "try_grad($module, output, inputs, grad, keep_graph, create_graph, /)\n--\n\n"
     "Gradients of one plain tensor, as a list; None: Python has to look at the arguments."},
    {"run_backward", (PyCFunction)(void (*)(void))hot_run_backward, METH_FASTCALL,
     "run_backward($module, roots, grads, keep_graph, create_graph, inputs, accumulate, /)\n--\n\n"
     "Feed gradients in at the roots, and run all nodes; the gradients of the inputs."},
    {"current_task", hot_current_task, METH_NOARGS,
     "current_task($module, /)\n--\n\nThe backward pass that this thread is running, or None."},
    {"level_kernel", hot_level_kernel, METH_VARARGS,
     "level_kernel($module, which, python, /)\n--\n\n"
     "The kernel of a key of function transforms: 0 in front of a level, 1 behind it, 2 after it has ended."},
    {"batching_plan", hot_batching_plan, METH_VARARGS,
     "batching_plan($module, target, codes, defaults, /)\n--\n\n"
     "What becomes of the arguments of an operator under vmap: a plan for `_batching`, or None."},
    {"forward_rule", hot_forward_rule, METH_VARARGS,
     "forward_rule($module, how, differentiable, defaults, formula, own, /)\n--\n\n"
     "How the tangent of an operator's result is found: for `_forward`, or None."},
    {"configure_jvp", hot_configure_jvp, METH_VARARGS,
     "configure_jvp($module, level, thread, /)\n--\n\n"
     "Give the class of the levels of jvp, and where a thread says whether tangents are computed."},
    {"batching_rule", hot_batching_rule, METH_VARARGS,
     "batching_rule($module, fn, defaults, /)\n--\n\nA rule for vmap in Python, as `_batching` of an operator."},
    {"configure_batching", hot_configure_batching, METH_VARARGS,
     "configure_batching($module, view, movedim, info, /)\n--\n\n"
     "Give the operators that plans call before their own, and the class of what rules are told."},
    {"run_vmap", (PyCFunction)(void (*)(void))hot_run_vmap, METH_FASTCALL,
     "run_vmap($module, func, in_dims, out_dims, randomness, args, kwargs, /)\n--\n\n"
     "Call a function at the level of a new vmap."},
    {"run_grad", (PyCFunction)(void (*)(void))hot_run_grad, METH_FASTCALL,
     "run_grad($module, func, argnums, args, kwargs, with_value, /)\n--\n\n"
     "The gradient of a function, at a level of its own, and its value if that is wanted."},
    {"run_at_level", (PyCFunction)(void (*)(void))hot_run_at_level, METH_FASTCALL,
     "run_at_level($module, func, args, /)\n--\n\n"
     "Call a function of tensors at a new level that follows all of them: the level, the tensors there, the result; "
     "None: nothing was called."},
    {"configure_entries", (PyCFunction)(void (*)(void))hot_configure_entries, METH_FASTCALL,
     "configure_entries($module, *hooks, /)\n--\n\nGive what the functions that run transforms call; None: as before."},
    {"configure_nodes", hot_configure_nodes, METH_VARARGS,
     "configure_nodes($module, node, kinds, of_lists, of_dicts, /)\n--\n\n"
     "Give the class of nodes of graphs, their kinds, and the classes of containers that cannot be changed."},
    {"new_node", (PyCFunction)(void (*)(void))hot_new_node, METH_FASTCALL,
     "new_node($module, graph, name, op, target, args, kwargs, type, after, /)\n--\n\n"
     "A node of a graph, in the place before ``after``; None: in no place yet."},
    {"map_aggregate", (PyCFunction)(void (*)(void))hot_map_aggregate, METH_FASTCALL,
     "map_aggregate($module, value, fn, /)\n--\n\n"
     "``fn`` of every leaf of nested tuples, lists, dicts and slices; the new containers cannot be changed."},
    {"map_arg", (PyCFunction)(void (*)(void))hot_map_arg, METH_FASTCALL,
     "map_arg($module, value, fn, /)\n--\n\n``fn`` of every node in an argument; everything else stays."},
    {"set_arguments", (PyCFunction)(void (*)(void))hot_set_arguments, METH_FASTCALL,
     "set_arguments($module, node, args, kwargs, /)\n--\n\n"
     "Give a node its arguments, in containers that cannot be changed, and tell the nodes in them who uses them."},
    {"run_functional", (PyCFunction)(void (*)(void))hot_run_functional, METH_FASTCALL,
     "run_functional($module, func, copies, args, kwargs, /)\n--\n\n"
     "Call a function at the level of a new functionalize."},
    {"configure_levels", hot_configure_levels, METH_VARARGS,
     "configure_levels($module, thread, keys, counted, /)\n--\n\n"
     "Say where a thread has its stack of transforms, and the keys that are included while one runs."},
    {"configure_vmap", hot_configure_vmap, METH_VARARGS,
     "configure_vmap($module, array, level, wrap, removed, added, /)\n--\n\n"
     "Give the classes of vmap, and the keys of its tensors."},
    {"configure_grad", hot_configure_grad, METH_VARARGS,
     "configure_grad($module, array, level, wrap, removed, added, included, excluded, /)\n--\n\n"
     "Give the classes of grad, the keys of its tensors, and those of the thread at its level."},
    {"configure_functional", hot_configure_functional, METH_VARARGS,
     "configure_functional($module, array, storage, step, level, functions, thread, removed, added, /)\n--\n\n"
     "Give the classes of functionalize, what is called for the rest, and the keys of its tensors."},
    {"functional_in_c", hot_functional_in_c, METH_O,
     "functional_in_c($module, flag, /)\n--\n\nMay calls inside of functionalize be handled without Python?"},
    {"place_along", (PyCFunction)(void (*)(void))hot_place_along, METH_FASTCALL,
     "place_along($module, whole, part, dim, start, count, step, /)\n--\n\n"
     "A copy of a tensor with a part along one dimension replaced; None: only Python knows."},
    {"wrap_at", (PyCFunction)(void (*)(void))hot_wrap_at, METH_FASTCALL,
     "wrap_at($module, inner, interpreter, dim, /)\n--\n\nA tensor of the level below at a level of a transform."},
    {"forget_types", hot_forget_types, METH_NOARGS,
     "forget_types($module, /)\n--\n\nDrop what is known about array types."},
    {NULL, NULL, 0, NULL},
};

static int
hot_traverse(PyObject *module, visitproc visit, void *arg)
{
    if (module != owner)
        return 0;
#define STATE_VISIT(type, name) Py_VISIT(hot.name);
    STATE_REFS(STATE_VISIT)
    for (int i = 0; i < N_TYPES; i++) {
        Py_VISIT(hot.types[i].type);
        Py_VISIT(hot.types[i].fn);
    }
    for (int i = 0; i < N_DTYPES; i++)
        Py_VISIT(hot.dtypes[i]);
    return 0;
}

static int
hot_clear(PyObject *module)
{
    if (module != owner)
        return 0;
    /* Types stay: objects that outlive the module are still checked against them. */
    Py_CLEAR(hot.bind);
    Py_CLEAR(hot.check_return);
    Py_CLEAR(hot.explain_miss);
    Py_CLEAR(hot.explain_undefined);
    Py_CLEAR(hot.explain_alias);
    Py_CLEAR(hot.explain_failure);
    Py_CLEAR(hot.override);
    Py_CLEAR(hot.resolve_type);
    Py_CLEAR(hot.edge_of);
    Py_CLEAR(hot.mark_output);
    Py_CLEAR(hot.save_output);
    Py_CLEAR(hot.fit_gradient);
    Py_CLEAR(hot.count_gradients);
    Py_CLEAR(hot.run_with_hooks);
    Py_CLEAR(hot.run_elsewhere);
    Py_CLEAR(hot.run_tensor_hooks);
    Py_CLEAR(hot.add_to_gradient);
    Py_CLEAR(hot.lock_gradients);
    Py_CLEAR(hot.unlock_gradients);
    Py_CLEAR(hot.custom_recipe);
    Py_CLEAR(hot.finish_custom);
    Py_CLEAR(hot.add_gradients);
    Py_CLEAR(hot.sum_gradient);
    Py_CLEAR(hot.clone_op);
    Py_CLEAR(hot.cpu_device);
    Py_CLEAR(hot.strided);
    Py_CLEAR(hot.default_dtype);
    Py_CLEAR(hot.quiet_variable);
    Py_CLEAR(hot.quiet_value);
    for (int i = 0; i < N_DTYPES; i++)
        Py_CLEAR(hot.dtypes[i]);
    forget_types();
    return 0;
}

static void
hot_free(void *module)
{
    hot_clear(module);
    if (module == owner)
        owner = NULL;
}

/* Steals `value`; NULL: an error is set. */
static int
add_constant(PyObject *module, const char *name, PyObject *value)
{
    int failed = value == NULL || PyModule_AddObjectRef(module, name, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

static int
hot_exec(PyObject *module)
{
    static const struct {
        const char *name;
        int value;
    } constants[] = {
        {"KIND_ANY", KIND_ANY},
        {"KIND_TENSOR", KIND_TENSOR},
        {"KIND_EXACT", KIND_EXACT},
        {"KIND_FLOAT", KIND_FLOAT},
        {"KIND_SCALAR", KIND_SCALAR},
        {"KIND_OPERAND", KIND_OPERAND},
        {"KIND_PYTHON", KIND_PYTHON},
        {"KIND_SYMINT", KIND_SYMINT},
        {"LIST", LIST},
        {"OPTIONAL", OPTIONAL},
        {"OPTIONAL_ELEMENT", OPTIONAL_ELEMENT},
        {"SINGLE", SINGLE},
        {"PLAIN", PLAIN},
        {"KEYSET", KEYSET},
        {"BOXED", BOXED},
        {"PASS", PASS},
        {"FALLTHROUGH", FALLTHROUGH},
        {"ERROR", ERROR},
        {"ARRAYS", ARRAYS},
        {"RESULT_CHECKED", RESULT_CHECKED},
        {"RESULT_FRESH", RESULT_FRESH},
        {"RESULT_UNCHECKED", RESULT_UNCHECKED},
        {"MADE_WITHOUT_GRAD", MADE_WITHOUT_GRAD},
        {"MADE_WITH_OTHERS", MADE_WITH_OTHERS},
        {"MADE_OF_CAPTURED", MADE_OF_CAPTURED},
        {"MADE_IN_INFERENCE", MADE_IN_INFERENCE},
        {"HOP_RAN", HOP_RAN},
        {"HOP_PASSED", HOP_PASSED},
        {"HOP_FELL_THROUGH", HOP_FELL_THROUGH},
        {"HOP_MISSING", HOP_MISSING},
        {"HOP_ERROR", HOP_ERROR},
        {"RETURNS_VIEW", RETURNS_VIEW},
        {"RETURNS_SAME", RETURNS_SAME},
        {"RETURNS_FRESH", RETURNS_FRESH},
        {"RETURNS_VALUE", RETURNS_VALUE},
        {"RETURNS_DETACHED", RETURNS_DETACHED},
        {"GRAD_FLAG", GRAD_FLAG},
        {"OUTPUTS", OUTPUTS},
        {"DROPPED", DROPPED},
        {"MAX_ARGS", MAX_ARGS},
        {"CAREFUL_ANOMALY", CAREFUL_ANOMALY},
        {"CAREFUL_TANGENTS", CAREFUL_TANGENTS},
        {"CAREFUL_HOOKS", CAREFUL_HOOKS},
        {"CAREFUL_LEVEL", CAREFUL_LEVEL},
        {"ALL_GRADS", ALL_GRADS},
    };
    if (is_loaded) {
        PyErr_SetString(PyExc_ImportError, "wye._hot can be loaded once in a process");
        return -1;
    }
    owner = module;
    memset(hot.per_backend, -1, sizeof(hot.per_backend));
    if (carrier_init_types(module) < 0 || plan_init_types(module) < 0 || registrations_init_types(module) < 0 ||
        op_init_types(module) < 0 || forward_init_types(module) < 0 || form_init_types(module) < 0 ||
        function_init_types(module) < 0 || state_init_types(module) < 0 || versions_init_types(module) < 0 ||
        metadata_init_types(module) < 0 || sizes_init_types(module) < 0 || shortcuts_init_types(module) < 0 ||
        storage_init_types(module) < 0 || graph_init_types(module) < 0 || formulas_init_types(module) < 0 ||
        recording_init_types(module) < 0 || custom_init_types(module) < 0 || passes_init_types(module) < 0 ||
        levels_init_types(module) < 0 || call_log_init_types(module) < 0 || array_calls_init_types(module) < 0 ||
        batching_init_types(module) < 0 || tangents_init_types(module) < 0 || modes_init_types(module) < 0)
        return -1;
    for (size_t i = 0; i < sizeof(constants) / sizeof(constants[0]); i++) {
        if (PyModule_AddIntConstant(module, constants[i].name, constants[i].value) < 0)
            return -1;
    }
    if (add_constant(module, "REQUIRES_GRAD", PyLong_FromUnsignedLongLong(REQUIRES_GRAD)) < 0)
        return -1;
    is_loaded = 1;
    return 0;
}

static PyModuleDef_Slot hot_slots[] = {
    {Py_mod_exec, hot_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef hot_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wye._hot",
    .m_doc = "The hot path in C; see wye._pure for the same surface in Python.",
    .m_methods = hot_methods,
    .m_slots = hot_slots,
    .m_traverse = hot_traverse,
    .m_clear = hot_clear,
    .m_free = hot_free,
};

PyMODINIT_FUNC
PyInit__hot(void)
{
    return PyModuleDef_Init(&hot_module);
}
