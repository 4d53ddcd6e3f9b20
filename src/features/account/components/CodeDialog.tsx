import { useId, useState } from 'react';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import type { CodePurpose } from '../mutations.ts';
import { CodeForm } from './CodeForm.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Asks for a one-time code to change the second factor, then shows new recovery codes. */
export function CodeDialog({
  purpose,
  title,
  description,
  submitLabel,
  onClose,
}: {
  purpose: CodePurpose;
  title: string;
  description: string;
  submitLabel: string;
  onClose: () => void;
}) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      onClose={onClose}
      width="small"
      title={title}
      description={description}
      form={id}
      submitLabel={submitLabel}
      isBusy={isBusy}
    >
      <CodeForm
        id={id}
        purpose={purpose}
        onBusy={setBusy}
        onDone={(created) => (created.length === 0 ? onClose() : setCodes(created))}
      />
    </FormDialog>
  );
}
