import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { renderText } from '#shared/rich-text/render.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { parseQuickAdd } from '#shared/tasks/quick-add.ts';
import { momentInWords } from '#src/lib/relative-time.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { Select } from '#src/ui/Select.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { toCreateInput, useCreateTask } from '../mutations.ts';
import { taskQueries } from '../queries.ts';

const MAX_LINES = 50;

/** A line of a note becomes a task for the student, with a link back to the note. */
export function TaskFromNoteDialog({
  note,
  student,
  onClose,
}: {
  note: { id: string; body: RichTextDocument };
  student: { pk: number; fullName: string };
  onClose: () => void;
}) {
  const lines = useMemo(
    () =>
      [
        ...new Set(
          renderText(note.body)
            .split('\n')
            .map((line) => line.trim()),
        ),
      ]
        .filter((line) => line !== '')
        .slice(0, MAX_LINES),
    [note.body],
  );
  const lists = useQuery(taskQueries.choices(student.pk));
  const create = useCreateTask();
  const [line, setLine] = useState('');
  const [listId, setListId] = useState('');
  const [error, setError] = useState<string>();
  const [now] = useState(() => new Date());
  const list = lists.data?.find((one) => one.id === listId) ?? lists.data?.[0];
  const read = parseQuickAdd(line, now);
  const details = [
    ...(read.dueAt === null ? [] : [`due ${momentInWords(read.dueAt)}`]),
    ...(read.points === null ? [] : [`${read.points} points`]),
  ];

  function submit() {
    if (list === undefined) return;
    if (read.name === '') return setError('Name is required');
    create.mutate(
      { ...toCreateInput(line, read, list.id), sourceNoteId: note.id },
      { onSuccess: onClose, onError: (failure) => setError(failure.message) },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Make a task"
      description={`Choose a line of the note. The task is added for ${student.fullName} and links back to the note.`}
      busy={create.isPending}
      busyLabel="Adding"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button
            variant="primary"
            disabledReason={
              list === undefined
                ? 'There is no list to add to'
                : line.trim() === ''
                  ? 'Choose or type a line first'
                  : undefined
            }
            onClick={submit}
          >
            Add task
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <fieldset data-private className="grid max-h-56 gap-0.5 overflow-y-auto rounded-control border p-1">
          <legend className="sr-only">Line of the note</legend>
          {lines.map((text) => (
            <label
              key={text}
              className="flex cursor-pointer items-start gap-2.5 rounded-control px-2 py-1.5 hover:bg-hover has-checked:bg-accent-soft"
            >
              <input
                type="radio"
                name="line"
                checked={line === text.slice(0, 500)}
                onChange={() => {
                  setLine(text.slice(0, 500));
                  setError(undefined);
                }}
                className="mt-0.5 size-4 shrink-0 accent-accent"
              />
              <span className="line-clamp-2 min-w-0">{text}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          label="Task"
          value={line}
          maxLength={500}
          autoComplete="off"
          error={error}
          hint={
            line.trim() === ''
              ? 'A date and points in it are understood: friday 5pm 20pts.'
              : `“${read.name}”${details.length > 0 ? `, ${details.join(', ')}` : ', no due date'}`
          }
          onChange={(event) => {
            setLine(event.target.value);
            setError(undefined);
          }}
        />
        {lists.data === undefined ? (
          lists.isError ? (
            <ErrorState onRetry={() => void lists.refetch()} retrying={lists.isFetching} />
          ) : (
            <SkeletonText lines={1} />
          )
        ) : lists.data.length === 0 ? (
          <p className="text-muted">
            {student.fullName} has no shared list. Add one on their page first, then the line can go there.
          </p>
        ) : (
          <Select
            label="List"
            value={list?.id ?? ''}
            options={lists.data.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(event) => setListId(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
