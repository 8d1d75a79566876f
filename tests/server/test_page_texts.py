"""What the analysis page reads and writes is what the rules here read and write."""

from __future__ import annotations

from support.page_tests import needs_the_core_for_pages, run_page_tests
from support.text_cases import text_cases


@needs_the_core_for_pages
def test_texts_mean_the_same_in_the_page(tmp_path):
    run_page_tests("analysis", "NINEFOLD_TEXTS", text_cases(), tmp_path)
