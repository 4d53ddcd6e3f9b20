/** The server and the payment provider of the API tests about payments. */
import { afterAll, beforeAll } from 'vitest';
import { StripeDouble } from '../doubles/stripe-double.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';

export let stripe: StripeDouble;
export let app: TestApp;

/** Starts the payment provider, and a server that uses it, for the tests of a file. */
export function startPaymentTests() {
  beforeAll(async () => {
    stripe = await new StripeDouble().start();
    app = await startTestApp({ env: stripe.env });
  });
  afterAll(async () => {
    await app.close();
    await stripe.stop();
  });
}
