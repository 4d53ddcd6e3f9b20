import { zodResolver } from '@hookform/resolvers/zod';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { MAX_CHAT_LENGTH } from '#shared/rooms/constants.ts';
import { chatText } from '#shared/rooms/chat.ts';
import { timeInWords } from '#src/lib/dates/relative-time.ts';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import type { ChatMessage } from '../call/chat.ts';

const formInput = z.object({ text: chatText });

/** The messages of the call. They are not stored. */
export function ChatPanel({
  messages,
  onSend,
}: {
  messages: readonly ChatMessage[];
  onSend: (text: string) => void;
}) {
  const { register, handleSubmit, reset } = useForm({
    resolver: zodResolver(formInput),
    defaultValues: { text: '' },
  });
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [messages]);
  const send = handleSubmit(({ text }) => {
    onSend(text);
    reset();
  });
  return (
    <>
      <ul
        aria-label="Messages"
        aria-live="polite"
        className="min-h-0 flex-1 overflow-y-auto px-3"
        data-private
      >
        {messages.map(({ id, name, text: message, at, isOwn, isSending }) => (
          <li key={id} className="py-1.5">
            <span className="font-medium">{isOwn ? 'You' : name}</span>{' '}
            <span className="text-xs text-muted">{isSending ? 'Sending…' : timeInWords(new Date(at))}</span>
            <p className="break-words whitespace-pre-wrap">{message}</p>
          </li>
        ))}
        <li ref={end} className="text-sm text-muted">
          {messages.length === 0 &&
            'No messages yet. Everyone in the call sees messages. They are deleted after the call.'}
        </li>
      </ul>
      <form
        noValidate
        className="flex items-center gap-1 border-t p-3"
        onSubmit={(event) => void send(event)}
      >
        <TextField
          label="Message"
          hideLabel
          placeholder="Write a message"
          autoComplete="off"
          maxLength={MAX_CHAT_LENGTH}
          className="flex-1"
          {...register('text')}
        />
        <IconButton label="Send message" type="submit" icon={<SendHorizontal />} />
      </form>
    </>
  );
}
