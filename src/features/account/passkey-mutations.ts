import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { passkeyOptions, type Passkey, recoveryCodes } from '#shared/account/responses.ts';
import type { AddPasskeyForm, CurrentPasswordInput, RenamePasskeyInput } from '#shared/account/schema.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';

/**
 * Creates a passkey on this device and adds it. The form shows errors.
 * @returns recovery codes if this is the account's first second factor; otherwise none
 */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ name, current_password }: AddPasskeyForm): Promise<string[]> => {
      const options = await requestRest(passkeyOptions, {
        endpoint: 'startPasskey',
        body: { current_password },
      });
      const { startRegistration } = await import('@simplewebauthn/browser');
      const credential = await startRegistration({
        optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
      });
      const added = await requestRest(recoveryCodes, { endpoint: 'addPasskey', body: { name, credential } });
      showSuccess('Passkey added');
      return added.recovery_codes;
    },
  });
}

/** Renames a passkey. The form shows errors. */
export function useRenamePasskey({ pk }: Passkey) {
  return useMutation({
    mutationFn: async (body: RenamePasskeyInput): Promise<void> => {
      await requestRest(z.null(), { endpoint: 'renamePasskey', params: { pk }, body });
      showSuccess('Passkey renamed');
    },
  });
}

/** Removes a passkey. The form shows errors. */
export function useRemovePasskey() {
  return useMutation({
    mutationFn: async ({ pk, ...body }: CurrentPasswordInput & { pk: number }): Promise<void> => {
      await requestRest(z.null(), { endpoint: 'removePasskey', params: { pk }, body });
      showSuccess('Passkey removed');
    },
  });
}

/** The errors of browsers (WebAuthn), by name. */
const BROWSER_PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: 'You canceled, or your device took too long. Try again.',
  AbortError: 'You canceled, or your device took too long. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device cannot store a passkey. Use another one.',
  NotSupportedError: 'This device cannot store a passkey. Use another one.',
  SecurityError: 'Passkeys do not work at this address.',
};

/** Explains why the browser or the server refused a new passkey; undefined for other errors. */
export function passkeyProblem(error: unknown): string | undefined {
  if (error instanceof AppError) {
    return error.code === 'BAD_REQUEST' || error.code === 'CONFLICT' ? error.message : undefined;
  }
  return error instanceof Error ? BROWSER_PROBLEMS[error.name] : undefined;
}
