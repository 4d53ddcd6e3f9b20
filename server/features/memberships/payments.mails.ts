import { paths } from '#shared/kernel/paths.ts';
import { GRACE_DAYS } from '#shared/memberships/billing.ts';
import { renderMail } from '../../mail/layout.ts';
import type { OutgoingMail } from '../../mail/outgoing-mail.ts';

/** Builds the email about a failed payment, for the student and each parent. */
export function paymentFailedMail(
  publicUrl: string,
  { eventId, person }: { eventId: string; person: { pk: number; email: string; student: string } },
): OutgoingMail {
  return {
    key: `payment-failed:${eventId}:${person.pk}`,
    to: person.email,
    subject: 'Your GoPath payment failed',
    ...renderMail({
      title: 'The payment failed',
      paragraphs: [
        `We could not charge the membership of ${person.student}.`,
        `Update the payment within ${GRACE_DAYS} days. After that you can view everything, but not make changes.`,
      ],
      action: { label: 'Update payment', url: publicUrl + paths.settings },
      reason: `You get this email because you are a member of the family of ${person.student} at GoPath.`,
    }),
  };
}

/** A subscription that is canceled and refunded, and the member of staff who is notified. */
interface EndedSubscription {
  subscriptionId: string;
  studentPk: number;
  person: { pk: number; email: string };
}

const STAFF_REASON = 'You get this email because you manage memberships at GoPath.';

/** Builds the email to staff about a second subscription of a student. */
export function secondSubscriptionMail(
  publicUrl: string,
  { subscriptionId, studentPk, person }: EndedSubscription,
): OutgoingMail {
  return {
    key: `second-subscription:${subscriptionId}:${person.pk}`,
    to: person.email,
    subject: 'A family paid for two GoPath memberships',
    ...renderMail({
      title: 'Second subscription canceled',
      paragraphs: [
        `Student ${studentPk} already has a paid membership, and the family paid for another one.`,
        `We cancel subscription ${subscriptionId} and refund its payment. Check both at the payment provider.`,
      ],
      action: { label: 'View membership', url: publicUrl + paths.membership(studentPk) },
      reason: STAFF_REASON,
    }),
  };
}

/** Builds the email to staff about a payment for a student whose account is deleted. */
export function deletedStudentPaymentMail({
  subscriptionId,
  studentPk,
  person,
}: EndedSubscription): OutgoingMail {
  return {
    key: `deleted-student-payment:${subscriptionId}:${person.pk}`,
    to: person.email,
    subject: 'A family paid for a deleted GoPath account',
    ...renderMail({
      title: 'Subscription canceled',
      paragraphs: [
        `A family paid for a membership of student ${studentPk}, whose account is deleted.`,
        `We cancel subscription ${subscriptionId} and refund its payment. Check both at the payment provider.`,
      ],
      reason: STAFF_REASON,
    }),
  };
}
