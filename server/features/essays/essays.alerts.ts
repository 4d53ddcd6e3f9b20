import { paths } from '#shared/kernel/paths.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { EventSource } from '../alerts/alerts.sources.ts';
import type { EssaysRepository } from './essays.repository.ts';

export const ESSAY_ADDED = 'essay_added';
export const ESSAY_COMMENTED = 'essay_commented';
export const ESSAY_REVIEW_REQUESTED = 'essay_review_requested';

/** Registers the alerts of essays. */
export function registerEssayAlerts(alerts: AlertsService, repository: EssaysRepository): void {
  alerts.registerAlertSource(essayAdded(repository));
  alerts.registerAlertSource(essayCommented(repository));
  alerts.registerAlertSource(reviewRequested(repository));
}

/** Notifies the student of an essay that a mentor added. */
function essayAdded(repository: EssaysRepository): EventSource<{ essayPk: number }> {
  return {
    kind: ESSAY_ADDED,
    reason: 'You get this because a mentor added an essay for you.',
    async alertsOf({ essayPk }) {
      const essay = await repository.toAnnounce(essayPk);
      if (essay === undefined || essay.creatorPk === essay.studentPk) return [];
      return [
        {
          userPk: essay.studentPk,
          key: `${ESSAY_ADDED}:${essayPk}`,
          title: `New essay: ${essay.title}`,
          body: `${essay.creator ?? 'A mentor'} added it for you.`,
          path: paths.essay(essay.studentPk, essayPk),
          studentPk: null,
        },
      ];
    },
  };
}

/** Notifies the student of a comment. */
function essayCommented(repository: EssaysRepository): EventSource<{ commentPk: number }> {
  return {
    kind: ESSAY_COMMENTED,
    reason: 'You get this because a mentor commented on an essay of yours.',
    async alertsOf({ commentPk }) {
      const comment = await repository.comment(commentPk);
      const essay = comment === undefined ? undefined : await repository.toAnnounce(comment.essayPk);
      if (comment === undefined || essay === undefined) return [];
      return [
        {
          userPk: essay.studentPk,
          key: `${ESSAY_COMMENTED}:${commentPk}`,
          title: `New comment on ${essay.title}`,
          body: `${comment.author?.fullName ?? 'A mentor'}: ${comment.body.slice(0, 200)}`,
          path: paths.essay(essay.studentPk, comment.essayPk),
          studentPk: null,
        },
      ];
    },
  };
}

/** Notifies the other mentors of an essay whose status was set to review. */
function reviewRequested(
  repository: EssaysRepository,
): EventSource<{ essayPk: number; version: number; byPk: number }> {
  return {
    kind: ESSAY_REVIEW_REQUESTED,
    reason: 'You get this because you mentor this student.',
    async alertsOf({ essayPk, version, byPk }) {
      const essay = await repository.toAnnounce(essayPk);
      if (essay === undefined) return [];
      return essay.mentorPks
        .filter((userPk) => userPk !== byPk)
        .map((userPk) => ({
          userPk,
          // One alert for each text: setting the status again without a change notifies nobody.
          key: `${ESSAY_REVIEW_REQUESTED}:${essayPk}:${version}`,
          title: `${essay.student} asks for a review`,
          body: `Essay: ${essay.title}`,
          path: paths.essay(essay.studentPk, essayPk),
          studentPk: essay.studentPk,
        }));
    },
  };
}
