# What cffi makes of core/ninefold.h; its types are C's.
from typing import Any

ffi: Any
lib: Any
