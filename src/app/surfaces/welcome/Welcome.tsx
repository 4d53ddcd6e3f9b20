import { CircleCheck, PanelRight, Pin, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#shared/kernel/paths.ts';
import type { SignIn } from '#src/messaging/published.ts';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { appPage } from '../extension/app-page.ts';
import { SignedOut } from '../extension/SignedOut.tsx';
import { usePublished } from '../extension/usePublished.ts';
import { Logo } from '../../shell/frame/Logo.tsx';

function Step({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-accent-text">
      {icon}
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  );
}

/** Introduces the extension, lists what it can access, and offers to sign in. */
export function Welcome({ initial }: { initial: SignIn }) {
  const signIn = usePublished('signIn', initial);
  return (
    <main className="mx-auto grid max-w-[560px] gap-6 px-4 py-16">
      <Logo />
      <h1 className="text-2xl font-semibold">Meeting notes beside the call</h1>
      <ul className="grid gap-5">
        <Step icon={<PanelRight aria-hidden />} title="Write while you talk">
          The side panel opens the running meeting’s note beside any page: from the popup, with Alt+Shift+M,
          or from the right-click menu.
        </Step>
        <Step icon={<Pin aria-hidden />} title="Keep GoPath in the toolbar">
          Click the puzzle piece next to the address bar, then pin GoPath. The popup shows your next meeting,
          tasks, alerts and pinned people.
        </Step>
        <Step icon={<ShieldCheck aria-hidden />} title="It sees nothing else">
          The extension connects only to your GoPath server and keeps no history. It reads no other pages; a
          screenshot is taken only when you report a bug, and you see it before it is sent. What you write
          stays on this device until the server has saved it.
        </Step>
      </ul>
      <section aria-label="Account" className="rounded-card border bg-surface">
        {signIn.status === 'out' ? (
          <SignedOut reason={signIn.reason}>Use the same account as on the web.</SignedOut>
        ) : (
          <div className="flex flex-wrap items-center gap-3 p-4">
            <CircleCheck aria-hidden className="size-5 text-success" />
            <p className="min-w-0 flex-1 font-medium">You are signed in.</p>
            <a href={appPage(paths.home)} className={buttonClass('primary')}>
              Open GoPath
            </a>
          </div>
        )}
      </section>
    </main>
  );
}
