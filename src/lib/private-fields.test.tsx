import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { privateAreas } from './private-fields.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('masks a private field where a pinched page shows it', () => {
  vi.stubGlobal('devicePixelRatio', 1);
  vi.stubGlobal('visualViewport', { scale: 2, offsetLeft: 100, offsetTop: 50, width: 500, height: 400 });
  const box = { left: 200, top: 100, right: 300, bottom: 120 } as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
  render(<p data-private>Maya Okafor</p>);
  // The field with a margin of 2 pixels, from the edge of the shown part, twice as large.
  expect(privateAreas()).toEqual([{ x: 196, y: 96, width: 208, height: 48 }]);
});
