import clsx from 'clsx';
import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';

/** The classes of a tab; give them to the router's link, which sets aria-current. */
export const tabClass = clsx(
  'relative flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-1 font-medium whitespace-nowrap text-muted transition-colors -outline-offset-2 hover:text-text',
  'aria-[current=page]:border-accent aria-[current=page]:text-text aria-selected:border-accent aria-selected:text-text',
);

/** A row of links as tabs. It scrolls sideways on a phone, with the current tab in view. */
export function TabLinks({ label, children }: { label: string; children: ReactElement | ReactElement[] }) {
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!row.current || !current) return;
    row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  });
  return (
    <nav
      ref={row}
      aria-label={label}
      className="relative flex gap-5 max-md:-mx-4 max-md:gap-4 max-md:px-4 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]"
    >
      {children}
    </nav>
  );
}

/** One tab of a set. */
export type Tab = { id: string; label: string };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChange: (id: string) => void;
  /** Whether the labels are data that must not be on screenshots of bug reports. */
  isPrivate?: boolean;
  /** The panel of the current tab. */
  children: ReactNode;
};

/** Tabs that switch a panel in place; arrow keys move between them. */
export function Tabs({ label, tabs, current, onChange, isPrivate = false, children }: TabsProps) {
  const move = (step: number, list: HTMLElement) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        {...(isPrivate && { 'data-private': true })}
        className="flex gap-5 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none]"
        onKeyDown={(event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (step) move(step, event.currentTarget);
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `panel-${tab.id}` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={tabClass}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`panel-${current}`}
        aria-labelledby={`tab-${current}`}
        tabIndex={0}
        className="pt-4"
      >
        {children}
      </div>
    </>
  );
}
