import { useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { CancelButton } from '../buttons/CancelButton.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { TextField } from '../fields/TextField.tsx';

type ConfirmByTypingProps = Omit<DialogProps, 'actions' | 'children'> & {
  /** The text to type, such as the person's name. */
  phrase: string;
  /** The label of the button, a verb. */
  confirmLabel: string;
  onConfirm: () => void;
};

/** Returns a text in a form that any keyboard can type: plain apostrophes and single spaces. */
function comparable(text: string): string {
  return text.normalize('NFC').replaceAll(/[‘’ʼ]/g, "'").replaceAll(/\s+/g, ' ').trim();
}

/** Asks to type a name before an action that cannot be undone. */
export function ConfirmByTyping(props: ConfirmByTypingProps) {
  const { phrase, confirmLabel, onConfirm, ...dialog } = props;
  const [typed, setTyped] = useState('');
  const matches = comparable(typed) === comparable(phrase);
  const close = () => {
    setTyped('');
    dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      onClose={close}
      actions={
        <>
          <CancelButton onClick={close} />
          <Button
            variant="danger"
            type="submit"
            form="confirm-by-typing"
            disabledReason={matches ? undefined : `Type “${phrase}” first`}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id="confirm-by-typing"
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !dialog.busy) onConfirm();
        }}
      >
        <TextField
          label={`Type “${phrase}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          data-autofocus
        />
      </form>
    </Dialog>
  );
}
