/* Filters of the ledger, and the menu of versions. A classic script, so that it also runs from file://. */
"use strict";

function ledger() {
  const form = document.querySelector(".pe-filters");
  if (!form) return;
  const rows = [...document.querySelectorAll(".pe-ledger tbody tr[id]")];
  const buttons = [...form.querySelectorAll(".pe-filter")];
  const { section, words } = form.elements;
  const count = form.querySelector("output");
  const empty = document.querySelector(".pe-empty");
  const show = () => {
    const on = buttons.filter((b) => b.ariaPressed === "true").map((b) => b.dataset.verdict);
    const needle = words.value.trim().toLowerCase();
    let n = 0;
    for (const r of rows) {
      const fits = (!on.length || on.includes(r.dataset.verdict)) && (!section.value || r.dataset.section === section.value) && (!needle || r.textContent.toLowerCase().includes(needle));
      r.hidden = !fits;
      n += fits;
    }
    for (const g of document.querySelectorAll(".pe-ledger tbody")) g.hidden = !g.querySelector("tr[id]:not([hidden])");
    count.value = `${n} of ${rows.length}`;
    empty.hidden = n > 0;
    const q = new URLSearchParams();
    if (on.length) q.set("verdict", on.join());
    if (section.value) q.set("section", section.value);
    if (needle) q.set("words", needle);
    history.replaceState(null, "", location.pathname + (q.size ? `?${q}` : "") + location.hash);
  };
  const q = new URLSearchParams(location.search);
  for (const b of buttons) {
    b.ariaPressed = String((q.get("verdict") || "").split(",").includes(b.dataset.verdict));
    b.addEventListener("click", () => { b.ariaPressed = String(b.ariaPressed !== "true"); show(); });
  }
  section.value = q.get("section") || "";
  words.value = q.get("words") || "";
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("input", show);
  document.querySelector(".pe-reset").addEventListener("click", () => { buttons.forEach((b) => (b.ariaPressed = "false")); form.reset(); show(); });
  show();
}

/* A menu of the versions that stand side by side, as versions.js lists them; it leads to the same page where there is one. */
function versions(root) {
  const all = window.PE_VERSIONS || [];
  if (all.length < 2) return;
  const page = `${DOCUMENTATION_OPTIONS.pagename}.html`;
  for (const place of document.querySelectorAll(".navbar-header-items__end, .sidebar-header-items__end")) {
    const menu = document.createElement("details");
    menu.className = "pe-versions";
    menu.innerHTML = '<summary><span class="visually-hidden">Version </span></summary><ul></ul>';
    const [summary, list] = menu.children;
    summary.append(window.PE_VERSION);
    const links = all.map((version) => {
      const link = document.createElement("a");
      link.textContent = version.name;
      if (version.name === window.PE_VERSION) link.ariaCurrent = "true";
      list.appendChild(document.createElement("li")).append(link);
      return link;
    });
    const lead = () => all.forEach(({ root: other, pages }, i) => {
      links[i].href = new URL(other + (pages.includes(page) ? page + location.search + location.hash : "index.html"), root);
    });
    const close = () => { menu.open = false; };
    for (const event of ["toggle", "focusin"]) menu.addEventListener(event, lead);
    menu.addEventListener("focusout", (e) => { if (e.relatedTarget && !menu.contains(e.relatedTarget)) close(); });
    menu.addEventListener("keydown", (e) => { if (e.key === "Escape" && menu.open) { close(); summary.focus(); e.stopPropagation(); } });
    document.addEventListener("click", (e) => { if (!menu.contains(e.target)) close(); });
    lead();
    place.prepend(menu);
  }
}

function paper() {
  const { dataset } = document.documentElement;
  let theme;
  addEventListener("beforeprint", () => { theme = dataset.theme; dataset.theme = "light"; });
  addEventListener("afterprint", () => { dataset.theme = theme; });
}

/* The theme's button that hides what a search has marked is a link with a script, which the policy refuses. */
document.addEventListener("click", (e) => {
  if (!e.target.closest(".highlight-link a")) return;
  e.preventDefault();
  SphinxHighlight.hideSearchWords();
});
for (const summary of document.querySelectorAll("summary:has(.toctree-toggle)")) {
  summary.ariaLabel = "Pages of " + summary.closest("li").querySelector("a").textContent.trim();
}
window.MathJax?.startup?.promise?.then(() => document.fonts.ready).then(() => document.documentElement.classList.add("pe-set"));
ledger();
paper();
versions(new URL("..", document.currentScript.src));
