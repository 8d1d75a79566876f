"""How Sphinx makes the site: `make docs` builds it into site/, and every warning is an error."""

from importlib.metadata import version as version_of

project = "Ninefold"
author = "the Ninefold authors"
version = release = version_of("ninefold")
html_title = "Ninefold"
html_theme = "furo"
html_copy_source = False

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["*.py"]
nitpicky = False  # signatures name types of the standard library, whose pages are elsewhere

myst_enable_extensions = ["attrs_block", "attrs_inline"]
myst_heading_anchors = 3

autodoc_default_options = {
    "members": True,
    "member-order": "bysource",
    "show-inheritance": True,
}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
