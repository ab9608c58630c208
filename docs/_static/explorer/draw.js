/* Pictures on a canvas: colour maps, heat maps, lines, axes. Inks come from the page's style sheet, data colours do not. */
"use strict";
const draw = (() => {
  const MAPS = {
    diverging: "1846a0 3f72c8 7ea7e3 bed4f1 f6f3f1 f2c6b0 e38869 c04429 8d1b14",
    sequential: "101c42 19306e 244797 3163b7 4982c9 62a4d0 7bc6d5 a7e4cb f7f4b9",
  };
  const DATA = { blue: "#356dd3", vermilion: "#d9500f", slate: "#737f8c" };
  const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--pe-${name}`).trim();
  const channels = (stop) => [0, 2, 4].map((at) => parseInt(stop.slice(at, at + 2), 16));
  const stops = Object.fromEntries(Object.entries(MAPS).map(([name, text]) => [name, text.split(" ").map(channels)]));

  /* The colour of a share from 0 to 1, as three numbers. */
  function colour(map, share) {
    const all = stops[map], x = Math.min(Math.max(share, 0), 1) * (all.length - 1), i = Math.min(Math.floor(x), all.length - 2);
    return all[i].map((channel, k) => Math.round(channel + (all[i + 1][k] - channel) * (x - i)));
  }

  /* The same in 1024 steps, as bytes that an image takes at once. */
  const STEPS = 1024, byName = {};
  const steps = (map) => (byName[map] ||= new Uint32Array(
    new Uint8ClampedArray(Array.from({ length: STEPS }, (_, i) => [...colour(map, i / (STEPS - 1)), 255]).flat()).buffer,
  ));

  const minus = (text) => text.replace("-", "\u2212");
  const group = (x) => minus(Math.round(x).toString().replace(/\B(?=(\d{3})+$)/g, "\u202f"));
  function number(x) {
    const size = Math.abs(x);
    if (size >= 1e15) return minus(x.toExponential(1));
    if (size >= 1e4) return group(x);
    if (Number.isInteger(x)) return minus(String(x));
    if (size < 5e-5) return size < 1e-15 ? "0.0000" : minus(x.toExponential(1));
    return minus(x.toFixed(size < 10 ? 4 : 2));
  }

  /* Round numbers from low to high, some four of them. */
  function ticks(low, high, about = 4) {
    const rough = (high - low) / about || 1, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find((many) => many * power >= rough * 0.999) * power, found = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) found.push(i * step);
    return found;
  }
  const whole = (n) => ticks(0, n - 1).filter(Number.isInteger);

  /* Where the data go: the canvas without its margins. */
  function inside(canvas, { left, right, square }) {
    const top = 8, bottom = 46, [w, h] = [canvas.clientWidth - left - right, canvas.clientHeight - top - bottom];
    return { x: left, y: top, w: square ? Math.min(w, h) : w, h: square ? Math.min(w, h) : h };
  }

  /* Make the canvas as fine as the screen; return its pen and the box for the data. */
  function stage(canvas, margins) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.font = `15px ${ink("sans")}`;
    pen.textBaseline = "middle";
    return { pen, ...inside(canvas, margins) };
  }

  function text({ pen }, words, x, y, align = "center") {
    pen.fillStyle = ink("muted");
    pen.textAlign = align;
    pen.fillText(words, x, y);
  }

  function below(box, columns, marks, label, name = (mark) => minus(String(mark))) {
    for (const mark of marks) text(box, name(mark), box.x + ((mark + 0.5) * box.w) / columns, box.y + box.h + 16);
    text(box, label, box.x + box.w / 2, box.y + box.h + 36);
  }

  function beside(box, label) {
    box.pen.save();
    box.pen.translate(12, box.y + box.h / 2);
    box.pen.rotate(-Math.PI / 2);
    text(box, label, 0, 0);
    box.pen.restore();
  }

  /* Cells at(row, column), row 0 on top, with a bar from low to high. */
  function heat(box, { rows, columns, at, map, low, high, labels }) {
    const { pen } = box, image = new ImageData(columns, rows), pixels = new Uint32Array(image.data.buffer);
    const span = high - low || 1, colours = steps(map), scale = (STEPS - 1) / span;
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) pixels[r * columns + c] = colours[Math.round((at(r, c) - low) * scale)];
    const cells = document.createElement("canvas");
    [cells.width, cells.height] = [columns, rows];
    cells.getContext("2d").putImageData(image, 0, 0);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(cells, box.x, box.y, box.w, box.h);
    for (let i = 0; i < box.h; i++) {
      pen.fillStyle = `rgb(${colour(map, 1 - i / (box.h - 1))})`;
      pen.fillRect(box.x + box.w + 12, box.y + i, 10, 1.5);
    }
    for (const mark of map === "diverging" ? [low, 0, high] : [low, high])
      text(box, short(mark), box.x + box.w + 28, box.y + 8 + (box.h - 16) * (1 - (mark - low) / span), "left");
    below(box, columns, whole(columns), labels[0]);
    for (const mark of whole(rows)) text(box, String(mark), box.x - 8, box.y + ((mark + 0.5) * box.h) / rows, "right");
    beside(box, labels[1]);
  }
  const short = (x) => (Math.abs(x) >= 1e5 ? minus(x.toExponential(0).replace("e+", "e")) : minus(String(+x.toPrecision(3))));

  /* An empty plot of `columns` places; returns where a column and a value stand. */
  function plot(box, { columns, low, high, marks, name = short, label, across = whole(columns), called }) {
    const X = (column) => box.x + ((column + 0.5) * box.w) / columns;
    const Y = (value) => box.y + box.h * (1 - (value - low) / (high - low || 1));
    for (const mark of marks) {
      box.pen.fillStyle = ink("hair");
      box.pen.fillRect(box.x, Math.round(Y(mark)), box.w, 1);
      text(box, name(mark), box.x - 8, Y(mark), "right");
    }
    below(box, columns, across, label, called);
    return [X, Y];
  }

  function line({ pen }, points, colour, { width = 2, dash = [] } = {}) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.lineJoin = "round";
    pen.setLineDash(dash);
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.stroke();
    pen.setLineDash([]);
  }

  function dots({ pen }, points, colour, radius) {
    pen.fillStyle = colour;
    for (const [x, y] of points) { pen.beginPath(); pen.arc(x, y, radius, 0, 7); pen.fill(); }
  }

  /* The outline of one cell, visible on every colour. */
  function outline({ pen, x, y, w, h }, columns, rows, [column, row]) {
    const [across, down] = [Math.max(w / columns, 3), Math.max(h / rows, 3)];
    const cell = [x + ((column + 0.5) * w) / columns - across / 2, y + ((row + 0.5) * h) / rows - down / 2, across, down];
    for (const [colour, width] of [["page", 5], ["ink", 2]]) {
      pen.strokeStyle = ink(colour);
      pen.lineWidth = width;
      pen.strokeRect(cell[0] - 1.5, cell[1] - 1.5, cell[2] + 3, cell[3] + 3);
    }
  }

  return { MAPS, DATA, ink, group, number, minus, ticks, inside, stage, text, heat, plot, line, dots, outline };
})();
if (typeof module !== "undefined") module.exports = draw;
