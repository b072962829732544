"""`wye.record`: which calls ran, with which kernels, for how long, and where a fallback was used.

Layer above everything that runs.  May import: all but `explanation`, `command`, `explorer`, `compat`.
The engine writes compact records (csrc/call_log.c, _pure/call_log.py); objects are made when somebody asks for them.

    call         one recorded call, made from a raw record
    fallback     which calls used a fallback, and what to register instead
    recorder     the context manager, files
    summary      a table by operator or kernel
    chrome       traces that Chrome and Perfetto show
    difference   what differs between two recordings, in words
"""

from wye.recording.call import RecordedCall, RecordedHop
from wye.recording.difference import Change, Difference
from wye.recording.recorder import Recording, record
from wye.recording.summary import Summary

__all__ = ["Change", "Difference", "RecordedCall", "RecordedHop", "Recording", "Summary", "record"]
