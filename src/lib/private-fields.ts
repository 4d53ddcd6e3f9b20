/** A field on the screen, in screenshot pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** With more fields, one area covers the whole page. */
const MAX_FIELDS = 300;

/** Extra space for focus rings and other content outside the field's edge. */
const MARGIN = 2;

/**
 * Elements that can contain personal data. Selected by structure, so that new pages are covered too: titles,
 * paragraphs, lists, tables and articles of a page or dialog, options, messages, and typed text.
 * `data-private` marks everything else: names outside of the page, and text outside of these elements.
 * tests/e2e/extension/private-fields.spec.ts checks every screen.
 */
const PRIVATE = [
  '[data-private]',
  'input, textarea, select, [contenteditable="true"]',
  ':is(main, [role="dialog"]) :is(h1, h2, h3, h4, p, article, ul, ol, dl, tbody)',
  '[role="listbox"], [role="tooltip"], [data-kind]',
].join(', ');

function isEmptyField(element: Element): boolean {
  return (
    element instanceof HTMLInputElement &&
    (element.value === '' || element.type === 'checkbox' || element.type === 'radio')
  );
}

/** Returns the areas of this page with personal data, which bug report screenshots mask by default. */
export function privateAreas(): Area[] {
  // A pinched page shows an enlarged part of itself.
  const { offsetLeft, offsetTop, width, height, scale: pinch } = visualViewport as VisualViewport;
  const scale = devicePixelRatio * pinch;
  const areas: Area[] = [];
  for (const element of document.querySelectorAll(PRIVATE)) {
    // The outer area covers nested ones.
    if (isEmptyField(element) || element.parentElement?.closest(PRIVATE)) continue;
    const box = element.getBoundingClientRect();
    const left = Math.max(0, box.left - offsetLeft);
    const top = Math.max(0, box.top - offsetTop);
    const right = Math.min(width, box.right - offsetLeft);
    const bottom = Math.min(height, box.bottom - offsetTop);
    const isSeen = left < right && top < bottom;
    if (!isSeen) continue;
    const x = Math.max(0, Math.floor((left - MARGIN) * scale));
    const y = Math.max(0, Math.floor((top - MARGIN) * scale));
    areas.push({
      x,
      y,
      width: Math.ceil((right + MARGIN) * scale) - x,
      height: Math.ceil((bottom + MARGIN) * scale) - y,
    });
  }
  if (areas.length <= MAX_FIELDS) return areas;
  return [{ x: 0, y: 0, width: Math.ceil(width * scale), height: Math.ceil(height * scale) }];
}
