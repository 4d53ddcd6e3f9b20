import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { actorName } from '#src/lib/actor-name.ts';
import { dueInSentence } from '#src/lib/dates/due-date.ts';
import { dueChangeInSentence } from '#src/lib/dates/due-sentence.ts';
import type { Interaction, TaskInteraction } from '../queries.ts';

function Subject({ to, children }: { to: string | null; children: string }) {
  const className = 'font-medium wrap-anywhere';
  if (to === null) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={`${className} rounded-control hover:text-accent-text`}>
      {children}
    </Link>
  );
}

/** Returns the link of a task (INT-012); a deleted task has none. */
function taskPath({ task }: TaskInteraction): string | null {
  if (task.pk === null || task.containingList === null) return null;
  return `${paths.taskList(task.containingList.slug)}${task.pk}/`;
}

function dueDateChange(task: ReactNode, oldDueAt: string | null, newDueAt: string | null): ReactNode {
  const words = (text: string) => dueInSentence(new Date(text));
  if (newDueAt === null)
    return (
      <>
        removed the due date of {task}
        {oldDueAt === null ? '' : `, which was ${words(oldDueAt)}`}
      </>
    );
  if (oldDueAt === null)
    return (
      <>
        set the due date of {task} to {words(newDueAt)}
      </>
    );
  return (
    <>
      changed the due date of {task} {dueChangeInSentence(new Date(oldDueAt), new Date(newDueAt))}
    </>
  );
}

/** Describes what happened to a task, after the person's name (INT-011). */
function taskChange(entry: TaskInteraction): ReactNode {
  const task = <Subject to={taskPath(entry)}>{entry.task.name}</Subject>;
  switch (entry.action) {
    case 'CREATE':
      return <>added {task}</>;
    case 'UPDATE_NAME':
      return (
        <>
          renamed “{entry.oldName}” to{' '}
          <Subject to={taskPath(entry)}>{entry.newName ?? entry.task.name}</Subject>
        </>
      );
    case 'UPDATE_BODY':
      return <>changed the description of {task}</>;
    case 'UPDATE_POINTS':
      return (
        <>
          changed the points of {task} from {entry.oldPoints} to {entry.newPoints}
        </>
      );
    case 'UPDATE_DUE_AT':
      return dueDateChange(task, entry.oldDueAt, entry.newDueAt);
    case 'COMPLETE':
      return <>completed {task}</>;
    case 'UNCOMPLETE':
      return <>reopened {task}</>;
    case 'MOVE': {
      const { oldContainingList: from, newContainingList: to } = entry;
      return (
        <>
          moved {task}
          {from ? ` from ${from.name}` : ''}
          {to ? ` to ${to.name}` : ''}
        </>
      );
    }
    default:
      return <>changed {task}</>;
  }
}

/** An interaction as one sentence that links to the task or note. */
export function InteractionSentence({ entry, viewerPk }: { entry: Interaction; viewerPk: number }) {
  return (
    <>
      {actorName(entry.createdBy, viewerPk)}{' '}
      {entry.__typename === 'MeetingInteraction' ? (
        <>
          met {entry.student.pk === viewerPk ? 'you' : entry.student.fullName} for {entry.meeting.minutes}{' '}
          {entry.meeting.minutes === 1 ? 'minute' : 'minutes'}:{' '}
          <span className="font-medium wrap-anywhere">{entry.meeting.name}</span>
        </>
      ) : entry.__typename === 'MeetingNoteInteraction' ? (
        <>
          sent the meeting note{' '}
          <Subject to={paths.note(entry.meetingNote.noteId)}>{entry.meetingNote.title}</Subject>
        </>
      ) : (
        taskChange(entry)
      )}
    </>
  );
}
