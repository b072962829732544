/* What the files about shortcuts share: shortcuts.c, views.c, indexing.c,
 * making.c, programs.c, picking.c, pooling.c, rows.c, channels.c, losses.c,
 * lookup.c, convolving.c, choosing.c, writes.c, reductions.c. */
#ifndef WYE_VIEWS_H
#define WYE_VIEWS_H

#include "arrays.h"

typedef struct {
    int ndim;
    npy_intp shape[MAX_DIMS + 1], strides[MAX_DIMS + 1], offset;
} geometry_t;

/* Views of an array, in views.c; `ops` is not used. */
#define SHORTCUT(name) \
    PyObject *name(PyObject *Py_UNUSED(ops), PyObject *const *args, Py_ssize_t n, PyObject *Py_UNUSED(kwnames))
PyObject *array_clone(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
SHORTCUT(array_alias);
SHORTCUT(array_view);
SHORTCUT(array_expand);
SHORTCUT(array_permute);
SHORTCUT(array_transpose);
SHORTCUT(array_t);
SHORTCUT(array_select);
SHORTCUT(array_select_copy);
SHORTCUT(array_slice);
SHORTCUT(array_unsqueeze);
SHORTCUT(array_squeeze);
SHORTCUT(array_squeeze_dim);
SHORTCUT(array_split);
SHORTCUT(array_split_with_sizes);
SHORTCUT(array_unbind);
SHORTCUT(array_diagonal);
SHORTCUT(array_item);

/* Factories, and what stores elements, in making.c. */
#define FACTORY(name) PyObject *name(PyObject *Py_UNUSED(ops), PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
FACTORY(make_empty);
FACTORY(make_zeros);
FACTORY(make_ones);
FACTORY(make_full);
FACTORY(make_scalar);
FACTORY(make_eye);
FACTORY(make_range);
FACTORY(make_linspace);
FACTORY(store_number_in);
FACTORY(store_zero_in);
FACTORY(store_element_in);
FACTORY(store_elements_in);
FACTORY(fill_like);
FACTORY(fill_like_element);
FACTORY(zero_like);
FACTORY(copy_like);
FACTORY(join_arrays);
FACTORY(stack_arrays);
FACTORY(make_tril_indices);
FACTORY(make_triu_indices);

/* Picking and placing elements, in picking.c. */
SHORTCUT(pick_gather);
SHORTCUT(pick_scatter);
SHORTCUT(pick_scatter_in_place);
SHORTCUT(pick_scatter_number);
SHORTCUT(pick_scatter_number_in_place);
SHORTCUT(pick_scatter_add);
SHORTCUT(pick_scatter_add_in_place);
SHORTCUT(pick_index_select);
SHORTCUT(pick_index_add);
SHORTCUT(pick_index_add_in_place);
SHORTCUT(pick_index_copy);
SHORTCUT(pick_index_copy_in_place);
SHORTCUT(pick_index_fill);
SHORTCUT(pick_index_fill_in_place);
SHORTCUT(pick_take);
SHORTCUT(pick_put_in_place);
SHORTCUT(pick_flip);
SHORTCUT(pick_roll);
SHORTCUT(pick_pad);
SHORTCUT(pick_tril);
SHORTCUT(pick_triu);
SHORTCUT(pick_searchsorted);
SHORTCUT(pick_bucketize);
SHORTCUT(pick_scatter_reduce);
SHORTCUT(pick_scatter_reduce_in_place);
SHORTCUT(pick_masked_scatter);

/* Positions of leading dimensions, in lookup.c. */
SHORTCUT(look_up_rows);
SHORTCUT(look_up_put);
SHORTCUT(look_up_put_in_place);

/* Pooling, in pooling.c. */
SHORTCUT(pool_mean);
SHORTCUT(pool_mean_3d);
SHORTCUT(pool_max);
SHORTCUT(pool_max_3d);
SHORTCUT(pool_adaptive_max);
SHORTCUT(pool_adaptive_max_3d);
SHORTCUT(pool_adaptive_mean);
SHORTCUT(pool_adaptive_mean_3d);
SHORTCUT(pool_mean_backward);
SHORTCUT(pool_max_backward);
SHORTCUT(pool_max_backward_3d);

/* Functions of rows, in rows.c. */
SHORTCUT(rows_softmax);
SHORTCUT(rows_log_softmax);
SHORTCUT(rows_softmax_backward);
SHORTCUT(rows_log_softmax_backward);
SHORTCUT(rows_layer_norm);
SHORTCUT(rows_layer_norm_backward);

/* Elements in order, in ordering.c. */
PyObject *reduce_sum(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *reduce_sum_dims(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *reduce_mean(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *reduce_mean_dims(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *reduce_max(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *reduce_amax(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *reduce_min(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *reduce_amin(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
SHORTCUT(order_topk);
SHORTCUT(order_median);
SHORTCUT(order_kth);

/* Losses, in losses.c. */
SHORTCUT(loss_mse);
SHORTCUT(loss_mse_backward);
SHORTCUT(loss_smooth_l1);
SHORTCUT(loss_smooth_l1_backward);
SHORTCUT(loss_huber);
SHORTCUT(loss_huber_backward);
SHORTCUT(loss_cross_entropy);
SHORTCUT(loss_cross_entropy_backward);
SHORTCUT(loss_nll);
SHORTCUT(loss_nll_backward);

/* Batch normalisation, in channels.c. */
SHORTCUT(channels_batch_norm);
SHORTCUT(channels_batch_norm_backward);

/* Choosing, and gradients of parts, in choosing.c. */
SHORTCUT(choose_where);
SHORTCUT(compare_equal);
SHORTCUT(multiply_matrices);
SHORTCUT(multiply_vector);
SHORTCUT(multiply_vectors);
SHORTCUT(multiply_batches);
SHORTCUT(add_product);
SHORTCUT(choose_fill);
SHORTCUT(choose_fill_in_place);
SHORTCUT(place_selected);
SHORTCUT(place_sliced);

/* Results in the memory that a caller gives, in outputs.c. */
SHORTCUT(store_in_output);

/* Copies with a part replaced, in placing.c. */
SHORTCUT(replace_selected);
SHORTCUT(replace_sliced);
SHORTCUT(replace_diagonal);
PyObject *choose_number_first(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);
PyObject *choose_number_second(PyObject *ops, PyObject *const *args, Py_ssize_t n, PyObject *kwnames);

int reaches(PyObject *ops, int number, keys_t keys, shortcut_fn shortcut);
int geometry_of(PyObject *array, geometry_t *g);
PyObject *array_of(PyObject *array, const geometry_t *g);
int read_list(PyObject *list, npy_intp *numbers);
int infer_shape(npy_intp *shape, int n, npy_intp numel);
int view_step(const geometry_t *old, geometry_t *g, npy_intp itemsize);

/* Copy sizes or strides: those of an array without dimensions are at NULL, which memcpy may not get. */
static inline void
copy_numbers(npy_intp *to, const npy_intp *from, int n)
{
    if (n > 0)
        memcpy(to, from, (size_t)n * sizeof(npy_intp));
}

/* ---- reading arguments; 0: the rule has to look at them ---- */

static inline int
read_int(PyObject *value, npy_intp *number)
{
    if (!PyLong_CheckExact(value))
        return 0;
    int overflow;
    long long wide = PyLong_AsLongLongAndOverflow(value, &overflow);
    *number = (npy_intp)wide;
    return overflow == 0;
}

static inline int
read_dim(PyObject *value, int ndim, int *dim)
{
    npy_intp number;
    if (!read_int(value, &number) || number < -ndim || number >= ndim)
        return 0;
    *dim = (int)(number < 0 ? number + ndim : number);
    return 1;
}

/* Clamp huge steps, so that the arithmetic cannot overflow. */
static inline int
is_step(npy_intp step)
{
    return step > 0 && step <= INT32_MAX;
}

/* ---- steps: a geometry becomes another one; 0: the rule has to do it ---- */

static inline int
take_out(geometry_t *g, int dim)
{
    for (int i = dim; i + 1 < g->ndim; i++) {
        g->shape[i] = g->shape[i + 1];
        g->strides[i] = g->strides[i + 1];
    }
    g->ndim--;
    return 1;
}

static inline int
select_step(geometry_t *g, int dim, npy_intp at)
{
    npy_intp size = g->shape[dim];
    if (at < -size || at >= size)
        return 0;
    g->offset += (at < 0 ? at + size : at) * g->strides[dim];
    return take_out(g, dim);
}

static inline void
slice_step(geometry_t *g, int dim, npy_intp start, npy_intp end, npy_intp step)
{
    npy_intp size = g->shape[dim];
    start = start < 0 ? start + size : start;
    end = end < 0 ? end + size : end;
    start = start < 0 ? 0 : start > size ? size : start;
    end = end < start ? start : end > size ? size : end;
    g->offset += start * g->strides[dim];
    g->shape[dim] = end == start ? 0 : (end - start - 1) / step + 1;
    g->strides[dim] *= step;
}

static inline int
unsqueeze_step(geometry_t *g, int dim, npy_intp itemsize)
{
    if (g->ndim >= MAX_DIMS)
        return 0;
    npy_intp stride = dim < g->ndim ? g->shape[dim] * g->strides[dim] : itemsize;
    for (int i = g->ndim; i > dim; i--) {
        g->shape[i] = g->shape[i - 1];
        g->strides[i] = g->strides[i - 1];
    }
    g->shape[dim] = 1;
    g->strides[dim] = stride;
    g->ndim++;
    return 1;
}

#endif
