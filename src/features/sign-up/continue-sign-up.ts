import { useMutation } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import type { MembershipLength } from '#shared/memberships/responses.ts';
import { signUpResult } from '#shared/sign-up/responses.ts';
import type { SignUpForm } from '#shared/sign-up/schema.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The query parameters of the page (AUTH-011). */
export interface SignUpAddress {
  state: string;
  email: string;
  /** Set when an external identity provider sent the visitor here. */
  authSession: string | null;
  /** Whether the visitor returns from the payment page without a payment. */
  isCanceled: boolean;
}

/** Returns the secret of the sign-up in the address. */
export function sessionOf({ state, authSession }: Pick<SignUpAddress, 'state' | 'authSession'>): string {
  return authSession ?? state;
}

/** Returns the owner of the answers on this device. @param draft from `GET /api/sign_up/` */
export function signUpDraftOwner(draft: string): string {
  return `sign-up:${draft}`;
}

/** Returns whether the form shows the error; any other one ends the sign-up (AUTH-033). */
export function isCorrectable(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    [
      'INVALID_INPUT',
      'RATE_LIMITED',
      'NETWORK',
      'UNAVAILABLE',
      'FORBIDDEN',
      'CONFLICT',
      'NOT_FOUND',
    ].includes(error.code)
  );
}

/** Sends the answers of the form (AUTH-030). */
export function useContinueSignUp(address: SignUpAddress) {
  return useMutation({
    mutationFn: (form: SignUpForm & { length: MembershipLength; asksAge: boolean }) =>
      requestRest(signUpResult, {
        endpoint: 'continueSignUp',
        body: {
          email: address.email,
          session_id: sessionOf(address),
          first_name: form.firstName,
          last_name: form.lastName,
          membership_length: form.length,
          school_id: form.school?.id ?? null,
          year: form.year,
          graduation_year: form.graduationYear,
          cipcode4_ids: form.majors.map(({ id }) => id),
          ...(form.asksAge ? { birthday: form.birthday, consent: form.consent } : {}),
        },
      }),
  });
}
