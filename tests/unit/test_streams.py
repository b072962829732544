"""Streams and events: values for other devices, nothing to wait for on the CPU."""

import pytest

import wye
from wye.modes import DispatchMode
from wye.streams import Event, Stream


def test_a_stream_is_the_value_of_its_three_numbers():
    one, same = Stream(stream_id=1, device_index=2, device_type=1), Stream(1, 2, 1)
    assert one == same != Stream(0, 2, 1)
    assert hash(one) == hash(same)
    assert one.device == wye.device("cuda", 2)
    assert repr(one) == "wye.Stream device_type=cuda, device_index=2, stream_id=1"
    with pytest.raises(RuntimeError, match="no device type 99"):
        Stream(1, 2, 99)


def test_the_cpu_has_nothing_to_wait_for():
    stream, event = Stream(), Event()
    with stream as entered:
        assert entered is stream
        assert stream.query()
    assert event.query()
    stream.synchronize()
    stream.wait_event(event)
    with pytest.raises(RuntimeError, match="cpu backend doesn't support events"):
        stream.record_event()
    with pytest.raises(ValueError, match="enable_timing"):
        event.elapsed_time(event)


def test_a_stream_of_a_device_that_is_not_there_can_be_handed_on_but_not_asked():
    with pytest.raises(RuntimeError, match="support for cuda"):
        Stream("cuda")
    with pytest.raises(RuntimeError, match="support for cuda"):
        Stream(1, 2, 1).query()
    with pytest.raises(TypeError, match="unexpected keyword argument 'stream_id'"):
        Stream(stream_id=1)
    seen = []

    class Look(DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((func, args[1]))

    x = wye.ones(2)
    with Look():
        x.record_stream(Stream(1, 2, 1))
    assert seen == [(wye.ops.aten.record_stream.default, Stream(1, 2, 1))]
