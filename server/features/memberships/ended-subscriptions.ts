import type { ServiceDependencies } from '../../dependencies.ts';
import { recordEndedSubscription, wasAccountDeleted } from '../../lib/security-log.ts';
import { deletedStudentPaymentMail, secondSubscriptionMail } from './payments.mails.ts';
import type { PaymentsRepository } from './payments.repository.ts';
import type { PaymentProvider, Subscription } from './stripe.ts';

/** The job that cancels a subscription that a student cannot have. */
const END_SUBSCRIPTION = 'memberships.end-subscription';

/**
 * Why we end a subscription. `second`: the student has another paid one. `deleted`: the student's account is deleted.
 * Both are paid, so the payment is refunded, and staff are notified. `unpaid`: a subscription that is paid replaces
 * it.
 */
type EndReason = 'second' | 'deleted' | 'unpaid';

/** Registers the job that ends subscriptions. @returns what queues it */
export function createEndedSubscriptions(
  {
    config,
    database,
    clock,
    mail,
    jobs,
  }: Pick<ServiceDependencies, 'config' | 'database' | 'clock' | 'mail' | 'jobs'>,
  { repository, requireProvider }: { repository: PaymentsRepository; requireProvider: () => PaymentProvider },
) {
  jobs.register<{ subscriptionId: string; refunds: boolean }>(
    END_SUBSCRIPTION,
    async ({ subscriptionId, refunds }) => {
      const provider = requireProvider();
      await provider.cancelSubscription(subscriptionId);
      const { latestInvoiceId } = await provider.subscription(subscriptionId);
      if (refunds && latestInvoiceId !== null) await provider.refundInvoice(latestInvoiceId);
    },
    // About four days: the provider must not keep the money because it was down for an hour.
    { retries: 100, retryDelay: 60 },
  );

  async function notifyStaff(
    ended: { subscriptionId: string; studentPk: number },
    reason: 'second' | 'deleted',
  ): Promise<void> {
    for (const person of await repository.staff()) {
      await mail.enqueue(
        reason === 'deleted'
          ? deletedStudentPaymentMail({ ...ended, person })
          : secondSubscriptionMail(config.publicUrl, { ...ended, person }),
      );
    }
  }

  /** Cancels a subscription in the background, once. Call it in a transaction. */
  async function endLater(subscriptionId: string, studentPk: number, reason: EndReason): Promise<void> {
    if (!(await repository.insertEvent(`ended:${subscriptionId}`, END_SUBSCRIPTION, clock.now()))) return;
    await jobs.send(END_SUBSCRIPTION, { subscriptionId, refunds: reason !== 'unpaid' });
    const kind = reason === 'deleted' ? 'deleted_student_subscription_ended' : 'second_subscription_ended';
    await recordEndedSubscription(database, studentPk, kind);
    if (reason !== 'unpaid') await notifyStaff({ subscriptionId, studentPk }, reason);
  }

  return {
    endLater,

    /** Cancels and refunds a subscription that was paid after the account of its student was deleted. */
    async endAfterDeletion(subscription: Subscription, studentPk: number): Promise<void> {
      const { id, endedAt, publicUrl } = subscription;
      // Another installation can use the same account of the provider, and has the same numbers of students.
      if (endedAt !== null || publicUrl !== config.publicUrl) return;
      if (await wasAccountDeleted(database, studentPk)) await endLater(id, studentPk, 'deleted');
    },
  };
}
