/* The explorer: settings, their place in the address, and what pointer and keys do on a picture. */
"use strict";
(() => {
  const root = document.querySelector(".pe-explorer");
  if (!root) return;
  const form = root.querySelector("form"), field = (name) => form.elements.namedItem(name);
  const power = { value: (step) => 2 ** step, step: Math.log2 };
  const plain = { value: Number, step: Number };
  const base = { value: (step) => [1, 2, 5][step % 3] * 10 ** Math.floor(step / 3), step: (value) => Math.round(3 * Math.log10(value)) };
  const SLIDERS = { width: power, base, length: power, offset: plain, query: plain };
  const CHOICES = ["encoding", "layout", "grid", "projection", "scale", "view"];
  const cells = {}, boxes = {};
  let asked = 0, noted = 0;

  const slider = (name) => SLIDERS[name].value(Number(field(name).value));
  function settings() {
    const chosen = Object.fromEntries(CHOICES.map((name) => [name, field(name).value]));
    return { ...chosen, d: slider("width"), base: slider("base"), length: slider("length"), k: slider("offset"), query: slider("query") };
  }

  /* Put "width=64&offset=3" into the form; what it does not name gets its first value. */
  function apply(words) {
    for (const name of ["offset", "query"]) field(name).max = Number.MAX_SAFE_INTEGER; // or the old length cuts them off
    form.reset();
    limit();
    const given = new URLSearchParams(words);
    for (const [name, { step }] of Object.entries(SLIDERS)) {
      const at = step(Number(given.get(name)));
      if (given.has(name) && Number.isFinite(at)) { field(name).value = at; limit(); }
    }
    for (const name of CHOICES) {
      const [before, wanted] = [field(name).value, given.get(name)];
      if (wanted !== null) field(name).value = wanted;
      if (wanted !== field(name).value) field(name).value = before;
    }
    limit();
  }

  function note() {
    const s = new URLSearchParams();
    for (const name of CHOICES.slice(0, 3)) s.set(name, field(name).value);
    for (const name of Object.keys(SLIDERS)) s.set(name, slider(name));
    for (const name of CHOICES.slice(3)) s.set(name, field(name).value);
    history.replaceState(history.state, "", `#${s}`);
  }

  /* Offset and query stay within the length; what an encoding does not use cannot be moved. */
  function limit() {
    for (const name of ["offset", "query"]) field(name).max = slider("length") - 1;
    const { encoding } = settings();
    field("layout").disabled = field("grid").disabled = encoding !== "sinusoidal";
    field("base").disabled = !["sinusoidal", "article", "triangle"].includes(encoding);
    field("width").disabled = encoding === "integer" || encoding === "one_hot";
    for (const name of Object.keys(SLIDERS)) {
      const text = draw.group(slider(name));
      root.querySelector(`output[for="pe-${name}"]`).value = text;
      field(name).setAttribute("aria-valuetext", text);
    }
  }

  const weights = new Map();
  function random(width, seed) {
    const key = `${width} ${seed}`;
    if (!weights.has(key)) weights.set(key, { query: formulas.random(width, 2 * seed), key: formulas.random(width, 2 * seed + 1) });
    return weights.get(key);
  }

  function show() {
    asked = 0;
    const s = settings(), data = views.data(s, random);
    root.dataset.view = s.view;
    for (const [name, view] of Object.entries(views.all)) {
      const canvas = document.getElementById(`pe-${name}`);
      if (!canvas.clientWidth) continue;
      if (view.tall) canvas.style.height = `${view.tall(s, data) + 54}px`;
      const box = draw.stage(canvas, view.margins), [columns, rows] = view.size(s, data);
      boxes[name] = { ...box, columns, rows };
      const cell = cells[name] && columns ? [Math.min(cells[name][0], columns - 1), Math.min(cells[name][1], rows - 1)] : null;
      view.draw(box, s, data, cell);
      if (cell && !view.marks) draw.outline(box, columns, rows, cell);
      document.getElementById(`pe-${name}-says`).textContent = cell ? view.say(s, data, cell) : view.rest(s, data);
    }
  }
  const ask = () => { asked ||= requestAnimationFrame(show); };
  const changed = () => {
    limit();
    ask();
    clearTimeout(noted);
    noted = setTimeout(note, 150);
  };

  function pick(name, cell) {
    cells[name] = cell;
    ask();
  }

  function point(name, event) {
    const { x, y, w, h, columns, rows } = boxes[name], at = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - at.left - x) / w) * columns), row = Math.floor(((event.clientY - at.top - y) / h) * rows);
    if (column >= 0 && column < columns && row >= 0 && row < rows) pick(name, [column, row]);
  }

  function press(name, event) {
    const { columns, rows } = boxes[name], step = event.shiftKey ? 10 : 1, [column, row] = cells[name] || [0, 0];
    const to = {
      ArrowLeft: [column - step, row], ArrowRight: [column + step, row], ArrowUp: [column, row - step], ArrowDown: [column, row + step],
      Home: [0, row], End: [columns - 1, row], PageUp: [column, 0], PageDown: [column, rows - 1],
    }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || !(to || event.key === "Escape")) return;
    event.preventDefault();
    const within = (at, n) => Math.max(0, Math.min(at, n - 1));
    pick(name, event.key === "Escape" ? null : !cells[name] ? [0, 0] : [within(to[0], columns), within(to[1], rows)]);
  }

  for (const name of Object.keys(views.all)) {
    const canvas = document.getElementById(`pe-${name}`), says = document.getElementById(`pe-${name}-says`);
    canvas.addEventListener("pointermove", (event) => point(name, event));
    canvas.addEventListener("pointerdown", (event) => point(name, event));
    canvas.addEventListener("keydown", (event) => press(name, event));
    canvas.addEventListener("focus", () => says.setAttribute("aria-live", "polite"));
    canvas.addEventListener("blur", () => says.setAttribute("aria-live", "off"));
  }
  for (const button of root.querySelectorAll("[data-state]")) {
    button.addEventListener("click", () => {
      const view = field("view"), seen = view.value;
      apply(button.dataset.state);
      if (!button.dataset.state.includes("view=")) view.value = seen;
      root.querySelector(".pe-look").textContent = button.dataset.look;
      changed();
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  root.addEventListener("input", changed);
  addEventListener("hashchange", () => { clearTimeout(noted); apply(location.hash.slice(1)); ask(); });
  apply(location.hash.slice(1));
  new ResizeObserver(ask).observe(root);
  new MutationObserver(ask).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  document.fonts.addEventListener("loadingdone", ask);
  document.fonts.ready.then(ask);
})();
