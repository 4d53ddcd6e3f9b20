import { paths } from '#shared/kernel/paths.ts';
import type { EventSource } from '../alerts/alerts.sources.ts';
import type { RoomPrivacyRepository } from './room-privacy.repository.ts';

export const PARENTS_KEPT_OUT = 'parents_kept_out';

const KEPT_OUT_BODY =
  'You still see when the meetings are. Students can choose this from 18 on. If the birthday is wrong, ask a mentor to correct it.';

/** A student's choice; each change has its own id. */
export interface ParentsKeptOut {
  id: string;
  studentPk: number;
  keepsOut: boolean;
}

/** Alerts the parents of a student who keeps them out of meetings, or lets them in again. */
export function parentsKeptOut(repository: RoomPrivacyRepository): EventSource<ParentsKeptOut> {
  return {
    kind: PARENTS_KEPT_OUT,
    reason: 'You get this because your child is 18 or older and chooses who joins meetings.',
    async alertsOf({ id, studentPk, keepsOut }) {
      const { studentName, parentPks } = await repository.parentsOf(studentPk);
      return parentPks.map((userPk) => ({
        userPk,
        key: `${PARENTS_KEPT_OUT}:${id}`,
        title: keepsOut
          ? `${studentName} meets without parents from now on`
          : `${studentName} lets parents join meetings again`,
        ...(keepsOut && { body: KEPT_OUT_BODY }),
        path: paths.user(studentPk),
        studentPk,
      }));
    },
  };
}
