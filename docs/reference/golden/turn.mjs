import { readFileSync } from "node:fs";

const { vectors } = JSON.parse(readFileSync("golden.json", "utf8"));
const values = (name) => vectors.find((one) => one.name === name).values;
const [query] = values("input/row/128");
const golden = values("rotary/turned/half/128");

values("input/positions").forEach((position, row) => {
  const turned = new Float64Array(128);
  for (let pair = 0; pair < 64; pair++) {
    const angle = position * 10000 ** (-pair / 64);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    turned[pair] = query[pair] * cos - query[pair + 64] * sin;
    turned[pair + 64] = query[pair + 64] * cos + query[pair] * sin;
  }
  const difference = Math.max(...turned.map((value, column) => Math.abs(value - golden[row][column])));
  console.log(`${position}`.padStart(9), difference.toExponential(1));
  if (difference > (position < 200 ? 1e-13 : 1e-9)) throw new Error("not the same rotation");
});
