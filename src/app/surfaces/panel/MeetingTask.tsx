import { type ComponentProps, lazy, Suspense } from 'react';

/** Loaded when somebody wants it: the panel must open quickly. */
const TaskFromNoteDialog = lazy(async () => ({
  default: (await import('#src/features/tasks/components/TaskFromNoteDialog.tsx')).TaskFromNoteDialog,
}));

/** A line of the meeting's note becomes a task for its student, as on the note's page in the app. */
export function MeetingTask(props: ComponentProps<typeof TaskFromNoteDialog>) {
  return (
    <Suspense>
      <TaskFromNoteDialog {...props} />
    </Suspense>
  );
}
