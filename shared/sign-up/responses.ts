/** REST responses of the continued sign-up, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';
import { offeredPlan } from '../memberships/responses.ts';

/** `GET /api/sign_up/`: what the form has to ask. */
export const openSignUp = z.object({
  state: z.enum(['open', 'complete']),
  /** The key of the answers stored on this device: the same for all sessions of a student. */
  draft: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Whether the form asks for date of birth and consent, because the identity provider did not. */
  asks_age: z.boolean(),
  /** The memberships to choose from; empty when there is only the free plan. */
  plans: z.array(offeredPlan),
});
export type OpenSignUp = z.infer<typeof openSignUp>;

/** `POST /api/me/sign_up/`: the address of the form for a signed-in student. */
export const resumedSignUp = z.object({ state: z.string(), email: z.string() });
export type ResumedSignUp = z.infer<typeof resumedSignUp>;

/** `POST /api/create_stripe_checkout_session/`. */
export const signUpResult = z.object({
  status: z.number(),
  message: z.string(),
  /** The payment page; null when nothing has to be paid. */
  checkout_url: z.nullable(z.string()),
  /** Where the external identity provider continues; null for a normal sign-in. */
  continue_url: z.nullable(z.string()),
});
export type SignUpResult = z.infer<typeof signUpResult>;

/** Results from `GET /api/get_school/` and `GET /api/get_cipcode/`. */
export const schools = z.array(
  z.object({ id: z.string(), name: z.string(), city: z.nullable(z.string()), state: z.nullable(z.string()) }),
);
export const majors = z.array(z.object({ id: z.string(), description: z.string() }));
