import { PICTURE_LIMITS, PICTURE_MESSAGES } from '#shared/kernel/picture.ts';

/** A rectangle in the picture's pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The width and height of the uploaded square, in pixels; the server stores a smaller one. */
const SQUARE = 512;

/** Loads an image without decoding its pixels. @throws when it is no image */
function load(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new Error('No image')));
    image.src = address;
  });
}

function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}

/** Checks a chosen picture before it is shown. @returns its `data:` address, or why it cannot be used */
export async function readPicture(file: File): Promise<{ address: string } | { problem: string }> {
  if (!(PICTURE_LIMITS.types as readonly string[]).includes(file.type)) {
    return { problem: PICTURE_MESSAGES.wrongType };
  }
  if (file.size > PICTURE_LIMITS.bytes) return { problem: PICTURE_MESSAGES.tooLarge };
  try {
    const address = await readAddress(file);
    const { naturalWidth, naturalHeight } = await load(address);
    return naturalWidth * naturalHeight > PICTURE_LIMITS.pixels
      ? { problem: PICTURE_MESSAGES.tooManyPixels }
      : { address };
  } catch {
    return { problem: PICTURE_MESSAGES.broken };
  }
}

/** Returns the chosen square of a picture as a JPEG in base64. @param address its `data:` address */
export async function cropToBase64(address: string, { x, y, width, height }: Area): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = SQUARE;
  canvas.height = SQUARE;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SQUARE, SQUARE);
  context.drawImage(await load(address), x, y, width, height, 0, 0, SQUARE, SQUARE);
  return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
}
