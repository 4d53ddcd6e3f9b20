import { driver, type DriveStep, type PopoverDOM } from 'driver.js';
import 'driver.js/dist/driver.css';
import './tour.css';
import type { TourStep } from './tour-steps.ts';

/** How long a step waits for its page. */
const PAGE_MS = 10_000;

function isShown({ target, path }: TourStep): boolean {
  if (target === undefined || path !== undefined) return true;
  return [...document.querySelectorAll(target)].some((element) => element.checkVisibility());
}

function toDriveStep({ title, text, target, path }: TourStep): DriveStep {
  return {
    ...(target === undefined ? {} : { element: target }),
    ...(path === undefined ? {} : { waitForElement: PAGE_MS, skipMissingElement: true }),
    popover: { title, description: text },
  };
}

/**
 * Runs the guided tour. Escape and the close button leave it; the focus then returns to where it was.
 * @param navigate opens the page of a step
 */
export function runTour(steps: readonly TourStep[], navigate: (path: string) => void) {
  const shown = steps.filter(isShown);
  const focused = document.activeElement;
  let path: string | undefined;
  const leave = () => tour.destroy();
  const tour = driver({
    steps: shown.map(toDriveStep),
    animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    showProgress: true,
    progressText: '{{current}} of {{total}}',
    prevBtnText: 'Back',
    nextBtnText: 'Next',
    doneBtnText: 'Done',
    popoverClass: 'tour',
    overlayOpacity: 0.4,
    stagePadding: 4,
    stageRadius: 6,
    overlayClickBehavior: () => undefined,
    disableActiveInteraction: true,
    onPopoverRender: ({ title, footer, closeButton, progress }) => {
      // Outside of a dialog, header and footer elements are landmarks of the page.
      const heading = document.createElement('h2');
      heading.append(...title.childNodes);
      title.replaceChildren(heading);
      title.setAttribute('role', 'presentation');
      footer.setAttribute('role', 'group');
      footer.setAttribute('aria-label', 'Steps');
      closeButton.setAttribute('aria-label', 'Leave the tour');
      progress.setAttribute('aria-live', 'polite');
    },
    onHighlighted: () => {
      // Steps without an element have a placeholder, which cannot have the library's attributes.
      const placeholder = document.querySelector('#driver-dummy-element');
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls'])
        placeholder?.removeAttribute(name);
      (tour.getState('popover') as PopoverDOM | undefined)?.nextButton.focus();
    },
    onNextClick: (_element, _step, { index = 0 }) => {
      const next = shown[index + 1];
      if (next?.path !== undefined && next.path !== path) {
        path = next.path;
        navigate(path);
      }
      tour.moveNext();
    },
    onDestroyed: () => {
      removeEventListener('popstate', leave);
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    },
  });
  addEventListener('popstate', leave);
  tour.drive();
}
