/** The width and height of a stored picture of a person, in pixels: enough for the largest avatar on a sharp screen. */
export const PICTURE_SIZE = 256;

/** Returns the address of a person's picture, which changes with every new picture. @param file the stored file */
export function picturePath(pk: number, file: string | null): string | null {
  return file === null ? null : `/api/users/${pk}/picture/?v=${file.slice(0, 12)}`;
}

/** Reads an address of {@link picturePath}; null for other text. */
export function parsePicturePath(path: string): { pk: number; version: string } | null {
  const match = /^\/api\/users\/([1-9]\d{0,9})\/picture\/\?v=([0-9a-f]{12})$/.exec(path);
  return match === null ? null : { pk: Number(match[1]), version: match[2] as string };
}
