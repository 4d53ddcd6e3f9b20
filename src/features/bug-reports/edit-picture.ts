import { PICTURE_LIMITS } from '#shared/kernel/picture.ts';
import type { Rectangle } from '#src/transport/report-outbox.ts';

/** An edit of a picture, in the picture's pixels. */
export type Edit =
  | { kind: 'redact'; area: Rectangle }
  | { kind: 'arrow'; from: Point; to: Point }
  | { kind: 'crop'; area: Rectangle };

export interface Point {
  x: number;
  y: number;
}

/** A rectangle or an arrow while it is drawn, between two corners. */
export interface Frame {
  from: Point;
  to: Point;
}

const REDACTED = '#000000';
const ARROW = '#d92d20';

/** Returns the rectangle between two corners, in whole pixels: a half-covered one is readable. */
export function between(a: Point, b: Point): Rectangle {
  const x = Math.floor(Math.min(a.x, b.x));
  const y = Math.floor(Math.min(a.y, b.y));
  return { x, y, width: Math.ceil(Math.max(a.x, b.x)) - x, height: Math.ceil(Math.max(a.y, b.y)) - y };
}

function drawArrow(
  context: CanvasRenderingContext2D,
  { from, to }: { from: Point; to: Point },
  size: number,
) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (turn: number) => ({
    x: to.x - size * 4 * Math.cos(angle + turn),
    y: to.y - size * 4 * Math.sin(angle + turn),
  });
  context.strokeStyle = ARROW;
  context.fillStyle = ARROW;
  context.lineWidth = size;
  context.lineCap = 'round';
  const neck = { x: to.x - size * 3 * Math.cos(angle), y: to.y - size * 3 * Math.sin(angle) };
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(neck.x, neck.y);
  context.stroke();
  const [left, right] = [wing(0.4), wing(-0.4)];
  context.beginPath();
  context.moveTo(to.x, to.y);
  context.lineTo(left.x, left.y);
  context.lineTo(right.x, right.y);
  context.fill();
}

/** Draws the picture with its edits. Masks are drawn last, over arrows too. */
export function drawEdited(
  context: CanvasRenderingContext2D,
  picture: ImageBitmap,
  edits: readonly Edit[],
  scale = 1,
) {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.drawImage(picture, 0, 0, Math.round(picture.width * scale), Math.round(picture.height * scale));
  const size = Math.max(3, Math.round(Math.max(picture.width, picture.height) / 250));
  for (const edit of edits) {
    if (edit.kind !== 'arrow') continue;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawArrow(context, edit, size);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }
  context.fillStyle = REDACTED;
  for (const edit of edits) {
    if (edit.kind !== 'redact') continue;
    // Rounds outwards to whole pixels of the scaled picture.
    const { x, y, width, height } = edit.area;
    const [left, top] = [Math.floor(x * scale), Math.floor(y * scale)];
    context.fillRect(left, top, Math.ceil((x + width) * scale) - left, Math.ceil((y + height) * scale) - top);
  }
}

/** Returns the area of the last crop. */
export function croppedArea(picture: { width: number; height: number }, edits: readonly Edit[]): Rectangle {
  const crop = edits.findLast((edit) => edit.kind === 'crop');
  return crop?.area ?? { x: 0, y: 0, width: picture.width, height: picture.height };
}

/**
 * Moves a frame, or resizes it by its second corner. It stays inside the area: a move keeps its size and stops at the
 * edge.
 */
export function shiftedFrame({ from, to }: Frame, by: Point, area: Rectangle, isResize: boolean): Frame {
  const corners = isResize ? [to] : [from, to];
  const limited = (axis: 'x' | 'y', size: number) => {
    const low = Math.min(...corners.map((corner) => corner[axis])) - area[axis];
    const high = Math.max(...corners.map((corner) => corner[axis])) - area[axis];
    return Math.min(Math.max(by[axis], -low), size - high);
  };
  const [x, y] = [limited('x', area.width), limited('y', area.height)];
  const shift = (point: Point) => ({ x: point.x + x, y: point.y + y });
  return { from: isResize ? from : shift(from), to: shift(to) };
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture')) : resolve(blob)), 'image/png');
  });
}

/** Exports the edited picture as a file, reduced until the server accepts its size. */
export async function exportEdited(picture: ImageBitmap, edits: readonly Edit[]): Promise<Blob> {
  const area = croppedArea(picture, edits);
  const pixels = area.width * area.height;
  let scale = Math.min(1, Math.sqrt(PICTURE_LIMITS.pixels / pixels));
  for (;;) {
    const whole = document.createElement('canvas');
    whole.width = Math.round(picture.width * scale);
    whole.height = Math.round(picture.height * scale);
    drawEdited(whole.getContext('2d') as CanvasRenderingContext2D, picture, edits, scale);
    const part = document.createElement('canvas');
    part.width = Math.max(1, Math.floor(area.width * scale));
    part.height = Math.max(1, Math.floor(area.height * scale));
    part.getContext('2d')?.drawImage(whole, -Math.round(area.x * scale), -Math.round(area.y * scale));
    const blob = await toPng(part);
    if (blob.size <= PICTURE_LIMITS.bytes || scale < 0.1) return blob;
    scale *= 0.75;
  }
}
