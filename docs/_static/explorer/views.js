/* The five pictures: what each computes, draws and says in words. */
"use strict";
const views = (() => {
  const { number, group } = draw;
  const HEAT = { left: 56, right: 66 }, SQUARE = { ...HEAT, square: true }, LINE = { left: 72, right: 14 };
  const bounds = (values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  const many = (n, word) => `${group(n)} ${word}${n === 1 ? "" : "s"}`;
  const waves = ({ encoding }) => ["sinusoidal", "article", "triangle"].includes(encoding);

  /* Which part of which pair stands in a dimension. */
  function part(s, dimension) {
    const half = s.d / 2, apart = s.encoding === "sinusoidal" && s.layout !== "interleaved";
    const [pair, second] = apart ? [dimension % half, dimension >= half] : [dimension >> 1, dimension % 2 === 1];
    return [pair, second !== (s.encoding === "sinusoidal" && s.layout === "cosine_first") ? "cosine" : "sine"];
  }

  const table = {
    margins: HEAT,
    size: (s, { rows }) => [s.length, rows.columns],
    tall: (s, { rows }) => (waves(s) || s.encoding === "one_hot") && rows.columns > 128 ? 512 : 256,
    draw(box, s, { rows }) {
      const signed = waves(s), [columns, high] = [rows.columns, bounds(rows.values)[1]];
      const scale = signed ? { map: "diverging", low: -1, high: 1 } : { map: "sequential", low: 0, high };
      const at = (dimension, position) => rows.values[position * columns + dimension];
      draw.heat(box, { rows: columns, columns: s.length, at, labels: ["position", "dimension"], ...scale });
    },
    say(s, { rows }, [position, dimension]) {
      const [pair, name] = waves(s) ? part(s, dimension) : [];
      const which = waves(s) ? `, the ${s.encoding === "triangle" ? `${name} place` : name} of pair ${pair}` : "";
      return `Position ${position}, dimension ${dimension}${which}: ${number(rows.values[position * rows.columns + dimension])}.`;
    },
    rest: (s, { rows }) => `${many(s.length, "position")} by ${many(rows.columns, "dimension")}.`,
  };

  const gram = {
    margins: SQUARE,
    size: (s) => [s.length, s.length],
    draw(box, s, { gram: { values } }) {
      const [low, high] = bounds(values), n = s.length;
      draw.heat(box, { rows: n, columns: n, at: (r, c) => values[r * n + c], map: "sequential", low, high, labels: ["position", "position"] });
      const along = (column, row) => [box.x + (column * box.w) / n, box.y + (row * box.h) / n];
      draw.line(box, [along(s.k, 0), along(n, n - s.k)], draw.DATA.vermilion, { dash: [6, 4] });
    },
    say(s, { gram: { values } }, [q, p]) {
      return `Positions ${p} and ${q}, ${many(Math.abs(p - q), "position")} apart: ${number(values[p * s.length + q])}.`;
    },
    rest(s, { gram: { values } }) {
      const along = Array.from({ length: s.length - s.k }, (_, p) => values[p * s.length + p + s.k]), [low, high] = bounds(along);
      const same = high - low < 1e-9 * Math.max(1, Math.abs(high));
      return `Along the dashed line, ${s.k} apart: ${same ? `${number(high)} at every position` : `from ${number(low)} to ${number(high)}`}.`;
    },
  };

  const shift = {
    margins: SQUARE,
    size: (s, { shift: made }) => (made ? [made.columns, made.rows] : [0, 0]),
    draw(box, s, { shift: made }) {
      if (!made) {
        draw.text(box, "no such matrix", box.x + box.w / 2, box.y + box.h / 2);
        return;
      }
      const at = (r, c) => made.values[r * made.columns + c];
      draw.heat(box, { ...made, at, map: "diverging", low: -1, high: 1, labels: ["dimension before", "dimension after"] });
    },
    say: (s, { shift: made }, [before, after]) =>
      `From dimension ${before} to dimension ${after}: ${number(made.values[after * made.columns + before])}.`,
    rest(s, { shift: made }) {
      if (!made) return `No one matrix moves every row of this code by ${s.k}.`;
      if (s.k === 0) return "The identity: nothing moves.";
      if (s.encoding === "one_hot") return `Moves the one by ${many(s.k, "dimension")}, until the last is reached.`;
      return `Turns ${many(s.d / 2, "pair")}, each by ${s.k} times its frequency.`;
    },
  };

  const POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const power = (e) => (e < 3 ? String(10 ** e) : `10${[...String(e)].map((digit) => POWERS[digit]).join("")}`);
  const wavelengths = {
    margins: LINE,
    marks: true,
    size: (s, { wavelengths: all }) => [all.length, 1],
    draw(box, s, { wavelengths: all }, cell) {
      const high = s.encoding === "article" ? 16 : 8, marks = [0, 1, 2, 3, 4].map((i) => (i * high) / 4);
      const [X, Y] = draw.plot(box, { columns: all.length || s.d / 2, low: 0, high, marks, name: power, label: "pair" });
      if (!all.length) return draw.text(box, "no pair, no wavelength", box.x + box.w / 2, box.y + box.h / 2);
      const end = Y(Math.log10(s.length)), points = all.map((length, pair) => [X(pair), Y(Math.log10(length))]);
      draw.line(box, [[box.x, end], [box.x + box.w, end]], draw.DATA.slate, { width: 1.5, dash: [5, 4] });
      draw.dots(box, points, draw.DATA.blue, all.length > 64 ? 2 : 3);
      if (cell) draw.dots(box, [points[cell[0]]], draw.DATA.vermilion, 5);
    },
    say(s, { wavelengths: all }, [pair]) {
      return `Pair ${pair}: ${number(all[pair])} positions; an offset of ${s.k} is ${number(s.k / all[pair])} of a turn.`;
    },
    rest(s, { wavelengths: all }) {
      if (!all.length) return "This code has no period.";
      const turned = all.filter((length) => length <= s.length).length;
      return `${turned} of ${many(all.length, "pair")} turn${turned === 1 ? "s" : ""} at least once in ${s.length} positions; the longest wavelength is ${number(all[all.length - 1])}.`;
    },
  };

  const attention = {
    margins: LINE,
    marks: true,
    size: (s) => [s.length, 1],
    draw(box, s, { logits, weights }, cell) {
      const values = s.scale === "weights" ? weights : logits, n = s.length;
      let [low, high] = bounds(s.scale === "weights" ? [0, ...values] : values);
      const room = (high - low) / 20 || 0.5;
      [low, high] = [s.scale === "weights" ? 0 : low - room, high + room];
      const label = "distance: key minus query", across = draw.ticks(-s.query, n - 1 - s.query, 5).filter(Number.isInteger).map((d) => d + s.query);
      const called = (key) => draw.minus(String(key - s.query));
      const [X, Y] = draw.plot(box, { columns: n, low, high, marks: draw.ticks(low, high), label, across, called });
      draw.line(box, [[X(s.query), box.y], [X(s.query), box.y + box.h]], draw.DATA.slate, { width: 1.5, dash: [5, 4] });
      draw.line(box, values.map((value, key) => [X(key), Y(value)]), draw.DATA.blue);
      const [key] = cell || [s.query + s.k];
      if (key < n) draw.dots(box, [[X(key), Y(values[key])]], draw.DATA.vermilion, 5);
    },
    say(s, { logits, weights }, [key]) {
      const away = key - s.query, side = away < 0 ? "before" : "after";
      const where = away ? `${Math.abs(away)} ${side} the query` : "the query itself";
      return `Key ${key}, ${where}: position adds ${number(logits[key])} to the logit; by itself it would give a weight of ${number(weights[key])}.`;
    },
    rest(s, data) {
      return s.query + s.k < s.length ? attention.say(s, data, [s.query + s.k]) : `No key is ${s.k} after the query.`;
    },
  };

  /* Table and dot products stay while only the offset or the query moves. */
  const kept = {};
  function keep(name, s, make) {
    const key = [s.encoding, s.layout, s.grid, s.d, s.base, s.length].join();
    if (kept[name]?.key !== key) kept[name] = { key, value: make() };
    return kept[name].value;
  }

  /* What the pictures share, each part made when it is first asked for. */
  function data(s, random) {
    const made = {}, parts = {
      rows: () => keep("rows", s, () => formulas.table(s)),
      gram: () => keep("gram", s, () => formulas.gram(made.rows)),
      shift: () => formulas.shift(s.k, s),
      wavelengths: () => formulas.wavelengths(s),
      logits: () => formulas.bias(made.rows, s.query, s.projection === "identity" ? null : random(made.rows.columns, s.projection)),
      weights: () => formulas.softmax(made.logits),
    };
    for (const [name, make] of Object.entries(parts)) {
      let value;
      Object.defineProperty(made, name, { get: () => (value === undefined ? (value = make()) : value) });
    }
    return made;
  }

  return { all: { table, gram, shift, wavelengths, attention }, data };
})();
