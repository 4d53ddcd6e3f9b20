/** The alerts about exports and deletions. */
import { paths } from '#shared/kernel/paths.ts';
import { EXPORT_HOURS } from '#shared/privacy/limits.ts';
import type { EventSource, NewAlert } from '../alerts/alerts.sources.ts';
import {
  dueAtFormat,
  nameInFamily,
  type Withdrawal,
  withdrawalCause,
  withdrawalTitle,
} from './deletions.mails.ts';
import type { DeletionsRepository } from './deletions.repository.ts';
import type { ExportsRepository } from './exports.repository.ts';

export const EXPORT_READY = 'data_export_ready';

/** Notifies the requester of a finished export. */
export function exportReady(repository: ExportsRepository): EventSource<{ exportPk: number }> {
  return {
    kind: EXPORT_READY,
    reason: 'You get this because you requested this export.',
    async alertsOf({ exportPk }) {
      const row = await repository.find(exportPk);
      if (row?.state !== 'ready') return [];
      const isOwn = row.requesterPk === row.subjectPk;
      return [
        {
          userPk: row.requesterPk,
          key: `${EXPORT_READY}:${exportPk}`,
          title: isOwn ? 'Your data is ready' : `The data of ${row.subjectName} is ready`,
          body: `Download it once within ${EXPORT_HOURS} hours.`,
          path: paths.personalData(row.subjectPk),
          studentPk: isOwn ? null : row.subjectPk,
        },
      ];
    },
  };
}

export const DELETION_REQUESTED = 'deletion_requested';
export const DELETION_WITHDRAWN = 'deletion_withdrawn';

const FAMILY_REASON = 'You get this because it affects your account or that of your child.';

/** Returns the key of the alerts about a requested deletion. */
export function deletionAlertKey(userPk: number, requestedAt: Date): string {
  return `${DELETION_REQUESTED}:${userPk}:${requestedAt.getTime()}`;
}

/** Notifies the person and their parents of a requested deletion. */
export function deletionRequested(repository: DeletionsRepository): EventSource<{ userPk: number }> {
  return {
    kind: DELETION_REQUESTED,
    reason: FAMILY_REASON,
    async alertsOf({ userPk }) {
      const request = await repository.find(userPk);
      if (request === undefined) return [];
      const family = await repository.familyOf(userPk);
      const name = nameInFamily(family, userPk);
      return family.map(({ pk, timeZone }) => ({
        userPk: pk,
        key: deletionAlertKey(userPk, request.requestedAt),
        title: pk === userPk ? 'Your account will be deleted' : `The account of ${name} will be deleted`,
        body: `You can keep it until ${dueAtFormat(timeZone).format(request.dueAt)}.`,
        path: paths.personalData(userPk),
        studentPk: pk === userPk ? null : userPk,
      }));
    },
    async holdCause({ userPk }, alerts) {
      const requestedAt = await repository.lock(userPk);
      // After a withdrawal, it can have been requested again; that request has its own event.
      return (
        requestedAt !== undefined && alerts.every(({ key }) => key === deletionAlertKey(userPk, requestedAt))
      );
    },
  };
}

/** Returns the alerts of a withdrawn deletion. */
export function withdrawalAlerts(withdrawal: Withdrawal, recipientPks: readonly number[]): NewAlert[] {
  const { person, requestedAt } = withdrawal;
  return recipientPks.map((userPk) => ({
    userPk,
    key: `${DELETION_WITHDRAWN}:${person.pk}:${requestedAt.getTime()}`,
    title: withdrawalTitle(withdrawal, userPk),
    body: withdrawalCause(withdrawal),
    path: paths.personalData(person.pk),
    studentPk: userPk === person.pk ? null : person.pk,
  }));
}

/**
 * Notifies people of a withdrawn deletion. The event contains the alerts, because the request no longer exists when they
 * are created.
 */
export function deletionWithdrawn(): EventSource<{ alerts: NewAlert[] }> {
  return { kind: DELETION_WITHDRAWN, reason: FAMILY_REASON, alertsOf: async ({ alerts }) => alerts };
}
