/** A field on the screen, in pixels of a picture of it. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Fields beyond this many share one large box. */
const MAX_FIELDS = 300;

/** Room for what reaches over a field's edge, such as a ring around it. */
const MARGIN = 2;

/**
 * What may hold personal data. By structure, so that a new page is covered too: titles, paragraphs, lists, tables and
 * articles of a page and of a dialog, what can be chosen, messages, and whatever was typed. `data-private` marks the
 * rest: names outside of the page, and loose words of a page. tests/e2e/extension/private-fields.spec.ts goes through
 * the screens and finds what is missing.
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

/** Where this page shows personal data now, for the pictures of bug reports, which cover these places from the start. */
export function privateAreas(): Area[] {
  const scale = devicePixelRatio;
  const areas: Area[] = [];
  for (const element of document.querySelectorAll(PRIVATE)) {
    // What lies in another such place is covered with it.
    if (isEmptyField(element) || element.parentElement?.closest(PRIVATE)) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isSeen =
      right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left && bottom > top;
    if (!isSeen) continue;
    const x = Math.max(0, Math.floor((left - MARGIN) * scale));
    const y = Math.max(0, Math.floor((top - MARGIN) * scale));
    areas.push({
      x,
      y,
      width: Math.ceil((Math.min(right, innerWidth) + MARGIN) * scale) - x,
      height: Math.ceil((Math.min(bottom, innerHeight) + MARGIN) * scale) - y,
    });
  }
  if (areas.length <= MAX_FIELDS) return areas;
  return [{ x: 0, y: 0, width: Math.ceil(innerWidth * scale), height: Math.ceil(innerHeight * scale) }];
}
