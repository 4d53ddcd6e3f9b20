import { paths } from '#shared/kernel/paths.ts';
import { whenIdle } from '../timing/when-idle.ts';
import { readViewedStudent } from '../view-as.ts';
import { isLoading } from './loading.ts';
import { currentStyles, storeLastPage } from './storage.ts';

/** The pages that people often open first. None of them contains an editor. */
const KEPT: ReadonlySet<string> = new Set([
  paths.home,
  paths.notes,
  paths.tasks,
  paths.students,
  `${paths.roadmap()}colleges/`,
]);

/** The maximum number of characters: showing a longer page would take longer than loading the app. */
const MAX_LENGTH = 200_000;

/** The elements that run or load something. */
const ACTIVE = 'script, iframe, object, embed, video, audio';

/** Copies state that only the element has, and removes what a copy must not contain or load. */
function clean(element: Element, copy: Element) {
  if (element instanceof HTMLInputElement) copy.toggleAttribute('checked', element.checked);
  if (element instanceof HTMLTextAreaElement) copy.textContent = '';
  // Blob addresses are only valid in the page that created them.
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

/** Stores the look of this page when it opens, and each time the person leaves it. */
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
