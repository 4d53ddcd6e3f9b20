import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import type { ReactNode } from 'react';
import type { CallState, RoomCall } from '../call/room-call.ts';

/** What the person should know during the call: a broken connection, and who wants to join. */
export function CallBanners({
  call,
  state: { isConnected, status, knocking },
  children,
}: {
  call: RoomCall;
  state: CallState;
  children?: ReactNode;
}) {
  return (
    <div className="absolute inset-x-3 top-3 grid justify-items-center gap-2">
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
      {children}
    </div>
  );
}
