"""References and dictionaries that do not keep their objects alive, and know them by identity."""

import copy
import gc
import threading
import weakref

import pytest

import wye
from wye.weak import StorageWeakRef, TensorWeakRef, WeakHashRef, WeakIdDictionary, WeakIdKeyDictionary, WeakIdRef


class Thing:
    """All things are equal, so that only identity tells them apart."""

    def __init__(self, hashed=0):
        self.hashed = hashed

    def __eq__(self, other):
        return True

    def __hash__(self):
        return self.hashed


def test_references_are_equal_to_the_same_living_object_only():
    one, other = Thing(), Thing()
    ref = WeakIdRef(one)
    assert ref == WeakIdRef(one) != WeakIdRef(other)
    assert hash(ref) == id(one)
    again = WeakIdRef(one)
    del one
    gc.collect()
    assert ref() is None
    assert ref == ref
    assert ref != again


def test_a_hash_reference_goes_by_hash():
    assert WeakHashRef(one := Thing(7)) == WeakHashRef(two := Thing(7))
    assert WeakHashRef(one) != WeakHashRef(three := Thing(8))
    assert (two.hashed, three.hashed) == (7, 8)


def test_entries_die_with_their_keys():
    one, other = Thing(), Thing()
    table = WeakIdKeyDictionary({one: 1})
    table[other] = 2
    assert (len(table), table[one], table[other]) == (2, 1, 2)
    del one
    gc.collect()
    assert (len(table), list(table.values())) == (1, [2])


def test_a_key_that_dies_during_iteration_waits():
    things = [Thing() for _ in range(4)]
    table = WeakIdKeyDictionary()
    for number in range(4):
        table[things[number]] = number
    seen = []
    for _, value in table.items():  # noqa: PERF102 - the key is held
        seen.append(value)
        things.clear()
        gc.collect()
        assert len(table) == 1  # the one that the loop holds
    assert seen == [0, *([1] if len(seen) > 1 else [])]
    gc.collect()
    assert len(table.data) <= 1


def test_it_is_a_mutable_mapping():
    one, other = Thing(), Thing()
    table = WeakIdKeyDictionary({one: 1})
    assert one in table
    assert other not in table
    assert 3 not in table
    assert table.setdefault(other, 2) == 2
    assert table.pop(other) == 2
    assert table.get(other, "none") == "none"
    assert table.popitem() == (one, 1)
    with pytest.raises(KeyError):
        table[one]
    with pytest.raises(KeyError):
        del table[one]
    with pytest.raises(KeyError):
        table.popitem()
    assert not table


def test_copies_have_the_same_keys():
    one, other, value = Thing(), Thing(), [1]
    table = WeakIdKeyDictionary({one: value})
    assert copy.copy(table) == table
    deep = copy.deepcopy(table)
    assert deep[one] == value
    assert deep[one] is not value
    both = table | {other: 2}
    assert (len(both), both[one], both[other]) == (2, value, 2)
    assert ({other: 2} | table)[other] == 2
    table |= {other: 3}
    assert table[other] == 3
    assert [ref() for ref in table.keyrefs()] == [one, other]
    assert table != 3


def test_a_dictionary_does_not_live_on_in_its_keys():
    one = Thing()
    table = WeakIdKeyDictionary({one: 1})
    ref = weakref.ref(table)
    del table
    gc.collect()
    assert ref() is None
    del one  # calls back into a dead dictionary, which is harmless


def test_a_tensor_is_referred_to_weakly():
    x = wye.tensor([1.0])
    ref = TensorWeakRef(x)
    assert ref() is x
    table = WeakIdKeyDictionary({x: "x"})
    del x
    gc.collect()
    assert ref() is None
    assert len(table) == 0
    with pytest.raises(AssertionError, match=r"expected wye\.Tensor"):
        TensorWeakRef(3)


def test_references_to_memory_are_equal_for_tensors_that_share_it():
    x = wye.ones(4)
    ref = StorageWeakRef(x.untyped_storage())
    assert ref == StorageWeakRef(x[1:].untyped_storage())
    assert hash(ref) == hash(StorageWeakRef(x[1:].untyped_storage()))
    assert ref != StorageWeakRef(x.clone().untyped_storage())
    assert not ref.expired()
    del x
    gc.collect()
    assert ref.expired()
    assert ref != StorageWeakRef(wye.ones(4).untyped_storage())


def test_a_reference_to_a_tensor_says_whether_it_expired():
    x = wye.ones(2)
    ref = TensorWeakRef(x)
    assert not ref.expired()
    del x
    gc.collect()
    assert ref.expired()


def test_a_dictionary_of_weak_values_forgets_an_entry_when_either_side_dies():
    keys, values = [wye.ones(1) for _ in range(3)], [wye.ones(1) for _ in range(3)]
    known = WeakIdDictionary(zip(keys, values, strict=True))
    later = wye.zeros(1)
    known[keys[0]] = later
    del values[0]  # the value before the later one: the entry stays
    assert known[keys[0]] is later
    del keys[1], values[1]
    assert len(known) == 1
    assert [key is keys[0] and value is later for key, value in known.items()] == [True]
    assert known.get(wye.ones(1)) is None


def test_a_dictionary_of_weak_values_gives_values_and_copies_that_hold_them_weakly():
    key, value, other = Thing(), Thing(), Thing()
    known = WeakIdDictionary({key: value})
    assert known.popitem()[1] is value
    known[key] = value
    copies = [known.copy(), copy.deepcopy(known), known | {other: value}]
    assert all(type(one) is WeakIdDictionary and one[key] is value for one in copies)
    del value
    gc.collect()
    assert [len(one) for one in (known, *copies)] == [0, 0, 0, 0]
    with pytest.raises(KeyError):
        known.popitem()


def test_an_update_that_fails_on_the_way_keeps_nothing():
    class Fails:
        def keys(self):
            yield one
            raise LookupError

        def __getitem__(self, key):
            return 1

    one, table = Thing(), WeakIdKeyDictionary()
    with pytest.raises(LookupError):
        table.update(Fails())
    assert len(table) == 0
    table.update([(one, 2)])
    table.update(None)
    assert table[one] == 2


def test_keys_die_in_one_thread_while_another_copies():
    things = [Thing(i) for i in range(20_000)]
    table = WeakIdKeyDictionary(dict.fromkeys(things, 1))
    failures = []

    def copies():
        try:
            for _ in range(3):
                table.copy()
        except RuntimeError as error:
            failures.append(error)

    thread = threading.Thread(target=copies)
    thread.start()
    while things:
        things.pop()
    thread.join()
    assert failures == []
    assert len(table) == 0
