// What is wrong with the open page on paper, a line for each fault.
() => {
  dispatchEvent(new Event("beforeprint"));
  const seen = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const named = (element) => `${element.localName}.${element.className}`;
  const style = (element, part) => getComputedStyle(element, part);
  const light = (colour) => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const links = all("article a[href]").filter((link) => link.innerText.trim());
  const outer = links.filter((link) => /^https?:/.test(link.getAttribute("href")) && !link.closest("pre"));
  const boxes = all("article pre, article table, article figure, article mjx-container");
  return [
    ...all("nav, header.bd-header, .bd-sidebar, footer, button, form, dialog, .headerlink").map((e) => `still there: ${named(e)}`),
    ...all(".pe-claim, .pe-figure, tr").filter((e) => style(e).breakInside !== "avoid").map((e) => `may break: ${named(e)}`),
    ...links.filter((e) => 1.05 / (light(style(e).color) + 0.05) < 4.5).map((e) => `faint link: ${e.innerText}`),
    ...outer.filter((e) => !style(e, "::after").content.includes(e.getAttribute("href"))).map((e) => `no address: ${e.innerText}`),
    ...all("pre a").filter((e) => style(e, "::after").content !== "none").map((e) => `address in code: ${e.innerText}`),
    ...(light(style(document.body).backgroundColor) < 0.95 ? ["dark ground"] : []),
    ...all(".pe-dark").map(() => "a dark figure"),
    ...boxes.filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => `beyond the edge: ${named(e)}`),
    ...all("article pre").filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => `cut off: ${e.innerText.slice(0, 60)}`),
    ...(document.querySelector("h1") ? [] : ["no title"]),
  ];
}
