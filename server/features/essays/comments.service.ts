import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import {
  canComment,
  canSeeHistory,
  type EssayCommentPermission,
  commentPermissions,
} from '#shared/essays/policy.ts';
import { createCommentInput } from '#shared/essays/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { lockFor } from '../../db/locks.ts';
import { createOnce } from '../../lib/create-once.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { ESSAY_COMMENTED } from './essays.alerts.ts';
import type { CommentRow, EssayRow, EssaysRepository } from './essays.repository.ts';

/** A comment with the viewer's permissions. */
export interface EssayComment extends CommentRow {
  permissions: EssayCommentPermission[];
}

/** Creates the service of mentors' comments on passages of an essay. */
export function createEssayComments({
  database,
  clock,
  alerts,
  repository,
  requireRow,
}: Pick<ServiceDependencies, 'database' | 'clock'> & {
  alerts: AlertsService;
  repository: EssaysRepository;
  requireRow: (actor: Actor, pk: number) => Promise<EssayRow>;
}) {
  const toComment = (actor: Actor, row: CommentRow): EssayComment => ({
    ...row,
    permissions: commentPermissions(actor, row),
  });

  /** Returns a comment that the actor has the permission on. @throws AppError NOT_FOUND, FORBIDDEN */
  async function requireComment(
    actor: Actor,
    id: string,
    permission: EssayCommentPermission,
  ): Promise<CommentRow> {
    const row = await repository.comment(requirePk('EssayComment', id));
    if (row === undefined || !canSeeHistory(actor, row.studentPk)) throw notFound();
    if (!commentPermissions(actor, row).includes(permission)) {
      throw new AppError('FORBIDDEN', 'Only its author can delete this comment.');
    }
    return row;
  }

  async function read(actor: Actor, pk: number): Promise<EssayComment> {
    const row = await repository.comment(pk);
    if (row === undefined) throw notFound();
    return toComment(actor, row);
  }

  return {
    /** Returns the comments on an essay, oldest first; none for parents. */
    async of(actor: Actor, essay: Pick<EssayRow, 'pk' | 'studentPk'>): Promise<EssayComment[]> {
      if (!canSeeHistory(actor, essay.studentPk)) return [];
      const rows = await repository.comments(essay.pk, ESSAY_LIMITS.comments);
      return rows.map((row) => toComment(actor, row));
    },

    /** Comments on a passage. A repeated request with the same key returns the first comment. */
    async create(actor: Actor, request: object): Promise<EssayComment> {
      const { idempotencyKey: key, essayId, ...input } = parseInput(createCommentInput, request);
      const essay = await requireRow(actor, requirePk('Essay', essayId));
      if (!canComment(actor, essay)) throw new AppError('FORBIDDEN', 'Only mentors can comment on essays.');
      const once = { action: 'createEssayComment', key, input: [essay.pk, input] };
      const { pk } = await createOnce(database, actor, once, async () => {
        await lockFor(database, 'essayComments', essay.pk);
        const existing = await repository.comments(essay.pk, ESSAY_LIMITS.comments);
        if (existing.length >= ESSAY_LIMITS.comments) {
          throw new AppError('CONFLICT', `An essay can have at most ${ESSAY_LIMITS.comments} comments.`);
        }
        const created = await repository.insertComment(essay.pk, actor.pk, { ...input, now: clock.now() });
        await alerts.announce(ESSAY_COMMENTED, { commentPk: created });
        return { pk: created };
      });
      return read(actor, pk);
    },

    /** Resolves a comment or opens it again. */
    async resolve(actor: Actor, id: string, isResolved: boolean): Promise<EssayComment> {
      const { pk } = await requireComment(actor, id, 'resolve_essaycomment');
      await repository.setResolved(
        pk,
        isResolved ? { resolvedAt: clock.now(), resolvedByPk: actor.pk } : null,
      );
      return read(actor, pk);
    },

    /** Deletes a comment. @returns the deleted comment */
    async delete(actor: Actor, id: string): Promise<EssayComment> {
      const row = await requireComment(actor, id, 'delete_essaycomment');
      await repository.deleteComment(row.pk);
      return toComment(actor, row);
    },
  };
}
