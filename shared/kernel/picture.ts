/** Uploaded pictures: screenshots and pictures of people. */

/** The limits of an uploaded picture. */
export const PICTURE_LIMITS = {
  bytes: 5 * 1024 * 1024,
  pixels: 32_000_000,
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const;

/** The errors of a picture, shown to the person who chose it. */
export const PICTURE_MESSAGES = {
  tooLarge: 'The picture is larger than 5 MB',
  tooManyPixels: 'The picture has more than 32 megapixels',
  wrongType: 'The picture must be a PNG, JPEG or WebP',
  animated: 'The picture is animated. Choose a still picture.',
  broken: 'The picture is damaged or was cut off on the way',
  trailing: 'The file contains something else after the picture',
} as const;
