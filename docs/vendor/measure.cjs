// Says how wide, high and deep MathJax sets each formula, in em: a line of JSON in, a style out.
"use strict";
const modules = process.argv[2];
global.MathJax = {
  loader: {
    load: ["input/tex", "output/svg", "adaptors/liteDOM"],
    paths: { mathjax: `${modules}/mathjax`, "mathjax-newcm": `${modules}/@mathjax/mathjax-newcm-font` },
    require,
  },
  svg: { linebreaks: { inline: false } },
  startup: { typeset: false },
};
require(`${modules}/mathjax/startup.js`);

async function measure(line) {
  const { tex, display } = JSON.parse(line);
  const node = await MathJax.tex2svgPromise(tex, { display, em: 16, ex: 8, containerWidth: 1e6 });
  const box = /viewBox="([^"]*)"/.exec(MathJax.startup.adaptor.outerHTML(node))[1].split(" ").map(Number);
  const [, top, width, height] = box.map((size) => size / 1000);
  const em = (size) => Math.max(0, size).toFixed(2);
  return `--w:${em(width)};--h:${em(-top)};--d:${em(height + top)}`;
}

MathJax.startup.promise.then(async () => {
  for await (const line of require("node:readline").createInterface({ input: process.stdin }))
    console.log(await measure(line));
});
