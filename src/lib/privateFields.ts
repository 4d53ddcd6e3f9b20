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
 * Where this page shows personal data now: elements marked with `data-private`, and what was typed into fields. For
 * the pictures of bug reports, which cover these places from the start.
 */
export function privateAreas(): Area[] {
  const scale = devicePixelRatio;
  const elements = document.querySelectorAll('[data-private], input, textarea, [contenteditable="true"]');
  const areas: Area[] = [];
  for (const element of elements) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isSeen =
      right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left && bottom > top;
    const isEmpty =
      element instanceof HTMLInputElement &&
      (element.value === '' || element.type === 'checkbox' || element.type === 'radio');
    if (!isSeen || isEmpty) continue;
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
