/* What samples read along one dimension, and what they mix, for one float type.
 *
 * Included twice by grid_sampling.c, with `real` and the functions of <math.h> for it.
 */

/* A place inside of the image, and how fast it grows with the one given. */
static real
NAMED(reflected)(real at, npy_intp size, int corners, real *slope)
{
    real low = corners ? 0 : (real)-0.5, span = (real)(corners ? size - 1 : size);
    if (span == 0) {
        *slope = 0;
        return at * 0;
    }
    real shifted = at - low, distance = NAMED(abs_of)(shifted), extra = NAMED(rest_of)(distance, span);
    *slope = shifted < 0 ? -1 : 1;
    if (NAMED(rest_of)(NAMED(floor_of)(distance / span), 2) != 1)
        return extra + low;
    *slope = -*slope;
    return span - extra + low;
}

static real
NAMED(padded)(real at, npy_intp size, const sampling_t *how, real *slope)
{
    real last = (real)(size - 1);
    *slope = 1;
    if (how->padding != BORDER)
        at = NAMED(reflected)(at, size, how->corners, slope);
    if (!(at > 0 && at < last))
        *slope *= 0;
    return at < 0 ? 0 : at > last ? last : at;
}

static real
NAMED(near_weight)(real x)
{
    return ((real)1.25 * x - (real)2.25) * x * x + 1;
}

static real
NAMED(far_weight)(real x)
{
    return (((real)-0.75 * x - (real)-3.75) * x + (real)-6.0) * x - (real)-3.0;
}

static real
NAMED(near_slope)(real x)
{
    return ((real)3.75 * x - (real)4.5) * x;
}

static real
NAMED(far_slope)(real x)
{
    return ((real)-2.25 * x - (real)-7.5) * x + (real)-6.0;
}

/* One pixel that a sample mixes in: its place, and 0 for all of it outside of the image. */
typedef struct {
    npy_intp pixel;
    int inside;
    real weight, slope;
} NAMED(tap_t);

static NAMED(tap_t) NAMED(tap)(real pixel, real weight, real slope, npy_intp size)
{
    int inside = pixel >= 0 && pixel <= (real)(size - 1);
    return inside ? (NAMED(tap_t)){(npy_intp)NAMED(round_of)(pixel), 1, weight, slope} : (NAMED(tap_t)){0, 0, 0, 0};
}

/* The pixels that a sample at one place of the grid mixes along a dimension; 0: the place is no number, or far away. */
static int
NAMED(read_axis)(real place, npy_intp size, const sampling_t *how, NAMED(tap_t) * taps)
{
    real half = (real)0.5, unused, slope = 1, last = (real)(size - 1);
    real grows = (real)(how->corners ? (double)(size - 1) / 2 : (double)size / 2);
    real at = how->corners ? (place + 1) * half * last : ((place + 1) * (real)size - 1) * half;
    if (!(at > -1e6 && at < 1e6))
        return 0;
    if (how->mode != CUBIC && how->padding != ZEROS) {
        at = NAMED(padded)(at, size, how, &slope);
        grows = slope * grows;
    }
    if (how->mode == NEAREST) {
        taps[0] = NAMED(tap)(NAMED(round_of)(at), 1, 0, size);
        return 1;
    }
    real start = NAMED(floor_of)(at), t = at - start;
    if (how->mode != CUBIC) {
        taps[0] = NAMED(tap)(start, 1 - t, -1 * grows, size);
        taps[1] = NAMED(tap)(start + 1, t, 1 * grows, size);
        return 1;
    }
    real weights[] = {NAMED(far_weight)(t + 1), NAMED(near_weight)(t), NAMED(near_weight)(1 - t),
                      NAMED(far_weight)(2 - t)};
    real slopes[] = {NAMED(far_slope)(t + 1), NAMED(near_slope)(t), -NAMED(near_slope)(1 - t),
                     -NAMED(far_slope)(2 - t)};
    for (int i = 0; i < 4; i++) {
        real pixel = start + (real)(i - 1);
        if (how->padding != ZEROS)
            pixel = NAMED(padded)(pixel, size, how, &unused);
        taps[i] = NAMED(tap)(pixel, weights[i], slopes[i] * grows, size);
    }
    return 1;
}

/* The taps of all points, [dim][point][tap]; NULL: the rule, or no memory. */
static NAMED(tap_t) * NAMED(read_axes)(const real *grid, const sampling_t *how)
{
    npy_intp points = how->images * how->points;
    NAMED(tap_t) *axes = PyMem_Malloc((size_t)(how->dims * points * how->taps) * sizeof(NAMED(tap_t)));
    for (npy_intp i = 0; axes != NULL && i < points; i++) {
        for (int dim = 0; dim < how->dims; dim++) { /* grids name the last dimension first */
            if (!NAMED(read_axis)(grid[i * how->dims + how->dims - 1 - dim], how->size[dim], how,
                                  axes + (dim * points + i) * how->taps)) {
                PyMem_Free(axes);
                return NULL;
            }
        }
    }
    return axes;
}

/* One pixel of one sample: its place in a plane, whether it is inside, the product of its weights, and of these, for each
 * dimension, with the slope there. */
static npy_intp
NAMED(mixed)(const NAMED(tap_t) * axes, const sampling_t *how, npy_intp point, int tap, int *inside, real *weight,
             real *slopes)
{
    npy_intp place = 0, points = how->images * how->points;
    int rest = tap, numbers[3];
    for (int dim = how->dims - 1; dim >= 0; dim--, rest /= how->taps)
        numbers[dim] = rest % how->taps;
    *inside = 1;
    for (int dim = 0; dim < how->dims; dim++) {
        const NAMED(tap_t) *one = axes + (dim * points + point) * how->taps + numbers[dim];
        place = place * how->size[dim] + one->pixel;
        *inside &= one->inside;
        *weight = dim == 0 ? one->weight : *weight * one->weight;
        for (int k = 0; slopes != NULL && k < how->dims; k++) {
            real part = k == dim ? one->slope : one->weight;
            slopes[k] = dim == 0 ? part : slopes[k] * part;
        }
    }
    return place;
}

static int
NAMED(sample)(const real *x, const real *grid, real *to, const sampling_t *how)
{
    NAMED(tap_t) *axes = NAMED(read_axes)(grid, how);
    if (axes == NULL)
        return 0;
    memset(to, 0, (size_t)(how->images * how->channels * how->points) * sizeof(real));
    for (int tap = 0; tap < how->taps_in_all; tap++) {
        for (npy_intp point = 0; point < how->images * how->points; point++) {
            int inside;
            real weight = 0;
            npy_intp image = point / how->points, place = NAMED(mixed)(axes, how, point, tap, &inside, &weight, NULL);
            for (npy_intp c = 0; c < how->channels; c++) {
                npy_intp plane = image * how->channels + c;
                real part = (inside ? x[plane * how->plane + place] : 0) * weight;
                real *at = to + plane * how->points + point % how->points;
                *at = tap == 0 ? part : *at + part;
            }
        }
    }
    PyMem_Free(axes);
    return 1;
}

/* Gradients of the images, added up in float64, and of the grid; each may be NULL. */
static int
NAMED(spread)(const real *grad, const real *x, const real *grid, double *to_x, real *to_grid, const sampling_t *how)
{
    NAMED(tap_t) *axes = NAMED(read_axes)(grid, how);
    if (axes == NULL)
        return 0;
    for (int tap = 0; tap < how->taps_in_all; tap++) {
        for (npy_intp point = 0; point < how->images * how->points; point++) {
            int inside;
            real weight = 0, slopes[3], total = 0;
            npy_intp image = point / how->points, place = NAMED(mixed)(axes, how, point, tap, &inside, &weight, slopes);
            for (npy_intp c = 0; c < how->channels; c++) {
                npy_intp plane = image * how->channels + c;
                real g = grad[plane * how->points + point % how->points], part = x[plane * how->plane + place] * g;
                if (to_x != NULL) {
                    real share = g * weight;
                    to_x[plane * how->plane + place] += (double)share;
                }
                total = c == 0 ? part : total + part;
            }
            for (int dim = 0; to_grid != NULL && dim < how->dims; dim++) {
                real *at = to_grid + point * how->dims + how->dims - 1 - dim, part = slopes[dim] * total;
                *at = tap == 0 ? part : *at + part;
            }
        }
    }
    PyMem_Free(axes);
    return 1;
}
