/* Before anything is shown: which theme "auto" is, and the typeface, so that neither changes under the reader. */
"use strict";
{
  const { dataset } = document.documentElement;
  if (dataset.theme === "auto") dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const file = (face) => new URL(`fonts/source-sans-${face}.woff2`, document.currentScript.src).href;
  if (location.protocol === "file:") {
    /* A font cannot be preloaded from a file, so it comes when it comes. */
    for (const [face, weight, style] of [["400", "400", "normal"], ["600", "600", "normal"], ["400i", "400", "italic"]]) {
      const font = new FontFace("Source Sans Pro", `url("${file(face)}")`, { weight, style });
      document.fonts.add(font);
      font.load();
    }
  } else {
    for (const face of ["400", "600"])
      document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href: file(face) }));
  }
}
