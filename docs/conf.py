"""Sphinx configuration. ``docs/build.py`` runs what has to run before and after."""

import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

DOCS = Path(__file__).resolve().parent
BUILD = DOCS / "_build"
sys.path.insert(0, str(DOCS / "_ext"))

import address  # noqa: E402
import ledger  # noqa: E402
import parts  # noqa: E402
import vendor  # noqa: E402

import pe_reference  # noqa: E402

project = "pe_reference"
author = "the pe_reference developers"
copyright = "2026, the pe_reference developers"
version = release = pe_reference.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.intersphinx",
    "numpydoc",
    "myst_nb",
    "sphinx_gallery.gen_gallery",
    "sphinx_copybutton",
    "sphinxcontrib.bibtex",
    "notfound.extension",
    "parts",
    "sources",
    "steady",
    "figures",
    "pictures",
    "weight",
    "downloads",
    "notebooks",
    "outputs",
    "claims",
    "bracketed",
    "explorer",
    "golden_page",
    "overview",
    "whereabouts",
    "searched",
    "formulas",
    "policy",
]
exclude_patterns = ["_build", "vendor", "gallery/**.ipynb", "_inventories"]
templates_path = ["_templates"]
nitpicky = True

# Both caches look at script and cell alone, so a change of the package has to be told to them.
pe_digest = ledger.digest()
stamp = BUILD / "package-digest"
stale = not stamp.exists() or stamp.read_text() != pe_digest

nb_execution_mode = "cache"
nb_execution_cache_path = str(BUILD / "jupyter_cache")
nb_execution_raise_on_error = False  # a warning instead, which fails the build after everything has run
nb_execution_timeout = 120
if stale:
    shutil.rmtree(nb_execution_cache_path, ignore_errors=True)
myst_enable_extensions = ["amsmath", "attrs_block", "attrs_inline", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

sphinx_gallery_conf = {
    "examples_dirs": "../gallery",
    "gallery_dirs": "gallery",
    "filename_pattern": r"/plot_",
    "within_subsection_order": "FileNameSortKey",
    "backreferences_dir": "reference/generated/backreferences",
    "doc_module": ("pe_reference",),
    "reference_url": {"pe_reference": None},
    "image_scrapers": ("figures.scrape",),
    "capture_repr": ("_repr_html_",),  # a plain repr is on no reader's terminal when the script runs
    "reset_modules": ("figures.reset",),
    "remove_config_comments": True,
    "show_signature": False,
    "show_memory": False,
    "min_reported_time": 10**6,
    "write_computation_times": False,
    "run_stale_examples": stale,
    "junit": "../gallery-junit.xml",
    "nested_sections": True,
}

autosummary_generate = True
autosummary_ignore_module_all = False
autosummary_context = {"order": parts.source_order(ledger.PACKAGE)}
toc_object_entries = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False
bibtex_bibfiles = ["references.bib"]
bibtex_reference_style = "author_year"
intersphinx_mapping = {
    "python": ("https://docs.python.org/3/", vendor.inventory("python")),
    "numpy": ("https://numpy.org/doc/stable/", vendor.inventory("numpy")),
    "matplotlib": ("https://matplotlib.org/stable/", vendor.inventory("matplotlib")),
    "torch": ("https://docs.pytorch.org/docs/stable/", vendor.inventory("torch")),
}

copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"

mathjax_path = "mathjax/tex-chtml.js"
mathjax4_config = {
    "loader": {"paths": {"mathjax-newcm": "[mathjax]/../mathjax-newcm-font"}},
    "chtml": {  # a formula is as wide as it was measured: whole in a sentence, of one size in every font
        "linebreaks": {"inline": False},
        "matchFontHeight": False,
        "scale": 1.125,
    },
    "options": {
        "menuOptions": {"settings": {"enrich": False, "speech": False, "braille": False, "assistiveMml": True}},
    },
}

WIDE = {page: [] for page in ("index", "claims", "variants", "explorer")}  # nothing stands beside them
html_theme = "pydata_sphinx_theme"
html_title = "pe_reference"
html_baseurl = address.base()
notfound_urls_prefix = urlsplit(html_baseurl).path
moved_pages = {
    "gallery/03_frequencies/index": "gallery/03_periodicity/index",
    "gallery/03_frequencies/plot_1_doubled_exponent": "gallery/03_periodicity/plot_1_doubled_exponent",
    "gallery/03_frequencies/plot_2_clock": "gallery/03_periodicity/plot_2_clock",
    "gallery/03_frequencies/plot_3_bands": "gallery/03_periodicity/plot_3_bands",
    "gallery/09_troubleshooting/plot_1_table": "gallery/09_troubleshooting/plot_1_symptoms",
    "gallery/10_choosing/plot_1_table": "gallery/10_choosing/plot_1_choices",
}
html_static_path = ["_static", str(vendor.collect())]
html_css_files = ["pe.css", ("print.css", {"media": "print"})]
html_js_files = [("versions.js", {"defer": "defer"}), ("pe.js", {"defer": "defer"})]
html_favicon = "_static/mark.svg"
html_show_sourcelink = False
html_show_sphinx = False
html_copy_source = False
html_sidebars = {**WIDE, "**": ["sidebar-nav-bs"]}
html_context = {"default_mode": "auto", "wide_pages": [*WIDE]}
html_theme_options = {
    "logo": {
        "image_light": "_static/mark.svg",
        "image_dark": "_static/mark.svg",
        "text": "pe_reference",
        "alt_text": "",
    },
    "navbar_align": "left",
    "header_links_before_dropdown": 8,
    "navbar_persistent": ["search-button"],  # beside the menu on a phone too
    "navbar_end": ["theme-switcher"],
    "secondary_sidebar_items": {"**": ["page-toc", "sg_download_links"], **WIDE},
    "show_toc_level": 2,
    "collapse_navigation": True,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-light",
    "pygments_dark_style": "a11y-dark",
}


def remember(app, exception):
    """Note the package that this build has seen."""
    if not exception:
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(pe_digest)


def setup(app):
    app.add_config_value("pe_digest", "", "env")
    app.connect("build-finished", remember)
