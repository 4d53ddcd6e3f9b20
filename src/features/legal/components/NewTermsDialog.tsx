import { useState } from 'react';
import { LEGAL_DOCUMENTS, type LegalSlug } from '#shared/legal/documents.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useAcceptTerms } from '../mutations.ts';
import { LegalDialog } from './LegalDialog.tsx';

/** Asks for agreement to new terms. Without it, the next page load asks again. */
export function NewTermsDialog({ version, onClose }: { version: string; onClose: () => void }) {
  const accept = useAcceptTerms();
  const [read, setRead] = useState<LegalSlug | null>(null);
  if (read !== null) return <LegalDialog slug={read} onClose={() => setRead(null)} />;
  return (
    <Dialog
      open
      title="Our terms have changed"
      description="Please read and accept the new version to continue using GoPath."
      onClose={onClose}
      busy={accept.isPending}
      busyLabel="Saving your agreement"
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Not now
          </Button>
          <Button
            variant="primary"
            data-autofocus
            onClick={() => accept.mutate(version, { onSuccess: onClose })}
          >
            Accept
          </Button>
        </>
      }
    >
      <ul className="grid justify-items-start gap-1 pb-2">
        {(['terms-of-use', 'privacy-policy'] as const).map((slug) => (
          <li key={slug}>
            <button
              type="button"
              className="touch-target py-1 font-medium text-accent-text underline underline-offset-2"
              onClick={() => setRead(slug)}
            >
              {LEGAL_DOCUMENTS[slug]}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
