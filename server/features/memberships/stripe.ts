import Stripe from 'stripe';
import { AppError } from '#shared/kernel/errors.ts';
import { MEMBERSHIP_MESSAGES } from '#shared/memberships/schema.ts';
import type { Plan } from '#shared/memberships/plans.ts';
import { MEMBERSHIP_LENGTHS, type MembershipLength } from '#shared/memberships/responses.ts';
import type { Config } from '../../config.ts';

/** The version of the API that the types describe. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 10_000;

/** The parts of a subscription that decide a membership. */
export interface Subscription {
  id: string;
  customerId: string;
  /** From the metadata that we set; null for a subscription of someone else. */
  studentPk: number | null;
  length: MembershipLength | null;
  /** The address of the installation that it was paid at; null for a subscription of someone else. */
  publicUrl: string | null;
  isPaid: boolean;
  cancelsAtPeriodEnd: boolean;
  endedAt: Date | null;
  latestInvoiceId: string | null;
}

/** A paid line of an invoice. */
interface PaidLine {
  start: Date;
  end: Date;
}

/** A paid invoice that starts periods of a subscription. */
export interface PaidInvoice {
  invoiceId: string;
  subscriptionId: string;
  lines: PaidLine[];
}

/**
 * Marks a payment that we refund, because the student has another subscription or was deleted. Its refund ends no paid
 * period. The key is from when only second subscriptions were refunded.
 */
const REFUNDED_BY_US = { second_subscription: 'true' } as const;
const isRefundedByUs = ({ metadata }: Stripe.Charge) => 'second_subscription' in (metadata ?? {});

/** A signed event of the payment provider, reduced to what changes memberships. */
export interface PaymentEvent {
  id: string;
  type: string;
  change:
    | { kind: 'checkout_completed'; studentPk: number; customerId: string; subscriptionId: string }
    | ({ kind: 'invoice_paid' } & PaidInvoice)
    /** Also a failed payment. */
    | { kind: 'subscription_changed'; subscriptionId: string; hasFailed: boolean }
    /** A full refund or a dispute. */
    | { kind: 'payment_returned'; chargeId: string }
    | { kind: 'ignored' };
}

/** What an event of one kind reports. */
export type EventChange<Kind extends PaymentEvent['change']['kind']> = Extract<
  PaymentEvent['change'],
  { kind: Kind }
>;

const dateOf = (seconds: number) => new Date(seconds * 1000);
const idOf = (given: string | { id: string } | null | undefined) =>
  typeof given === 'string' ? given : (given?.id ?? null);

function pkOf(text: string | null | undefined): number | null {
  return text !== null && text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

/** Returns the periods that an invoice starts; null when it starts none. */
function toPaidInvoice({ id, parent, billing_reason: reason, lines }: Stripe.Invoice): PaidInvoice | null {
  const subscriptionId = idOf(parent?.subscription_details?.subscription);
  const reasons: (string | null)[] = ['subscription_create', 'subscription_cycle'];
  if (subscriptionId === null || !reasons.includes(reason)) return null;
  const paid = lines.data
    .filter((line) => line.parent?.subscription_item_details?.proration === false)
    .map(({ period }) => ({ start: dateOf(period.start), end: dateOf(period.end) }));
  return { invoiceId: id, subscriptionId, lines: paid };
}

/** Reduces an event of Stripe to what it changes. */
function changeOf(event: Stripe.Event): PaymentEvent['change'] {
  const ignored = { kind: 'ignored' } as const;
  switch (event.type) {
    case 'checkout.session.completed': {
      const { object } = event.data;
      const studentPk = pkOf(object.client_reference_id);
      const [customerId, subscriptionId] = [idOf(object.customer), idOf(object.subscription)];
      if (studentPk === null || customerId === null || subscriptionId === null) return ignored;
      return { kind: 'checkout_completed', studentPk, customerId, subscriptionId };
    }
    case 'invoice.paid': {
      const invoice = toPaidInvoice(event.data.object);
      return invoice === null ? ignored : { kind: 'invoice_paid', ...invoice };
    }
    case 'invoice.payment_failed': {
      const subscriptionId = idOf(event.data.object.parent?.subscription_details?.subscription);
      return subscriptionId === null
        ? ignored
        : { kind: 'subscription_changed', subscriptionId, hasFailed: true };
    }
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { kind: 'subscription_changed', subscriptionId: event.data.object.id, hasFailed: false };
    case 'charge.refunded': {
      const { id, refunded } = event.data.object;
      return refunded ? { kind: 'payment_returned', chargeId: id } : ignored;
    }
    case 'charge.dispute.created': {
      const chargeId = idOf(event.data.object.charge);
      return chargeId === null ? ignored : { kind: 'payment_returned', chargeId };
    }
    default:
      return ignored;
  }
}

/** Converts the error of a request without a response to UNAVAILABLE. Returns other errors unchanged. */
function unavailable(error: unknown): unknown {
  return error instanceof Stripe.errors.StripeError
    ? new AppError('UNAVAILABLE', MEMBERSHIP_MESSAGES.down)
    : error;
}

/** Runs a request to the provider. @throws AppError UNAVAILABLE */
async function call<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw unavailable(error);
  }
}

/** The payment provider; see {@link createStripe}. */
export type PaymentProvider = ReturnType<typeof createStripe>;

/** Connects to Stripe: its pages take the payment, and we never see card data. */
export function createStripe({ secretKey, webhookSecret, apiUrl }: NonNullable<Config['stripe']>) {
  const { protocol, hostname, port } = new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
  });

  return {
    /** Creates the page that takes the first payment. @returns its address */
    async createCheckout(checkout: {
      studentPk: number;
      email: string;
      customerId: string | null;
      plan: Plan;
      publicUrl: string;
      returnUrl: (result: 'done' | 'canceled') => string;
      idempotencyKey: string;
    }): Promise<string> {
      const { studentPk, email, customerId, plan, publicUrl, returnUrl, idempotencyKey } = checkout;
      const session = await call(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            client_reference_id: String(studentPk),
            ...(customerId === null ? { customer_email: email } : { customer: customerId }),
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: plan.currency,
                  unit_amount: plan.priceCents,
                  product_data: { name: `GoPath ${plan.name}` },
                  recurring: { interval: 'month', interval_count: plan.months },
                },
              },
            ],
            subscription_data: {
              metadata: {
                student_pk: String(studentPk),
                membership_length: plan.length,
                public_url: publicUrl,
              },
            },
            success_url: returnUrl('done'),
            cancel_url: returnUrl('canceled'),
          },
          { idempotencyKey },
        ),
      );
      if (session.url === null) throw new AppError('UNAVAILABLE', MEMBERSHIP_MESSAGES.down);
      return session.url;
    },

    /** Creates a page where the customer manages the payment. @returns its address */
    async createPortal(customerId: string, returnUrl: string): Promise<string> {
      const session = await call(() =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      );
      return session.url;
    },

    /** Reads the current state of a subscription: events arrive in any order. */
    async subscription(id: string): Promise<Subscription> {
      const found = await call(() => stripe.subscriptions.retrieve(id));
      const length = MEMBERSHIP_LENGTHS.find((one) => one === found.metadata['membership_length']);
      return {
        id: found.id,
        customerId: idOf(found.customer) ?? '',
        studentPk: pkOf(found.metadata['student_pk']),
        length: length === undefined || length === 'free' ? null : length,
        publicUrl: found.metadata['public_url'] ?? null,
        isPaid: found.status === 'active' || found.status === 'trialing',
        cancelsAtPeriodEnd: found.cancel_at_period_end || found.status === 'canceled',
        endedAt: found.ended_at === null ? null : dateOf(found.ended_at),
        latestInvoiceId: idOf(found.latest_invoice),
      };
    },

    /**
     * Ends a subscription at once, unless it has ended. The provider ends each subscription once, so this needs no
     * idempotency key; with one, it would repeat a failed response for a day.
     */
    async cancelSubscription(id: string): Promise<void> {
      try {
        await stripe.subscriptions.cancel(id);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return;
        throw unavailable(error);
      }
    },

    /**
     * Refunds the payments of an invoice in full, once. The mark is stored first, because the refund causes
     * an event.
     */
    async refundInvoice(invoice: string): Promise<void> {
      const payments = await call(() => stripe.invoicePayments.list({ invoice, status: 'paid' }));
      for (const { payment } of payments.data) {
        const intentId = idOf(payment.payment_intent);
        if (intentId === null) continue;
        const chargeId = idOf((await call(() => stripe.paymentIntents.retrieve(intentId))).latest_charge);
        if (chargeId === null) continue;
        const charge = await call(() => stripe.charges.update(chargeId, { metadata: REFUNDED_BY_US }));
        if (!charge.refunded) await call(() => stripe.refunds.create({ charge: chargeId }));
      }
    },

    /**
     * Returns the invoice that a charge paid; null when it starts no period, and for a payment that we refund.
     */
    async invoiceOfCharge(id: string): Promise<PaidInvoice | null> {
      const charge = await call(() => stripe.charges.retrieve(id));
      const intentId = idOf(charge.payment_intent);
      if (isRefundedByUs(charge) || intentId === null) return null;
      const payment = { type: 'payment_intent', payment_intent: intentId };
      const { data } = await call(() => stripe.invoicePayments.list({ payment, expand: ['data.invoice'] }));
      const invoice = data[0]?.invoice;
      if (invoice === undefined || typeof invoice === 'string' || invoice.deleted === true) return null;
      return toPaidInvoice(invoice);
    },

    /** Verifies the signature of an event. @throws AppError BAD_REQUEST */
    readEvent(body: Buffer, signature: string): PaymentEvent {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
      } catch {
        throw new AppError('BAD_REQUEST', 'The signature is invalid or too old.');
      }
      return { id: event.id, type: event.type, change: changeOf(event) };
    },
  };
}
