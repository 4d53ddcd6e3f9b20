import { notFound } from '#shared/kernel/errors.ts';
import {
  type BillingPeriod,
  GRACE_DAYS,
  grantsAt,
  grantTimeOf,
  LEDGER_KINDS,
  type LedgerKind,
  periodAt,
} from '#shared/memberships/billing.ts';
import { UNLIMITED } from '#shared/memberships/plans.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import {
  type BookingSystemMembership,
  type GrantRow,
  type MembershipRow,
  MembershipsRepository,
  type UseRow,
} from './memberships.repository.ts';

export type MembershipsService = ReturnType<typeof createMembershipsService>;

/** A student's membership and what is left of it; -1 without a limit. */
export interface MembershipSummary {
  membership: MembershipRow;
  /** The name of the plan, or of the membership in the booking system. */
  name: string;
  /** The next billing date. */
  periodEnd: Date;
  remaining: Record<LedgerKind, number>;
}

const BATCH = 500;
/** How long a refund of an expired grant can be used, in days. */
const REFUND_DAYS = 31;
const DAY_MS = 86_400_000;

/** Returns the key of a meeting in the ledger. */
export const meetingKey = (meetingPk: number) => `meeting:${meetingPk}`;

/** Returns whether a membership has a paid plan that has not lapsed. */
export function hasPaidPlan({ plan, lapsedAt }: MembershipRow): boolean {
  return plan.length !== 'free' && lapsedAt === null;
}

/** Returns the dates of a stored membership that decide what it grants. */
export function billingOf({ plan, billingAnchor, periodStart, periodEnd }: MembershipRow): BillingPeriod {
  const paid = periodStart === null || periodEnd === null ? null : { start: periodStart, end: periodEnd };
  return { plan, anchor: billingAnchor, paid };
}

/**
 * Creates the service of memberships and their append-only ledger: plans grant meetings and reviews on
 * billing dates, and each use takes one from the grant that ends first. A balance is never negative, except
 * -1 for unlimited.
 */
export function createMembershipsService({
  config,
  database,
  clock,
  jobs,
}: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'jobs'>) {
  const repository = new MembershipsRepository(database);

  /** Returns the valid memberships in the booking system, which counts the meetings itself. */
  async function inBookingSystem(
    studentPks: readonly number[],
    now: Date,
  ): Promise<BookingSystemMembership[]> {
    if (config.simplybook === undefined) return [];
    return repository.inBookingSystem(studentPks, config.simplybook.company, now);
  }

  /** Stores what all memberships grant now, and makes lapsed families read-only. */
  async function renew(): Promise<void> {
    const now = clock.now();
    let afterPk = 0;
    for (;;) {
      const page = await repository.page(afterPk, BATCH);
      const grants = page.flatMap((row) =>
        grantsAt(billingOf(row), grantTimeOf(row, now)).map((grant) => ({
          ...grant,
          studentPk: row.studentPk,
        })),
      );
      await repository.insertGrants(grants, now);
      const last = page.at(-1);
      if (last === undefined || page.length < BATCH) break;
      afterPk = last.studentPk;
    }
    await repository.lapse(now, GRACE_DAYS);
  }
  jobs.register('memberships.renew', renew, { retries: 0, cron: '7 * * * *', expiresAfter: 900 });

  async function summaryOf(studentPk: number): Promise<MembershipSummary> {
    const now = clock.now();
    const membership = await repository.find(studentPk);
    if (membership === undefined) throw notFound();
    const grantTime = grantTimeOf(membership, now);
    const stored = await repository.grants(studentPk, grantTime);
    // The job stores grants within the hour; until then they count too.
    const due = grantsAt(billingOf(membership), grantTime).filter(
      ({ kind, key }) => !stored.some((grant) => isGrant(grant, kind, key)),
    );
    const all = [...stored, ...due.map(({ kind, amount }) => ({ kind, left: amount }))];
    const remaining = Object.fromEntries(
      LEDGER_KINDS.map((kind) => [kind, balanceOf(all.filter((grant) => grant.kind === kind))]),
    ) as Record<LedgerKind, number>;
    const [external] = await inBookingSystem([studentPk], now);
    if (external !== undefined) {
      const { name, periodEnd, left } = external;
      return { membership, name, periodEnd, remaining: { ...remaining, meetings: left } };
    }
    return {
      membership,
      name: membership.plan.name,
      periodEnd: membership.periodEnd ?? periodAt(membership.billingAnchor, membership.plan.months, now).end,
      remaining,
    };
  }

  /** Locks the membership and stores what it grants now. @returns the moment whose grants are valid */
  async function lock(studentPk: number, now: Date): Promise<Date> {
    const membership = await repository.findLocked(studentPk);
    if (membership === undefined) throw notFound();
    const grantTime = grantTimeOf(membership, now);
    const due = grantsAt(billingOf(membership), grantTime);
    await repository.insertGrantsOf(studentPk, due, now);
    return grantTime;
  }

  /** Locks the membership, stores what it grants now, and returns its valid grants. Call it in a transaction. */
  async function lockGrants(studentPk: number, kind: LedgerKind, now: Date): Promise<GrantRow[]> {
    const grantTime = await lock(studentPk, now);
    return (await repository.grants(studentPk, grantTime)).filter((grant) => grant.kind === kind);
  }

  return {
    summaryOf,
    lockGrants,
    renew,

    /** Returns the memberships of students whose last payment failed. The caller has checked who can see them. */
    withFailedPayment: (studentPks: readonly number[]) => repository.withFailedPayment(studentPks),

    /** Returns the meetings or reviews that a student has left; -1 without a limit. */
    async remaining(studentPk: number, kind: LedgerKind): Promise<number> {
      return (await summaryOf(studentPk)).remaining[kind];
    },

    /**
     * Uses one meeting or review, of the grant that ends first. Repeating the key uses nothing more.
     * @param key names the cause, such as `review:12`
     * @returns whether there was one
     */
    use(studentPk: number, kind: LedgerKind, key: string): Promise<boolean> {
      return database.transaction(async () => {
        const at = clock.now();
        const [external] = kind === 'meetings' ? await inBookingSystem([studentPk], at) : [];
        if (external !== undefined) return external.left !== 0;
        const grants = await lockGrants(studentPk, kind, at);
        if ((await repository.findUse(studentPk, kind, key)) !== undefined) return true;
        const grant = grants.find(({ left }) => left !== 0);
        if (grant === undefined) return false;
        await repository.insertChange({
          studentPk,
          kind,
          entry: 'use',
          key,
          amount: -1,
          grantPk: grant.pk,
          at,
        });
        return true;
      });
    },

    /** Refunds a use, once. The refund of an expired grant can be used for a month. @returns whether it is new */
    refund(studentPk: number, kind: LedgerKind, key: string): Promise<boolean> {
      return database.transaction(async () => {
        const at = clock.now();
        const grantTime = await lock(studentPk, at);
        const use = await repository.findUse(studentPk, kind, key);
        if (!isRefundable(use)) return false;
        const { grantPk, grantEndsAt } = use;
        await repository.insertChange({ studentPk, kind, entry: 'refund', key, amount: 1, grantPk, at });
        if (grantEndsAt !== null && grantEndsAt <= grantTime) {
          const validUntil = new Date(at.getTime() + REFUND_DAYS * DAY_MS);
          const grant = { kind, key: `refund:${key}`, amount: 1, validFrom: at, validUntil };
          await repository.insertGrantsOf(studentPk, [grant], at);
        }
        return true;
      });
    },

    /**
     * Returns whether canceling each meeting adds one to the student's remaining meetings. Meetings of students whose
     * remaining meetings have no limit, or are counted by the booking system, are left out.
     */
    async meetingsToReturn(
      meetings: readonly { pk: number; studentPk: number }[],
    ): Promise<ReadonlyMap<number, boolean>> {
      const [uses, external] = await Promise.all([
        repository.findUses(
          'meetings',
          meetings.map(({ pk, studentPk }) => ({ studentPk, key: meetingKey(pk) })),
        ),
        inBookingSystem([...new Set(meetings.map(({ studentPk }) => studentPk))], clock.now()),
      ]);
      const useOf = new Map(uses.map((use) => [use.key, use]));
      const countedExternally = new Set(external.map(({ studentPk }) => studentPk));
      return new Map(
        meetings
          .map(({ pk, studentPk }) => ({ pk, studentPk, use: useOf.get(meetingKey(pk)) }))
          .filter(({ studentPk, use }) => !countedExternally.has(studentPk) && use?.isUnlimited !== true)
          .map(({ pk, use }) => [pk, isRefundable(use)]),
      );
    },
  };
}

/** Returns whether a use can be refunded: each one once. */
function isRefundable(use: UseRow | undefined): use is UseRow {
  return use !== undefined && !use.isRefunded;
}

function isGrant(grant: GrantRow, kind: LedgerKind, key: string): boolean {
  return grant.entry === 'grant' && grant.kind === kind && grant.key === key;
}

function balanceOf(grants: readonly { left: number }[]): number {
  if (grants.some(({ left }) => left === UNLIMITED)) return UNLIMITED;
  return grants.reduce((sum, { left }) => sum + left, 0);
}
