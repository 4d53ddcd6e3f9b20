import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { canManageMemberships, canPayFor, canSeeMembership } from '#shared/memberships/policy.ts';
import { UNLIMITED } from '#shared/memberships/plans.ts';
import type {
  ListedMembership,
  MembershipDetail,
  MembershipList,
} from '#shared/memberships/detail-responses.ts';
import {
  correctionInput,
  MAX_MEMBERSHIP_ROWS,
  MEMBERSHIP_MESSAGES,
  membershipFilters,
  membershipPage,
  tooFew,
} from '#shared/memberships/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createOnce } from '../../lib/create-once.ts';
import { streamCsv } from '../../lib/csv.ts';
import { cursor, cursorPk, cursorText } from '../../lib/cursors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { recordMembershipEvent, recordStudentReads } from '../../lib/security-log.ts';
import { type ListedRow, MembershipRecordsRepository } from './membership-records.repository.ts';
import { stateOf, toCurrentMembership, toLedgerEntry, toOfferedPlan } from './memberships.presenter.ts';
import { MembershipsRepository } from './memberships.repository.ts';
import { hasPaidPlan, type MembershipsService } from './memberships.service.ts';
import type { PaymentsService } from './payments.service.ts';

const MAX_ENTRIES = 200;
const CSV_COLUMNS = ['Student', 'Number', 'Membership', 'State', 'Paid until'];

const listCursor = cursor('memberships', z.tuple([cursorText, cursorPk]));

/** Creates the service that shows memberships to families, and lists, corrects and exports them for staff. */
export function createMembershipRecordsService(
  { database, clock }: ServiceDependencies,
  { memberships, payments }: { memberships: MembershipsService; payments: PaymentsService },
) {
  const repository = new MembershipRecordsRepository(database);
  const ledger = new MembershipsRepository(database);

  /** Removes meetings or reviews from the grants that end first. Call it in a transaction. */
  async function removeFromGrants(
    grants: readonly { pk: number; left: number }[],
    {
      amount,
      key,
      ...entry
    }: Omit<Parameters<MembershipsRepository['insertChange']>[0], 'grantPk' | 'entry'>,
  ): Promise<void> {
    const left = grants.reduce((sum, grant) => sum + grant.left, 0);
    if (left < amount) throw invalid('amount', tooFew(left));
    let missing = amount;
    for (const grant of grants) {
      const taken = Math.min(missing, grant.left);
      if (taken <= 0) continue;
      missing -= taken;
      await ledger.insertChange({
        ...entry,
        entry: 'correction',
        key: `${key}:${grant.pk}`,
        amount: -taken,
        grantPk: grant.pk,
      });
    }
  }

  return {
    /** Lists memberships by name, for staff. @throws AppError NOT_FOUND, INVALID_INPUT */
    async list(actor: Actor, request: object): Promise<MembershipList> {
      if (!canManageMemberships(actor)) throw notFound();
      const { state = null, query } = parseInput(membershipFilters, request);
      const { first, after } = parseInput(membershipPage, request);
      const rows = await repository.list({ state, query, after: listCursor.decode(after), limit: first + 1 });
      const shown = rows.slice(0, first);
      const last = shown.at(-1);
      const pks = shown.map(({ pk }) => pk);
      await recordStudentReads(database, actor, 'membership', pks, clock.now());
      return {
        memberships: shown.map(toListed),
        next: rows.length > first && last !== undefined ? listCursor.encode([last.fullName, last.pk]) : null,
      };
    },

    /** Streams the memberships as CSV. @throws AppError NOT_FOUND, INVALID_INPUT */
    async csv(actor: Actor, request: object): Promise<Readable> {
      if (!canManageMemberships(actor)) throw notFound();
      const { state = null, query } = parseInput(membershipFilters, request);
      await recordMembershipEvent(database, 'memberships_exported', { actorPk: actor.pk, subjectPk: null });
      return streamCsv<ListedRow>({
        columns: CSV_COLUMNS,
        maxRows: MAX_MEMBERSHIP_ROWS,
        read: (last, limit) =>
          repository.list({
            state,
            query,
            after: last === undefined ? null : [last.fullName, last.pk],
            limit,
          }),
        toCells: toCsvRow,
      });
    },

    /** Returns a membership with its ledger, for the family and staff. @throws AppError NOT_FOUND */
    async detail(actor: Actor, studentPk: number): Promise<MembershipDetail> {
      if (!canSeeMembership(actor, studentPk)) throw notFound();
      const [fullName, summary] = await Promise.all([
        repository.nameOf(studentPk),
        memberships.summaryOf(studentPk),
      ]);
      if (fullName === undefined) throw notFound();
      await recordStudentReads(database, actor, 'membership', [studentPk], clock.now());
      const isStaff = canManageMemberships(actor);
      const mayPay = payments.isOn && canPayFor(actor, studentPk);
      const { membership, remaining } = summary;
      return {
        student: { pk: studentPk, full_name: fullName },
        current: toCurrentMembership(summary),
        current_plan: toOfferedPlan(membership.plan),
        meetings_remaining: remaining.meetings,
        reviews_remaining: remaining.reviews,
        entries: (await repository.entries(studentPk, MAX_ENTRIES)).map((row) => toLedgerEntry(row, isStaff)),
        plans: mayPay && !hasPaidPlan(membership) ? await payments.offeredPlans() : [],
        can_manage_payment: mayPay && membership.stripeCustomerId !== null,
      };
    },

    /**
     * Grants meetings or reviews, or removes some with a negative amount. The reason is stored, and the audit
     * log records who did it.
     * @throws AppError NOT_FOUND, INVALID_INPUT
     */
    async correct(actor: Actor, studentPk: number, request: unknown): Promise<MembershipDetail> {
      if (!canManageMemberships(actor)) throw notFound();
      const { idempotency_key: key, ...input } = parseInput(correctionInput, request);
      const { kind, amount, note } = input;
      await createOnce(
        database,
        actor,
        { action: 'correctMembership', key, input: { studentPk, ...input } },
        async () => {
          const at = clock.now();
          const grants = await memberships.lockGrants(studentPk, kind, at);
          if (grants.some(({ left }) => left === UNLIMITED)) {
            throw new AppError('INVALID_INPUT', MEMBERSHIP_MESSAGES.unlimited, {
              fields: { kind: MEMBERSHIP_MESSAGES.unlimited },
            });
          }
          const entry = { studentPk, kind, key: `staff:${randomUUID()}`, actorPk: actor.pk, note, at };
          if (amount > 0) await repository.insertManualGrant({ ...entry, amount });
          else await removeFromGrants(grants, { ...entry, amount: -amount });
          await recordMembershipEvent(database, 'membership_corrected', {
            actorPk: actor.pk,
            subjectPk: studentPk,
            detail: kind,
          });
          return null;
        },
      );
      return this.detail(actor, studentPk);
    },
  };
}

function toListed(row: ListedRow): ListedMembership {
  return {
    student: { pk: row.pk, full_name: row.fullName },
    membership_name: row.planName,
    state: stateOf(row),
    period_end: row.periodEnd?.toISOString() ?? null,
  };
}

function toCsvRow(row: ListedRow): (string | number | null)[] {
  const { student, membership_name: name, state, period_end: end } = toListed(row);
  return [student.full_name, student.pk, name, state, end];
}
