import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Search } from 'lucide-react';
import { useLocation } from 'react-router';
import { APP_SHORTCUTS, isCommandKey, isPageCovered, isPlainKey } from '#src/lib/shortcuts.ts';
import { useKeyDown } from '#src/lib/useKeyDown.ts';
import { useTypedAhead } from '#src/lib/useTypedAhead.ts';
import { Kbd } from '#src/ui/display/Kbd.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';
import type { Opened } from '../../search/opened.ts';

type Overlays = ComponentType<{
  opened: Opened;
  typed: string;
  onOpen: (opened: Opened | null) => void;
}>;

const load = async (): Promise<Overlays> => (await import('../../search/SearchOverlays.tsx')).SearchOverlays;

/**
 * Returns the dialog that a key opens. Single keys do nothing in a field or an editor, and no key does while a dialog
 * is open.
 */
function openedBy(event: KeyboardEvent): 'search' | 'task' | 'shortcuts' | null {
  if (isCommandKey(event, APP_SHORTCUTS.search) && !isPageCovered()) return 'search';
  if (isPlainKey(event, APP_SHORTCUTS.searchByOneKey)) return 'search';
  if (isPlainKey(event, APP_SHORTCUTS.quickAdd)) return 'task';
  return isPlainKey(event, APP_SHORTCUTS.help) ? 'shortcuts' : null;
}

/** The search button, and the dialogs that shortcuts open. Their code loads on first use. */
export function SearchButton() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<{ opened: Opened; at: string } | null>(null);
  const [Overlays, setOverlays] = useState<Overlays | null>(null);
  // Navigating, for example with the back button, closes the dialog.
  const opened = shown?.at === pathname ? shown.opened : null;

  const before = useRef<Element | null>(null);
  const isOpen = opened !== null;
  useEffect(() => {
    // Restores the focus: dialogs do not know which element had it before their code loaded.
    const { activeElement, body } = document;
    if (!isOpen && activeElement === body && before.current instanceof HTMLElement) before.current.focus();
    if (!isOpen) before.current = null;
  }, [isOpen]);

  const [typed, clearTyped] = useTypedAhead(isOpen && Overlays === null, () => setShown(null));

  const open = (wanted: Opened | null) => {
    clearTyped();
    setShown(wanted === null ? null : { opened: wanted, at: pathname });
    if (wanted === null) return;
    before.current ??= document.activeElement;
    load().then(
      (overlays) => setOverlays(() => overlays),
      () => {
        setShown(null);
        showError('The search could not be loaded. Check your connection and try again.');
      },
    );
  };

  const isSearching = opened?.what === 'search';
  // Listens on the window, so that handlers of the page, such as its own field for Q, run first.
  useKeyDown((event) => {
    const what = openedBy(event);
    if (what !== null) {
      event.preventDefault();
      open({ what });
    } else if (isSearching && isCommandKey(event, APP_SHORTCUTS.search)) {
      event.preventDefault();
      open(null);
    }
  }, window);

  // Loads the code on hover, before the click.
  const prepare = () => void load().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isSearching}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => open({ what: 'search' })}
        className="touch-target inline-flex h-control w-(--control-height) items-center justify-center gap-2 rounded-control text-muted transition-colors hover:bg-hover hover:text-text md:w-72 md:justify-start md:border md:bg-sunken md:px-2.5"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 text-left max-md:sr-only">Search</span>
        <span aria-hidden className="max-md:hidden pointer-coarse:hidden">
          <Kbd shortcut={APP_SHORTCUTS.search} />
        </span>
      </button>
      {opened !== null && Overlays !== null && <Overlays opened={opened} typed={typed} onOpen={open} />}
    </>
  );
}
