/** The name of the error when a page's code does not load (SHEL-030). */
export const CHUNK_LOAD_ERROR = 'ChunkLoadError';

/** The messages of Chrome, Firefox and Safari for a dynamic import that cannot be fetched. */
const FAILED_IMPORT =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading/i;

/** Returns whether an error means that code could not be loaded. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === CHUNK_LOAD_ERROR || FAILED_IMPORT.test(error.message));
}

/** Returns the error of code that did not load. */
export function chunkLoadError(cause?: unknown): Error {
  const error = new Error('A part of the app could not be loaded.', { cause });
  error.name = CHUNK_LOAD_ERROR;
  return error;
}
