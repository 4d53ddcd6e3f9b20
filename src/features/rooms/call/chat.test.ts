import { expect, it } from 'vitest';
import { Chat, type ChatMessage } from './chat.ts';

function openChat() {
  const sent: { id: string; text: string }[] = [];
  let messages: ChatMessage[] = [];
  const chat = new Chat({
    send: ({ id, text }) => sent.push({ id, text }),
    onChange: (changed) => (messages = changed),
  });
  const arrive = (id: string, text: string, isOwn: boolean) =>
    chat.receive(
      { type: 'chat', id, from: 'a seat', name: 'Maya', text, at: '2026-11-24T10:00:00.000Z' },
      isOwn,
    );
  return {
    chat,
    sent,
    arrive,
    shown: () => messages.map(({ text, isSending }) => (isSending ? `${text} (sending)` : text)),
  };
}

it('shows a message immediately, and as sent when it comes back from the server', () => {
  const { chat, sent, arrive, shown } = openChat();
  chat.setOpen(true);
  chat.write('Hello');
  expect(shown()).toEqual(['Hello (sending)']);
  expect(sent).toHaveLength(1);
  arrive(sent[0]?.id ?? '', 'Hello', true);
  expect(shown()).toEqual(['Hello']);
});

it('sends a message that was written without a connection once there is one', () => {
  const { chat, sent, shown } = openChat();
  chat.write('First');
  chat.write('Second');
  expect(sent).toEqual([]);
  chat.setOpen(true);
  chat.setOpen(true);
  expect(sent.map(({ text }) => text)).toEqual(['First', 'Second']);
  expect(shown()).toEqual(['First (sending)', 'Second (sending)']);
});

it('sends a message again with the same id when the connection broke before it came back', () => {
  const { chat, sent, arrive, shown } = openChat();
  chat.setOpen(true);
  chat.write('Hello');
  chat.setOpen(false);
  chat.setOpen(true);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  arrive(sent[0]?.id ?? '', 'Hello', true);
  chat.setOpen(false);
  chat.setOpen(true);
  expect(sent).toHaveLength(2);
  expect(shown()).toEqual(['Hello']);
});

it('shows a message only once if it arrives twice, in the order of the room', () => {
  const { chat, sent, arrive, shown } = openChat();
  chat.write('Mine');
  arrive('one', 'Theirs', false);
  arrive('one', 'Theirs', false);
  expect(shown()).toEqual(['Theirs', 'Mine (sending)']);
  chat.setOpen(true);
  arrive('two', 'Theirs again', false);
  arrive(sent[0]?.id ?? '', 'Mine', true);
  expect(shown()).toEqual(['Theirs', 'Theirs again', 'Mine']);
});
