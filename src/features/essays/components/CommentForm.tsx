import '#src/lib/zod-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import { commentText, type EssayPassage } from '#shared/essays/schema.ts';
import { useFormDraft } from '#src/lib/drafts/useFormDraft.ts';
import { EarlierVersionBanner } from '#src/ui/feedback/EarlierVersionBanner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { commentDraftSubject } from '../essay-draft.ts';
import { useCreateEssayComment } from '../mutations.ts';
import { passageOf, readText, selectedPassage } from '../passages.ts';
import { textOf } from '../usePassages.ts';

interface Values {
  passage: EssayPassage | null;
  body: string;
}

const EMPTY: Values = { passage: null, body: '' };

const commentForm = z.object({
  passage: z
    .custom<EssayPassage | null>()
    .refine((passage) => passage !== null, 'Select a passage of the text first'),
  body: commentText,
});

/** Returns each paragraph of the text as a passage, for people who cannot select with a pointer. */
function paragraphsOf(container: Element | null): EssayPassage[] {
  const root = textOf(container);
  if (root === null) return [];
  const { text } = readText(root);
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const passage = passageOf(text, { start, end: start + line.length });
    start += line.length + 1;
    return passage === null ? [] : [passage];
  });
}

/** Writes a comment on the selected passage. The comment stays on this device until it is sent. */
export function CommentForm({
  owner,
  essayId,
  container,
}: {
  owner: string;
  essayId: string;
  /** The element around the text. */
  container: Element | null;
}) {
  const create = useCreateEssayComment();
  const [{ ready, values }, draft] = useFormDraft<Values>({
    owner,
    subject: commentDraftSubject(essayId),
    titleOf: ({ body }) => `Comment: ${body.slice(0, 60)}`,
    initial: EMPTY,
    version: null,
  });
  const [sentEarlier, setSentEarlier] = useState(false);
  // A selection alone is no draft: only a comment with text is stored.
  const [selected, setSelected] = useState<EssayPassage | null>(null);
  const choose = useCallback(
    (passage: EssayPassage) => {
      setSelected(passage);
      const { body: written } = draft.read().values;
      if (written !== '') draft.change({ passage, body: written });
    },
    [draft],
  );
  const [paragraphs, setParagraphs] = useState<EssayPassage[]>([]);

  useEffect(() => {
    if (!ready) return;
    const select = () => {
      const root = textOf(container);
      const passage = root === null ? null : selectedPassage(root);
      if (passage !== null) choose(passage);
    };
    document.addEventListener('selectionchange', select);
    return () => document.removeEventListener('selectionchange', select);
  }, [choose, container, ready]);

  const { body } = values;
  const passage = selected ?? values.passage;
  const { handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(commentForm),
    values: { passage, body },
  });
  const { errors } = formState;
  const submit = handleSubmit(async () => {
    try {
      const { isNewest } = await draft.createOnce(({ passage: about, body: text }, idempotencyKey) =>
        create.mutateAsync({ ...(about as EssayPassage), essayId, body: text, idempotencyKey }),
      );
      const isDone = isNewest || draft.read().values.body === '';
      setSentEarlier(!isDone);
      if (!isDone) {
        await draft.keepNewer(null);
        return;
      }
      draft.discard();
      setSelected(null);
      showSuccess('Comment added');
    } catch (failure) {
      const isRefused = failure instanceof AppError && failure.code === 'INVALID_INPUT';
      setError('root', {
        message: isRefused ? failure.message : 'Could not send. Your comment is kept. Try again.',
      });
    }
  });

  return (
    <form
      noValidate
      aria-label="New comment"
      className="grid gap-3 px-4 pt-1 pb-3"
      onSubmit={(event) => void submit(event)}
    >
      {passage === null ? (
        <p className="text-sm text-muted">Select a passage of the text to comment on it.</p>
      ) : (
        <blockquote className="line-clamp-3 border-l-2 border-warning pl-2 text-xs text-muted">
          {passage.quote}
        </blockquote>
      )}
      <Select
        label="Or choose a paragraph"
        placeholder="Choose a paragraph"
        options={paragraphs.map(({ quote }, index) => ({
          value: String(index),
          label: `${index + 1}. ${quote.slice(0, 60)}`,
        }))}
        value=""
        onFocus={() => setParagraphs(paragraphsOf(container))}
        onPointerDown={() => setParagraphs(paragraphsOf(container))}
        onChange={(event) => {
          const chosen = paragraphs[Number(event.target.value)];
          if (chosen !== undefined) choose(chosen);
        }}
      />
      {sentEarlier && <EarlierVersionBanner of="your comment" />}
      <TextArea
        label="Comment"
        rows={2}
        maxRows={8}
        maxLength={ESSAY_LIMITS.comment}
        value={body}
        error={errors.passage?.message ?? errors.body?.message ?? errors.root?.message}
        onChange={({ target: { value } }) => draft.change(value === '' ? EMPTY : { passage, body: value })}
      />
      <Button type="submit" className="justify-self-start" busy={create.isPending}>
        Add comment
      </Button>
    </form>
  );
}
