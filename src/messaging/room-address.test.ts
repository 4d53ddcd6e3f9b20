import { describe, expect, it } from 'vitest';
import { roomOfAddress } from './room-address.ts';

const SERVER = 'https://gopath.example';
const OWN = 'chrome-extension://ours';

describe('roomOfAddress', () => {
  it.each([
    ['https://gopath.example/meeting_rooms/maya-3f2/', 'maya-3f2'],
    ['https://gopath.example/meeting_rooms/maya-3f2?x=1#y', 'maya-3f2'],
    ['chrome-extension://ours/app.html#/meeting_rooms/maya-3f2/', 'maya-3f2'],
    ['https://gopath.example/meeting_rooms/a%20b/', 'a b'],
    ['https://gopath.example/meeting_rooms/', null],
    ['https://gopath.example/meeting_rooms/a/b/', null],
    ['https://gopath.example.evil.example/meeting_rooms/a/', null],
    ['https://other.example/meeting_rooms/a/', null],
    ['chrome-extension://ours/popup.html#/meeting_rooms/a/', null],
    ['https://gopath.example/meeting_rooms/%E0%A4%A/', null],
    ['about:blank', null],
    ['', null],
  ])('%s', (address, room) => {
    expect(roomOfAddress(address, SERVER, OWN)).toBe(room);
  });
});
