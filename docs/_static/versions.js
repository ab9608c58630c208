/* The versions that stand side by side. docs/versions.py writes it where there are several; one alone needs no menu. */
window.PE_VERSION = "";
window.PE_VERSIONS = [];
