import { afterAll, vi } from 'vitest';

// The files of a worker share the modules of libraries. Each file gets our modules, spies and globals new, so that it
// depends on no other file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.resetModules();
});
