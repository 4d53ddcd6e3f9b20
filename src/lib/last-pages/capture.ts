import { paths } from '#shared/kernel/paths.ts';
import { whenIdle } from '../timing/when-idle.ts';
import { readViewedStudent } from '../view-as.ts';
import { isLoading } from './loading.ts';
import { currentStyles, storeLastPage } from './storage.ts';

/** The pages that people open first. None of them contains an editor. */
const KEPT: ReadonlySet<string> = new Set([
  paths.home,
  paths.notes,
  paths.tasks,
  paths.students,
  `${paths.roadmap()}colleges/`,
]);

/** In characters. Longer pages are not kept: reading them would take longer than waiting for the app. */
const MAX_LENGTH = 200_000;

/** Runs or loads something. */
const ACTIVE = 'script, iframe, object, embed, video, audio';

/** Copies what is only in the element's state, and removes what a copy must not have or load. */
function clean(element: Element, copy: Element) {
  if (element instanceof HTMLInputElement) copy.toggleAttribute('checked', element.checked);
  if (element instanceof HTMLTextAreaElement) copy.textContent = '';
  // Blobs end with their page.
  if (copy.getAttribute('src')?.startsWith('blob:')) copy.removeAttribute('src');
  const style = copy.getAttribute('style');
  if (style !== null) copy.setAttribute('data-style', style);
  for (const name of ['style', 'id', 'name', 'value', 'autofocus']) copy.removeAttribute(name);
}

/** Returns the HTML of what is visible without scrolling, without typed text. */
export function visibleHtml(root: Element): string {
  const copy = root.cloneNode(true) as Element;
  const copies = copy.querySelectorAll('*');
  const hidden: Element[] = [];
  for (const [index, element] of [...root.querySelectorAll('*')].entries()) {
    const twin = copies[index] as Element;
    clean(element, twin);
    const isBelow = scrollY === 0 && element.getBoundingClientRect().top > innerHeight;
    if (isBelow || twin.matches(ACTIVE)) hidden.push(twin);
  }
  for (const element of hidden) element.remove();
  return copy.innerHTML;
}

function capture() {
  const root = document.getElementById('root');
  if (root === null || isLoading(root) || !KEPT.has(location.pathname) || readViewedStudent() !== null)
    return;
  const html = visibleHtml(root);
  if (html.length > MAX_LENGTH) return;
  storeLastPage({
    address: location.pathname + location.search,
    width: innerWidth,
    styles: currentStyles(),
    at: Date.now(),
    html,
  });
}

/** Keeps the look of this page each time the person leaves it, and once before, in case the browser is killed. */
export function keepLastPages(signal: AbortSignal) {
  void whenIdle().then(capture);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) capture();
    },
    { signal },
  );
}
