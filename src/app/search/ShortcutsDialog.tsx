import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Kbd } from '#src/ui/display/Kbd.tsx';
import { useStartTour } from '../tour/useStartTour.ts';
import { SHORTCUTS } from './shortcut-list.ts';

/** All keyboard shortcuts of the app. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const startTour = useStartTour();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      width="wide"
      actions={
        <>
          <Button
            variant="ghost"
            onClick={() => {
              onClose();
              startTour();
            }}
          >
            Take the tour
          </Button>
          <Button variant="primary" data-autofocus onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {/* Focusable, so that the keyboard can scroll it. */}
      <section aria-label="All shortcuts" tabIndex={0} className="gap-x-10 sm:columns-2 lg:columns-3">
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
            <dl>
              {shortcuts.map(({ does, keys }) => (
                <div
                  key={does}
                  className="flex min-h-8 items-center justify-between gap-3 border-b last:border-b-0"
                >
                  <dt>{does}</dt>
                  <dd className="flex items-center gap-1.5">
                    {keys.map((shortcut) => (
                      <Kbd key={shortcut} shortcut={shortcut} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
