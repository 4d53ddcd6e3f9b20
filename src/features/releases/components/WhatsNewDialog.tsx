import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Markdown } from '#src/ui/rich-text/Markdown.tsx';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import type { Release } from '../release-history.ts';

const DATE = onFirstUse(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }));

/** Lists the notes of new releases. */
export function WhatsNewDialog({ releases, onClose }: { releases: readonly Release[]; onClose: () => void }) {
  return (
    <Dialog
      open
      textOnly
      title="What’s new"
      onClose={onClose}
      actions={
        <Button variant="primary" data-autofocus onClick={onClose}>
          Got it
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        {releases.map(({ tag_name: tag, published_at: date, body }) => (
          <section key={tag} aria-labelledby={tag}>
            <h3 id={tag} className="mb-1 font-semibold">
              {tag} <span className="font-normal text-muted">{DATE().format(new Date(date))}</span>
            </h3>
            <Markdown>{body}</Markdown>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
