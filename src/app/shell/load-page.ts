/** The name of the error when a part of the app cannot be loaded (SHEL-030). */
export const CHUNK_LOAD_ERROR = 'ChunkLoadError';

/** How long a part may take (SHEL-030). */
const TIMEOUT_MS = 120_000;

function chunkLoadError(cause?: unknown): Error {
  const error = new Error('A part of the app could not be loaded.', { cause });
  error.name = CHUNK_LOAD_ERROR;
  return error;
}

/** A page's chunk for the router: fails as a ChunkLoadError, also when it takes longer than two minutes. */
export function page<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(chunkLoadError()), TIMEOUT_MS);
    });
    try {
      return await Promise.race([load(), tooLate]);
    } catch (error) {
      throw error instanceof Error && error.name === CHUNK_LOAD_ERROR ? error : chunkLoadError(error);
    } finally {
      clearTimeout(timer);
    }
  };
}
