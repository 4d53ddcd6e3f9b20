/** The name of the error when a page's code does not load (SHEL-030). */
export const CHUNK_LOAD_ERROR = 'ChunkLoadError';

/** What Chrome, Firefox and Safari say when a dynamic import cannot be fetched. */
const FAILED_IMPORT =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading/i;

/** Whether the code of a page, or of a part of it, could not be loaded. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === CHUNK_LOAD_ERROR || FAILED_IMPORT.test(error.message));
}

/** Returns the error of code that did not load. */
export function chunkLoadError(cause?: unknown): Error {
  const error = new Error('A part of the app could not be loaded.', { cause });
  error.name = CHUNK_LOAD_ERROR;
  return error;
}
