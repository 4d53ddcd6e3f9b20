import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { createFakeLocks } from './doubles/fake-locks.ts';

// A busy machine can take seconds to load a lazy part, and more than the default of one second failed now and then.
configure({ asyncUtilTimeout: 10_000 });

// Empty for each file. happy-dom has no databases and no locks.
globalThis.indexedDB = new IDBFactory();
beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
});

// Unmounts components, because one that is still mounted can render when there is no window any more.
afterEach(cleanup);

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});
