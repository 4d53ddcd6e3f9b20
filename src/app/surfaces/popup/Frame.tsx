import type { ReactNode } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import { send } from '#src/messaging/send.ts';
import { appPage } from '../extension/app-page.ts';
import { Logo } from '../../shell/frame/Logo.tsx';

/** Asks the worker for a screenshot of the current tab, and opens a new bug report. */
function reportBug() {
  void send('capture_report', null).then(() => close());
}

/** The popup's header, content, and a footer with links to the app. */
export function Frame({ account, children }: { account?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex max-h-[600px] w-[380px] flex-col bg-surface text-sm">
      <header className="flex h-11 shrink-0 items-center justify-between border-b px-4">
        <h1 className="flex">
          <Logo />
        </h1>
        {account}
      </header>
      <main className="grid min-h-0 grid-cols-1 gap-3 overflow-y-auto p-3">{children}</main>
      <footer className="flex h-10 shrink-0 items-center justify-between border-t px-4 font-medium text-accent-text">
        <a href={appPage(paths.home)} target="_blank" rel="noreferrer" className="hover:underline">
          Open GoPath
        </a>
        <button type="button" onClick={reportBug} className="text-muted hover:underline">
          Report a bug
        </button>
        <a href="/options.html" target="_blank" rel="noreferrer" className="text-muted hover:underline">
          Settings
        </a>
      </footer>
    </div>
  );
}

/** A section with a small heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-1.5">
      <h2 className="px-1 text-xs font-medium text-muted">{title}</h2>
      {children}
    </section>
  );
}
