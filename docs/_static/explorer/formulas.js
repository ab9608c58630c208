/* The formulas of pe_reference once more, for the explorer. Nothing here knows of a page: Node runs the same file. */
"use strict";
const formulas = (() => {
  /* A pair [hi, lo] stands for the sum of its two numbers, about 32 digits together. */
  const split = (a) => { const c = 134217729 * a, high = c - (c - a); return [high, a - high]; };
  const multiply = (a, b) => {
    const p = a * b, [ah, al] = split(a), [bh, bl] = split(b);
    return [p, ((ah * bh - p) + ah * bl + al * bh) + al * bl];
  };
  const carry = (hi, lo) => [hi + lo, lo - (hi + lo - hi)];
  const times = ([a, al], [b, bl]) => { const [p, e] = multiply(a, b); return carry(p, e + a * bl + al * b); };
  const inverse = (a) => { const q = 1 / a, [p, e] = multiply(q, a); return carry(q, (1 - p - e) / a); };
  const root = ([a, al]) => { const s = Math.sqrt(a), [p, e] = multiply(s, s); return carry(s, (a - p - e + al) / (2 * s)); };

  /* base ** (-over / under) for each `over`: the binary digits of the exponent say which square roots to multiply. */
  function powers(base, overs, under) {
    const roots = [inverse(base)];
    while (roots.length < 80) roots.push(root(roots[roots.length - 1]));
    return overs.map((over) => {
      let product = [1, 0], rest = over;
      for (const factor of roots) {
        if (rest >= under) { product = times(product, factor); rest -= under; }
        rest *= 2;
      }
      return product;
    });
  }

  const range = (n) => Array.from({ length: n }, (_, i) => i);
  const turns = (encoding) => encoding === "sinusoidal" || encoding === "article";

  /* The frequency of every pair. The article's loop doubles the exponent, which squares the base. */
  function frequencies({ encoding, d, base, grid }) {
    const under = encoding === "sinusoidal" && grid === "tensor2tensor" ? d / 2 - 1 : d / 2;
    return powers(encoding === "article" ? base * base : base, range(d / 2), under);
  }

  /* Sine and cosine of p * omega: the product with 24 bits of omega is exact, and what is left of it is small. */
  function sinCos(p, [hi, lo]) {
    const most = Math.fround(hi), a = p * most, b = p * (hi - most + lo);
    const s = Math.sin(a), c = Math.cos(a), sb = Math.sin(b), versed = 2 * Math.sin(b / 2) ** 2;
    return [s + (c * sb - s * versed), c - (s * sb + c * versed)];
  }

  /* Straight from 0 up to 1, down to -1 and back, once in every unit. */
  const wave = (x) => 4 * Math.abs((((x - 0.25) % 1) + 1) % 1 - 0.5) - 1;

  /* Where the sine and the cosine of pair j stand in a row. */
  function places({ encoding, d, layout }, j) {
    if (encoding === "sinusoidal" && layout === "concatenated") return [j, d / 2 + j];
    if (encoding === "sinusoidal" && layout === "cosine_first") return [d / 2 + j, j];
    return [2 * j, 2 * j + 1];
  }

  const width = ({ encoding, d, length }) => ({ integer: 1, one_hot: length })[encoding] || d;
  const matrix = (rows, columns, entry) => {
    const values = new Float64Array(rows * columns);
    if (entry) for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) values[r * columns + c] = entry(r, c);
    return { rows, columns, values };
  };

  /* One row for each of the positions, 0 to length - 1 unless they are listed. */
  function table(settings, positions = range(settings.length)) {
    const { encoding } = settings, rows = positions.length, columns = width(settings);
    if (encoding === "linear" || encoding === "integer") return matrix(rows, columns, (r) => positions[r]);
    if (encoding === "one_hot") return matrix(rows, columns, (r, c) => Number(positions[r] === c));
    const made = matrix(rows, columns);
    frequencies(settings).forEach((omega, j) => {
      const [sine, cosine] = places(settings, j);
      positions.forEach((p, r) => {
        const turned = (p * omega[0]) / (2 * Math.PI);
        const [s, c] = turns(encoding) ? sinCos(p, omega) : [wave(turned), wave(turned + 0.25)];
        made.values[r * columns + sine] = s;
        made.values[r * columns + cosine] = c;
      });
    });
    return made;
  }

  /* Row r of a times row s of b, in four sums, which is faster. */
  function dot(a, r, b, s) {
    const n = a.columns, u = a.values, v = b.values;
    let [x, y, z, w, i, j] = [0, 0, 0, 0, r * n, s * n];
    for (const end = i + n - 3; i < end; i += 4, j += 4) {
      x += u[i] * v[j];
      y += u[i + 1] * v[j + 1];
      z += u[i + 2] * v[j + 2];
      w += u[i + 3] * v[j + 3];
    }
    for (const end = r * n + n; i < end; i++, j++) x += u[i] * v[j];
    return x + y + (z + w);
  }

  /* The dot products of all pairs of rows. */
  function gram(rows) {
    const made = matrix(rows.rows, rows.rows);
    for (let p = 0; p < rows.rows; p++)
      for (let q = 0; q <= p; q++) made.values[p * rows.rows + q] = made.values[q * rows.rows + p] = dot(rows, p, rows, q);
    return made;
  }

  /* The matrix that moves every row by k positions, or null where a code has none. */
  function shift(k, settings) {
    const n = width(settings), { encoding } = settings;
    if (encoding === "one_hot" || k === 0) return matrix(n, n, (r, c) => Number(r === c + k));
    if (!turns(encoding)) return null;
    const made = matrix(n, n);
    frequencies(settings).forEach((omega, j) => {
      const [sin, cos] = sinCos(k, omega), [s, c] = places(settings, j);
      made.values[s * n + s] = made.values[c * n + c] = cos;
      made.values[s * n + c] = sin;
      made.values[c * n + s] = -sin;
    });
    return made;
  }

  /* The period of every pair in positions; none for a code that does not repeat. */
  const wavelengths = (settings) =>
    turns(settings.encoding) || settings.encoding === "triangle" ? frequencies(settings).map(([hi]) => (2 * Math.PI) / hi) : [];

  /* Entries drawn from N(0, 1/n), the same for the same seed (Mulberry32, Box and Muller). */
  function random(n, seed) {
    let state = seed * 0x9e3779b9;
    const uniform = () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
    };
    return matrix(n, n, () => Math.sqrt((-2 * Math.log(uniform())) / n) * Math.cos(2 * Math.PI * uniform()));
  }

  /* One row times a weight. */
  function project(rows, r, weight) {
    const made = matrix(1, weight.columns);
    for (let i = 0; i < weight.rows; i++) {
      const entry = rows.values[r * rows.columns + i];
      for (let c = 0; c < weight.columns; c++) made.values[c] += entry * weight.values[i * weight.columns + c];
    }
    return made;
  }

  /* What the rows add to the logits of one query, a number for each key. Without weights the rows meet as they are. */
  function bias(rows, query, weights) {
    let asked = matrix(1, rows.columns, (_, c) => rows.values[query * rows.columns + c]);
    if (weights) {
      const projected = project(rows, query, weights.query);
      asked = matrix(1, rows.columns, (_, c) => dot(weights.key, c, projected, 0));
    }
    return range(rows.rows).map((key) => dot(rows, key, asked, 0) / Math.sqrt(rows.columns));
  }

  function softmax(logits) {
    const top = Math.max(...logits), parts = logits.map((logit) => Math.exp(logit - top));
    const total = parts.reduce((sum, part) => sum + part, 0);
    return parts.map((part) => part / total);
  }

  return { frequencies, table, gram, shift, wavelengths, random, bias, softmax, width };
})();
if (typeof module !== "undefined") module.exports = formulas;
