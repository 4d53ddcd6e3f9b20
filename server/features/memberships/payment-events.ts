import { AppError } from '#shared/kernel/errors.ts';
import { grantsAt } from '#shared/memberships/billing.ts';
import { MEMBERSHIP_MESSAGES } from '#shared/memberships/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { recordEndedSubscription, wasAccountDeleted } from '../../lib/security-log.ts';
import type { MembershipRow, MembershipsRepository } from './memberships.repository.ts';
import { billingOf } from './memberships.service.ts';
import { deletedStudentPaymentMail, paymentFailedMail, secondSubscriptionMail } from './payments.mails.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { PaidInvoice, PaymentEvent, PaymentProvider, Subscription } from './stripe.ts';

/** The job that cancels a subscription that a student cannot have. */
const END_SUBSCRIPTION = 'memberships.end-subscription';

/** Returns the key of the event that stores that the payment of an invoice was returned. */
const returnedKey = (invoiceId: string) => `returned:${invoiceId}`;

type LinkedChange = Extract<PaymentEvent['change'], { kind: 'linked' }>;

/** Registers the job that ends subscriptions. @returns the handler of the payment provider's events */
export function createPaymentEvents(
  {
    config,
    database,
    clock,
    mail,
    jobs,
  }: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'mail' | 'jobs'>,
  {
    repository,
    memberships,
    requireProvider,
  }: {
    repository: PaymentsRepository;
    memberships: MembershipsRepository;
    requireProvider: () => PaymentProvider;
  },
) {
  jobs.register<{ subscriptionId: string; refunds: boolean }>(
    END_SUBSCRIPTION,
    async ({ subscriptionId, refunds }) => {
      const payments = requireProvider();
      await payments.cancelSubscription(subscriptionId);
      const { latestInvoiceId } = await payments.subscription(subscriptionId);
      if (refunds && latestInvoiceId !== null) await payments.refundInvoice(latestInvoiceId);
    },
    // About four days: the provider must not keep the money because it was down for an hour.
    { retries: 100, retryDelay: 60 },
  );

  /** Reads the stored subscription of a student, when it is not the given one. */
  async function otherSubscription({ id, studentPk }: Subscription): Promise<Subscription | null> {
    const stored = studentPk === null ? undefined : await memberships.find(studentPk);
    const storedId = stored?.stripeSubscriptionId ?? null;
    return storedId === null || storedId === id ? null : requireProvider().subscription(storedId);
  }

  /**
   * Cancels a subscription in the background, once.
   * @param reason `second` and `deleted` are paid: the payment is refunded, and staff are notified. `unpaid` is replaced
   *   by a subscription that is paid
   */
  async function endLater(
    subscriptionId: string,
    studentPk: number,
    reason: 'second' | 'unpaid' | 'deleted',
  ): Promise<void> {
    if (!(await repository.insertEvent(`ended:${subscriptionId}`, END_SUBSCRIPTION, clock.now()))) return;
    const refunds = reason !== 'unpaid';
    await jobs.send(END_SUBSCRIPTION, { subscriptionId, refunds });
    const kind = reason === 'deleted' ? 'deleted_student_subscription_ended' : 'second_subscription_ended';
    await recordEndedSubscription(database, studentPk, kind);
    if (!refunds) return;
    for (const person of await repository.staff()) {
      const ended = { subscriptionId, studentPk, person };
      await mail.enqueue(
        reason === 'deleted'
          ? deletedStudentPaymentMail(ended)
          : secondSubscriptionMail(config.publicUrl, ended),
      );
    }
  }

  /** Cancels and refunds a subscription that was paid after the account of its student was deleted. */
  async function endAfterDeletion(subscription: Subscription, studentPk: number): Promise<void> {
    const { id, endedAt, publicUrl } = subscription;
    // Another installation can use the same account of the provider, and has the same numbers of students.
    if (endedAt !== null || publicUrl !== config.publicUrl) return;
    if (await wasAccountDeleted(database, studentPk)) await endLater(id, studentPk, 'deleted');
  }

  /**
   * Finds the locked membership that a payment is for. A student has one subscription: while it is paid, a
   * second one is canceled and refunded; otherwise the new one replaces it.
   * @param other the stored subscription when it is not this one, read before the lock
   * @returns undefined when the payment must not change the membership
   */
  async function lockMembership(
    subscription: Subscription,
    other: Subscription | null,
  ): Promise<MembershipRow | undefined> {
    if (subscription.studentPk === null || subscription.length === null) return undefined;
    const membership = await memberships.findLocked(subscription.studentPk);
    if (membership === undefined) {
      await endAfterDeletion(subscription, subscription.studentPk);
      return undefined;
    }
    const storedId = membership.stripeSubscriptionId;
    if (storedId === null || storedId === subscription.id) return membership;
    // Another payment arrived after the read: the provider repeats this event.
    if (storedId !== other?.id) throw new AppError('UNAVAILABLE', MEMBERSHIP_MESSAGES.down);
    if (subscription.endedAt !== null) return undefined;
    if (other.isPaid) {
      await endLater(subscription.id, membership.studentPk, 'second');
      return undefined;
    }
    if (other.endedAt === null) await endLater(other.id, membership.studentPk, 'unpaid');
    return membership;
  }

  /** Connects a membership with a subscription that was just paid, and completes the sign-up that it belongs to. */
  async function applyLinked(
    subscription: Subscription,
    { studentPk, customerId, subscriptionId }: LinkedChange,
    { other, readAt }: { other: Subscription | null; readAt: Date },
  ): Promise<void> {
    if (subscription.studentPk !== studentPk) return;
    if ((await lockMembership(subscription, other)) === undefined) return;
    await repository.link(studentPk, customerId, subscriptionId);
    await repository.completeSignUp(studentPk, readAt);
  }

  /** Stores the periods that a paid invoice starts and what they grant; nothing for a payment that was returned. */
  async function applyPaid(
    subscription: Subscription,
    invoice: PaidInvoice,
    { other, readAt }: { other: Subscription | null; readAt: Date },
  ): Promise<void> {
    const membership = await lockMembership(subscription, other);
    if (membership === undefined || subscription.length === null) return;
    const { studentPk } = membership;
    const plan = await memberships.plan(subscription.length);
    const now = clock.now();
    await memberships.insertGrantsOf(studentPk, grantsAt(billingOf(membership), now), now);
    const returnedAt = await repository.receivedAt(returnedKey(invoice.invoiceId));
    for (const paid of invoice.lines) {
      const grants = returnedAt === undefined ? grantsAt({ plan, anchor: paid.start, paid }, paid.start) : [];
      await memberships.insertGrantsOf(studentPk, grants, now);
      await repository.setPeriod(studentPk, { length: plan.length, ...paid });
    }
    await repository.link(studentPk, subscription.customerId, subscription.id);
    await repository.setState(studentPk, { ...subscription, readAt, now });
    if (returnedAt !== undefined) await repository.endPaidPeriod(studentPk, invoice, returnedAt);
  }

  /** Ends the period that a refunded or disputed payment started, also when the payment is reported later. */
  async function applyReturned({ studentPk }: Subscription, invoice: PaidInvoice, at: Date): Promise<void> {
    // Locks the membership, so that the report of the payment waits or has been stored.
    if (studentPk === null || (await memberships.findLocked(studentPk)) === undefined) return;
    await repository.insertEvent(returnedKey(invoice.invoiceId), 'returned', at);
    await repository.endPaidPeriod(studentPk, invoice, at);
  }

  /** Stores the state of the current subscription, and notifies the family of a failed payment. */
  async function applyState(
    subscription: Subscription,
    { eventId, hasFailed, readAt }: { eventId: string; hasFailed: boolean; readAt: Date },
  ): Promise<void> {
    if (subscription.studentPk === null || subscription.length === null) return;
    const membership = await memberships.findLocked(subscription.studentPk);
    // Ignores events of a subscription that is no longer the current one.
    if (membership === undefined || membership.stripeSubscriptionId !== subscription.id) return;
    const { studentPk } = membership;
    await repository.setState(studentPk, { ...subscription, readAt, now: clock.now() });
    if (!hasFailed || subscription.isPaid) return;
    for (const person of await repository.family(studentPk)) {
      await mail.enqueue(paymentFailedMail(config.publicUrl, { eventId, person }));
    }
  }

  /**
   * Handles a signed event of the provider. Its id and its effect are stored in one transaction, so that a repeated
   * event, in any order and in any process, has its effect once.
   * @throws AppError BAD_REQUEST for an invalid signature, UNAVAILABLE when the provider does not answer
   */
  return async function handleEvent(body: Buffer, signature: string): Promise<void> {
    const payments = requireProvider();
    const event = payments.readEvent(body, signature);
    const { change } = event;
    const readAt = clock.now();
    const returned = change.kind === 'returned' ? await payments.invoiceOfCharge(change.chargeId) : null;
    const { subscriptionId = null } = returned ?? ('subscriptionId' in change ? change : {});
    const subscription = subscriptionId === null ? null : await payments.subscription(subscriptionId);
    const other =
      subscription !== null && (change.kind === 'paid' || change.kind === 'linked')
        ? await otherSubscription(subscription)
        : null;
    await database.transaction(async () => {
      if (!(await repository.insertEvent(event.id, event.type, readAt))) return;
      if (subscription === null) return;
      if (returned !== null) await applyReturned(subscription, returned, readAt);
      if (change.kind === 'paid') await applyPaid(subscription, change, { other, readAt });
      if (change.kind === 'subscription') {
        await applyState(subscription, { eventId: event.id, hasFailed: change.hasFailed, readAt });
      }
      if (change.kind === 'linked') await applyLinked(subscription, change, { other, readAt });
    });
  };
}
