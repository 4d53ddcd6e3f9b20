import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { noteLines } from '#shared/tasks/note-lines.ts';
import { dueInSentence } from '#src/lib/dates/due-date.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useAddTasksFromNote, type TaskLine } from '../edit-mutations.ts';
import { taskEditQueries } from '../edit-queries.ts';
import { taskQueries } from '../queries.ts';
import { parseLine } from '../parse-line.ts';

/** Returns due date and points of a task, for the hint below its line. */
function detailsOf({ dueAt, points }: TaskLine['task']): string | undefined {
  const details = [
    ...(dueAt === null ? [] : [`Due ${dueInSentence(dueAt)}`]),
    ...(points === null ? [] : [`${points} points`]),
  ];
  return details.length === 0 ? undefined : details.join(', ');
}

/** Adds chosen lines of a note as tasks for the student, with a link back to the note. */
export function TaskFromNoteDialog({
  note,
  student,
  onClose,
}: {
  note: { id: string; body: RichTextDocument };
  student: { pk: number; fullName: string };
  onClose: () => void;
}) {
  const lines = useMemo(() => noteLines(note.body), [note.body]);
  const [now] = useState(() => new Date());
  const lists = useQuery(taskQueries.choices(student.pk));
  const existing = useQuery(taskEditQueries.ofNote(note.id));
  const add = useAddTasksFromNote(note);
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [other, setOther] = useState('');
  const [listId, setListId] = useState('');
  const list = lists.data?.find((one) => one.id === listId) ?? lists.data?.[0];
  const taken = new Set(existing.data?.map((task) => task.name.toLowerCase()));
  const offered = lines.map(({ text, isBeforeNextTime }) => {
    const task = parseLine(text, now);
    const isTask = taken.has(task.name.toLowerCase());
    return { line: text, task, isTask, isChosen: !isTask && (ticked.get(text) ?? isBeforeNextTime) };
  });
  const typed: TaskLine = { line: other.trim(), task: parseLine(other, now) };
  const chosen: TaskLine[] = [
    ...offered.filter(({ isChosen, task }) => isChosen && task.name !== ''),
    ...(typed.task.name === '' ? [] : [typed]),
  ];
  const isReady = lists.data !== undefined && existing.data !== undefined;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Make tasks"
      description={`Choose what becomes a task for ${student.fullName}. Each task links back to the note.`}
      busy={add.isPending}
      busyLabel="Adding"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button
            variant="primary"
            disabledReason={
              isReady && list === undefined
                ? `${student.fullName} has no list yet`
                : chosen.length === 0 || !isReady
                  ? 'Choose a line first'
                  : undefined
            }
            onClick={() => {
              if (list === undefined) return;
              add.mutate({ lines: chosen, listId: list.id }, { onSuccess: onClose });
            }}
          >
            {chosen.length > 1 ? `Add ${chosen.length} tasks` : 'Add task'}
          </Button>
        </>
      }
    >
      {!isReady ? (
        lists.isError || existing.isError ? (
          <ErrorState
            onRetry={() => void Promise.all([lists.refetch(), existing.refetch()])}
            retrying={lists.isFetching || existing.isFetching}
          />
        ) : (
          <SkeletonText lines={4} />
        )
      ) : (
        <div className="grid gap-4">
          {offered.length > 0 && (
            <fieldset
              data-private
              className="grid max-h-64 gap-2.5 overflow-y-auto rounded-control border p-3"
            >
              <legend className="sr-only">Lines of the note</legend>
              {offered.map(({ line, task, isTask, isChosen }) => (
                <Checkbox
                  key={line}
                  label={line}
                  hint={isTask ? 'Already a task' : detailsOf(task)}
                  checked={isChosen}
                  disabled={isTask}
                  onChange={({ target }) => setTicked(new Map([...ticked, [line, target.checked]]))}
                />
              ))}
            </fieldset>
          )}
          <TextField
            label="Another task"
            value={other}
            maxLength={TASK_LIMITS.line}
            autoComplete="off"
            hint={typed.line === '' ? 'Try “Friday 5pm 20pts”' : (detailsOf(typed.task) ?? 'No due date')}
            onChange={(event) => setOther(event.target.value)}
          />
          {lists.data.length === 0 ? (
            <p className="text-muted">
              {student.fullName} has no shared list yet. Add one on their page first.
            </p>
          ) : (
            <Select
              label="List"
              value={list?.id ?? ''}
              options={lists.data.map((one) => ({ value: one.id, label: one.name }))}
              onChange={(event) => setListId(event.target.value)}
            />
          )}
          <FieldError id="make-tasks-error" error={add.error?.message} />
        </div>
      )}
    </Dialog>
  );
}
