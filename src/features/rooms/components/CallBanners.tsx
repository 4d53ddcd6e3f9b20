import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import type { CallState, RoomCall } from '../call/room-call.ts';

/** What the person should know during the call: a broken connection, and who wants to join. */
export function CallBanners({
  call,
  state: { isConnected, status, knocking },
  isPanelOpen = false,
  children,
}: {
  call: RoomCall;
  state: CallState;
  /** Whether a panel is open. On a phone it is below the banners. */
  isPanelOpen?: boolean;
  /** Less urgent messages. On a phone they are hidden while a panel is open. */
  children?: ReactNode;
}) {
  return (
    <div
      className={clsx(
        'inset-x-3 top-3 z-20 grid justify-items-center gap-2',
        isPanelOpen ? 'sm:absolute' : 'absolute',
      )}
    >
      {!isConnected && status !== 'connecting' && (
        <Banner tone="warning">Reconnecting. You stay in the call.</Banner>
      )}
      {knocking.map(({ id, name }) => (
        <Banner
          key={id}
          action={
            <span className="flex gap-2">
              <Button variant="primary" onClick={() => call.admit(id)}>
                Let in
              </Button>
              <Button onClick={() => call.decline(id)}>Decline</Button>
            </span>
          }
        >
          <span data-private>{name} wants to join.</span>
        </Banner>
      ))}
      <div className={isPanelOpen ? 'hidden sm:contents' : 'contents'}>{children}</div>
    </div>
  );
}
