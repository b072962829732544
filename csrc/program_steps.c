/* The steps of programs.
 *
 * Steps that are one instruction an element are computed here where there are few elements: calling NumPy's loop takes
 * longer than all of them.  IEEE 754 leaves no choice in any of them, so that the results are NumPy's bit by bit (but
 * for the sign of a NaN); where there is one, as which of 0 and -0 is the greatest, NumPy's loop is asked.
 */
#include "programs.h"
#include <math.h>

#define FEW 16

static const struct {
    const char *name;
    uint8_t n_in, what;
} own[] = {
    {"add", 2, ADD},
    {"subtract", 2, SUBTRACT},
    {"multiply", 2, MULTIPLY},
    {"divide", 2, DIVIDE},
    {"maximum", 2, MAXIMUM},
    {"minimum", 2, MINIMUM},
    {"less", 2, LESS},
    {"less_equal", 2, UP_TO},
    {"greater", 2, GREATER},
    {"greater_equal", 2, FROM},
    {"equal", 2, EQUAL},
    {"not_equal", 2, UNEQUAL},
    {"negative", 1, NEGATIVE},
    {"absolute", 1, ABSOLUTE},
    {"square", 1, SQUARE},
    {"sqrt", 1, ROOT},
    {"reciprocal", 1, RECIPROCAL},
    {"isnan", 1, IS_NAN},
};

/* What a ufunc does as a step of its own; LOOP: something else. */
int
own_step(const char *name, int n_in, int in_type, int out_type)
{
    if (name == NULL || (in_type != NPY_FLOAT && in_type != NPY_DOUBLE))
        return LOOP;
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
        int is_question = (own[i].what >= LESS && own[i].what <= UNEQUAL) || own[i].what == IS_NAN;
        if (own[i].n_in == n_in && strcmp(own[i].name, name) == 0)
            return out_type == (is_question ? NPY_BOOL : in_type) ? own[i].what : LOOP;
    }
    return LOOP;
}

#define EACH(expression)                  \
    for (npy_intp i = 0; i < n; i++) {    \
        x = a[i * by_a], y = b[i * by_b]; \
        expression;                       \
    }                                     \
    return 1

/* A step of one kind on a few elements; 0: NumPy's loop has to do it.  Operands lie packed (by: 1) or are numbers (0). */
#define DEFINE_FOR(real, root, magnitude)                                                                      \
    static int compute_##real(int what, const real *a, npy_intp by_a, const real *b, npy_intp by_b, void *out, \
                              npy_intp n)                                                                      \
    {                                                                                                          \
        real *to = out, x, y;                                                                                  \
        npy_bool *is = out;                                                                                    \
        switch (what) {                                                                                        \
        case ADD:                                                                                              \
            EACH(to[i] = x + y);                                                                               \
        case SUBTRACT:                                                                                         \
            EACH(to[i] = x - y);                                                                               \
        case MULTIPLY:                                                                                         \
            EACH(to[i] = x * y);                                                                               \
        case DIVIDE:                                                                                           \
            EACH(to[i] = x / y);                                                                               \
        case MAXIMUM:                                                                                          \
            EACH(if (!(x > y || x < y)) return 0; to[i] = x > y ? x : y);                                      \
        case MINIMUM:                                                                                          \
            EACH(if (!(x > y || x < y)) return 0; to[i] = x < y ? x : y);                                      \
        case LESS:                                                                                             \
            EACH(is[i] = x < y);                                                                               \
        case UP_TO:                                                                                            \
            EACH(is[i] = x <= y);                                                                              \
        case GREATER:                                                                                          \
            EACH(is[i] = x > y);                                                                               \
        case FROM:                                                                                             \
            EACH(is[i] = x >= y);                                                                              \
        case EQUAL:                                                                                            \
            EACH(is[i] = x == y);                                                                              \
        case UNEQUAL:                                                                                          \
            EACH(is[i] = x != y);                                                                              \
        case NEGATIVE:                                                                                         \
            EACH(to[i] = -x);                                                                                  \
        case ABSOLUTE:                                                                                         \
            EACH(to[i] = magnitude(x));                                                                        \
        case SQUARE:                                                                                           \
            EACH(to[i] = x * x);                                                                               \
        case ROOT:                                                                                             \
            EACH(to[i] = root(x));                                                                             \
        case RECIPROCAL:                                                                                       \
            EACH(to[i] = 1 / x);                                                                               \
        case IS_NAN:                                                                                           \
            EACH(is[i] = x != x);                                                                              \
        default:                                                                                               \
            return 0;                                                                                          \
        }                                                                                                      \
    }

DEFINE_FOR(float, sqrtf, fabsf)
DEFINE_FOR(double, sqrt, fabs)

static int
compute(const step_t *step, int type, const place_t *places, npy_intp n)
{
    const place_t *a = &places[step->in[0]], *b = step->n_in > 1 ? &places[step->in[1]] : a;
    npy_intp by_a = a->step != 0, by_b = b->step != 0;
    void *out = places[step->out].at;
    return type == NPY_FLOAT ? compute_float(step->what, (const float *)(void *)a->at, by_a,
                                             (const float *)(void *)b->at, by_b, out, n)
                             : compute_double(step->what, (const double *)(void *)a->at, by_a,
                                              (const double *)(void *)b->at, by_b, out, n);
}

static void
select_elements(const place_t *in, char *out, npy_intp size, npy_intp n)
{
    const char *mask = in[0].at, *yes = in[1].at, *no = in[2].at;
    if (size == 8) {
        for (npy_intp i = 0; i < n; i++, mask += in[0].step, yes += in[1].step, no += in[2].step)
            ((double *)(void *)out)[i] = *(const double *)(const void *)(*mask ? yes : no);
        return;
    }
    for (npy_intp i = 0; i < n; i++, mask += in[0].step, yes += in[1].step, no += in[2].step, out += size)
        memcpy(out, *mask ? yes : no, (size_t)size);
}

static void
cast_elements(place_t from, int type, char *out, int wanted, npy_intp n)
{
    for (npy_intp i = 0; i < n; i++, from.at += from.step) {
        double value = type == NPY_FLOAT    ? *(float *)(void *)from.at
                       : type == NPY_DOUBLE ? *(double *)(void *)from.at
                                            : (double)*(npy_bool *)from.at;
        if (wanted == NPY_FLOAT)
            ((float *)(void *)out)[i] = (float)value;
        else if (wanted == NPY_DOUBLE)
            ((double *)(void *)out)[i] = value;
        else
            ((npy_bool *)out)[i] = value != 0;
    }
}

void
run_steps(const variant_t *variant, const place_t *places, npy_intp n)
{
    for (int i = 0; i < variant->n_steps; i++) {
        const step_t *step = &variant->steps[i];
        char *out = places[step->out].at;
        int type = variant->types[step->out];
        if (step->what == SELECT) {
            place_t in[3] = {places[step->in[0]], places[step->in[1]], places[step->in[2]]};
            select_elements(in, out, size_of(type), n);
        }
        else if (step->what == CAST) {
            cast_elements(places[step->in[0]], variant->types[step->in[0]], out, type, n);
        }
        else if (n > FEW || step->what == LOOP || !compute(step, variant->types[step->in[0]], places, n)) {
            char *pointers[4];
            npy_intp steps[4], count = n;
            for (int k = 0; k < step->n_in; k++) {
                pointers[k] = places[step->in[k]].at;
                steps[k] = places[step->in[k]].step;
            }
            pointers[step->n_in] = out;
            steps[step->n_in] = size_of(type);
            step->loop(pointers, &count, steps, step->data);
        }
    }
}
