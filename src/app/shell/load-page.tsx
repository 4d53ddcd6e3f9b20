import type { ComponentType } from 'react';
import { OfflinePage } from './OfflinePage.tsx';

/** The name of the error when a page's code does not load (SHEL-030). */
export const CHUNK_LOAD_ERROR = 'ChunkLoadError';

/** How long loading a page's code may take (SHEL-030). */
const TIMEOUT_MS = 120_000;

/** What Chrome, Firefox and Safari say when a dynamic import cannot be fetched. */
const FAILED_IMPORT =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading/i;

/** Whether the code of a page, or of a part of it, could not be loaded. */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && (error.name === CHUNK_LOAD_ERROR || FAILED_IMPORT.test(error.message));
}

function chunkLoadError(cause?: unknown): Error {
  const error = new Error('A part of the app could not be loaded.', { cause });
  error.name = CHUNK_LOAD_ERROR;
  return error;
}

async function loadInTime<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(chunkLoadError()), TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), timeout]);
  } catch (error) {
    throw error instanceof Error && error.name === CHUNK_LOAD_ERROR ? error : chunkLoadError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The module of a page, as the router needs it. */
interface PageModule {
  Component: ComponentType;
}

/**
 * Loads a page's code for the router. Throws a ChunkLoadError on failure or after two minutes. Offline, it returns an
 * offline page that loads the code later, because the router never requests the same code twice.
 */
export function page(load: () => Promise<PageModule>): () => Promise<PageModule> {
  return async () => {
    try {
      return await loadInTime(load);
    } catch (error) {
      if (navigator.onLine) throw error;
      let loaded: PageModule | undefined;
      const retry = async () => (loaded = await loadInTime(load)).Component;
      return { Component: () => <OfflinePage Loaded={loaded?.Component} retry={retry} /> };
    }
  };
}
