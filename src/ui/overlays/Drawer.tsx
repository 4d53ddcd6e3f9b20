import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Backdrop } from './Dialog.tsx';
import { IconButton } from '../buttons/IconButton.tsx';

/** A panel that slides in from the left: the menu on a phone. */
export function Drawer({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="fixed inset-0 z-40">
      <Backdrop />
      <DialogPanel className="fixed inset-y-0 left-0 flex w-80 max-w-[calc(100vw-3rem)] flex-col border-r bg-surface shadow-float transition duration-180 ease-out starting:-translate-x-full">
        <div className="flex h-12 shrink-0 items-center justify-between gap-2 border-b pr-2 pl-4">
          <DialogTitle className="truncate font-semibold">{title}</DialogTitle>
          <IconButton label="Close" icon={<X />} onClick={onClose} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-3">{children}</div>
      </DialogPanel>
    </HeadlessDialog>
  );
}
