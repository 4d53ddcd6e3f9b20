import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Room } from '#shared/rooms/responses.ts';
import { ObservableState } from '#src/lib/observable-state.ts';
import type { CallState, RoomCall } from '../call/room-call.ts';
import { JitsiScreen } from './JitsiScreen.tsx';

const conferences: { jwt?: string }[] = [];
vi.mock('../call/jitsi-loader.ts', () => ({
  loadJitsi: () =>
    Promise.resolve(
      class {
        constructor(_domain: string, options: { jwt?: string }) {
          conferences.push(options);
        }
        addListener() {}
        dispose() {}
      },
    ),
}));

class FakeCall extends ObservableState<CallState> {
  leave() {}
}

const room: Room = {
  meet_id: 'room-1',
  simplybook_id: 1,
  name: 'Mentoring session',
  starts_at: '2026-05-04T15:00:00Z',
  ends_at: '2026-05-04T16:00:00Z',
  opens_at: '2026-05-04T14:50:00Z',
  closes_at: '2026-05-04T17:00:00Z',
  state: 'closed',
  entry: 'knock',
  permissions: [],
  people: [],
  video: { kind: 'jitsi', domain: 'meet.example', script: 'https://meet.example/external_api.js' },
};

test('the Jitsi meeting opens only when the person is let in, and a new token does not restart it', async () => {
  const call = new FakeCall({
    status: 'waiting',
    isConnected: true,
    end: null,
    people: [],
    knocking: [],
    messages: [],
    video: null,
    aloneSince: null,
  });
  render(
    <JitsiScreen
      room={room}
      video={room.video as Extract<Room['video'], { kind: 'jitsi' }>}
      selfName="Maya"
      call={call as unknown as RoomCall}
      startsMuted={{ microphone: false, camera: false }}
    />,
  );
  const link = () => screen.queryByRole('link', { name: 'Open in a new tab' })?.getAttribute('href');
  expect(screen.getByText('Waiting to be let in')).toBeTruthy();
  expect(link()).toBeUndefined();
  expect(conferences).toEqual([]);

  const accessOf = (token: string) => ({ url: `https://meet.example/room-1?jwt=${token}`, token });
  await act(async () => call.set({ status: 'joined', video: accessOf('first') }));
  await act(async () => call.set({ video: accessOf('second') }));
  expect(link()).toBe('https://meet.example/room-1?jwt=second');
  expect(conferences.map(({ jwt }) => jwt)).toEqual(['first']);
});
