"""binding.py - coalloc.h from Python: ctypes over a shared library.

    cc -shared -fPIC -O2 -DCOALLOC_IMPLEMENTATION -x c -o libcoalloc.so coalloc.h
    python3 examples/binding.py ./libcoalloc.so
"""
import sys
from ctypes import (CDLL, POINTER, Structure, byref, c_char_p, c_int64, c_uint, c_uint32,
                    c_uint64, c_void_p)


class Desc(Structure):  # coa_desc
    _fields_ = [("servers", c_uint32), ("index", c_uint32), ("now", c_int64),
                ("horizon", c_int64), ("slot", c_int64), ("bookings", c_uint32),
                ("unnamed", c_uint32), ("alloc", c_void_p), ("alloc_ctx", c_void_p)]


class Request(Structure):  # coa_request
    _fields_ = [("ready", c_int64), ("length", c_int64), ("servers", c_uint32),
                ("place", c_uint32), ("deadline", c_int64), ("step", c_int64),
                ("retries", c_uint32), ("flags", c_uint32), ("among", c_void_p),
                ("tag", c_uint64), ("replaces", c_uint64)]


class Run(Structure):  # coa_run
    _fields_ = [("first", c_uint32), ("count", c_uint32)]


class Booking(Structure):  # coa_booking
    _fields_ = [("id", c_uint64), ("tag", c_uint64), ("start", c_int64),
                ("end", c_int64), ("servers", c_uint32), ("attempts", c_uint32),
                ("run_count", c_uint32), ("parts", c_uint32), ("block", c_uint32),
                ("runs", POINTER(Run))]


coa = CDLL(sys.argv[1])
coa.coa_version.restype = coa.coa_status_text.restype = c_char_p
coa.coa_cancel.argtypes = [c_void_p, c_uint64]
coa.coa_destroy.argtypes = [c_void_p]
coa.coa_destroy.restype = None


def must(status):
    if status != 0:
        sys.exit(coa.coa_status_text(status).decode())


abi, cal, b = c_uint(), c_void_p(), Booking()
if not coa.coa_version(byref(abi)).startswith(b"0.5."):
    sys.exit("the structs above are those of coalloc.h 0.5")
must(coa.coa_create_abi(byref(cal), byref(Desc(servers=8)), abi))
for length in (30, 20, 10):
    must(coa.coa_reserve(cal, byref(Request(servers=5, length=length)), byref(b)))
    runs = [(r.first, r.count) for r in b.runs[:b.run_count]]
    print(f"booking {b.id}: [{b.start}, {b.end}) on {runs}")
must(coa.coa_cancel(cal, 1))
must(coa.coa_reserve(cal, byref(Request(servers=5, length=20)), byref(b)))
print(f"booking {b.id} after a cancellation: [{b.start}, {b.end})")
coa.coa_destroy(cal)
