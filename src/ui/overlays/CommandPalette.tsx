import { Dialog as HeadlessDialog, DialogPanel, DialogTitle } from '@headlessui/react';
import clsx from 'clsx';
import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk';
import { ChevronLeft, LoaderCircle, Search, X } from 'lucide-react';
import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Backdrop } from './Dialog.tsx';
import { Highlight } from '../display/Highlight.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { Kbd } from '../display/Kbd.tsx';

/** One page of the palette. */
export type CommandPage = {
  /** The label for screen readers. */
  title: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  maxLength: number;
  /** Goes back to the previous page; so does Backspace in an empty field. */
  onBack?: () => void;
  /** Whether results are loading. */
  busy: boolean;
  /** The number of results as text, for screen readers. */
  status: string;
  /** Shown above the choices, such as 'Nothing found'. */
  above?: ReactNode;
  /** Groups of choices. */
  children: ReactNode;
  /** Shown below the choices, such as an error. */
  below?: ReactNode;
};

/**
 * A dialog with a search field and choices: arrow keys move, Enter chooses, and the first choice is active
 * at first. Its height is constant. On a phone it is a sheet.
 */
export function CommandPalette({
  title,
  placeholder,
  text,
  onText,
  maxLength,
  onClose,
  onBack,
  busy,
  status,
  above,
  children,
  below,
  footer,
}: CommandPage & { onClose: () => void; footer: ReactNode }) {
  const [marked, setMarked] = useState('');
  const list = useRef<HTMLDivElement>(null);
  // The library loses the active choice when several groups change together; then the first one becomes active.
  useLayoutEffect(() => {
    const choices = [...(list.current?.querySelectorAll<HTMLElement>('[cmdk-item]') ?? [])];
    if (!choices.some(({ dataset }) => dataset['value'] === marked))
      setMarked(choices[0]?.dataset['value'] ?? '');
  }, [children, marked]);

  return (
    <HeadlessDialog open onClose={onClose} className="fixed inset-0 z-40">
      <Backdrop />
      <div className="fixed inset-0 flex items-end justify-center sm:items-start sm:p-4 sm:pt-[12vh]">
        <DialogPanel
          className={clsx(
            'flex h-[85dvh] w-full flex-col overflow-hidden rounded-t-card border bg-surface shadow-float transition duration-180 ease-out',
            'sm:h-[min(30rem,76dvh)] sm:max-w-2xl sm:rounded-card',
            'starting:translate-y-4 starting:opacity-0 sm:starting:translate-y-1',
          )}
        >
          <DialogTitle className="sr-only">{title}</DialogTitle>
          <CommandRoot
            label={title}
            shouldFilter={false}
            vimBindings={false}
            loop
            value={marked}
            onValueChange={setMarked}
            className="flex min-h-0 flex-1 flex-col outline-none"
            onKeyDown={(event) => {
              const button = (event.target as Element).closest('button');
              if (event.key === 'Enter' && button !== null) {
                // Enter on a button activates the button, not the active choice.
                event.preventDefault();
                button.click();
              } else if (event.key === 'Backspace' && text === '' && onBack !== undefined) {
                event.preventDefault();
                onBack();
              }
            }}
          >
            <div className="flex h-13 shrink-0 items-center gap-3 border-b px-4">
              {onBack === undefined ? (
                <Search aria-hidden className="size-4 shrink-0 text-muted" />
              ) : (
                <IconButton label="Back" icon={<ChevronLeft />} onClick={onBack} className="-ml-2" />
              )}
              <CommandInput
                data-autofocus
                value={text}
                onValueChange={onText}
                maxLength={maxLength}
                placeholder={placeholder}
                enterKeyHint="go"
                className="h-full min-w-0 flex-1 bg-transparent text-xl outline-none sm:text-lg"
              />
              {busy && (
                <span aria-hidden className="appear-late shrink-0 text-muted">
                  <LoaderCircle className="size-4 animate-spin" />
                </span>
              )}
              <IconButton label="Close" icon={<X />} onClick={onClose} className="-mr-2" />
            </div>
            <div className="flex min-h-0 flex-1 flex-col overflow-hidden">
              {above}
              <CommandList
                ref={list}
                label={title}
                className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain px-2 outline-none [&>[cmdk-list-sizer]]:pb-2"
              >
                {children}
              </CommandList>
              {below}
            </div>
            <div role="status" className="sr-only">
              {status}
            </div>
          </CommandRoot>
          <div className="hidden h-10 shrink-0 items-center justify-between gap-4 border-t bg-canvas px-4 text-xs text-muted sm:flex">
            <span aria-hidden className="flex items-center gap-1.5">
              <Kbd shortcut="↑" />
              <Kbd shortcut="↓" />
              <span className="mr-2">to move</span>
              <Kbd shortcut="Enter" />
              <span className="mr-2">to open</span>
              <Kbd shortcut="Escape" />
              to close
            </span>
            {footer}
          </div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}

/** Choices of one kind under a heading. */
export function CommandChoices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CommandGroup
      heading={title}
      className="[&>[cmdk-group-heading]]:px-3 [&>[cmdk-group-heading]]:pt-3 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:font-medium [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </CommandGroup>
  );
}

/** A choice: an icon, the name with the match highlighted, and details. */
export function CommandChoice({
  id,
  icon,
  label,
  match = '',
  detail,
  aside,
  shortcut,
  onChoose,
}: {
  /** Unique among all choices shown. */
  id: string;
  icon: ReactElement;
  label: string;
  match?: string;
  /** Details, truncated when there is no room. */
  detail?: string;
  /** Shown at the end, never truncated. */
  aside?: ReactNode;
  shortcut?: string;
  onChoose: () => void;
}) {
  return (
    <CommandItem
      value={id}
      onSelect={onChoose}
      className={clsx(
        'relative flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 max-sm:min-h-12 pointer-coarse:min-h-12',
        'data-[selected=true]:bg-accent-soft data-[selected=true]:before:absolute data-[selected=true]:before:inset-y-2 data-[selected=true]:before:left-0',
        'data-[selected=true]:before:w-0.5 data-[selected=true]:before:rounded-full data-[selected=true]:before:bg-accent',
      )}
    >
      <span aria-hidden className="grid size-6 shrink-0 place-items-center text-muted [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 flex-1 sm:flex sm:items-center sm:justify-between sm:gap-4">
        <span className="block truncate sm:max-w-3/5 sm:shrink-0">
          <Highlight text={label} match={match} />
        </span>
        {(detail || aside) && (
          <span className="flex min-w-0 items-center gap-2 text-xs text-muted sm:text-sm">
            <span className="truncate">{detail}</span>
            {aside}
          </span>
        )}
      </span>
      {shortcut && <Kbd shortcut={shortcut} className="max-sm:hidden" />}
    </CommandItem>
  );
}
