import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/kernel/errors.ts';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { deliver } from './deliver.ts';
import { Outbox, type OutboxEntry } from './outbox.ts';

interface Message extends OutboxEntry {
  text: string;
}

const outbox = new Outbox<Message>('test');
const put = (id: string, createdAt: number, owner = '7', text = id) =>
  outbox.put({ id, owner, createdAt, text });
const waiting = async (owner = '7') => (await outbox.of(owner)).map(({ text }) => text);

beforeEach(() => vi.stubGlobal('navigator', { locks: createFakeLocks() }));
afterEach(async () => {
  await outbox.clear();
  vi.unstubAllGlobals();
});

it('sends a person’s entries oldest first and keeps those of others', async () => {
  await put('second', 2);
  await put('first', 1);
  await put('foreign', 1, '8');
  const sent: string[] = [];
  const send = async ({ text }: Message) => sent.push(text);
  const refuse = async () => {};
  expect(await deliver(outbox, '7', { send, refuse })).toEqual({ sent: 2, refused: 0 });
  expect(sent).toEqual(['first', 'second']);
  expect(await waiting('7')).toEqual([]);
  expect(await waiting('8')).toEqual(['foreign']);
});

it.each(['NETWORK', 'UNAVAILABLE', 'UNAUTHENTICATED', 'RATE_LIMITED'] as const)(
  'stops at %s, keeps everything from there on, and starts with another entry the next time',
  async (code) => {
    await put('a', 1);
    await put('b', 2);
    await put('c', 3);
    const tried: string[] = [];
    const send = async ({ id }: Message) => {
      tried.push(id);
      if (id === 'b') throw new AppError(code, 'Not now');
    };
    const refuse = vi.fn<() => Promise<void>>();
    expect(await deliver(outbox, '7', { send, refuse })).toEqual({ sent: 1, refused: 0 });
    expect(await waiting()).toEqual(['b', 'c']);
    expect(await deliver(outbox, '7', { send, refuse })).toEqual({ sent: 1, refused: 0 });
    expect(await waiting()).toEqual(['b']);
    expect(tried).toEqual(['a', 'b', 'c', 'b']);
    expect(refuse).not.toHaveBeenCalled();
  },
);

it.each([new AppError('INTERNAL', 'Broken'), new Error('The screenshot cannot be read')])(
  'continues after an entry that fails although the server can be reached: %s',
  async (error) => {
    await put('a', 1);
    await put('b', 2);
    const send = async ({ id }: Message) => {
      if (id === 'a') throw error;
    };
    expect(await deliver(outbox, '7', { send, refuse: async () => {} })).toEqual({ sent: 1, refused: 0 });
    expect(await waiting()).toEqual(['a']);
  },
);

it('tries every entry in turn while several fail, a few in each delivery', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await put(id, 1);
  const tried: string[] = [];
  const send = async ({ id }: Message) => {
    tried.push(id);
    throw new AppError('INTERNAL', 'Broken');
  };
  for (let round = 0; round < 3; round += 1) await deliver(outbox, '7', { send, refuse: async () => {} });
  expect(tried.join('')).toBe('abcdeabcd');
});

it('sends an entry after the earlier ones that it depends on', async () => {
  await put('task', 1);
  await put('edit of task', 2);
  await put('undo of edit of task', 3);
  await put('other', 4);
  let isBroken = true;
  const sent: string[] = [];
  const delivery = {
    send: async ({ id }: Message) => {
      if (isBroken && id === 'task') throw new AppError('INTERNAL', 'Broken');
      sent.push(id);
    },
    refuse: async () => {},
    dependsOn: (entry: Message, earlier: Message) =>
      entry.id.split(' of ').slice(1).join(' of ') === earlier.id,
  };
  await deliver(outbox, '7', delivery);
  expect(sent).toEqual(['other']);
  isBroken = false;
  await put('new', 5);
  await deliver(outbox, '7', delivery);
  expect(sent).toEqual(['other', 'new', 'task', 'edit of task', 'undo of edit of task']);
});

it('passes refused entries to the queue’s handler and continues', async () => {
  await put('refused', 1);
  await put('accepted', 2);
  const send = async ({ id }: Message) => {
    if (id === 'refused') throw new AppError('INVALID_INPUT', 'Too long');
  };
  const refuse = (entry: Message) => outbox.update(entry.id, { text: 'to correct' });
  expect(await deliver(outbox, '7', { send, refuse })).toEqual({ sent: 1, refused: 1 });
  expect(await waiting()).toEqual(['to correct']);
});

it('keeps an entry that was replaced while it was being sent', async () => {
  await put('task', 1, '7', 'completed');
  const send = async () => put('task', 2, '7', 'reopened');
  await deliver(outbox, '7', { send, refuse: async () => {} });
  expect(await waiting()).toEqual(['reopened']);
});

it('deletes an unsent entry when its newer version was sent directly, and keeps it when that failed', async () => {
  await put('task', 1, '7', 'completed');
  const fail = () => Promise.reject(new AppError('NETWORK', 'Unreachable'));
  await expect(outbox.supersede('task', fail)).rejects.toThrow('Unreachable');
  expect(await waiting()).toEqual(['completed']);
  expect(await outbox.supersede('task', async () => 'reopened')).toBe('reopened');
  expect(await waiting()).toEqual([]);
});

it('sends a newer version after the older one that is being delivered', async () => {
  await put('task', 1, '7', 'completed');
  const sent: string[] = [];
  const send = async ({ text }: Message) => {
    await new Promise((answer) => setTimeout(answer, 20));
    sent.push(text);
  };
  const delivery = deliver(outbox, '7', { send, refuse: async () => {} });
  const direct = outbox.supersede('task', async () => sent.push('reopened'));
  await Promise.all([delivery, direct]);
  expect(sent).toEqual(['completed', 'reopened']);
  expect(await waiting()).toEqual([]);
});

it('does not bring back an entry that was deleted', async () => {
  await put('gone', 1);
  await outbox.delete('gone');
  await outbox.update('gone', { text: 'changed' });
  expect(await outbox.allIds()).toEqual([]);
});

it('sends an entry once when two surfaces deliver at the same time', async () => {
  await put('once', 1);
  const send = vi.fn<(entry: Message) => Promise<void>>();
  const refuse = async () => {};
  await Promise.all([deliver(outbox, '7', { send, refuse }), deliver(outbox, '7', { send, refuse })]);
  expect(send).toHaveBeenCalledOnce();
});

it('skips entries that are not waiting, and asks for the owner only when there is something to send', async () => {
  const owner = vi.fn<() => Promise<string>>(async () => '7');
  const send = vi.fn<(entry: Message) => Promise<void>>();
  const delivery = { send, refuse: async () => {}, isWaiting: ({ id }: Message) => id !== 'failed' };
  await deliver(outbox, owner, delivery);
  expect(owner).not.toHaveBeenCalled();
  await put('failed', 1);
  await deliver(outbox, owner, delivery);
  expect(send).not.toHaveBeenCalled();
  expect(await waiting()).toEqual(['failed']);
});

it('notifies listeners of every change, with the id of a sent entry', async () => {
  const listener = vi.fn<(sentId: string | null) => void>();
  const stop = outbox.onChange(listener);
  await put('deleted', 1);
  await outbox.delete('deleted');
  await put('sent', 2);
  await deliver(outbox, '7', { send: async () => {}, refuse: async () => {} });
  await put('replaced', 3);
  await deliver(outbox, '7', { send: () => put('replaced', 4), refuse: async () => {} });
  await expect.poll(() => listener.mock.calls.length).toBe(7);
  expect(listener.mock.calls.flat()).toEqual([null, null, null, 'sent', null, null, null]);
  stop();
});
