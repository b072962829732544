/* Storage: the memory that tensors share.  See Note [Shared storage] (_pure/storage.py). */
#include "arrays.h"

/* ---- arrays ---- */

/* The bytes that an array sees: from `low` up to `high`. */
void
array_extent(PyObject *value, char **low, char **high)
{
    PyArrayObject *array = (PyArrayObject *)value;
    *low = *high = PyArray_BYTES(array);
    if (PyArray_SIZE(array) == 0)
        return;
    for (int i = 0; i < PyArray_NDIM(array); i++) {
        npy_intp reach = (PyArray_DIM(array, i) - 1) * PyArray_STRIDE(array, i);
        *(reach < 0 ? low : high) += reach;
    }
    *high += PyArray_ITEMSIZE(array);
}

/* An array like `like` at `first`, a part of the memory of `owner`; a new reference. */
PyObject *
array_at(PyObject *like, char *first, PyObject *owner)
{
    PyArrayObject *from = (PyArrayObject *)like;
    PyArray_Descr *dtype = PyArray_DESCR(from);
    Py_INCREF(dtype);
    PyObject *made =
        PyArray_NewFromDescr(&PyArray_Type, dtype, PyArray_NDIM(from), PyArray_DIMS(from), PyArray_STRIDES(from), first,
                             PyArray_FLAGS(from) & NPY_ARRAY_WRITEABLE, NULL);
    if (made != NULL && PyArray_SetBaseObject((PyArrayObject *)made, Py_NewRef(owner)) < 0)
        Py_CLEAR(made);
    return made;
}

/* ---- a storage and its tensors ---- */

static void
link_tensor(TensorBase *tensor, Storage *storage)
{
    tensor->storage = storage;
    tensor->previous = NULL;
    tensor->next = storage->tensors;
    if (storage->tensors != NULL)
        storage->tensors->previous = tensor;
    storage->tensors = tensor;
}

/* Take a tensor from its storage; the reference to it is the caller's from now on. */
static Storage *
unlink_tensor(TensorBase *tensor)
{
    Storage *storage = tensor->storage;
    if (storage == NULL)
        return NULL;
    if (tensor->next != NULL)
        tensor->next->previous = tensor->previous;
    if (tensor->previous != NULL)
        tensor->previous->next = tensor->next;
    else
        storage->tensors = tensor->next;
    tensor->previous = tensor->next = NULL;
    tensor->storage = NULL;
    return storage;
}

void
leave_storage(TensorBase *tensor)
{
    Py_XDECREF(unlink_tensor(tensor));
}

/* Make a tensor view `data`, a part of `storage` (NULL: of memory that is not shared yet). */
void
tensor_show(TensorBase *tensor, PyObject *data, Storage *storage)
{
    PyObject *old_data = tensor->data;
    Py_XINCREF(storage);
    Storage *old = unlink_tensor(tensor);
    tensor->data = Py_XNewRef(data);
    if (storage != NULL)
        link_tensor(tensor, storage);
    Py_XDECREF(old_data); /* last: what is released may run Python */
    Py_XDECREF(old);
}

static Storage *
storage_over(PyObject *memory)
{
    PyTypeObject *type = hot.storage_type;
    Storage *made = (Storage *)type->tp_alloc(type, 0);
    if (made == NULL)
        return NULL;
    made->memory = Py_XNewRef(memory);
    made->resizable = 1;
    made->nbytes = -1;
    if (knows_numpy() && memory != NULL && PyArray_Check(memory)) {
        char *high;
        array_extent(memory, &made->start, &high);
        made->nbytes = made->capacity = high - made->start;
    }
    return made;
}

/* The storage of a tensor, made when it is first needed; borrowed. */
Storage *
storage_of(TensorBase *tensor)
{
    if (tensor->storage == NULL) {
        Storage *made = storage_over(tensor->data);
        if (made == NULL)
            return NULL;
        link_tensor(tensor, made);
    }
    return tensor->storage;
}

/* Is an array a view of this storage?  Arrays without data (meta) may view any. */
int
is_part_of(PyObject *array, const Storage *storage)
{
    if (!knows_numpy() || !PyArray_Check(array))
        return 1;
    char *low, *high;
    array_extent(array, &low, &high);
    return storage->start != NULL &&
           (low == high || (low >= storage->start && high <= storage->start + storage->capacity));
}

/* A new tensor over an array that a kernel says is a view: does it share the storage, or was a copy made? */
void
join_storage(TensorBase *tensor, Storage *storage)
{
    if (PyArray_Check(tensor->data)) {
        const char *first = PyArray_BYTES((PyArrayObject *)tensor->data);
        if ((storage->start == NULL || first < storage->start || first > storage->start + storage->capacity) &&
            PyArray_SIZE((PyArrayObject *)tensor->data) != 0) /* without elements it may begin anywhere */
            return;
    }
    link_tensor(tensor, (Storage *)Py_NewRef(storage));
}

/* The bytes between the storage's start and a tensor's first element; meta tensors store the offset. */
PyObject *
tensor_byte_offset(PyObject *self, void *Py_UNUSED(closure))
{
    const TensorBase *tensor = (TensorBase *)self;
    if (tensor->data == NULL)
        return PyLong_FromLong(0);
    if (!knows_numpy() || !PyArray_Check(tensor->data))
        return PyObject_GetAttrString(tensor->data, "byte_offset");
    if (tensor->storage == NULL)
        return PyLong_FromLong(0);
    return PyLong_FromSsize_t(PyArray_BYTES((PyArrayObject *)tensor->data) - tensor->storage->start);
}

/* ---- for Python ---- */

static int
storage_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"memory", "nbytes", NULL};
    Storage *storage = (Storage *)self;
    PyObject *memory;
    Py_ssize_t nbytes = -1;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|n", names, &memory, &nbytes))
        return -1;
    if (storage->memory != NULL || storage->tensors != NULL) {
        PyErr_SetString(PyExc_RuntimeError, "a storage is made once");
        return -1;
    }
    storage->memory = Py_NewRef(memory);
    storage->resizable = 1;
    storage->nbytes = nbytes;
    if (knows_numpy() && PyArray_Check(memory)) {
        char *high;
        array_extent(memory, &storage->start, &high);
        storage->nbytes = storage->capacity = high - storage->start;
    }
    return 0;
}

static void
storage_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Storage *storage = (Storage *)self;
    if (storage->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    Py_CLEAR(storage->memory);
    Py_CLEAR(storage->device);
    Py_CLEAR(storage->source);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Copy the bytes into larger memory, and point every tensor to it. */
static int
move_to(Storage *storage, Py_ssize_t nbytes)
{
    npy_intp length = nbytes;
    PyObject *memory = PyArray_EMPTY(1, &length, NPY_UINT8, 0);
    if (memory == NULL) {
        PyErr_Clear();
        PyErr_Format(PyExc_RuntimeError, "DefaultCPUAllocator: can't allocate memory: you tried to allocate %zd bytes.",
                     nbytes);
        return -1;
    }
    char *start = PyArray_BYTES((PyArrayObject *)memory);
    if (storage->capacity > 0)
        memcpy(start, storage->start, (size_t)storage->capacity);
    Py_ssize_t n = 0, i = 0;
    for (TensorBase *one = storage->tensors; one != NULL; one = one->next)
        n++;
    PyObject **data = PyMem_Calloc((size_t)n + 1, sizeof(PyObject *));
    if (data == NULL) {
        Py_DECREF(memory);
        PyErr_NoMemory();
        return -1;
    }
    int failed = 0;
    for (TensorBase *one = storage->tensors; one != NULL && !failed; one = one->next, i++) {
        if (one->data == NULL || !PyArray_Check(one->data)) /* a wrapper that uses the storage of the tensor it wraps */
            data[i] = Py_XNewRef(one->data);
        else
            data[i] = array_at(one->data, start + (PyArray_BYTES((PyArrayObject *)one->data) - storage->start), memory);
        failed = data[i] == NULL && one->data != NULL;
    }
    if (!failed) {
        i = 0;
        for (TensorBase *one = storage->tensors; one != NULL; one = one->next, i++) {
            PyObject *old = one->data;
            one->data = data[i];
            data[i] = old;
        }
        PyObject *old = storage->memory;
        storage->memory = memory;
        memory = old;
        storage->start = start;
        storage->nbytes = storage->capacity = nbytes;
    }
    for (i = 0; i < n; i++)
        Py_XDECREF(data[i]); /* last: what is released may run Python */
    PyMem_Free(data);
    Py_XDECREF(memory);
    return failed ? -1 : 0;
}

static PyObject *
storage_resize(PyObject *self, PyObject *size)
{
    Storage *storage = (Storage *)self;
    Py_ssize_t nbytes = PyNumber_AsSsize_t(size, PyExc_OverflowError);
    if (nbytes == -1 && PyErr_Occurred())
        return NULL;
    if (!storage->resizable) {
        PyErr_SetString(PyExc_RuntimeError, "Trying to resize storage that is not resizable");
        return NULL;
    }
    if (nbytes < 0) {
        PyErr_Format(PyExc_RuntimeError, "a storage cannot have a negative size: %zd bytes", nbytes);
        return NULL;
    }
    /* Memory is never freed while tensors use it: they may still view the part that is cut off. */
    if (storage->start == NULL || nbytes <= storage->capacity)
        storage->nbytes = nbytes;
    else if (move_to(storage, nbytes) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *
storage_get_tensors(PyObject *self, void *Py_UNUSED(closure))
{
    PyObject *list = PyList_New(0);
    for (TensorBase *one = ((Storage *)self)->tensors; list != NULL && one != NULL; one = one->next) {
        /* skip tensors whose destructor is running */
        if (Py_REFCNT(one) > 0 && PyList_Append(list, (PyObject *)one) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *
storage_get_start(PyObject *self, void *Py_UNUSED(closure))
{
    return PyLong_FromVoidPtr(((Storage *)self)->start);
}

static PyGetSetDef storage_getset[] = {
    {"_tensors", storage_get_tensors, NULL, "The tensors that see it.", NULL},
    {"_start", storage_get_start, NULL, "The address of its first byte; 0: it has no data.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef storage_methods[] = {
    {"_resize", storage_resize, METH_O,
     "_resize($self, nbytes, /)\n--\n\nGive it another size, for all tensors that see it."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef storage_members[] = {
    {"_memory", T_OBJECT, offsetof(Storage, memory), READONLY, "An array that holds its bytes, or a description."},
    {"_nbytes", T_PYSSIZET, offsetof(Storage, nbytes), READONLY, "Its size; -1: what its description says."},
    {"_capacity", T_PYSSIZET, offsetof(Storage, capacity), READONLY, "The bytes that its memory has."},
    {"_device", T_OBJECT, offsetof(Storage, device), 0, "Where it is; None: the CPU."},
    {"_source", T_OBJECT, offsetof(Storage, source), 0, "The array that its memory came from, kept alive; None: none."},
    {"_resizable", T_BOOL, offsetof(Storage, resizable), 0, "May it grow?"},
    {"_guarded", T_BOOL, offsetof(Storage, guarded), 0, "Must a guard be called before its memory is handed out?"},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Storage, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot storage_slots[] = {
    {Py_tp_doc, "Storage(memory, nbytes=-1)\n--\n\nThe memory that tensors share."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, storage_init},
    {Py_tp_dealloc, storage_dealloc},
    {Py_tp_getset, storage_getset},
    {Py_tp_methods, storage_methods},
    {Py_tp_members, storage_members},
    {0, NULL},
};

static PyType_Spec storage_spec = {
    .name = "wye._hot.Storage",
    .basicsize = sizeof(Storage),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = storage_slots,
};

int
storage_init_types(PyObject *module)
{
    if (add_type(module, &storage_spec, &hot.storage_base) < 0)
        return -1;
    Py_XSETREF(hot.storage_type, (PyTypeObject *)Py_NewRef(hot.storage_base));
    return 0;
}
