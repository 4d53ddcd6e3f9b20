import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { RoomHub } from './room-hub.ts';

/** A socket whose close arrives when the test emits it. */
class FakeSocket extends EventEmitter {
  send() {}
  close() {}
  terminate() {
    this.emit('close');
  }
}

it('a connection that closes late does not remove the new room of its meeting', async () => {
  let kept: string[] = [];
  const repository = {
    keep: (connections: string[]) => {
      kept = connections;
      return Promise.resolve(connections);
    },
    seats: () => Promise.resolve([]),
    endExpired: () => Promise.resolve([]),
    disconnect: () => Promise.resolve(),
  };
  const bus = {
    connected: Promise.resolve(),
    start: () => undefined,
    publish: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  const hub = new RoomHub({
    repository: repository as never,
    bus: bus as never,
    iceServers: () => [],
    videoAccess: () => Promise.resolve(null),
    onPresent: () => Promise.resolve(),
  });
  const seat = {
    meetingPk: 1,
    peerId: 'peer',
    userPk: 1,
    name: 'Maya',
    isProvider: true,
    isClient: false,
    admitted: true,
    connected: true,
    joinedAt: null,
  };
  const [silent, replacement, later] = [new FakeSocket(), new FakeSocket(), new FakeSocket()];
  hub.connect('silent', seat, silent);
  hub.connect('replacement', seat, replacement);
  replacement.emit('close');
  hub.connect('later', seat, later);
  silent.emit('close');
  await hub.sweep();
  expect(kept).toEqual(['later']);
  await hub.stop();
});
