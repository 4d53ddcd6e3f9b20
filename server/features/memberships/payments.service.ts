import { createHash } from 'node:crypto';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { canPayFor } from '#shared/memberships/policy.ts';
import type { MembershipLength, OfferedPlan } from '#shared/memberships/responses.ts';
import { checkoutInput, MEMBERSHIP_MESSAGES } from '#shared/memberships/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { toOfferedPlan } from './memberships.presenter.ts';
import { type MembershipRow, MembershipsRepository } from './memberships.repository.ts';
import { hasPaidPlan } from './memberships.service.ts';
import { createPaymentEvents } from './payment-events.ts';
import { PaymentsRepository } from './payments.repository.ts';
import { createStripe, type PaymentProvider } from './stripe.ts';

export type PaymentsService = ReturnType<typeof createPaymentsService>;

/** Creates the service of payments, when `STRIPE_SECRET_KEY` is set. Without it there is only the free plan. */
export function createPaymentsService({ config, database, clock, mail, jobs }: ServiceDependencies) {
  const repository = new PaymentsRepository(database);
  const memberships = new MembershipsRepository(database);
  const provider = config.stripe === undefined ? null : createStripe(config.stripe);

  function requireProvider(): PaymentProvider {
    if (provider === null) throw new AppError('FORBIDDEN', MEMBERSHIP_MESSAGES.off);
    return provider;
  }

  const handleEvent = createPaymentEvents(
    { config, database, clock, mail, jobs },
    { repository, memberships, requireProvider },
  );

  /** Creates a payment page for a student without a paid membership. @returns its address */
  async function checkout(
    membership: MembershipRow,
    length: MembershipLength,
    { email, returnUrl }: { email: string; returnUrl: (result: 'done' | 'canceled') => string },
  ): Promise<string> {
    if (hasPaidPlan(membership)) throw new AppError('CONFLICT', MEMBERSHIP_MESSAGES.paid);
    const plan = await memberships.plan(length);
    const { studentPk, stripeCustomerId: customerId, stripeSubscriptionId } = membership;
    // A repeated request opens the same page; a later membership, and any other input, has another key.
    const day = clock.now().toISOString().slice(0, 10);
    const request = { studentPk, email, customerId, plan, publicUrl: config.publicUrl };
    const cause = JSON.stringify([request, returnUrl('done'), stripeSubscriptionId, day]);
    const idempotencyKey = createHash('sha256').update(cause).digest('hex');
    return requireProvider().createCheckout({ ...request, returnUrl, idempotencyKey });
  }

  return {
    isOn: provider !== null,

    /** Returns the plans to choose from, the cheapest first; none without payment settings. */
    async offeredPlans(): Promise<OfferedPlan[]> {
      return provider === null ? [] : (await memberships.plans()).map(toOfferedPlan);
    },

    /** Creates the payment page of a sign-up. @returns its address */
    async checkoutForSignUp(
      studentPk: number,
      { email, length, session }: { email: string; length: MembershipLength; session: string },
    ): Promise<string> {
      const membership = await memberships.find(studentPk);
      if (membership === undefined) throw notFound();
      const address = config.publicUrl + paths.signUpContinued({ state: session, email });
      return checkout(membership, length, { email, returnUrl: (result) => `${address}&checkout=${result}` });
    },

    /** Creates the payment page for a student. @returns its address @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN */
    async checkout(actor: Actor, studentPk: number, request: unknown): Promise<string> {
      if (!canPayFor(actor, studentPk)) throw notFound();
      const { membership_length: length } = parseInput(checkoutInput, request ?? {});
      const membership = await memberships.find(studentPk);
      const family = await repository.family(studentPk);
      const email = family.find(({ pk }) => pk === actor.pk)?.email;
      if (membership === undefined || email === undefined) throw notFound();
      const address = config.publicUrl + paths.settings;
      return checkout(membership, length, {
        email,
        returnUrl: (result) => `${address}?checkout=${result}&student=${studentPk}`,
      });
    },

    /**
     * Creates the page that manages the payment.
     * @returns its address
     * @throws AppError NOT_FOUND, CONFLICT, FORBIDDEN
     */
    async portal(actor: Actor, studentPk: number): Promise<string> {
      if (!canPayFor(actor, studentPk)) throw notFound();
      const payments = requireProvider();
      const customerId = (await memberships.find(studentPk))?.stripeCustomerId ?? null;
      if (customerId === null) throw new AppError('CONFLICT', MEMBERSHIP_MESSAGES.unpaid);
      return payments.createPortal(customerId, config.publicUrl + paths.settings);
    },

    /**
     * Ends the subscription of a student whose account is deleted, at once. Repeating it changes nothing.
     * @throws AppError UNAVAILABLE when the provider does not answer
     */
    async endSubscription(studentPk: number): Promise<void> {
      const membership = await memberships.find(studentPk);
      if (membership === undefined || membership.stripeSubscriptionId === null) return;
      if (provider !== null) await provider.cancelSubscription(membership.stripeSubscriptionId);
      else if (membership.lapsedAt === null) {
        throw new Error('Payments are off, but the student has a subscription. Turn them on to end it.');
      }
    },

    handleEvent,
  };
}
