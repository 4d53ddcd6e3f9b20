import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { ConfirmByTyping } from '#src/ui/overlays/ConfirmByTyping.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Drawer } from '#src/ui/overlays/Drawer.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

type Overlay = 'dialog' | 'busy' | 'typing' | 'drawer' | null;

export function OverlaySection() {
  const [open, setOpen] = useState<Overlay>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('busy')}>Open busy dialog</Button>
      <Button onClick={() => setOpen('typing')}>Confirm by typing</Button>
      <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis />} />}
        actions={[
          { label: 'Edit', icon: <Pencil />, onSelect: () => showSuccess('Edited') },
          { label: 'Send', onSelect: () => {}, disabledReason: 'A placeholder is left in the text' },
          { label: 'Delete', icon: <Trash2 />, danger: true, separated: true, onSelect: () => {} },
        ]}
      />
      <Button
        onClick={() =>
          showSuccess('Note deleted', { label: 'Undo', onSelect: () => showSuccess('Note restored') })
        }
      >
        Show success
      </Button>
      <Button onClick={() => showError('The note could not be sent')}>Show error</Button>
      <Dialog
        open={open === 'dialog' || open === 'busy'}
        onClose={close}
        busy={open === 'busy'}
        title="Send Meeting Note"
        description="Maya Rivera and two parents get this note by email. It cannot be changed afterwards."
        actions={
          <>
            <CancelButton onClick={close} />
            <Button variant="primary" onClick={close}>
              Send
            </Button>
          </>
        }
      />
      <ConfirmByTyping
        open={open === 'typing'}
        onClose={close}
        title="Disable user"
        description="Jonah Tran is signed out everywhere at once."
        phrase="Jonah Tran"
        confirmLabel="Disable"
        onConfirm={close}
      />
      <Drawer open={open === 'drawer'} onClose={close} title="Menu">
        <p className="text-muted">The side menu of a phone.</p>
      </Drawer>
    </div>
  );
}
