import type { FastifyRequest } from 'fastify';
import { secondFactorCodeInput } from '#shared/account/schema.ts';
import { requireSameOrigin } from '../../../http/origin.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import { secondFactorPage } from '../pages/second-factor-pages.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import { readForm, toShownError } from './forms.ts';
import { readPendingSecondFactor, sendEnded } from './interaction.ts';
import { sendPasskeyPage } from './replies.ts';

/**
 * Checks the code of a form.
 * @param use checks it, and throws when it is wrong
 * @returns the status and message of a wrong code; null for a right one
 */
export async function checkCode(request: FastifyRequest, use: (code: string) => Promise<unknown>) {
  try {
    await use(parseInput(secondFactorCodeInput, { code: readForm(request)['code'] ?? '' }).code);
    return null;
  } catch (error) {
    const { code, message, fields } = toShownError(error, ['INVALID_INPUT', 'RATE_LIMITED']);
    return { status: code === 'RATE_LIMITED' ? 429 : 401, error: fields?.['code'] ?? message };
  }
}

/**
 * Registers the step after the password: /oidc/interaction/{uid}/code/ asks for a one-time code or a passkey (see
 * passkey.ts).
 */
export function registerSecondFactor(context: FlowContext): void {
  const { server, config, secondFactors } = context;

  server.get(`${MOUNT}/interaction/:uid/code/`, async (request, reply) => {
    const { uid, account } = await readPendingSecondFactor(context, request, reply);
    if (account === undefined) return reply.redirect(`${MOUNT}/interaction/${uid}/`, 303);
    const state = await secondFactors.state(account.subject);
    return sendPasskeyPage(reply, secondFactorPage({ uid, ...state }));
  });

  server.post(`${MOUNT}/interaction/:uid/code/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid, pending, account } = await readPendingSecondFactor(context, request, reply);
    if (account === undefined) return sendEnded(context, request, reply);
    const refused = await checkCode(request, (code) => secondFactors.requireCode(account, code));
    if (refused !== null) {
      const state = await secondFactors.state(account.subject);
      const page = secondFactorPage({ uid, ...state, error: refused.error });
      return sendPasskeyPage(reply.status(refused.status), page);
    }
    const { passwordVersion } = pending;
    return finishSignIn(context, request, reply, { ...account, passwordVersion });
  });
}
