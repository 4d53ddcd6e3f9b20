import { AppError } from '#shared/kernel/errors.ts';
import { grantsAt } from '#shared/memberships/billing.ts';
import { MEMBERSHIP_MESSAGES } from '#shared/memberships/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createEndedSubscriptions } from './ended-subscriptions.ts';
import type { MembershipRow, MembershipsRepository } from './memberships.repository.ts';
import { billingOf } from './memberships.service.ts';
import { paymentFailedMail } from './payments.mails.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { EventChange, PaidInvoice, PaymentEvent, PaymentProvider, Subscription } from './stripe.ts';

/** A subscription that an event reports as paid, as read from the provider. */
interface PaidSubscription {
  subscription: Subscription;
  /** The subscription that the membership has, when it is another one. */
  other: Subscription | null;
  /** When the reading started. */
  readAt: Date;
}

/** The effect of an event that changes nothing. */
const noEffect = () => Promise.resolve();

/** Returns the key of the event that stores that the payment of an invoice was returned. */
const returnedKey = (invoiceId: string) => `returned:${invoiceId}`;

/**
 * Creates the handler of the payment provider's events. Events come in any order, so each effect uses the
 * subscription as read now. It is read before the transaction; the effect then locks the membership first.
 */
export function createPaymentEvents(
  dependencies: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'mail' | 'jobs'>,
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
  const { config, database, clock, mail } = dependencies;
  const { endLater, endAfterDeletion } = createEndedSubscriptions(dependencies, {
    repository,
    requireProvider,
  });

  /** Reads a paid subscription. If the membership of its student has another subscription, reads that one too. */
  async function readPaid(subscriptionId: string, readAt: Date): Promise<PaidSubscription> {
    const provider = requireProvider();
    const subscription = await provider.subscription(subscriptionId);
    const { studentPk } = subscription;
    const stored = studentPk === null ? undefined : await memberships.find(studentPk);
    const storedId = stored?.stripeSubscriptionId ?? null;
    const isOther = storedId !== null && storedId !== subscription.id;
    return { subscription, other: isOther ? await provider.subscription(storedId) : null, readAt };
  }

  /**
   * Finds and locks the membership that a payment is for. A student has one subscription: while it is paid, a second
   * one is canceled and refunded; otherwise the new one replaces it.
   * @returns undefined when the payment must not change the membership
   */
  async function lockPaidMembership({
    subscription,
    other,
  }: PaidSubscription): Promise<MembershipRow | undefined> {
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
  async function applyCheckoutCompleted(
    paid: PaidSubscription,
    { studentPk, customerId, subscriptionId }: EventChange<'checkout_completed'>,
  ): Promise<void> {
    if (paid.subscription.studentPk !== studentPk) return;
    if ((await lockPaidMembership(paid)) === undefined) return;
    await repository.link(studentPk, customerId, subscriptionId);
    await repository.completeSignUp(studentPk, paid.readAt);
  }

  /** Stores the periods that a paid invoice starts and what they grant; nothing for a payment that was returned. */
  async function applyInvoicePaid(paid: PaidSubscription, invoice: PaidInvoice): Promise<void> {
    const { subscription, readAt } = paid;
    const membership = await lockPaidMembership(paid);
    if (membership === undefined || subscription.length === null) return;
    const { studentPk } = membership;
    const plan = await memberships.plan(subscription.length);
    const now = clock.now();
    await memberships.insertGrantsOf(studentPk, grantsAt(billingOf(membership), now), now);
    const returnedAt = await repository.receivedAt(returnedKey(invoice.invoiceId));
    for (const period of invoice.lines) {
      const billing = { plan, anchor: period.start, paid: period };
      const grants = returnedAt === undefined ? grantsAt(billing, period.start) : [];
      await memberships.insertGrantsOf(studentPk, grants, now);
      await repository.setPeriod(studentPk, { length: plan.length, ...period });
    }
    await repository.link(studentPk, subscription.customerId, subscription.id);
    await repository.setState(studentPk, { ...subscription, readAt, now });
    if (returnedAt !== undefined) await repository.endPaidPeriod(studentPk, invoice, returnedAt);
  }

  /** Stores the state of the current subscription, and notifies the family of a failed payment. */
  async function applySubscriptionChanged(
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

  /** Ends the period that a refunded or disputed payment started, also when the payment is reported later. */
  async function applyPaymentReturned(
    { studentPk }: Subscription,
    invoice: PaidInvoice,
    at: Date,
  ): Promise<void> {
    // Locks the membership, so that the report of the payment waits or has been stored.
    if (studentPk === null || (await memberships.findLocked(studentPk)) === undefined) return;
    await repository.insertEvent(returnedKey(invoice.invoiceId), 'returned', at);
    await repository.endPaidPeriod(studentPk, invoice, at);
  }

  /** Reads what an event needs from the provider. @returns the effect of the event, to run in its transaction */
  async function prepare({ id: eventId, change }: PaymentEvent, readAt: Date): Promise<() => Promise<void>> {
    const provider = requireProvider();
    switch (change.kind) {
      case 'checkout_completed': {
        const paid = await readPaid(change.subscriptionId, readAt);
        return () => applyCheckoutCompleted(paid, change);
      }
      case 'invoice_paid': {
        const paid = await readPaid(change.subscriptionId, readAt);
        return () => applyInvoicePaid(paid, change);
      }
      case 'subscription_changed': {
        const subscription = await provider.subscription(change.subscriptionId);
        const { hasFailed } = change;
        return () => applySubscriptionChanged(subscription, { eventId, hasFailed, readAt });
      }
      case 'payment_returned': {
        const invoice = await provider.invoiceOfCharge(change.chargeId);
        if (invoice === null) return noEffect;
        const subscription = await provider.subscription(invoice.subscriptionId);
        return () => applyPaymentReturned(subscription, invoice, readAt);
      }
      case 'ignored':
        return noEffect;
    }
  }

  /**
   * Handles a signed event of the provider. Its id and its effect are stored in one transaction, so that a repeated
   * event, in any order and in any process, has its effect once.
   * @throws AppError BAD_REQUEST for an invalid signature, UNAVAILABLE when the provider does not answer
   */
  return async function handleEvent(body: Buffer, signature: string): Promise<void> {
    const event = requireProvider().readEvent(body, signature);
    const readAt = clock.now();
    const applyEffect = await prepare(event, readAt);
    await database.transaction(async () => {
      if (await repository.insertEvent(event.id, event.type, readAt)) await applyEffect();
    });
  };
}
