/* The words around a hit are read from its page, which a browser refuses for pages opened as files. */
"use strict";

if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
