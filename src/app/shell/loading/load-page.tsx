import type { ComponentType } from 'react';
import { CHUNK_LOAD_ERROR, chunkLoadError } from './chunk-load-error.ts';
import type { FirstPage } from './first-page.ts';
import { OfflinePage } from '../offline/OfflinePage.tsx';

/** The timeout for loading a page's code (SHEL-030). */
const TIMEOUT_MS = 120_000;

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

/** The module of a page, in the form the router needs. */
interface PageModule {
  Component: ComponentType;
  handle?: FirstPage;
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
