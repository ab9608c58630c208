// Focus everything that takes it, one after the other, and say what a reader at the keyboard would miss.
() => {
  const what = "a[href], button, input, select, textarea, summary, [tabindex]";
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("dialog:not([open])");
  const name = (element) => element.outerHTML.slice(0, 100);
  const problems = [];
  const quick = (style) => [style.transitionDuration, style.animationDuration].every((times) => times.split(", ").every((time) => parseFloat(time) === 0));
  for (const element of document.querySelectorAll("*"))
    for (const part of [undefined, "::before", "::after"])
      if (!quick(getComputedStyle(element, part))) problems.push(`moves although asked not to: ${name(element)}`);
  if (getComputedStyle(document.documentElement).scrollBehavior !== "auto") problems.push("scrolls smoothly although asked not to");
  for (const element of document.querySelectorAll(what)) {
    if (element.tabIndex > 0) problems.push(`comes before its turn: ${name(element)}`);
    if (element.tabIndex < 0 || element.disabled || !seen(element)) continue;
    element.focus({ focusVisible: true, preventScroll: true });
    if (document.activeElement !== element) continue; // an element that gives its focus to another
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const clear = /^rgba\(.*, 0\)$|^transparent$/.test(outlineColor);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2 || clear) problems.push(`focus is not seen: ${name(element)}`);
  }
  return problems;
}
