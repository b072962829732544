/* wye._hot: the hot path in C.  Twin: src/wye/_pure/, which explains every rule.
 *
 * op.c          operators: arguments -> keys -> slot -> kernel
 * op_type.c     the class of operators
 * op_errors.c   calls that fail
 * hops.c        what a call would do, without running anything
 * bind.c        arguments that come by keyword or must be converted
 * forward.c     callables that forward to an operator
 * function.c    public functions: they try one overload after the other
 * form.c        an overload of a public function, as it can be called
 * match.c       does a call fit such a form, and with which arguments
 * vectorcall.c  Python subclasses of callables keep the fast way to be called
 * plan.c        what registration pushes: kernels, layouts, signatures
 * registrations.c  handles of registrations, and the places where they were made
 * carrier.c     objects -> keys: key words, the Tensor base, registered array types
 * arrays.c      kernels that take and give NumPy arrays, and tensors over them
 * memory.c      which arrays share memory, and views inside of it
 * versions.c    how often memory was written to
 * metadata.c    a tensor's metadata: shape, dtype, strides
 * members.c     members of the class of tensors that ask for it, and the class of shapes
 * shortcuts.c   what is tried before a rule in Python
 * outputs.c     results where the caller says
 * views.c       views of arrays, as shapes and strides
 * indexing.c    indices of numbers and slices, as one view
 * making.c      small new tensors: factories, and tensors of Python's numbers
 * picking.c     picking and placing elements of small arrays
 * placing.c     copies with a part replaced
 * pooling.c     means and maxima of windows of small images
 * programs.c    elementwise functions of small arrays, as lists of steps
 * program_steps.c  the steps: NumPy's loops, and those that are done here
 * program_reading.c  how Python gives these lists
 * converting.c  float16 and float32
 * random.c      arrays filled with random numbers
 * grid_sampling.c  samples of small images at the places of a grid
 * elimination.c LU factors and triangular systems of small matrices
 * products.c    products of small matrices and vectors
 * rows.c, channels.c, losses.c, convolving.c  softmax, layer and batch norm, losses, convolutions of small arrays
 * comparing.c, ordering.c, choosing.c, lookup.c  equality, order, choice and indices of small arrays
 * storage.c     the memory that tensors share
 * graph.c       what tensors know of the graph that backward runs over, and its nodes
 * recording.c   kernels at Autograd: a call becomes a node
 * custom.c      the same for custom operators
 * call_log.c    records of the calls that run, for `wye.record`
 * array_calls.c arrays with NumPy's face, and simple calls of them; array_functions.c: other functions, indices;
 * array_lines.c: functions called again; plain_calls.c: NumPy's own functions on data that no layer follows
 * steps.c       which nodes take part in a pass over the graph, and in which order
 * backward.c    one pass over the graph
 * wrapping.c    tensors at levels of function transforms, and the interpreters
 * levels.c      calls at these levels
 * entering.c    how function transforms begin and end
 * tangents.c    calls inside jvp
 * functional.c  calls inside functionalize; functional_setup.c: the classes of Python that they use;
 *               functional_entry.c: how it begins and ends
 * nodes.c       arguments of the nodes of graphs
 * batching.c    rules of vmap that are data: dimensions and sizes among the arguments
 * state.c       the thread's included and excluded keys, and guards over them
 * modes.c       how modes get on a thread's stack, and off
 * module.c      module definition, configuration, the one list of references
 *
 * objects.h has the objects and the state, graph.h, levels.h and others what only some of these files share.
 *
 * C knows bits, slots and pointers, never names.  A hook in Python builds every message that needs names.
 */
#ifndef WYE_HOT_H
#define WYE_HOT_H

#include "objects.h"

/* ---- carrier.c ---- */

PyObject *keyset_with_grad(keys_t keys); /* the word unchanged */
int keys_from_int(PyObject *value, keys_t *keys);
PyObject *keys_to_int(keys_t keys);
int add_keys_slowly(PyObject *value, keys_t *keys);
void forget_types(void);
int carrier_init_types(PyObject *module);

/* A key set as users see it: without the grad bit. */
static inline PyObject *
keyset_new(keys_t keys)
{
    return keyset_with_grad((keys_t){keys.lo & ~REQUIRES_GRAD, keys.hi});
}

static inline int
is_keybits(PyObject *value)
{
    return PyObject_TypeCheck(value, hot.keybits_type);
}

static inline int
is_tensor(PyObject *value)
{
    return Py_TYPE(value) == hot.plain_type || PyObject_TypeCheck(value, hot.tensor_type);
}

/* Or the keys of `value` into `keys`.  1: a tensor or array; 0: neither; -1: error. */
static inline int
add_keys(PyObject *value, keys_t *keys)
{
    if (LIKELY(Py_TYPE(value) == hot.plain_type)) {
        keys->lo |= ((TensorBase *)value)->keys.lo;
        keys->hi |= ((TensorBase *)value)->keys.hi;
        return 1;
    }
    uintptr_t where = (uintptr_t)Py_TYPE(value);
    const type_entry *entry = &hot.types[((where >> 4) ^ (where >> 11)) % N_TYPES];
    if (entry->type == Py_TYPE(value) && entry->how != CALLED) {
        const keys_t *more = entry->how == CARRIER ? &((TensorBase *)value)->keys : &entry->keys;
        keys->lo |= more->lo;
        keys->hi |= more->hi;
        return 1;
    }
    return add_keys_slowly(value, keys);
}

/* The backend whose bit is highest; 0 when there is none. */
static inline int
top_backend(keys_t keys)
{
    if (keys.hi != 0)
        return 16 + 63 - LEADING_ZEROS(keys.hi);
    uint64_t low = keys.lo & BACKENDS_LOW;
    return low == 0 ? 0 : 63 - LEADING_ZEROS(low);
}

/* See Note [Table slots] (_pure). */
static inline Py_ssize_t
top_slot(keys_t keys)
{
    uint64_t functionality = (keys.lo & FUNCTIONALITIES) >> 16;
    int top = functionality == 0 ? 0 : 64 - LEADING_ZEROS(functionality);
    int column = hot.per_backend[top];
    return column < 0 ? top : N_FUNCTIONALITY + N_PER_BACKEND * top_backend(keys) + column;
}

/* ---- state.c ---- */

/* Stored as a difference from the defaults, so that a new thread's zeros mean "the defaults". */
typedef struct {
    keys_t include, exclude;
} thread_keys;
extern THREAD_LOCAL thread_keys tls HIDDEN NEAR_TLS;

static inline keys_t
included(void)
{
    return (keys_t){tls.include.lo ^ hot.default_include.lo,
                    (tls.include.hi ^ hot.default_include.hi) & ~hot.recording};
}

static inline keys_t
excluded(void)
{
    return (keys_t){tls.exclude.lo ^ hot.default_exclude.lo, tls.exclude.hi ^ hot.default_exclude.hi};
}

/* (keys of the arguments | included) - excluded, and RECORDING while calls are recorded */
static inline keys_t
with_thread_state(keys_t keys)
{
    keys_t exclude = excluded();
    keys.lo = (keys.lo | (tls.include.lo ^ hot.default_include.lo)) & ~(exclude.lo & ~BACKENDS_LOW);
    keys.hi |= tls.include.hi ^ hot.default_include.hi;
    return keys;
}

/* Is the thread in inference mode?  Then it does not include the key that tracks writes. */
static inline int
in_inference(void)
{
    return (included().lo & hot.inference_keys.lo & FUNCTIONALITIES) == 0 && hot.inference_keys.lo != 0;
}

extern THREAD_LOCAL int records_nothing HIDDEN NEAR_TLS; /* inside no_grad */
void set_recording(int records);
void follow_tangents(int on);
PyObject *hot_is_grad_enabled(PyObject *module, PyObject *unused);
PyObject *hot_set_grad_mode(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
void set_thread_keys(keys_t include, keys_t exclude);
PyObject *hot_get_state(PyObject *module, PyObject *unused);
PyObject *hot_includes(PyObject *module, PyObject *keys);
PyObject *hot_set_state(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
int state_init_types(PyObject *module);
int modes_init_types(PyObject *module); /* modes.c */

/* ---- bind.c ---- */

/* Arguments in kernel order: positional ones, then the values of `kwnames`. */
typedef struct {
    PyObject *const *values;
    Py_ssize_t n_positional;
    PyObject *kwnames; /* NULL: none */
} args_t;

/* Arguments in kernel order, with what had to be made for them. */
typedef struct {
    PyObject *values[MAX_ARGS];
    PyObject *owned[MAX_ARGS];
    Py_ssize_t n_owned;
    PyObject *kwnames; /* owned */
    args_t args;
} bound_t;

/* A tuple and a dict as arguments of a call, which own the dict's values: other code may hold the dict and change it. */
typedef struct {
    PyObject **values;
    PyObject *kwnames;
    args_t args;
} unboxed_t;

int fits_list(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys);
int convert(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys, PyObject **out);
int bind_all(const Signature *sig, args_t args, keys_t *keys, bound_t *bound);
void bound_release(bound_t *bound);
int fill_hole(const Signature *sig, Py_ssize_t i, bound_t *bound);
PyObject *box_positional(args_t args);
PyObject *box_keywords(args_t args);
PyObject *call_boxed(PyObject *hook, Op *op, PyObject *middle, args_t args);
int collect_keys(const Signature *sig, PyObject *positional, PyObject *keywords, keys_t *keys);
int unbox(PyObject *positional, PyObject *keywords, unboxed_t *unboxed);
void unboxed_release(unboxed_t *unboxed);
int ask_bind(Op *op, args_t args, PyObject **bound);

static inline int
is_scalar(PyObject *value)
{
    return PyLong_CheckExact(value) || PyFloat_CheckExact(value) || PyBool_Check(value) || PyComplex_CheckExact(value);
}

/* Does `value` fit as it is?  1: yes, and its keys are in `keys`; 0: not as it is; -1: error. */
static inline int
fits(uint8_t kind, PyObject *exact, PyObject *value, keys_t *keys)
{
    if (value == Py_None && (kind & OPTIONAL))
        return 1;
    if (kind & LIST)
        return 0; /* fits_list, out of line */
    switch (kind & KIND_BASE) {
    case KIND_TENSOR:
        return add_keys(value, keys);
    case KIND_OPERAND:
        return is_scalar(value) ? 1 : add_keys(value, keys);
    case KIND_EXACT:
        return (PyObject *)Py_TYPE(value) == exact;
    case KIND_FLOAT:
        return PyFloat_CheckExact(value);
    case KIND_SCALAR:
        return is_scalar(value);
    case KIND_SYMINT:
        return PyLong_CheckExact(value) || (hot.symint_type != NULL && PyObject_TypeCheck(value, hot.symint_type));
    case KIND_ANY:
        return 1;
    default:
        return 0;
    }
}

/* ---- arrays.c, memory.c, versions.c ---- */

int use_numpy(PyObject *quiet);
PyObject *call_arrays(PyObject *fn, const Kernel *kernel, const Signature *sig, args_t args);
int bump_versions(const Signature *sig, uint64_t writes, PyObject *beyond, args_t args);
PyObject *view_tensor(PyObject *value, PyObject *base, int is_view);
int knows_numpy(void);
PyObject *hot_wrap(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_view(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_restride(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_data_ptr(PyObject *module, PyObject *array);
int shares_memory(PyObject *a, PyObject *b);
PyObject *hot_shares_memory(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
int versions_init_types(PyObject *module);

/* ---- metadata.c, shortcuts.c, indexing.c, making.c, picking.c, programs.c, random.c, elimination.c ---- */

int set_dtypes(PyObject *pairs);
int sizes_init_types(PyObject *module);
PyObject *hot_tensor_of(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_member(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
int set_size_type(PyObject *value);
int metadata_init_types(PyObject *module);
PyObject *hot_shortcut(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_program(PyObject *module, PyObject *args);
PyObject *run_program_over(PyObject *capsule, PyObject *const *args, Py_ssize_t n);
PyObject *hot_weigh_rows(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_eliminate(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_convolve(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_substitute(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_solve_small(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_factor_small(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_draw_into(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_convert_halves(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_draw_normals(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *operators_in(PyObject *const *args, Py_ssize_t n);
PyObject *read_element(PyObject *ops, PyObject *tensor, PyObject *array);
PyObject *index_as_view(PyObject *ops, PyObject *tensor, PyObject *array, PyObject *index);
PyObject *index_by_operators(PyObject *ops, PyObject *tensor, PyObject *index);
int shortcuts_init_types(PyObject *module);

/* ---- storage.c ---- */

void array_extent(PyObject *array, char **low, char **high);
PyObject *array_at(PyObject *like, char *first, PyObject *owner);
Storage *storage_of(TensorBase *tensor);
void tensor_show(TensorBase *tensor, PyObject *data, Storage *storage);
void join_storage(TensorBase *tensor, Storage *storage);
void leave_storage(TensorBase *tensor);
int is_part_of(PyObject *array, const Storage *storage);
PyObject *tensor_byte_offset(PyObject *self, void *closure);
int storage_init_types(PyObject *module);

/* ---- plan.c, op.c, op_type.c, hops.c, forward.c, form.c, function.c ---- */

void plan_release(plan_t *plan);
plan_t *plan_new(PyObject *signature, PyObject *layout, PyObject *kernels);
int plan_init_types(PyObject *module);

/* ---- registrations.c ---- */
PyObject *hot_place_of_caller(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
int registrations_init_types(PyObject *module);
int op_init_types(PyObject *module);
int forward_init_types(PyObject *module);
PyObject *run_on_cpu(PyObject *op, args_t args);
PyObject *run_arrays_on_cpu(PyObject *op, args_t args);
int call_if_fits(PyObject *op, args_t args, PyObject **result);
int call_as_is(PyObject *op, uint64_t kept, args_t args, keys_t *keys, PyObject **result);
Signature *signature_of(PyObject *op);
PyObject *run_placed(PyObject *op, keys_t keys, args_t args);
PyObject *forward_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
PyObject *forward_vectorcall(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames);
int forward_traverse(PyObject *self, visitproc visit, void *arg);
int forward_clear(PyObject *self);
void forward_dealloc(PyObject *self);
int form_init_types(PyObject *module);
int function_init_types(PyObject *module);
PyObject *hot_are_plain(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_keys_of_call(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_hops(PyObject *module, PyObject *const *args, Py_ssize_t nargs);

/* ---- call_log.c ---- */

uint64_t begin_call(Op *op, const plan_t *plan, const Kernel *first, keys_t keys, int is_call, args_t args);
void end_call(uint64_t token);
void mark_open(PyObject *text);
enum { DECOMPOSITION, NO_DERIVATIVE };
void mark_constant(int which);
PyObject *hot_mark_call(PyObject *module, PyObject *text);
int call_log_init_types(PyObject *module);

/* ---- array_calls.c ---- */

int array_calls_init_types(PyObject *module);
PyObject *hot_share_array(PyObject *module, PyObject *array);
PyObject *hot_copy_arrays(PyObject *module, PyObject *on);

/* ---- graph.c, recording.c, backward.c ---- */

int graph_init_types(PyObject *module);
int formulas_init_types(PyObject *module);
int recording_init_types(PyObject *module);
int custom_init_types(PyObject *module);
int passes_init_types(PyObject *module);
PyObject *record_call(Op *op, plan_t *plan, PyObject *recorder, keys_t keys, args_t args);
PyObject *continue_below(Op *op, plan_t *plan, keys_t keys, args_t args);
PyObject *hot_recorder(PyObject *module, PyObject *args, PyObject *kwargs);
PyObject *record_custom(Op *op, plan_t *plan, PyObject *fn, keys_t keys, args_t args);
PyObject *python_of_custom(PyObject *fn);
PyObject *hot_custom_recorder(PyObject *module, PyObject *python);
PyObject *hot_forget_recipes(PyObject *module, PyObject *unused);
PyObject *hot_set_careful(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_try_grad(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_reduction_gradient(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_sum_rows(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_grid_samples(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_grid_sample_gradients(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_compute_unseen_complex(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_compute_unseen(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_run_backward(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_current_task(PyObject *module, PyObject *unused);
int try_backward(PyObject *tensor, int keep_graph);
PyObject *tensor_of_array(PyObject *array);
PyObject *tensor_of_result(PyObject *array);
PyObject *call_quietly(PyObject *fn, args_t args);
PyObject *hot_described(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* ---- levels.c, entering.c, batching.c ---- */

int levels_init_types(PyObject *module);
int batching_init_types(PyObject *module);
PyObject *hot_batching_plan(PyObject *module, PyObject *args);
int tangents_init_types(PyObject *module);
PyObject *hot_forward_rule(PyObject *module, PyObject *args);
PyObject *hot_configure_jvp(PyObject *module, PyObject *args);
PyObject *hot_batching_rule(PyObject *module, PyObject *args);
PyObject *hot_run_vmap(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_run_grad(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_run_at_level(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_configure_entries(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_configure_batching(PyObject *module, PyObject *args);
PyObject *call_level(Op *op, PyObject *kernel, keys_t keys, args_t args);
PyObject *hot_level_kernel(PyObject *module, PyObject *args);
PyObject *hot_configure_levels(PyObject *module, PyObject *args);
PyObject *hot_configure_vmap(PyObject *module, PyObject *args);
PyObject *hot_configure_grad(PyObject *module, PyObject *args);
PyObject *hot_configure_functional(PyObject *module, PyObject *args);
PyObject *hot_functional_in_c(PyObject *module, PyObject *flag);
typedef struct {
    const char *name;
    Py_ssize_t *where;
} slot_t;

int find_slots(PyTypeObject *type, const slot_t *slots); /* functional_setup.c */
/* nodes.c */
PyObject *hot_configure_nodes(PyObject *module, PyObject *args);
PyObject *hot_map_aggregate(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_map_arg(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_new_node(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_set_arguments(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_run_functional(PyObject *module, PyObject *const *args, Py_ssize_t nargs);
PyObject *hot_place_along(PyObject *module, PyObject *const *args, Py_ssize_t nargs); /* placing.c */
PyObject *hot_wrap_at(PyObject *module, PyObject *const *args, Py_ssize_t nargs);

/* ---- vectorcall.c, module.c ---- */

PyObject *keep_vectorcall(PyObject *type, PyObject *args, PyObject *kwargs, PyTypeObject *base);
int watch_call(PyTypeObject *type);
int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **where);

#endif
