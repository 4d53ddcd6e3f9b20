import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react';
import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Backdrop } from './Dialog.tsx';
import { IconButton } from '../buttons/IconButton.tsx';

/** A panel that slides in: the menu on a phone (start), or details next to a list (end). */
export function Drawer({
  open,
  onClose,
  title,
  side = 'end',
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  side?: 'start' | 'end';
  children: ReactNode;
}) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="fixed inset-0 z-40">
      <Backdrop />
      <DialogPanel
        className={clsx(
          'fixed inset-y-0 flex w-80 max-w-[calc(100vw-3rem)] flex-col bg-surface shadow-float transition duration-180 ease-out',
          side === 'start'
            ? 'left-0 border-r starting:-translate-x-full'
            : 'right-0 border-l starting:translate-x-full',
        )}
      >
        <div className="flex h-12 shrink-0 items-center justify-between gap-2 border-b pr-2 pl-4">
          <DialogTitle className="truncate font-semibold">{title}</DialogTitle>
          <IconButton label="Close" icon={<X />} onClick={onClose} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-3">{children}</div>
      </DialogPanel>
    </HeadlessDialog>
  );
}
