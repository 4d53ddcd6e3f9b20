import { UpcomingTasks } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { useSendTaskOutbox } from '#src/features/tasks/useSendTaskOutbox.ts';
import { tabTaskLink } from '../extension/tab-task-link.tsx';

/** The student's upcoming tasks; each can be completed here and opens in the app. */
export default function StudentTasks({ viewerPk, studentPk }: { viewerPk: number; studentPk: number }) {
  useSendTaskOutbox(viewerPk);
  return <UpcomingTasks viewerPk={viewerPk} userPk={studentPk} renderLink={tabTaskLink(viewerPk)} dense />;
}
