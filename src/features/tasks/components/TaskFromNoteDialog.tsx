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

/** A line of the note, as the dialog offers it. */
interface OfferedLine extends TaskLine {
  isAlreadyTask: boolean;
  isChosen: boolean;
}

/** The lines of the note to choose from. */
function LineChoice({
  lines,
  onChoose,
}: {
  lines: readonly OfferedLine[];
  onChoose: (line: string, isChosen: boolean) => void;
}) {
  return (
    <fieldset data-private className="grid max-h-64 gap-2.5 overflow-y-auto rounded-control border p-3">
      <legend className="sr-only">Lines of the note</legend>
      {lines.map(({ line, task, isAlreadyTask, isChosen }) => (
        <Checkbox
          key={line}
          label={line}
          hint={isAlreadyTask ? 'Already a task' : detailsOf(task)}
          checked={isChosen}
          disabled={isAlreadyTask}
          onChange={({ target }) => onChoose(line, target.checked)}
        />
      ))}
    </fieldset>
  );
}

/**
 * Returns the lines of a note that can become tasks. Those before the next meeting are chosen until the person decides.
 * @param existing the names of the tasks that the note has already
 */
function useOfferedLines(body: RichTextDocument, existing: readonly string[], now: Date) {
  const lines = useMemo(() => noteLines(body), [body]);
  const [decisions, setDecisions] = useState<ReadonlyMap<string, boolean>>(new Map());
  const taken = new Set(existing.map((name) => name.toLowerCase()));
  const offered = lines.map(({ text, isBeforeNextTime }): OfferedLine => {
    const task = parseLine(text, now);
    const isAlreadyTask = taken.has(task.name.toLowerCase());
    const isChosen = !isAlreadyTask && (decisions.get(text) ?? isBeforeNextTime);
    return { line: text, task, isAlreadyTask, isChosen };
  });
  const choose = (line: string, isChosen: boolean) =>
    setDecisions((before) => new Map([...before, [line, isChosen]]));
  return { offered, choose };
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
  const [now] = useState(() => new Date());
  const lists = useQuery(taskQueries.choices(student.pk));
  const existing = useQuery(taskEditQueries.ofNote(note.id));
  const add = useAddTasksFromNote(note);
  const { offered, choose } = useOfferedLines(
    note.body,
    (existing.data ?? []).map(({ name }) => name),
    now,
  );
  const [other, setOther] = useState('');
  const [listId, setListId] = useState('');
  const list = lists.data?.find((one) => one.id === listId) ?? lists.data?.[0];
  const typed: TaskLine = { line: other.trim(), task: parseLine(other, now) };
  const chosen: TaskLine[] = [
    ...offered.filter(({ isChosen, task }) => isChosen && task.name !== ''),
    ...(typed.task.name === '' ? [] : [typed]),
  ];
  const isReady = lists.data !== undefined && existing.data !== undefined;
  const hasFailed = lists.isLoadingError || existing.isLoadingError;

  function disabledReason(): string | undefined {
    if (isReady && list === undefined) return `${student.fullName} has no list yet`;
    return isReady && chosen.length > 0 ? undefined : 'Choose a line first';
  }

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
            disabledReason={disabledReason()}
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
      {!isReady && !hasFailed && <SkeletonText lines={4} />}
      {hasFailed && (
        <ErrorState
          onRetry={() => void Promise.all([lists.refetch(), existing.refetch()])}
          retrying={lists.isFetching || existing.isFetching}
        />
      )}
      {isReady && (
        <div className="grid gap-4">
          {offered.length > 0 && <LineChoice lines={offered} onChoose={choose} />}
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
