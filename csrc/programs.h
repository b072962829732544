/* Programs, as program_reading.c makes them and programs.c runs them. */
#ifndef WYE_PROGRAMS_H
#define WYE_PROGRAMS_H

#include "views.h"
#include <numpy/ufuncobject.h>

#define MOST_REGISTERS 1023
#define MOST_ELEMENTS (1 << 14) /* of an array; larger ones: the rule, where the time does not matter */
#define MOST_OPERANDS 6

/* What steps do: those from ADD on have a loop, too. */
enum {
    SELECT,
    CAST,
    LOOP,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MAXIMUM,
    MINIMUM,
    LESS,
    UP_TO,
    GREATER,
    FROM,
    EQUAL,
    UNEQUAL,
    NEGATIVE,
    ABSOLUTE,
    SQUARE,
    ROOT,
    RECIPROCAL,
    IS_NAN
};

/* Where a register lies, and how far apart its elements are: 0 for a number. */
typedef struct {
    char *at;
    npy_intp step;
} place_t;

typedef struct {
    PyUFuncGenericFunction loop;
    void *data;
    uint8_t what, n_in;
    uint16_t in[3], out;
} step_t;

/* Registers are numbered: operands, constants, results, then scratch memory. */
typedef struct {
    int n_constants, n_results, n_registers, n_steps, n_scratch;
    uint8_t types[MOST_REGISTERS + 1]; /* NumPy's numbers: NPY_BOOL, NPY_FLOAT or NPY_DOUBLE */
    double *constants;
    step_t *steps;
} variant_t;

/* An operand that is a number has a default and a range outside of which the rule is asked. */
typedef struct {
    PyObject *name;
    int is_number;
    double fallback, low, high;
} operand_t;

typedef struct {
    int n_operands, in_place;
    npy_intp most; /* elements of an array; larger ones: the rule */
    int promotes;  /* operands may be integers and bools, which are converted to the floats beside them */
    operand_t operands[MOST_OPERANDS];
    PyObject *maker;       /* gives the variant for a letter, when it is first needed */
    PyObject *uses[2];     /* what it gave, for float and double: the ufuncs that the steps refer to stay alive */
    variant_t variants[2]; /* without steps: the rule */
} program_t;

/* program_reading.c */
extern const char *const program_name HIDDEN; /* of capsules */
const variant_t *variant_for(program_t *program, int which);

/* The bytes of an element. */
static inline npy_intp
size_of(int type)
{
    return type == NPY_FLOAT ? 4 : type == NPY_DOUBLE ? 8 : 1;
}

/* program_steps.c */
int own_step(const char *name, int n_in, int in_type, int out_type);
void run_steps(const variant_t *variant, const place_t *places, npy_intp n);

/* programs.c */
PyObject *run_program(PyObject *capsule, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);

#endif
