import { Spinner } from '#src/ui/feedback/Spinner.tsx';
import type { CallState } from '../call/room-call.ts';

/** Shown until the person is in the room: while connecting, and while waiting to be let in. */
export function WaitingToEnter({ state: { status } }: { state: CallState }) {
  return (
    <div className="grid h-full place-content-center justify-items-center gap-3 text-center">
      <Spinner label="Connecting" />
      {status === 'waiting' && (
        <div role="status">
          <p className="font-semibold">Waiting to be let in</p>
          <p className="text-muted">You join as soon as your mentor lets you in. Keep this page open.</p>
        </div>
      )}
    </div>
  );
}
