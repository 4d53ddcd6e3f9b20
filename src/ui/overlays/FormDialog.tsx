import type { ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { CancelButton } from '../buttons/CancelButton.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

/** An open dialog with a form: its buttons cancel and submit. */
export function FormDialog({
  form,
  submitLabel,
  danger = false,
  isBusy = false,
  onCancel,
  children,
  ...dialog
}: Pick<DialogProps, 'title' | 'description' | 'width' | 'onClose'> & {
  /** The id of the form among the children. */
  form: string;
  submitLabel: string;
  danger?: boolean;
  isBusy?: boolean;
  /** Runs instead of `onClose` on Cancel. */
  onCancel?: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      {...dialog}
      actions={
        <>
          <CancelButton onClick={onCancel ?? dialog.onClose} />
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
