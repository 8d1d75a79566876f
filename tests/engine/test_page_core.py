"""The core as pages run it, WebAssembly in Node.js, is the native core."""

from __future__ import annotations

from support.engine_cases import cases
from support.page_tests import needs_the_core_for_pages, run_page_tests


@needs_the_core_for_pages
def test_the_core_in_node_answers_as_the_native_one_does(tmp_path):
    run_page_tests("engine/core.test.ts", "NINEFOLD_CASES", cases(), tmp_path)
