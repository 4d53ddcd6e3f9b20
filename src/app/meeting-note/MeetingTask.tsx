import { type ComponentProps, lazy, Suspense } from 'react';

/** Loaded on demand: the panel must open quickly. */
const TaskFromNoteDialog = lazy(async () => ({
  default: (await import('#src/features/tasks/components/TaskFromNoteDialog.tsx')).TaskFromNoteDialog,
}));

/** Creates tasks for the student from lines of the meeting note, as on the note's page in the app. */
export function MeetingTask(props: ComponentProps<typeof TaskFromNoteDialog>) {
  return (
    <Suspense>
      <TaskFromNoteDialog {...props} />
    </Suspense>
  );
}
