/* Logs of calls: compact records of what runs, from which Python makes its objects when somebody asks for them.
 * Twin: _pure/call_log.py, which explains the fields.
 *
 * Note [Recording costs nothing when it is off]
 * While a log is active, the bit RECORDING is among the keys that threads include by default.  No key has this bit, and
 * no plan remembers it: so the keys of a call differ from those that its plan has seen last, and the call goes the way of
 * keys that were not seen before, which looks for logs (run_anew in op.c).  The path of calls whose keys were seen has no
 * test for logs at all.  A call that is continued (rerun in op.c) tests one pointer.
 * The last of 64 named backends has the same bit: where there are as many, `wye.record` refuses to begin.
 * Broken by: storing the bit in a plan or in a thread's state.
 * Guarded by: tests/unit/recording/test_recording.py::test_guards_and_recordings_may_be_left_in_any_order
 */
#include "levels.h"
#include "op.h"
#include <pythread.h>
#include <time.h>
#ifdef _WIN32
#include <windows.h>
#endif

#define MOST_TENSORS 24 /* whose metadata one record keeps */
#define MOST_WORDS 192
#define MOST_LOGGED 24 /* hops of one record */
#define FOREIGN (-1)   /* in the place of a rank: the sizes are an object */

typedef struct {
    PyObject *op, *error, *mark; /* owned; error: the class of what was raised; mark: what Python said about the call */
    keys_t keys;                 /* at its begin, with the grad bit */
    int64_t start, end;          /* nanoseconds */
    uint64_t token;
    Py_ssize_t parent, depth, words, objects;
    char is_call; /* or is it continued at keys that were given? */
} record_t;

typedef struct track {
    unsigned long thread;
    record_t *records;
    int64_t *words; /* per record: hops, each a slot and what happens there; tensors, each a rank and sizes */
    PyObject *
        *objects; /* owned; per record: the kernels of its hops; per tensor a dtype, after FOREIGN the sizes, too */
    Py_ssize_t n_records, n_words, n_objects, room_records, room_words, room_objects;
    Py_ssize_t open; /* the innermost call that runs; -1: none */
    struct track *next;
} track_t;

typedef struct CallLog {
    PyObject_HEAD
    struct CallLog *next; /* of those that are active */
    track_t *tracks;
    unsigned long thread; /* whose calls it takes; 0: those of all threads */
    Py_ssize_t limit, n, dropped;
    int is_active, all_threads, reading;
    PyObject *weakrefs;
} CallLog;

static THREAD_LOCAL int paused;
static THREAD_LOCAL uint64_t last_token;

static int64_t
now(void)
{
#ifdef _WIN32
    LARGE_INTEGER ticks, frequency;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&frequency);
    return (int64_t)((double)ticks.QuadPart * 1e9 / (double)frequency.QuadPart);
#else
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
#endif
}

static int
takes(const CallLog *log, unsigned long thread)
{
    return log->all_threads || log->thread == thread;
}

/* Room for `more` items in an array; -1: no memory.  Sets no error. */
static int
make_room(void **items, Py_ssize_t n, Py_ssize_t more, Py_ssize_t *room, size_t size)
{
    if (n + more <= *room)
        return 0;
    Py_ssize_t wanted = *room < 64 ? 64 : *room * 2;
    while (wanted < n + more)
        wanted *= 2;
    void *made = PyMem_Realloc(*items, (size_t)wanted * size);
    if (made == NULL)
        return -1;
    *items = made;
    *room = wanted;
    return 0;
}

/* The track of a thread, made at its first call; NULL: no memory. */
static track_t *
track_of(CallLog *log, unsigned long thread)
{
    track_t *track = log->tracks;
    while (track != NULL && track->thread != thread)
        track = track->next;
    if (track == NULL) {
        track = PyMem_Calloc(1, sizeof(track_t));
        if (track == NULL)
            return NULL;
        track->thread = thread;
        track->open = -1;
        track->next = log->tracks;
        log->tracks = track;
    }
    return track;
}

/* ---- what is kept of one call ---- */

typedef struct {
    int64_t words[MOST_WORDS];
    PyObject *objects[MOST_LOGGED + 2 * MOST_TENSORS]; /* owned */
    Py_ssize_t n_words, n_objects, n_tensors;
} gathered_t;

static void
gather_hops(gathered_t *found, const plan_t *plan, const Kernel *first, keys_t keys)
{
    hop_t hops[MOST_LOGGED];
    Py_ssize_t n = walk_hops(plan, first, keys, hops, MOST_LOGGED);
    found->words[found->n_words++] = n;
    for (Py_ssize_t i = 0; i < n; i++) {
        found->words[found->n_words++] = (int64_t)hops[i].slot * 8 + hops[i].what;
        found->objects[found->n_objects++] = Py_XNewRef((PyObject *)hops[i].kernel);
    }
}

static void
gather_array(gathered_t *found, PyArrayObject *array, int ndim, const npy_intp *sizes)
{
    if (found->n_tensors >= MOST_TENSORS || found->n_words + ndim + 1 > MOST_WORDS)
        return;
    found->n_tensors++;
    found->words[found->n_words++] = ndim;
    for (int i = 0; i < ndim; i++)
        found->words[found->n_words++] = sizes[i];
    found->objects[found->n_objects++] = Py_NewRef((PyObject *)PyArray_DESCR(array));
}

/* The `shape` and `dtype` that an object has: reading them may run Python, whose calls are not recorded. */
static void
gather_object(gathered_t *found, PyObject *value)
{
    if (found->n_tensors >= MOST_TENSORS || found->n_words + 1 > MOST_WORDS)
        return;
    paused++;
    PyObject *shape = PyObject_GetAttrString(value, "shape");
    PyErr_Clear();
    PyObject *dtype = PyObject_GetAttrString(value, "dtype");
    PyErr_Clear();
    paused--;
    found->n_tensors++;
    found->words[found->n_words++] = FOREIGN;
    found->objects[found->n_objects++] = dtype;
    found->objects[found->n_objects++] = shape;
}

/* Is it of an array class that was registered?  The call has looked the class up, so it is known by now. */
static int
is_known_array(PyObject *value)
{
    uintptr_t where = (uintptr_t)Py_TYPE(value);
    return hot.types[((where >> 4) ^ (where >> 11)) % N_TYPES].type == Py_TYPE(value);
}

static void
gather_value(gathered_t *found, PyObject *value)
{
    shown_t shown;
    if (is_tensor(value)) {
        PyObject *data = ((TensorBase *)value)->data;
        if (show_tensor(value, &shown))
            gather_array(found, shown.array, shown.ndim, shown.sizes);
        else if (is_array(data))
            gather_array(found, (PyArrayObject *)data, PyArray_NDIM((PyArrayObject *)data),
                         PyArray_DIMS((PyArrayObject *)data));
        else if (data != NULL) {
            Py_INCREF(data);
            gather_object(found, data);
            Py_DECREF(data);
        }
    }
    else if (is_array(value)) {
        gather_array(found, (PyArrayObject *)value, PyArray_NDIM((PyArrayObject *)value),
                     PyArray_DIMS((PyArrayObject *)value));
    }
    else if (is_known_array(value)) {
        gather_object(found, value);
    }
}

static void
gather_arguments(gathered_t *found, args_t args)
{
    Py_ssize_t n = args.n_positional + (args.kwnames == NULL ? 0 : PyTuple_GET_SIZE(args.kwnames));
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *value = args.values[i];
        if (!PyList_CheckExact(value) && !PyTuple_CheckExact(value)) {
            gather_value(found, value);
            continue;
        }
        for (Py_ssize_t j = 0; j < PySequence_Fast_GET_SIZE(value) && found->n_tensors < MOST_TENSORS; j++) {
            PyObject *item = Py_NewRef(PySequence_Fast_GET_ITEM(value, j)); /* the list may be changed meanwhile */
            gather_value(found, item);
            Py_DECREF(item);
        }
    }
}

/* ---- writing ---- */

static int
write_record(CallLog *log, track_t *track, const gathered_t *found, record_t record)
{
    if (log->n >= log->limit ||
        make_room((void **)&track->records, track->n_records, 1, &track->room_records, sizeof(record_t)) < 0 ||
        make_room((void **)&track->words, track->n_words, found->n_words, &track->room_words, sizeof(int64_t)) < 0 ||
        make_room((void **)&track->objects, track->n_objects, found->n_objects, &track->room_objects,
                  sizeof(PyObject *)) < 0)
        return -1;
    record.parent = track->open;
    record.depth = track->open < 0 ? 0 : track->records[track->open].depth + 1;
    record.words = track->n_words;
    record.objects = track->n_objects;
    Py_INCREF(record.op);
    memcpy(track->words + track->n_words, found->words, (size_t)found->n_words * sizeof(int64_t));
    for (Py_ssize_t i = 0; i < found->n_objects; i++)
        track->objects[track->n_objects + i] = Py_XNewRef(found->objects[i]);
    track->n_words += found->n_words;
    track->n_objects += found->n_objects;
    track->open = track->n_records;
    track->records[track->n_records++] = record;
    log->n++;
    return 0;
}

/* Write that a call begins: at these keys, or with the kernel `first`.  0: no log takes it; else a number for end_call.
 * Never fails: what finds no room is counted. */
APART uint64_t
begin_call(Op *op, const plan_t *plan, const Kernel *first, keys_t keys, int is_call, args_t args)
{
    unsigned long thread = PyThread_get_thread_ident();
    const CallLog *any = hot.logs;
    while (any != NULL && !takes(any, thread))
        any = any->next;
    if (any == NULL || paused)
        return 0;
    gathered_t found;
    found.n_words = found.n_objects = found.n_tensors = 0;
    gather_hops(&found, plan, first, keys);
    gather_arguments(&found, args); /* runs Python: from here on, logs may have come and gone */
    record_t record = {.op = (PyObject *)op, .keys = keys, .end = -1, .token = ++last_token, .is_call = (char)is_call};
    record.start = now();
    for (CallLog *log = hot.logs; log != NULL; log = log->next) {
        track_t *track = takes(log, thread) ? track_of(log, thread) : NULL;
        if (takes(log, thread) && (track == NULL || write_record(log, track, &found, record) < 0))
            log->dropped++;
    }
    for (Py_ssize_t i = 0; i < found.n_objects; i++)
        Py_XDECREF(found.objects[i]);
    return record.token;
}

/* Write that a call ends, with the error that is set, if there is one. */
APART void
end_call(uint64_t token)
{
    int64_t end = now();
    unsigned long thread = PyThread_get_thread_ident();
    for (CallLog *log = hot.logs; log != NULL; log = log->next) {
        track_t *track = takes(log, thread) ? log->tracks : NULL;
        while (track != NULL && track->thread != thread)
            track = track->next;
        record_t *record = track == NULL || track->open < 0 ? NULL : &track->records[track->open];
        if (record == NULL || record->token != token)
            continue; /* it began before the log did, or found no room */
        record->end = end;
        record->error = Py_XNewRef(PyErr_Occurred());
        track->open = record->parent;
    }
}

/* Say something about the innermost call that runs in this thread; what was said first stays. */
void
mark_open(PyObject *text)
{
    unsigned long thread = PyThread_get_thread_ident();
    for (CallLog *log = hot.logs; log != NULL; log = log->next) {
        track_t *track = takes(log, thread) ? log->tracks : NULL;
        while (track != NULL && track->thread != thread)
            track = track->next;
        if (track != NULL && track->open >= 0 && track->records[track->open].mark == NULL)
            track->records[track->open].mark = Py_NewRef(text);
    }
}

PyObject *
hot_mark_call(PyObject *Py_UNUSED(module), PyObject *text)
{
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "mark_call() takes a string");
        return NULL;
    }
    mark_open(text);
    Py_RETURN_NONE;
}

/* The same from C. */
void
mark_constant(int which)
{
    static PyObject *texts[2]; /* live as long as the process */
    static const char *const names[2] = {"decomposition", "no derivative"};
    if (texts[which] == NULL)
        texts[which] = PyUnicode_InternFromString(names[which]);
    if (texts[which] == NULL)
        PyErr_Clear();
    else
        mark_open(texts[which]);
}

/* ---- CallLog ---- */

static PyObject *
log_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"limit", "all_threads", NULL};
    Py_ssize_t limit;
    int all_threads = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "n|p", names, &limit, &all_threads))
        return NULL;
    if (limit < 0) {
        PyErr_SetString(PyExc_ValueError, "a log cannot keep less than 0 calls");
        return NULL;
    }
    CallLog *log = (CallLog *)type->tp_alloc(type, 0);
    if (log != NULL) {
        log->limit = limit;
        log->all_threads = all_threads;
    }
    return (PyObject *)log;
}

static PyObject *
log_start(PyObject *self, PyObject *Py_UNUSED(unused))
{
    CallLog *log = (CallLog *)self;
    if (log->is_active) {
        PyErr_SetString(PyExc_RuntimeError, "this log is active already");
        return NULL;
    }
    log->is_active = 1;
    log->thread = PyThread_get_thread_ident();
    log->next = hot.logs;
    hot.logs = log;
    hot.recording = RECORDING;
    hot.default_include.hi |= RECORDING;
    Py_RETURN_NONE;
}

/* Take a log from those that are active, and end the calls that it has open. */
static void
leave(CallLog *log)
{
    CallLog **where = &hot.logs;
    while (*where != NULL && *where != log)
        where = &(*where)->next;
    if (*where == NULL)
        return;
    *where = log->next;
    log->next = NULL;
    log->is_active = 0;
    if (hot.logs == NULL) {
        hot.recording = 0;
        hot.default_include.hi &= ~RECORDING;
    }
    int64_t end = now();
    for (track_t *track = log->tracks; track != NULL; track = track->next) {
        for (; track->open >= 0; track->open = track->records[track->open].parent)
            track->records[track->open].end = end;
    }
}

static PyObject *
log_stop(PyObject *self, PyObject *Py_UNUSED(unused))
{
    leave((CallLog *)self);
    Py_RETURN_NONE;
}

static PyObject *
read_hops(const track_t *track, Py_ssize_t *word, Py_ssize_t *object)
{
    Py_ssize_t n = (Py_ssize_t)track->words[(*word)++];
    PyObject *hops = PyList_New(n);
    for (Py_ssize_t i = 0; hops != NULL && i < n; i++) {
        int64_t hop = track->words[(*word)++];
        PyObject *kernel = track->objects[(*object)++];
        PyObject *one = Py_BuildValue("(LOi)", (long long)(hop / 8), kernel == NULL ? Py_None : kernel, (int)(hop % 8));
        if (one == NULL)
            Py_CLEAR(hops);
        else
            PyList_SET_ITEM(hops, i, one);
    }
    return hops;
}

/* The sizes of a tensor, as a new tuple or the object that was kept. */
static PyObject *
read_sizes(const track_t *track, Py_ssize_t *word, Py_ssize_t *object)
{
    int64_t rank = track->words[(*word)++];
    if (rank == FOREIGN) {
        PyObject *shape = track->objects[(*object)++];
        return Py_NewRef(shape == NULL ? Py_None : shape);
    }
    PyObject *sizes = PyTuple_New((Py_ssize_t)rank);
    for (int64_t i = 0; sizes != NULL && i < rank; i++) {
        PyObject *size = PyLong_FromLongLong((long long)track->words[(*word)++]);
        if (size == NULL)
            Py_CLEAR(sizes);
        else
            PyTuple_SET_ITEM(sizes, i, size);
    }
    return sizes;
}

static PyObject *
read_tensors(const track_t *track, Py_ssize_t word, Py_ssize_t end, Py_ssize_t object)
{
    PyObject *tensors = PyList_New(0);
    while (tensors != NULL && word < end) {
        PyObject *dtype = track->objects[object++];
        PyObject *sizes = read_sizes(track, &word, &object);
        PyObject *one = sizes == NULL ? NULL : Py_BuildValue("(NO)", sizes, dtype == NULL ? Py_None : dtype);
        if (one == NULL || PyList_Append(tensors, one) < 0)
            Py_CLEAR(tensors);
        Py_XDECREF(one);
    }
    return tensors;
}

/* One record as a tuple.  Making objects may run a collection, and that may run calls: nothing is kept by pointer. */
static PyObject *
read_record(const track_t *track, Py_ssize_t i)
{
    const record_t record = track->records[i];
    Py_ssize_t word = record.words, object = record.objects;
    Py_ssize_t end = i + 1 < track->n_records ? track->records[i + 1].words : track->n_words;
    PyObject *hops = read_hops(track, &word, &object);
    PyObject *tensors = hops == NULL ? NULL : read_tensors(track, word, end, object);
    PyObject *keys = tensors == NULL ? NULL : keyset_new(record.keys), *result = NULL;
    if (keys != NULL)
        result =
            Py_BuildValue("(OOOOOLLnnOOO)", record.op, keys, record.keys.lo & REQUIRES_GRAD ? Py_True : Py_False, hops,
                          tensors, (long long)record.start, (long long)record.end, record.depth, record.parent,
                          record.is_call ? Py_True : Py_False, record.error == NULL ? Py_None : record.error,
                          record.mark == NULL ? Py_None : record.mark);
    Py_XDECREF(hops);
    Py_XDECREF(tensors);
    Py_XDECREF(keys);
    return result;
}

static PyObject *
read_track(const track_t *track)
{
    PyObject *records = PyList_New(0);
    for (Py_ssize_t i = 0; records != NULL && i < track->n_records; i++) {
        PyObject *one = read_record(track, i);
        if (one == NULL || PyList_Append(records, one) < 0)
            Py_CLEAR(records);
        Py_XDECREF(one);
    }
    return records == NULL ? NULL : Py_BuildValue("(kN)", track->thread, records);
}

static PyObject *
log_read(PyObject *self, PyObject *Py_UNUSED(unused))
{
    CallLog *log = (CallLog *)self;
    PyObject *tracks = PyList_New(0);
    log->reading++;
    for (const track_t *track = log->tracks; tracks != NULL && track != NULL; track = track->next) {
        PyObject *one = read_track(track);
        if (one == NULL || PyList_Insert(tracks, 0, one) < 0)
            Py_CLEAR(tracks);
        Py_XDECREF(one);
    }
    log->reading--;
    return tracks;
}

static int
log_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    for (const track_t *track = ((CallLog *)self)->tracks; track != NULL; track = track->next) {
        for (Py_ssize_t i = 0; i < track->n_records; i++) {
            Py_VISIT(track->records[i].op);
            Py_VISIT(track->records[i].error);
            Py_VISIT(track->records[i].mark);
        }
        for (Py_ssize_t i = 0; i < track->n_objects; i++)
            Py_VISIT(track->objects[i]);
    }
    return 0;
}

/* Forget all records: the log is empty before the first object dies. */
static int
log_clear(PyObject *self)
{
    CallLog *log = (CallLog *)self;
    track_t *track = log->tracks, *next;
    log->tracks = NULL;
    log->n = log->dropped = 0;
    for (; track != NULL; track = next) {
        next = track->next;
        for (Py_ssize_t i = 0; i < track->n_records; i++) {
            Py_XDECREF(track->records[i].op);
            Py_XDECREF(track->records[i].error);
            Py_XDECREF(track->records[i].mark);
        }
        for (Py_ssize_t i = 0; i < track->n_objects; i++)
            Py_XDECREF(track->objects[i]);
        PyMem_Free(track->records);
        PyMem_Free(track->words);
        PyMem_Free(track->objects);
        PyMem_Free(track);
    }
    return 0;
}

static PyObject *
log_forget(PyObject *self, PyObject *Py_UNUSED(unused))
{
    if (((CallLog *)self)->reading) {
        PyErr_SetString(PyExc_RuntimeError, "a log that is being read cannot be cleared");
        return NULL;
    }
    log_clear(self);
    Py_RETURN_NONE;
}

static void
log_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    leave((CallLog *)self);
    if (((CallLog *)self)->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    log_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef log_members[] = {
    {"limit", T_PYSSIZET, offsetof(CallLog, limit), READONLY, "How many calls it keeps."},
    {"count", T_PYSSIZET, offsetof(CallLog, n), READONLY, "How many calls it has."},
    {"dropped", T_PYSSIZET, offsetof(CallLog, dropped), READONLY, "How many calls found no room."},
    {"is_active", T_BOOL, offsetof(CallLog, is_active), READONLY, "Does it take calls?"},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(CallLog, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef log_methods[] = {
    {"start", log_start, METH_NOARGS, "start($self, /)\n--\n\nTake the calls of this thread, or of all, from now on."},
    {"stop", log_stop, METH_NOARGS, "stop($self, /)\n--\n\nTake no more calls."},
    {"read", log_read, METH_NOARGS, "read($self, /)\n--\n\nThe records, as a list of (thread, records)."},
    {"clear", log_forget, METH_NOARGS, "clear($self, /)\n--\n\nForget all records."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot log_slots[] = {
    {Py_tp_doc,
     "CallLog(limit, all_threads=False)\n--\n\nKeeps compact records of the calls that run while it is active."},
    {Py_tp_new, log_new},
    {Py_tp_traverse, log_traverse},
    {Py_tp_clear, log_clear},
    {Py_tp_dealloc, log_dealloc},
    {Py_tp_members, log_members},
    {Py_tp_methods, log_methods},
    {0, NULL},
};

static PyType_Spec log_spec = {
    .name = "wye._hot.CallLog",
    .basicsize = sizeof(CallLog),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = log_slots,
};

int
call_log_init_types(PyObject *module)
{
    return add_type(module, &log_spec, &hot.call_log_type);
}
