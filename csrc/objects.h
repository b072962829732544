/* The objects of the engine as they lie in memory, and the one state of the module.  hot.h has the functions. */
#ifndef WYE_OBJECTS_H
#define WYE_OBJECTS_H

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

/* How a view was made: without recording gradients, as one of several results, in inference mode.  Autograd reads it.
 * Inside grad: as a view of a tensor that the function did not make.  8 is IN_FUNCTION of autograd's views. */
enum { MADE_WITHOUT_GRAD = 1, MADE_WITH_OTHERS = 2, MADE_IN_INFERENCE = 4, MADE_OF_CAPTURED = 16 };

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
    uint64_t kept;                         /* of the low word: factories are called without the grad bit */
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

#endif
