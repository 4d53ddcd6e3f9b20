import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';
import { clearDatabases } from './doubles/clear-databases.ts';
import { createFakeLocks } from './doubles/fake-locks.ts';

// A busy machine can take seconds to load a lazy part, and more than the default of one second failed now and then.
configure({ asyncUtilTimeout: 10_000 });

// happy-dom has no locks.
beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
});

// Unmounts components, because one that is still mounted can render when there is no window any more.
afterEach(cleanup);

// Most files share the window and the modules of their worker: the next one starts without what this one left.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
  await clearDatabases();
});
