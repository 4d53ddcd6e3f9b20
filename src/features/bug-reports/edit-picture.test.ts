import { describe, expect, it } from 'vitest';
import { shiftedFrame } from './edit-picture.ts';

const area = { x: 100, y: 50, width: 200, height: 100 };
const frame = { from: { x: 150, y: 60 }, to: { x: 250, y: 90 } };

describe('the frame of the screenshot editor', () => {
  it('moves with its size, and stops at the edges of the visible area', () => {
    expect(shiftedFrame(frame, { x: 20, y: -5 }, area, false)).toEqual({
      from: { x: 170, y: 55 },
      to: { x: 270, y: 85 },
    });
    expect(shiftedFrame(frame, { x: 400, y: -400 }, area, false)).toEqual({
      from: { x: 200, y: 50 },
      to: { x: 300, y: 80 },
    });
    expect(shiftedFrame(frame, { x: -400, y: 400 }, area, false)).toEqual({
      from: { x: 100, y: 120 },
      to: { x: 200, y: 150 },
    });
  });

  it('keeps the first corner when it is resized, inside the visible area', () => {
    expect(shiftedFrame(frame, { x: 400, y: -400 }, area, true)).toEqual({
      from: frame.from,
      to: { x: 300, y: 50 },
    });
  });
});
