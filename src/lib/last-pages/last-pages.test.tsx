import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visibleHtml } from './capture.ts';
import { showLastPage } from './show.ts';
import { type LastPage, readLastPages, storeLastPage } from './storage.ts';

const page = (address: string, more: Partial<LastPage> = {}): LastPage => ({
  address,
  width: 1280,
  styles: '/a.css',
  at: Date.now(),
  html: address,
  ...more,
});

const addresses = () => readLastPages().map(({ address }) => address);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the last four pages are stored, each once, newest first', () => {
  for (const address of ['/a', '/b', '/c', '/d', '/e', '/c']) storeLastPage(page(address));
  expect(addresses()).toEqual(['/c', '/e', '/d', '/b']);
});

test('pages of another version, and those older than a week, are not shown', () => {
  storeLastPage(page('/old-version', { styles: '/old.css' }));
  storeLastPage(page('/old', { at: Date.now() - 8 * 24 * 3_600_000 }));
  storeLastPage(page('/new'));
  expect(addresses()).toEqual(['/new']);
});

test('there are no pages when the storage is full or has unknown content', () => {
  storeLastPage(page('/a'));
  const full = {
    getItem: (key: string) => localStorage.getItem(key),
    removeItem: (key: string) => localStorage.removeItem(key),
    setItem: () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    },
  };
  const { localStorage } = window;
  vi.stubGlobal('localStorage', full);
  storeLastPage(page('/b'));
  vi.unstubAllGlobals();
  expect(addresses()).toEqual([]);
  for (const content of ['{', '{"at":1}', 'null']) {
    localStorage.setItem('gopath-last-pages', content);
    expect(addresses(), content).toEqual([]);
  }
});

test('a copy keeps states and styles, but no typed text, no ids, and nothing that loads or runs', () => {
  const root = document.createElement('div');
  root.innerHTML = `
    <h1 id="title" style="width: 20%">Tasks</h1>
    <input type="checkbox"><input value="typed"><textarea>typed</textarea>
    <img src="blob:picture"><iframe src="/x"></iframe><script>run()</script>`;
  (root.querySelector('input') as HTMLInputElement).checked = true;
  const copy = document.createElement('div');
  copy.innerHTML = visibleHtml(root);
  expect(copy.querySelector('h1')?.outerHTML).toBe('<h1 data-style="width: 20%">Tasks</h1>');
  expect(copy.querySelector('input')?.hasAttribute('checked')).toBe(true);
  expect(copy.innerHTML).not.toMatch(/typed|blob|script|iframe|id=/);
});

test('a page is shown for five seconds at most', async () => {
  vi.useFakeTimers();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'navigate' } as unknown as PerformanceEntry,
  ]);
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  storeLastPage(page(location.pathname, { width: innerWidth, styles: '', html: '<h1>Tasks</h1>' }));
  const { painted } = showLastPage();
  expect(document.body.textContent).toContain('Tasks');
  await vi.advanceTimersByTimeAsync(4900);
  await painted;
  expect(document.body.textContent).toContain('Tasks');
  await vi.advanceTimersByTimeAsync(100);
  expect(document.body.textContent).not.toContain('Tasks');
});
