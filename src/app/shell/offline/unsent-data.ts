/** Data that is only on this device. Signing out warns before deleting it. */
import type { Me } from '#shared/users/responses.ts';
import { clearOutbox, readOutbox, readOutboxIds, type TaskChange } from '#src/features/tasks/outbox.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { deleteAllDrafts } from '#src/lib/drafts/open-writers.ts';
import { deleteWaitingDrafts, waitingDrafts } from '#src/lib/drafts/waiting-drafts.ts';
import { deleteReports, readReportIds, readReports } from '#src/transport/report-outbox.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';

type Person = Pick<Me, 'pk' | 'id'>;

interface Counts {
  drafts: number;
  reports: number;
  /** Task changes in the outbox. */
  tasks: number;
}

/** The numbers of unsent drafts, reports and task changes, and their titles. */
export interface Unsent extends Counts {
  /** Such as '1 draft and 2 bug reports'; empty when there is nothing. */
  text: string;
  names: string[];
  ids: string[];
}

/** Shown when {@link isAllShown} returns false. */
export const UNSENT_CHANGED = 'Your unsent changes are different now. Check again.';

/** All unsent data, or only what no open editor holds. */
type Which = 'all' | 'waiting';

function count(number: number, one: string, many: string): string[] {
  return number === 0 ? [] : [number === 1 ? `1 ${one}` : `${number} ${many}`];
}

const list = onFirstUse(() => new Intl.ListFormat('en-US'));

function unsentText({ drafts, reports, tasks }: Counts): string {
  return list().format([
    ...count(drafts, 'draft', 'drafts'),
    ...count(reports, 'bug report', 'bug reports'),
    ...count(tasks, 'task change', 'task changes'),
  ]);
}

/**
 * Returns whether the person was asked about all unsent data. Another tab or panel may have stored some since.
 * @param latest the ids of the unsent data, read when the person confirms
 * @param shown the ids of the data that the person was asked about
 */
export function isAllShown(latest: readonly string[] = [], shown: readonly string[] = []): boolean {
  return latest.every((id) => shown.includes(id));
}

function taskName(change: TaskChange): string {
  if (change.kind === 'create') return `Task: ${change.input.name}`;
  return change.completed ? 'A completed task' : 'A reopened task';
}

/**
 * Reads a person's unsent data. Storage that cannot be read counts as empty.
 * @param which `waiting`: without the drafts that an open editor holds
 */
export async function readUnsent({ pk, id }: Person, which: Which = 'all'): Promise<Unsent> {
  const owner = String(pk);
  const [drafts, reports, tasks] = await Promise.all([
    (which === 'all' ? draftStore.of(owner) : waitingDrafts(owner)).catch(() => []),
    readReports(id).catch(() => []),
    readOutbox(pk).catch(() => []),
  ]);
  const counts = { drafts: drafts.length, reports: reports.length, tasks: tasks.length };
  return {
    ...counts,
    text: unsentText(counts),
    names: [
      ...drafts.map(({ title }) => title || 'Without a name'),
      ...reports.map(({ body }) => `Bug report: ${body}`),
      ...tasks.map(taskName),
    ],
    ids: [...drafts, ...reports, ...tasks].map(({ id }) => id),
  };
}

/**
 * Deletes a person's unsent data.
 * @param which `all`: open editors stop writing it, because the person signs out; `waiting`: they keep their drafts
 */
export async function deleteUnsent({ pk, id }: Person, which: Which = 'all'): Promise<void> {
  const owner = String(pk);
  await Promise.all([
    which === 'all' ? deleteAllDrafts(owner) : deleteWaitingDrafts(owner),
    deleteReports(id),
    clearOutbox(pk),
  ]);
}

/** Reads everyone's unsent data. Pks belong to one server, so people of another server must not find this data. */
export async function readAllUnsent(): Promise<Pick<Unsent, 'text' | 'ids'>> {
  const [drafts, reports, tasks] = await Promise.all([draftStore.allIds(), readReportIds(), readOutboxIds()]);
  return {
    text: unsentText({ drafts: drafts.length, reports: reports.length, tasks: tasks.length }),
    ids: [...drafts, ...reports, ...tasks],
  };
}

/** Deletes everyone's unsent data. */
export async function deleteAllUnsent(): Promise<void> {
  await Promise.all([draftStore.clear(), deleteReports(), clearOutbox()]);
}
