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
 * programs.c    elementwise functions of small arrays, as lists of NumPy's loops
 * program_reading.c  how Python gives these lists
 * converting.c  float16 and float32
 * random.c      arrays filled with random numbers
 * grid_sampling.c  samples of small images at the places of a grid
 * elimination.c LU factors and triangular systems of small matrices
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
 * C knows bits, slots and pointers, never names.  A hook in Python builds every message that needs names.
 */
#ifndef WYE_HOT_H
#define WYE_HOT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <structmember.h>

#include "compiler.h"

/* ---- key words: see Note [The key word] (_pure) ---- */

typedef struct {
    uint64_t lo; /* PyTorch's word: 16 backends, 48 functionalities */
    uint64_t hi; /* named backends */
} keys_t;

#define BACKENDS_LOW UINT64_C(0xFFFF)
#define REQUIRES_GRAD (UINT64_C(1) << 63) /* no key: see Note [The grad bit] (_pure) */
#define RECORDING (UINT64_C(1) << 63)     /* of the high word: see Note [Recording costs nothing when it is off] */
#define FUNCTIONALITIES (~(BACKENDS_LOW | REQUIRES_GRAD))
#define N_FUNCTIONALITY 48
#define N_PER_BACKEND 6
#define MAX_ARGS 64

/* ---- kinds: see Note [Argument kinds] (_pure) ---- */

enum { KIND_ANY, KIND_TENSOR, KIND_EXACT, KIND_SCALAR, KIND_PYTHON, KIND_FLOAT, KIND_OPERAND, KIND_SYMINT };
#define KIND_BASE 0x0F
#define LIST 0x10
#define OPTIONAL 0x20
#define OPTIONAL_ELEMENT 0x40
#define SINGLE 0x80

enum { PLAIN = 1, KEYSET, BOXED, PASS, FALLTHROUGH, ERROR, ARRAYS };

/* What is done about a kernel's result: checked against the schema; that, and it may share no memory with an argument;
 * nothing, because the kernel stands for the caller. */
enum { RESULT_CHECKED, RESULT_FRESH, RESULT_UNCHECKED };

/* How a view was made: without recording gradients, as one of several results, in inference mode.  Autograd reads it. */
enum { MADE_WITHOUT_GRAD = 1, MADE_WITH_OTHERS = 2, MADE_IN_INFERENCE = 4 };

/* What a call does at one key: see hops(). */
enum { HOP_RAN, HOP_PASSED, HOP_FELL_THROUGH, HOP_MISSING, HOP_ERROR };

/* What a kernel of arrays returns in one place: a view of, itself, or the memory of, the argument with the number in the
 * low bits. */
enum { RETURNS_VIEW = 0x00, RETURNS_SAME = 0x40, RETURNS_FRESH = 0x80, RETURNS_VALUE = 0x81, RETURNS_DETACHED = 0xC0 };

/* ---- objects ---- */

typedef struct {
    PyObject_HEAD
    keys_t keys;
} KeyBits;

struct Storage;

typedef struct TensorBase {
    PyObject_HEAD
    keys_t keys;
    PyObject *data;          /* a NumPy array or a MetaArray; NULL: none */
    struct Storage *storage; /* the storage that `data` is a view of; NULL: not shared and not requested yet */
    PyObject *base;          /* the tensor that this one is a view of; NULL: none */
    PyObject *version;       /* a Version, shared by views; NULL: never written, never requested */
    PyObject *autograd;      /* autograd's data for this tensor; NULL: none */
    struct TensorBase *previous, *next; /* of those over the same storage */
    uint8_t made;                       /* how a view was made: MADE_ flags */
    uint8_t dual;                       /* is the grad bit there for a tangent alone? */
    uint8_t detached;                   /* was it taken out of the graph that computed it? */
    uint32_t seen;                      /* the version of the memory when a view was made, its low bits */
    PyObject *weakrefs;
} TensorBase;

/* Are gradients computed for it?  See Note [The grad bit] (_pure). */
static inline int
requires_grad(const TensorBase *tensor)
{
    return (tensor->keys.lo & REQUIRES_GRAD) != 0 && !tensor->dual;
}

/* The memory that tensors share.  See Note [Shared storage] (_pure/storage.py). */
typedef struct Storage {
    PyObject_HEAD
    PyObject *memory;        /* an array that holds the bytes, or a description of memory that is not there */
    char *start;             /* its first byte; NULL: there is no data */
    Py_ssize_t nbytes;       /* -1: what the description says */
    Py_ssize_t capacity;     /* at least `nbytes`: shrinking keeps the memory */
    PyObject *device;        /* NULL: the CPU */
    PyObject *source;        /* the array that the memory came from, which stays alive as long; NULL: none */
    TensorBase *tensors;     /* borrowed: each of them takes itself out */
    char resizable, guarded; /* guarded: Python is asked before the memory is handed out */
    PyObject *weakrefs;
} Storage;

typedef struct {
    PyObject_HEAD
    long long count;
} Version;

/* Tried before a kernel's function.  NULL without an error: call the function. */
typedef PyObject *(*shortcut_fn)(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);

typedef struct {
    PyObject_HEAD
    shortcut_fn fn;
    int takes_keywords;  /* and its first argument need not be an array */
    PyObject *ops;       /* a tuple of the operators that it calls; of a program, the program */
    PyObject *otherwise; /* what to call on plain floats where the shortcut gives no answer, or NULL */
} Shortcut;

/* Where a call continues when it skips a kernel, and which writes that counts. */
typedef struct {
    PyObject_HEAD
    keys_t keys;      /* those that are left */
    uint64_t writes;  /* the first 64 arguments: those whose versions the call bumps */
    PyObject *beyond; /* an int: the same of all arguments, where some from number 64 on are written; else NULL */
} Pass;

/* How a kernel is called that computes on arrays. */
typedef struct {
    PyObject_HEAD
    PyObject *returns;    /* bytes, one code per return */
    PyObject *direct;     /* what to call instead on plain floats, or a Shortcut, or NULL */
    shortcut_fn shortcut; /* of that Shortcut; else NULL */
    char in_place;        /* `direct` stores its result in the first argument */
} ArrayCall;

/* What every kernel has.  `how` belongs to the kind: a PASS kernel has a Pass, an ARRAYS kernel an ArrayCall, the
 * others nothing or, if they are passed by where no argument requires grad, a Pass; a PLAIN one may have a Shortcut. */
typedef struct Kernel {
    PyObject_HEAD
    uint8_t kind, result;
    PyObject *fn;
    vectorcallfunc call; /* of a PLAIN Python function, else NULL */
    PyObject *how;       /* NULL: nothing */
} Kernel;

typedef struct {
    PyObject_HEAD
    Py_ssize_t n_slots, n_kernels; /* number of kernels that its slots refer to */
    const uint16_t *slots;         /* inside `bytes` */
    PyObject *bytes;
    uint64_t mask;
    Py_ssize_t n_masks; /* 0: one mask for all backends */
    uint64_t *masks;
    PyObject *weakrefs;
} Layout;

typedef struct {
    PyObject_HEAD
    Py_ssize_t n_args, n_positional, n_returns; /* n_returns < 0: returns are not checked */
    uint64_t required;
    const uint8_t *kinds, *return_kinds; /* inside `kinds_bytes`, `return_bytes` */
    PyObject *names, *kinds_bytes, *exact, *defaults, *return_bytes, *return_exact;
} Signature;

/* A finished table.  Counted apart from Python objects: a running call holds it, so a kernel may
 * remove itself, and its operator, while it runs.  What a plain call reads stands first, copied from
 * the objects that own it. */
typedef struct {
    Py_ssize_t refs;
    Py_ssize_t n_required, n_positional; /* number of positional arguments of a plain call; -1: no call is plain */
    const uint8_t *kinds;
    PyObject *const *exact;
    keys_t seen;                /* the keys of the last call, before masking: see lookup() */
    const struct Kernel *found; /* what they led to; NULL: nothing seen yet */
    keys_t found_keys;          /* the keys that kernel gets */
    uint64_t found_writes;      /* the arguments it writes to, where writes are counted */
    int return_kind;            /* of a single return, else -1 */
    /* the same of the last call with other keys: calls that are recorded, and those of gradients, take turns */
    keys_t seen_before, found_keys_before;
    const struct Kernel *found_before;
    uint64_t found_writes_before;
    Signature *signature;
    Layout *layout;
    Py_ssize_t n_kernels;
    Kernel *kernels[];
} plan_t;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    plan_t *plan; /* NULL: not defined */
    PyObject *weakrefs;
    uint8_t levels;       /* what function transforms may do with its calls in C: see levels.h */
    PyObject *forward;    /* how the tangents of its results are found; NULL: Python knows */
    PyObject *batching;   /* its plan under vmap, or the function of a composite; NULL: none */
    PyObject *functional; /* what functionalize does with its calls, a tuple: see functional.c; NULL: Python knows */
} Op;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *target; /* NULL: nothing to call yet */
    PyObject *first;  /* an operator to call instead where the arguments fit it; NULL: none */
    PyObject *weakrefs;
} Forward;

/* What a parameter of a form is, where it is no argument of the operator: see Note [Forms of a function] (_pure). */
enum { GRAD_FLAG = 0xFD, OUTPUTS = 0xFE, DROPPED = 0xFF };

/* One way to call a public function. */
typedef struct {
    PyObject_HEAD
    PyObject *op; /* what it calls */
    Py_ssize_t n_args, n_positional;
    uint64_t required, converts;           /* a bit per parameter */
    const uint8_t *kinds, *sizes, *places; /* inside the bytes below */
    Py_ssize_t gathers;                    /* the parameter that takes all integers that follow; -1: none */
    Py_ssize_t outputs;                    /* how many tensors `out` has, where it is a tuple */
    int is_plain;                          /* positional parameters are the operator's own */
    /* Defaults of the function that are not the operator's: pairs of a number and a value, or triples with keys: the
     * value is filled in where one of these is included in the thread, or an argument has one. */
    PyObject *fills;
    keys_t watched; /* all keys of such triples */
    PyObject *names, *exact, *checks, *aliases, *kinds_bytes, *sizes_bytes, *places_bytes;
} Form;

typedef struct {
    Forward forward;
    PyObject *forms; /* a tuple of Forms, in the order in which they are tried; NULL: not made yet */
    PyObject *pack;  /* the class of several results, `tuple` for lists; NULL: there is one result */
} Function;

/* ---- what is known about a type of argument ---- */

enum { CARRIER = 1, FIXED, CALLED };
typedef struct {
    PyTypeObject *type; /* strong, so that its address cannot be reused */
    int how;
    keys_t keys;
    PyObject *fn;
} type_entry;
#define N_TYPES 256

/* ---- the module's state: one instance, see Note [One interpreter] (module.c) ---- */

#define STATE_REFS(X)                     \
    X(PyTypeObject *, keybits_type)       \
    X(PyTypeObject *, tensor_type)        \
    X(PyTypeObject *, pass_type)          \
    X(PyTypeObject *, arrays_type)        \
    X(PyTypeObject *, kernel_type)        \
    X(PyTypeObject *, layout_type)        \
    X(PyTypeObject *, signature_type)     \
    X(PyTypeObject *, op_type)            \
    X(PyTypeObject *, forward_type)       \
    X(PyTypeObject *, function_type)      \
    X(PyTypeObject *, form_type)          \
    X(PyTypeObject *, number_type)        \
    X(PyTypeObject *, guard_type)         \
    X(PyTypeObject *, mode_stack_type)    \
    X(PyTypeObject *, mode_type)          \
    X(PyTypeObject *, version_type)       \
    X(PyTypeObject *, storage_base)       \
    X(PyTypeObject *, storage_type)       \
    X(PyTypeObject *, plain_type)         \
    X(PyTypeObject *, keyset_type)        \
    X(PyTypeObject *, array_type)         \
    X(PyTypeObject *, size_type)          \
    X(PyTypeObject *, getter_type)        \
    X(PyTypeObject *, method_type)        \
    X(PyTypeObject *, shortcut_type)      \
    X(PyTypeObject *, symint_type)        \
    X(PyTypeObject *, autograd_type)      \
    X(PyTypeObject *, node_type)          \
    X(PyTypeObject *, plan_base)          \
    X(PyTypeObject *, custom_type)        \
    X(PyTypeObject *, handle_type)        \
    X(PyTypeObject *, recorder_type)      \
    X(PyTypeObject *, task_type)          \
    X(PyTypeObject *, call_log_type)      \
    X(PyObject *, bind)                   \
    X(PyObject *, check_return)           \
    X(PyObject *, explain_miss)           \
    X(PyObject *, explain_undefined)      \
    X(PyObject *, resolve_type)           \
    X(PyObject *, explain_alias)          \
    X(PyObject *, explain_failure)        \
    X(PyObject *, override)               \
    X(PyObject *, cpu_device)             \
    X(PyObject *, strided)                \
    X(PyObject *, default_dtype)          \
    X(PyObject *, quiet_variable)         \
    X(PyObject *, quiet_value)            \
    X(PyTypeObject *, wrapped_type)       \
    X(PyTypeObject *, level_base)         \
    X(PyTypeObject *, level_kernel_type)  \
    X(PyTypeObject *, batched_array)      \
    X(PyTypeObject *, grad_array)         \
    X(PyTypeObject *, vmap_level)         \
    X(PyTypeObject *, grad_level)         \
    X(PyObject *, wrap_batched)           \
    X(PyObject *, wrap_grad)              \
    X(PyObject *, level_thread)           \
    X(PyObject *, level_stack)            \
    X(PyObject *, map_trees)              \
    X(PyObject *, unwrap_trees)           \
    X(PyObject *, grad_trees)             \
    X(PyObject *, finish_grad)            \
    X(PyObject *, saved_hooks)            \
    X(PyObject *, no_hooks)               \
    X(PyObject *, ones_like_op)           \
    X(PyObject *, zeros_like_op)          \
    X(PyTypeObject *, vmap_info)          \
    X(PyTypeObject *, batching_rule_type) \
    X(PyTypeObject *, jvp_level)          \
    X(PyTypeObject *, forward_rule_type)  \
    X(PyObject *, forward_thread)         \
    X(PyTypeObject *, batching_plan_type) \
    X(PyTypeObject *, functional_array)   \
    X(PyTypeObject *, functional_storage) \
    X(PyTypeObject *, functional_step)    \
    X(PyTypeObject *, functional_level)   \
    X(PyObject *, wrap_functional)        \
    X(PyObject *, wrap_functionals)       \
    X(PyObject *, finish_view)            \
    X(PyObject *, regenerate)             \
    X(PyObject *, functional_trees)       \
    X(PyObject *, unwrap_functionals)     \
    X(PyObject *, copy_functional)        \
    X(PyObject *, functional_thread)      \
    X(PyObject *, name_lifts)             \
    X(PyTypeObject *, graph_node)         \
    X(PyObject *, immutable_list)         \
    X(PyObject *, immutable_dict)         \
    X(PyObject *, no_node_keywords)       \
    X(PyObject *, node_kinds)             \
    X(PyObject *, no_keywords)            \
    X(PyObject *, name_forward)           \
    X(PyObject *, name_inverse)           \
    X(PyObject *, name_remember)          \
    X(PyObject *, view_op)                \
    X(PyObject *, movedim_op)             \
    X(PyTypeObject *, accumulator_class)  \
    X(PyTypeObject *, copy_slices_class)  \
    X(PyObject *, clone_op)               \
    X(PyObject *, edge_of)                \
    X(PyObject *, mark_output)            \
    X(PyObject *, save_output)            \
    X(PyObject *, fit_gradient)           \
    X(PyObject *, count_gradients)        \
    X(PyObject *, run_with_hooks)         \
    X(PyObject *, run_elsewhere)          \
    X(PyObject *, run_tensor_hooks)       \
    X(PyObject *, custom_recipe)          \
    X(PyObject *, finish_custom)          \
    X(PyObject *, add_gradients)          \
    X(PyObject *, sum_gradient)           \
    X(PyObject *, add_to_gradient)        \
    X(PyObject *, lock_gradients)         \
    X(PyObject *, unlock_gradients)

#define N_DTYPES 24 /* that NumPy has itself */
#define STATE_FIELD(type, name) type name;
typedef struct {
    STATE_REFS(STATE_FIELD)
    int8_t per_backend[N_FUNCTIONALITY]; /* functionality -> column, or -1 */
    keys_t default_include, default_exclude;
    keys_t array_keys;     /* of a plain tensor over an array */
    keys_t view_keys;      /* that a view takes over from what it is a view of */
    keys_t conjugate_keys; /* the one of them that says that the elements are to be conjugated */
    keys_t autograd_keys;  /* that are excluded below autograd */
    keys_t after_autograd; /* those below */
    keys_t level_keys;     /* that are included while a function transform runs */
    keys_t level_counted;  /* that are not excluded when it begins: its tensors and calls are known by them */
    keys_t batched_removed, batched_added, grad_removed, grad_added; /* of wrapped tensors: see levels.c */
    keys_t functional_removed, functional_added;                     /* of functional tensors */
    int functional_in_c;                         /* may calls inside of functionalize be handled in C? */
    keys_t at_level_included, at_level_excluded; /* while autograd's kernels run at a level */
    keys_t inference_keys; /* that tensors made in inference mode do not have: see Note [Inference tensors] (_pure) */
    keys_t handler_keys;   /* keys of tensors whose class handles calls: their metadata is answered in Python */
    int fills_new_memory;  /* must `empty` write a value into every element?  Python does. */
    PyObject *dtypes[N_DTYPES]; /* by NumPy's number; NULL: not requested yet */
    keys_t function_keys;       /* the bit of calls that function modes and subclasses want to see */
    type_entry types[N_TYPES];
    uint64_t types_forgotten; /* how often `types` was emptied: an answer to an earlier request is not kept */
    struct CallLog *logs;     /* borrowed: the logs that are active; NULL: none */
    uint64_t recording;       /* RECORDING while there is one, else 0 */
} hot_state;
extern hot_state hot HIDDEN;

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
int call_as_is(PyObject *op, args_t args, keys_t *keys, PyObject **result);
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
