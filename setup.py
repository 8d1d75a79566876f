"""Builds the native core with the machine's C compiler; everything else is in pyproject.toml."""

from setuptools import setup

setup(
    cffi_modules=["core/binding.py:ffibuilder"],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
