import type { IncomingMessage, ServerResponse } from 'node:http';
import Stripe from 'stripe';
import { ServiceDouble } from './service-double.ts';

/** A subscription of the double. */
interface DoubleSubscription {
  id: string;
  customer: string;
  metadata: Record<string, string>;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  ended_at: number | null;
  period: { start: number; end: number };
}

/** A checkout session of the double: what was sent to it, as form fields. */
interface DoubleCheckout {
  id: string;
  fields: Record<string, string>;
  isPaid: boolean;
}

/** A payment of the double. */
interface DoubleCharge {
  id: string;
  object: 'charge';
  customer: string;
  payment_intent: string;
  refunded: boolean;
  metadata: Record<string, string>;
}

/** A paid invoice of the double: what the API returns, and which period of a subscription it is for. */
interface DoubleInvoice {
  subscriptionId: string;
  periodStart: number;
  isProration: boolean;
  body: { id: string };
}

/** An event to deliver. */
export type DoubleEvent = { id: string; type: string; data: { object: object } };

export const WEBHOOK_SECRET = 'whsec_of_the_double';
const SECONDS = 1000;
const NOT_FOUND = { error: { type: 'invalid_request_error', message: 'Not found' } };

async function readFields(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

/** Signs an event like the provider. @param timestamp seconds since 1970 */
export function signEvent(payload: string, { timestamp }: { timestamp?: number } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
    ...(timestamp === undefined ? {} : { timestamp }),
  });
}

/**
 * A local server with the documented protocol of the payment provider: form-encoded requests, idempotency keys, a
 * payment page, and signed events.
 */
export class StripeDouble extends ServiceDouble {
  readonly checkouts = new Map<string, DoubleCheckout>();
  readonly subscriptions = new Map<string, DoubleSubscription>();
  readonly #byKey = new Map<string, string>();
  /** The invoices and charges. The payment intent `pi_1` and charge `ch_1` belong to the invoice `in_1`. */
  readonly #invoices: DoubleInvoice[] = [];
  readonly #charges = new Map<string, DoubleCharge>();
  #count = 0;
  /** Set to answer every request with 500. */
  isDown = false;
  /** Where events of the payment page are delivered; null delivers none. */
  webhookUrl: string | null = null;

  /** The settings of a server that uses this double. */
  get env(): Record<string, string> {
    return { STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET, STRIPE_API_URL: this.url };
  }

  #id(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#count}`;
  }

  event(type: string, object: object): DoubleEvent {
    return { id: this.#id('evt'), type, data: { object } };
  }

  /** Pays a checkout. @returns the events, in the order in which they happened */
  pay(
    checkoutId: string,
    start: Date,
    end: Date,
  ): { subscription: DoubleSubscription; events: DoubleEvent[] } {
    const checkout = this.checkouts.get(checkoutId);
    if (checkout === undefined) throw new Error(`There is no checkout ${checkoutId}.`);
    const { fields } = checkout;
    checkout.isPaid = true;
    const subscription: DoubleSubscription = {
      id: this.#id('sub'),
      customer: fields['customer'] ?? this.#id('cus'),
      metadata: Object.fromEntries(
        Object.entries(fields).flatMap(([field, value]) => {
          const key = /^subscription_data\[metadata\]\[(\w+)\]$/.exec(field)?.[1];
          return key === undefined ? [] : [[key, value]];
        }),
      ),
      status: 'active',
      cancel_at_period_end: false,
      ended_at: null,
      period: { start: start.getTime() / SECONDS, end: end.getTime() / SECONDS },
    };
    this.subscriptions.set(subscription.id, subscription);
    const completed = this.event('checkout.session.completed', {
      id: checkoutId,
      object: 'checkout.session',
      client_reference_id: fields['client_reference_id'],
      customer: subscription.customer,
      subscription: subscription.id,
    });
    return { subscription, events: [completed, this.invoicePaid(subscription, 'subscription_create')] };
  }

  /** Renews a subscription. @returns the event */
  renew(subscription: DoubleSubscription, end: Date): DoubleEvent {
    subscription.period = { start: subscription.period.end, end: end.getTime() / SECONDS };
    subscription.status = 'active';
    return this.invoicePaid(subscription, 'subscription_cycle');
  }

  /** Pays the invoice of the current period, once. @returns the event */
  invoicePaid(subscription: DoubleSubscription, reason: string, isProration = false): DoubleEvent {
    const { id: subscriptionId, customer, period } = subscription;
    let invoice = this.#invoicesOf(subscriptionId).find(
      (one) => one.periodStart === period.start && one.isProration === isProration,
    );
    if (invoice === undefined) {
      const body = this.#invoice(subscription, reason, isProration);
      invoice = { subscriptionId, periodStart: period.start, isProration, body };
      this.#invoices.push(invoice);
      this.charge(customer, body.id.replace('in_', ''));
    }
    return this.event('invoice.paid', invoice.body);
  }

  /** Charges a customer, for an invoice or for something else. */
  charge(customer: string, number = this.#id('other')): DoubleCharge {
    const id = `ch_${number}`;
    const charge: DoubleCharge = {
      id,
      object: 'charge',
      customer,
      payment_intent: `pi_${number}`,
      refunded: false,
      metadata: {},
    };
    this.#charges.set(id, charge);
    return charge;
  }

  #invoicesOf(subscriptionId: string): DoubleInvoice[] {
    return this.#invoices.filter((invoice) => invoice.subscriptionId === subscriptionId);
  }

  /** Fails the payment of a subscription. @returns the event */
  fail(subscription: DoubleSubscription): DoubleEvent {
    subscription.status = 'past_due';
    return this.event('invoice.payment_failed', this.#invoice(subscription, 'subscription_cycle', false));
  }

  /** Returns the event of a changed subscription. */
  changed(subscription: DoubleSubscription, change: Partial<DoubleSubscription>): DoubleEvent {
    Object.assign(subscription, change);
    const type = subscription.status === 'canceled' ? 'deleted' : 'updated';
    return this.event(`customer.subscription.${type}`, { id: subscription.id, object: 'subscription' });
  }

  /** Disputes a payment. @returns the event */
  dispute({ id }: DoubleCharge): DoubleEvent {
    return this.event('charge.dispute.created', { id: this.#id('dp'), object: 'dispute', charge: id });
  }

  /** Refunds a payment, in full unless `isFull` is false. @returns the event */
  refund(charge: DoubleCharge, isFull = true): DoubleEvent {
    charge.refunded ||= isFull;
    return this.event('charge.refunded', { ...charge });
  }

  /** Returns the first payment of a subscription. */
  firstCharge({ id }: DoubleSubscription): DoubleCharge {
    return this.#chargeOf(this.#invoicesOf(id)[0]);
  }

  /** Returns the latest payment of a subscription. */
  lastCharge({ id }: DoubleSubscription): DoubleCharge {
    return this.#chargeOf(this.#invoicesOf(id).at(-1));
  }

  #chargeOf(invoice: DoubleInvoice | undefined): DoubleCharge {
    const charge = this.#charges.get(invoice?.body.id.replace('in_', 'ch_') ?? '');
    if (charge === undefined) throw new Error('The subscription has no payment.');
    return charge;
  }

  /** Delivers an event to a server. @returns the status */
  async deliver(address: string, event: DoubleEvent): Promise<number> {
    const payload = JSON.stringify({ object: 'event', ...event });
    const response = await fetch(`${address}/api/stripe/webhook/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signEvent(payload) },
      body: payload,
    });
    await response.body?.cancel();
    return response.status;
  }

  #invoice(subscription: DoubleSubscription, reason: string, proration: boolean) {
    return {
      id: this.#id('in'),
      object: 'invoice',
      billing_reason: reason,
      customer: subscription.customer,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
      lines: {
        object: 'list',
        data: [
          {
            id: this.#id('il'),
            object: 'line_item',
            period: { ...subscription.period },
            parent: {
              type: 'subscription_item_details',
              subscription_item_details: { proration, subscription: subscription.id },
            },
          },
        ],
      },
    };
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const fields = await readFields(request);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (this.isDown) return send(500, { error: { type: 'api_error', message: 'Down' } });
    const [, section, id = ''] =
      /^\/(pay|v1\/subscriptions|v1\/charges|v1\/payment_intents)\/(\w+)$/.exec(pathname) ?? [];
    if (pathname === '/v1/checkout/sessions') {
      const checkout = this.#checkout(String(request.headers['idempotency-key']), fields);
      return send(200, {
        id: checkout.id,
        object: 'checkout.session',
        url: `${this.url}/pay/${checkout.id}`,
      });
    }
    if (pathname === '/v1/billing_portal/sessions') {
      return send(200, { object: 'billing_portal.session', url: `${this.url}/portal/${fields['customer']}` });
    }
    if (section === 'v1/subscriptions') {
      const found = this.subscriptions.get(id);
      const isCancellation = request.method === 'DELETE';
      if (found === undefined || (isCancellation && found.status === 'canceled')) {
        const message = 'No such subscription';
        return send(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message } });
      }
      if (isCancellation) {
        found.status = 'canceled';
        found.ended_at = Math.floor(Date.now() / SECONDS);
      }
      const latest = this.#invoicesOf(found.id).at(-1)?.body.id ?? null;
      return send(200, { object: 'subscription', latest_invoice: latest, ...found });
    }
    if (section === 'v1/charges') {
      const charge = this.#charges.get(id);
      const mark = fields['metadata[second_subscription]'];
      if (charge === undefined) return send(404, NOT_FOUND);
      if (mark !== undefined) charge.metadata['second_subscription'] = mark;
      return send(200, charge);
    }
    if (pathname === '/v1/invoice_payments') {
      const intentId = searchParams.get('payment[payment_intent]');
      if (intentId !== null && searchParams.get('payment[type]') !== 'payment_intent') {
        return send(400, { error: { type: 'invalid_request_error', message: 'Missing payment[type]' } });
      }
      const id = searchParams.get('invoice') ?? intentId?.replace('pi_', 'in_');
      const isExpanded = searchParams.get('expand[0]') === 'data.invoice';
      const data = this.#invoices
        .filter(({ body }) => body.id === id)
        .map(({ body }) => ({
          object: 'invoice_payment',
          status: 'paid',
          invoice: isExpanded ? body : body.id,
          payment: { type: 'payment_intent', payment_intent: body.id.replace('in_', 'pi_') },
        }));
      return send(200, { object: 'list', data });
    }
    if (section === 'v1/payment_intents') {
      return send(200, { id, object: 'payment_intent', latest_charge: id.replace('pi_', 'ch_') });
    }
    if (pathname === '/v1/refunds') {
      const charge = this.#charges.get(fields['charge'] ?? '');
      if (charge !== undefined) charge.refunded = true;
      return send(200, { object: 'refund', charge: fields['charge'] });
    }
    if (section === 'pay') return this.#payPage(id, request.method === 'POST', response);
    return send(404, NOT_FOUND);
  }

  #checkout(key: string, fields: Record<string, string>): DoubleCheckout {
    const known = this.checkouts.get(this.#byKey.get(key) ?? '');
    if (known !== undefined) return known;
    const checkout = { id: this.#id('cs'), fields, isPaid: false };
    this.checkouts.set(checkout.id, checkout);
    this.#byKey.set(key, checkout.id);
    return checkout;
  }

  /** The payment page: a link back, and a button that pays for a month. */
  async #payPage(id: string, pays: boolean, response: ServerResponse) {
    const fields = this.checkouts.get(id)?.fields ?? {};
    if (!pays) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(
        `<!doctype html><title>Pay</title><h1>Pay</h1><a href="${fields['cancel_url']}">Back</a>
        <form method="post"><button>Pay now</button></form>`,
      );
      return;
    }
    const start = new Date(Math.floor(Date.now() / SECONDS) * SECONDS);
    const { events } = this.pay(id, start, new Date(start.getTime() + 30 * 86_400 * SECONDS));
    for (const event of events) {
      if (this.webhookUrl !== null) await this.deliver(this.webhookUrl, event);
    }
    response.writeHead(303, { location: fields['success_url'] }).end();
  }
}
