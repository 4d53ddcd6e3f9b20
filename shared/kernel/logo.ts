/**
 * The logo on a square of 24: a rising path and its end point. Take the colors from the tokens, so that it follows the
 * theme.
 */
export const LOGO = {
  path: 'M6 17c4 0 3-5 6-5s2-5 6-5',
  end: { cx: 18, cy: 7, r: 1.75 },
} as const;
