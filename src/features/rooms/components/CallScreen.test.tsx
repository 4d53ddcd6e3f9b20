import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Room } from '#shared/rooms/responses.ts';
import { ObservableState } from '#src/lib/observable-state.ts';
import { LocalMedia } from '../call/local-media.ts';
import type { CallState, RoomCall } from '../call/room-call.ts';
import { CallScreen } from './CallScreen.tsx';

// The videos are not part of these tests.
vi.mock('./Stage.tsx', () => ({ Stage: () => null }));

/** A camera or microphone that can be unplugged. */
class FakeTrack extends EventTarget {
  enabled = true;
  stop() {}
}

/** The devices that another program uses. */
let busy = new Set<'video' | 'audio'>();
/** The devices that the page asked for. */
let asked: string[] = [];

beforeEach(() => {
  busy = new Set();
  asked = [];
  const getUserMedia = async (constraints: Partial<Record<'video' | 'audio', object>>) => {
    const [kind] = Object.keys(constraints) as ['video' | 'audio'];
    asked.push(kind);
    if (busy.has(kind)) throw new DOMException('In use', 'NotReadableError');
    return { getTracks: () => [new FakeTrack()] };
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.stubGlobal(
    'MediaStream',
    class {
      addTrack() {}
      removeTrack() {}
    },
  );
});

function renderCall() {
  const call = new ObservableState<CallState>({
    status: 'joined',
    isConnected: true,
    end: null,
    people: [],
    knocking: [],
    messages: [],
    video: null,
    aloneSince: null,
  });
  const room = { name: 'Essay review', ends_at: '2090-01-01T00:00:00Z', people: [] } as unknown as Room;
  const media = new LocalMedia();
  render(
    <CallScreen room={room} selfPk={1} selfName="Maya" call={call as unknown as RoomCall} media={media} />,
  );
  return media;
}

async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
}

const messages = () =>
  screen.queryAllByRole('status').map((message) => message.querySelector('p')?.textContent);

it('says why camera and microphone cannot be turned on, until they work', async () => {
  busy = new Set(['video', 'audio']);
  renderCall();
  expect(messages()).toEqual([]);
  await press('Turn on camera');
  expect(messages()).toEqual(['Your camera could not be started. Another program may be using it.']);
  await press('Turn on microphone');
  expect(messages()).toEqual([
    'Your camera and microphone could not be started. Another program may be using it.',
  ]);
  busy = new Set();
  await press('Try again');
  expect(messages()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Turn off camera' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Turn off microphone' })).toBeTruthy();
});

it('does not turn on a camera that is off when the microphone is tried again', async () => {
  busy = new Set(['audio']);
  renderCall();
  await press('Turn on microphone');
  busy = new Set();
  await press('Try again');
  expect(asked).toEqual(['audio', 'audio']);
  expect(screen.getByRole('button', { name: 'Turn on camera' })).toBeTruthy();
});

it('says that the microphone was unplugged, and hides the message on request', async () => {
  const media = renderCall();
  await press('Turn on microphone');
  await act(async () => media.read().microphone?.dispatchEvent(new Event('ended')));
  expect(messages()).toEqual(['Your microphone stopped. Check that it is connected.']);
  await press('Dismiss');
  expect(messages()).toEqual([]);
});
