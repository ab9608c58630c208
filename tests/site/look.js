() => {
  const apart = "pre, code, script, style, noscript, template, mjx-container, mjx-assistive-mml";
  const seen = (element) => element.getClientRects().length > 0;
  const words = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(apart)) words.push(walker.currentNode.data);
  for (const name of ["alt", "title", "aria-label"])
    for (const element of document.querySelectorAll(`[${name}]`)) words.push(element.getAttribute(name));

  const clipped = (element) => {
    const box = element.getBoundingClientRect();
    if (!seen(element) || box.width < 2 || box.right <= innerWidth + 1) return false;
    for (let around = element.parentElement; around; around = around.parentElement) {
      const overflow = getComputedStyle(around).overflowX;
      if (overflow === "auto" || overflow === "scroll") return false;
    }
    return true;
  };
  const leaves = [...document.querySelectorAll("main *")].filter((element) => !element.childElementCount && element.textContent.trim());

  return {
    applied: document.documentElement.dataset.theme,
    words: words.join("\n"),
    mathErrors: [...document.querySelectorAll("mjx-merror, [data-mjx-error], mjx-container [style*='color: red']")].map((e) => e.textContent),
    untypeset: [...document.querySelectorAll(".math")].filter((e) => !e.querySelector("mjx-container")).map((e) => e.textContent),
    images: [...document.images].map((image) => ({
      source: image.currentSrc || image.src,
      alt: image.getAttribute("alt"),
      decorative: Boolean(image.closest(".sphx-glr-thumbcontainer, .navbar-brand")),
      broken: seen(image) && !(image.complete && image.naturalWidth),
    })),
    figures: [...document.querySelectorAll(".pe-figure")].map((figure) =>
      [...figure.querySelectorAll("picture")].filter(seen).map((picture) => ({
        theme: picture.className.replace("pe-", ""),
        source: picture.querySelector("img").currentSrc,
      })),
    ),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    cut: leaves.filter(clipped).map((element) => element.textContent.trim().slice(0, 60)),
  };
}
