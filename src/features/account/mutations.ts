import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type Device, newSecondFactor, recoveryCodes } from '#shared/account/responses.ts';
import type {
  ChangeEmailInput,
  ChangePasswordInput,
  CurrentPasswordInput,
  SecondFactorCodeInput,
} from '#shared/account/schema.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';

/**
 * Changes the password, which ends the session. Not a mutation hook: a mutation would reload all queries, and their
 * errors would hide why the person is signed out.
 * @throws AppError
 */
export async function changePassword(body: ChangePasswordInput): Promise<void> {
  await requestRest(z.null(), { endpoint: 'changePassword', body });
}

/** Requests a link to the new address. The form shows errors. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: ChangeEmailInput) => requestRest(z.null(), { endpoint: 'changeEmail', body }),
  });
}

/** Creates the secret of an authenticator app. The form shows errors. */
export function useStartSecondFactor() {
  return useMutation({
    mutationFn: (body: CurrentPasswordInput) =>
      requestRest(newSecondFactor, { endpoint: 'startSecondFactor', body }),
  });
}

/** The actions that a one-time code confirms. */
export type CodePurpose = 'confirmSecondFactor' | 'renewRecoveryCodes' | 'turnOffSecondFactor';

/** Sends a one-time code. @returns the new recovery codes, if there are any */
export function useSendCode(purpose: CodePurpose) {
  return useMutation({
    mutationFn: async (body: SecondFactorCodeInput): Promise<string[]> => {
      if (purpose !== 'turnOffSecondFactor') {
        return (await requestRest(recoveryCodes, { endpoint: purpose, body })).recovery_codes;
      }
      await requestRest(z.null(), { endpoint: purpose, body });
      showSuccess('One-time codes are off');
      return [];
    },
  });
}

/** Replaces the recovery codes of a person without one-time codes. The form shows errors. */
export function useRenewRecoveryCodes() {
  return useMutation({
    mutationFn: async (body: CurrentPasswordInput): Promise<string[]> =>
      (await requestRest(recoveryCodes, { endpoint: 'renewRecoveryCodes', body })).recovery_codes,
  });
}

/** Signs out one device, or all but this one. */
export function useEndDevices() {
  return useMutation({
    mutationFn: (device: Device | 'others') =>
      device === 'others'
        ? requestRest(z.null(), { endpoint: 'endOtherDevices' })
        : requestRest(z.null(), { endpoint: 'endDevice', params: { id: device.id } }),
    onSuccess: (_answer, device) =>
      showSuccess(device === 'others' ? 'Other devices signed out' : `${device.browser} signed out`),
    onError: () => showError('Could not sign out. Try again.'),
  });
}
