import sharp from 'sharp';
import { invalid } from '#shared/kernel/errors.ts';
import { PICTURE_LIMITS, PICTURE_MESSAGES } from '#shared/kernel/picture.ts';

/** A re-encoded image, which contains nothing of the uploaded file except its pixels. */
export interface Picture {
  bytes: Uint8Array;
  contentType: 'image/webp';
  width: number;
  height: number;
}

/** Decoding takes four bytes per pixel, so the number of parallel decodes is limited. */
const MAX_PARALLEL_DECODES = 2;
const SECONDS = 20;

let free = MAX_PARALLEL_DECODES;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
}

/** Why a picture is refused, before the field of the upload is known. */
class Refusal extends Error {}

function refuse(message: string) {
  return new Refusal(message);
}

/** The end of the file according to its format; null for a truncated file. */
type End = { at: number; isAnimated: boolean } | null;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function endOfPng(file: Buffer): End {
  let isAnimated = false;
  for (let at = PNG_SIGNATURE.length; at + 12 <= file.length;) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') isAnimated = true;
    at += 12 + file.readUInt32BE(at);
    if (type === 'IEND') return { at, isAnimated };
  }
  return null;
}

function endOfWebp(file: Buffer): End {
  const flags = file.toString('latin1', 12, 16) === 'VP8X' && file.length > 20 ? file.readUInt8(20) : 0;
  const length = file.readUInt32LE(4);
  const at = 8 + length + (length % 2);
  return at > file.length ? null : { at, isAnimated: (flags & 0x02) !== 0 };
}

/** The bytes of JPEG markers; each marker is MARKER and the byte of its kind. */
const JPEG = {
  MARKER: 0xff,
  END_OF_IMAGE: 0xd9,
  START_OF_SCAN: 0xda,
  FIRST_RESTART: 0xd0,
  LAST_RESTART: 0xd7,
};

/** Returns where the compressed data of a JPEG scan ends. In the data, 0 or MARKER follows a MARKER byte. */
function endOfJpegScan(file: Buffer, start: number): number {
  for (let at = start; at + 1 < file.length; at += 1) {
    const kind = file[at + 1] as number;
    const isData = kind === 0 || kind === JPEG.MARKER;
    const isRestart = kind >= JPEG.FIRST_RESTART && kind <= JPEG.LAST_RESTART;
    if (file[at] === JPEG.MARKER && !isData && !isRestart) return at;
  }
  return file.length;
}

/** Reads the segments, which have a length; the image data after a START_OF_SCAN segment has none. */
function endOfJpeg(file: Buffer): End {
  let at = 2;
  while (at + 4 <= file.length) {
    if (file[at] !== JPEG.MARKER) return null;
    const kind = file[at + 1] as number;
    if (kind === JPEG.END_OF_IMAGE) return { at: at + 2, isAnimated: false };
    if (kind === JPEG.MARKER) {
      at += 1;
      continue;
    }
    at += 2 + file.readUInt16BE(at + 2);
    if (kind !== JPEG.START_OF_SCAN) continue;
    at = endOfJpegScan(file, at);
    if (file[at + 1] === JPEG.END_OF_IMAGE) return { at: at + 2, isAnimated: false };
  }
  return null;
}

function endOf(file: Buffer): End {
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return endOfPng(file);
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP')
    return endOfWebp(file);
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return endOfJpeg(file);
  throw refuse(PICTURE_MESSAGES.wrongType);
}

/**
 * Validates and re-encodes an uploaded picture. Detects the format by its first bytes and reads the size from its
 * header before decoding. Lossless for PNG and WebP, so that blacked-out areas stay one color.
 * @param field the name of the upload, for errors
 * @param square the width of a square that the picture is scaled and cropped to; by default the size stays
 * @throws AppError INVALID_INPUT
 */
export async function readPicture(
  file: Buffer,
  { field, square }: { field: string; square?: number },
): Promise<Picture> {
  try {
    return await encode(file, square);
  } catch (error) {
    if (error instanceof Refusal) throw invalid(field, error.message);
    throw error;
  }
}

async function encode(file: Buffer, square: number | undefined): Promise<Picture> {
  if (file.length > PICTURE_LIMITS.bytes) throw refuse(PICTURE_MESSAGES.tooLarge);
  if (file.length < 32) throw refuse(PICTURE_MESSAGES.wrongType);
  const end = endOf(file);
  if (end === null) throw refuse(PICTURE_MESSAGES.broken);
  if (end.isAnimated) throw refuse(PICTURE_MESSAGES.animated);
  if (end.at < file.length) throw refuse(PICTURE_MESSAGES.trailing);
  return inTurn(async () => {
    const image = sharp(file, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
    const header = await image.metadata().catch(() => {
      throw refuse(PICTURE_MESSAGES.broken);
    });
    const { width, height, format, pages = 1 } = header;
    if (!['png', 'jpeg', 'webp'].includes(format)) throw refuse(PICTURE_MESSAGES.wrongType);
    if (pages > 1) throw refuse(PICTURE_MESSAGES.animated);
    if (width * height > PICTURE_LIMITS.pixels) throw refuse(PICTURE_MESSAGES.tooManyPixels);
    const upright = image.autoOrient().timeout({ seconds: SECONDS });
    const scaled =
      square === undefined
        ? upright.webp(format === 'jpeg' ? { quality: 85, effort: 2 } : { lossless: true, effort: 2 })
        : upright.resize(square, square, { fit: 'cover' }).webp({ quality: 85, effort: 4 });
    try {
      const { data, info } = await scaled.toBuffer({ resolveWithObject: true });
      return { bytes: data, contentType: 'image/webp', width: info.width, height: info.height };
    } catch {
      throw refuse(PICTURE_MESSAGES.broken);
    }
  });
}
