import { Copy, Download } from 'lucide-react';
import { NEW_RECOVERY_CODES_TEXT } from '#shared/account/texts.ts';
import { saveBlob } from '#src/lib/save-file.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess('Copied');
  } catch {
    showError('Could not copy. Select the codes and copy them.');
  }
}

function download(text: string) {
  saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), 'gopath-recovery-codes.txt');
}

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title="Save your recovery codes"
      description={NEW_RECOVERY_CODES_TEXT}
      actions={
        <Button variant="primary" data-autofocus onClick={onClose}>
          I saved my codes
        </Button>
      }
    >
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-sunken p-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={<Copy aria-hidden className="size-4" />} onClick={() => void copy(text)}>
          Copy
        </Button>
        <Button icon={<Download aria-hidden className="size-4" />} onClick={() => download(text)}>
          Download
        </Button>
      </div>
    </Dialog>
  );
}
