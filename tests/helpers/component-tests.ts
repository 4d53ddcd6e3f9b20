import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { dismissSnackbar, snackbarStore } from '#src/ui/feedback/snackbar.ts';

// A busy machine can take seconds to load a lazy part, and more than the default of one second failed now and then.
configure({ asyncUtilTimeout: 10_000 });

// Unmounts components, because one that is still mounted can render when there is no window any more.
afterEach(cleanup);

// Most files share the window and the modules of their worker: the next one starts without what this one left.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  for (const { id } of snackbarStore.read()) dismissSnackbar(id);
});
