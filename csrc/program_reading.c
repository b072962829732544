/* Programs as Python gives them: registers, constants and steps, with the inner loops of NumPy that these run.
 *
 * What programs are for, and how they run: programs.c.
 */
#include "programs.h"
#include <math.h>

const char *const program_name = "wye._hot.program";

static void
free_variant(variant_t *variant)
{
    PyMem_Free(variant->constants);
    PyMem_Free(variant->steps);
}

static void
free_program(program_t *program)
{
    if (program == NULL)
        return;
    for (int i = 0; i < program->n_operands; i++)
        Py_XDECREF(program->operands[i].name);
    for (int i = 0; i < 2; i++) {
        free_variant(&program->variants[i]);
        Py_XDECREF(program->uses[i]);
    }
    Py_XDECREF(program->maker);
    PyMem_Free(program);
}

static void
free_capsule(PyObject *capsule)
{
    free_program((program_t *)PyCapsule_GetPointer(capsule, program_name));
}

static int
type_of_letter(int letter)
{
    return letter == 'f' ? NPY_FLOAT : letter == 'd' ? NPY_DOUBLE : letter == '?' ? NPY_BOOL : -1;
}

static int
refuse(const char *why)
{
    PyErr_SetString(PyExc_ValueError, why);
    return -1;
}

/* Find the loop of a ufunc for the types of a step's registers; 0: it has none. */
static int
find_loop(PyObject *ufunc, const variant_t *variant, step_t *step)
{
    const PyUFuncObject *of = (const PyUFuncObject *)ufunc;
    if (of->nin != step->n_in || of->nout != 1 || of->functions == NULL || of->types == NULL)
        return 0;
    for (int i = 0; i < of->ntypes; i++) {
        const char *types = of->types + i * of->nargs;
        int fits = types[of->nin] == variant->types[step->out];
        for (int k = 0; k < of->nin; k++)
            fits = fits && types[k] == variant->types[step->in[k]];
        if (fits && of->functions[i] != NULL) {
            step->loop = of->functions[i];
            step->data = of->data == NULL ? NULL : of->data[i];
            step->what = (uint8_t)own_step(of->name, of->nin, types[0], types[of->nin]);
            return 1;
        }
    }
    return 0;
}

/* Read one step: what it does, where the result goes, where the operands are.  -1: an error, 0: there is no such loop. */
static int
read_step(PyObject *tuple, const variant_t *variant, step_t *step)
{
    if (!PyTuple_CheckExact(tuple) || PyTuple_GET_SIZE(tuple) < 3 || PyTuple_GET_SIZE(tuple) > 5)
        return refuse("a step has a function, a result and one to three operands");
    step->n_in = (uint8_t)(PyTuple_GET_SIZE(tuple) - 2);
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(tuple); i++) {
        PyObject *number = PyTuple_GET_ITEM(tuple, i);
        long at = PyLong_CheckExact(number) ? PyLong_AsLong(number) : -1;
        if (at < 0 || at >= variant->n_registers)
            return refuse("a step refers to a register that there is not");
        *(i == 1 ? &step->out : &step->in[i - 2]) = (uint16_t)at;
    }
    PyObject *what = PyTuple_GET_ITEM(tuple, 0);
    const uint8_t *types = variant->types;
    if (PyLong_CheckExact(what)) {
        step->what = (uint8_t)(PyLong_AsLong(what) == SELECT ? SELECT : CAST);
        if (step->what == CAST ? step->n_in != 1
                               : step->n_in != 3 || types[step->in[0]] != NPY_BOOL ||
                                     types[step->in[1]] != types[step->out] || types[step->in[2]] != types[step->out])
            return refuse("a step has operands of other types than it takes");
        return 1;
    }
    if (strcmp(Py_TYPE(what)->tp_name, "numpy.ufunc") != 0)
        return refuse("a step is a ufunc, a choice or a conversion");
    return find_loop(what, variant, step);
}

/* Read the program for one dtype: the letters of its registers' types, constants, how many results, steps. */
static int
read_variant(PyObject *tuple, int n_operands, variant_t *variant)
{
    const char *letters;
    PyObject *constants, *steps;
    if (!PyArg_ParseTuple(tuple, "sO!iO!", &letters, &PyTuple_Type, &constants, &variant->n_results, &PyTuple_Type,
                          &steps))
        return -1;
    size_t length = strlen(letters);
    variant->n_constants = (int)PyTuple_GET_SIZE(constants);
    variant->n_registers = (int)length;
    variant->n_scratch = variant->n_registers - n_operands - variant->n_constants - variant->n_results;
    if (length > MOST_REGISTERS || variant->n_results < 1 || variant->n_results > 2 || variant->n_scratch < 0 ||
        variant->n_scratch > 64)
        return refuse("a program has too many registers, or results without registers");
    for (size_t i = 0; i < length; i++) {
        int type = type_of_letter(letters[i]);
        if (type < 0)
            return refuse("a register has floats, doubles or bools");
        variant->types[i] = (uint8_t)type;
    }
    variant->constants = PyMem_Calloc((size_t)variant->n_constants + 1, sizeof(double));
    variant->steps = PyMem_Calloc((size_t)PyTuple_GET_SIZE(steps) + 1, sizeof(step_t));
    if (variant->constants == NULL || variant->steps == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (int i = 0; i < variant->n_constants; i++) { /* stored in the dtype of their registers */
        double value = PyFloat_AsDouble(PyTuple_GET_ITEM(constants, i));
        if (value == -1.0 && PyErr_Occurred())
            return -1;
        int type = variant->types[n_operands + i];
        if (type == NPY_FLOAT)
            *(float *)(void *)&variant->constants[i] = (float)value;
        else if (type == NPY_DOUBLE)
            variant->constants[i] = value;
        else
            *(npy_bool *)(void *)&variant->constants[i] = value != 0;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(steps); i++) {
        int found = read_step(PyTuple_GET_ITEM(steps, i), variant, &variant->steps[i]);
        if (found <= 0)
            return found;
        if (variant->steps[i].out < n_operands + variant->n_constants)
            return refuse("a step would write to an operand or a constant");
    }
    variant->n_steps = (int)PyTuple_GET_SIZE(steps);
    return 0;
}

/* Read what an operand is: a name, and of a number its default and its range. */
static int
read_operand(PyObject *tuple, operand_t *operand)
{
    PyObject *name;
    operand->is_number = PyTuple_CheckExact(tuple) && PyTuple_GET_SIZE(tuple) == 4;
    operand->low = -INFINITY; /* a number may be in the place of an array */
    operand->high = INFINITY;
    if (!PyTuple_CheckExact(tuple))
        return refuse("an operand is a tuple of a name and, of a number, its default and range");
    if (!PyArg_ParseTuple(tuple, "U|ddd", &name, &operand->fallback, &operand->low, &operand->high))
        return -1;
    operand->name = Py_NewRef(name);
    return 0;
}

/* The program for one dtype, made when it is first needed; NULL: an error, or the rule. */
const variant_t *
variant_for(program_t *program, int which)
{
    if (LIKELY(program->uses[which] != NULL))
        return program->variants[which].n_steps > 0 ? &program->variants[which] : NULL;
    PyObject *given = PyObject_CallFunction(program->maker, "s", which ? "d" : "f");
    variant_t variant = {0};
    if (given != NULL && given != Py_None &&
        (PyTuple_CheckExact(given) ? read_variant(given, program->n_operands, &variant)
                                   : refuse("a variant of a program is a tuple")) < 0)
        Py_CLEAR(given);
    if (given == NULL || program->uses[which] != NULL || (program->in_place && variant.n_results > 1)) {
        free_variant(&variant); /* an error, or another thread was quicker */
        Py_XDECREF(given);
        return NULL;
    }
    program->variants[which] = variant;
    program->uses[which] = given;
    return variant.n_steps > 0 ? &program->variants[which] : NULL;
}

static PyObject *
new_program(PyObject *operands, PyObject *maker, int in_place, int promotes)
{
    program_t *program = PyMem_Calloc(1, sizeof(program_t));
    if (program == NULL)
        return PyErr_NoMemory();
    program->in_place = in_place;
    program->most = MOST_ELEMENTS;
    program->promotes = promotes && !in_place;
    program->maker = Py_NewRef(maker);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(operands); i++) {
        program->n_operands++;
        if (read_operand(PyTuple_GET_ITEM(operands, i), &program->operands[i]) < 0) {
            free_program(program);
            return NULL;
        }
    }
    PyObject *capsule = PyCapsule_New(program, program_name, free_capsule);
    if (capsule == NULL)
        free_program(program);
    return capsule;
}

/* A shortcut that runs a program. */
PyObject *
hot_program(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *operands, *maker, *otherwise;
    int in_place, promotes = 0;
    if (!PyArg_ParseTuple(args, "O!OpO|p", &PyTuple_Type, &operands, &maker, &in_place, &otherwise, &promotes) ||
        require_numpy() < 0)
        return NULL;
    if (PyTuple_GET_SIZE(operands) < 1 || PyTuple_GET_SIZE(operands) > MOST_OPERANDS || !PyCallable_Check(maker)) {
        refuse("a program has one to four operands and a function that makes it");
        return NULL;
    }
    PyObject *capsule = new_program(operands, maker, in_place, promotes);
    Shortcut *made = capsule == NULL ? NULL : (Shortcut *)hot.shortcut_type->tp_alloc(hot.shortcut_type, 0);
    if (made == NULL) {
        Py_XDECREF(capsule);
        return NULL;
    }
    if (otherwise == Py_None) /* then pieces of a large array are better than an array for each step */
        ((program_t *)PyCapsule_GetPointer(capsule, program_name))->most = NPY_MAX_INTP;
    made->fn = run_program;
    made->takes_keywords = 1;
    made->ops = capsule;
    made->otherwise = otherwise == Py_None ? NULL : Py_NewRef(otherwise);
    return (PyObject *)made;
}
