import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondFactorCodeInput } from '#shared/account/schema.ts';
import { toAppError } from '../../../http/errors.ts';
import { requireSameOrigin } from '../../../http/origin.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import type { SignedInAccount } from '../accounts.ts';
import { secondFactorPage } from '../pages.ts';
import {
  expiredPage,
  finishSignIn,
  type FlowContext,
  MOUNT,
  readForm,
  readInteraction,
  sendPage,
} from './flow.ts';

/** The one-time code after the password: /oidc/interaction/{uid}/code/ */
export function registerSecondFactor(context: FlowContext): void {
  const { server, accounts, config, secondFactors } = context;

  /** Reads whose password was right in this sign-in; undefined when none was. */
  async function readPending(request: FastifyRequest, reply: FastifyReply) {
    const { uid, result } = await readInteraction(context, request, reply);
    const pending = result?.['secondFactor'] as { accountId: string; passwordVersion: string } | undefined;
    if (pending === undefined) return { uid };
    const signedIn: SignedInAccount = {
      subject: pending.accountId,
      passwordVersion: pending.passwordVersion,
    };
    return { uid, signedIn, account: await accounts.find(pending.accountId) };
  }

  server.get(`${MOUNT}/interaction/:uid/code/`, async (request, reply) => {
    const { uid, account } = await readPending(request, reply);
    if (account === undefined) return reply.redirect(`${MOUNT}/interaction/${uid}/`, 303);
    return sendPage(reply, secondFactorPage({ uid }));
  });

  server.post(`${MOUNT}/interaction/:uid/code/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid, signedIn, account } = await readPending(request, reply);
    if (account === undefined) return sendPage(reply.status(400), expiredPage(config));
    try {
      const { code } = parseInput(secondFactorCodeInput, { code: readForm(request)['code'] ?? '' });
      await secondFactors.requireCode(account, code);
    } catch (error) {
      const { code, message, fields } = toAppError(error);
      if (code !== 'INVALID_INPUT' && code !== 'RATE_LIMITED') throw error;
      const status = code === 'RATE_LIMITED' ? 429 : 401;
      return sendPage(reply.status(status), secondFactorPage({ uid, error: fields?.['code'] ?? message }));
    }
    return finishSignIn(context, request, reply, signedIn);
  });
}
