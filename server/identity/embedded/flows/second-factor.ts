import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondFactorCodeInput } from '#shared/account/schema.ts';
import { toAppError } from '../../../http/errors.ts';
import { requireSameOrigin } from '../../../http/origin.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import {
  recoveryCodesPage,
  recoveryCodesShownPage,
  secondFactorPage,
  setUpCodesPage,
} from '../pages/second-factor-pages.ts';
import { decryptText, encryptText } from '../secrets/encryption.ts';
import {
  finishSignIn,
  type FlowContext,
  MOUNT,
  readForm,
  readPending,
  saveSecondFactor,
  sendEnded,
  sendPage,
  sendPasskeyPage,
} from './flow.ts';
import { createPageKey, readPageKey } from './page-key.ts';

const toKey = (pageKey: string) => Buffer.from(pageKey, 'base64url');

/**
 * The step after the password. /oidc/interaction/{uid}/code/ asks for a one-time code or a passkey (see passkey.ts).
 * Accounts without a second factor that need one turn codes on at /oidc/interaction/{uid}/set_up_codes/, save their
 * recovery codes, and continue.
 */
export function registerSecondFactor(context: FlowContext): void {
  const { server, config, secondFactors } = context;

  /** Like `readPending`, but without an account that has a second factor: the password alone cannot replace it. */
  async function readSetUp(request: FastifyRequest, reply: FastifyReply) {
    const read = await readPending(context, request, reply);
    if (read.account === undefined) return read;
    const { codes, passkeys } = await secondFactors.state(read.account.subject);
    return codes || passkeys ? { uid: read.uid, pending: undefined, account: undefined } : read;
  }

  /** Checks the code of a form. @returns the status and message of a wrong one */
  async function check(request: FastifyRequest, use: (code: string) => Promise<unknown>) {
    try {
      await use(parseInput(secondFactorCodeInput, { code: readForm(request)['code'] ?? '' }).code);
      return null;
    } catch (error) {
      const { code, message, fields } = toAppError(error);
      if (code !== 'INVALID_INPUT' && code !== 'RATE_LIMITED') throw error;
      return { status: code === 'RATE_LIMITED' ? 429 : 401, error: fields?.['code'] ?? message };
    }
  }

  server.get(`${MOUNT}/interaction/:uid/code/`, async (request, reply) => {
    const { uid, account } = await readPending(context, request, reply);
    if (account === undefined) return reply.redirect(`${MOUNT}/interaction/${uid}/`, 303);
    const state = await secondFactors.state(account.subject);
    return sendPasskeyPage(reply, secondFactorPage({ uid, ...state }));
  });

  server.post(`${MOUNT}/interaction/:uid/code/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid, pending, account } = await readPending(context, request, reply);
    if (account === undefined) return sendEnded(context, request, reply);
    const refused = await check(request, (code) => secondFactors.requireCode(account, code));
    if (refused !== null) {
      const state = await secondFactors.state(account.subject);
      const page = secondFactorPage({ uid, ...state, error: refused.error });
      return sendPasskeyPage(reply.status(refused.status), page);
    }
    const { passwordVersion } = pending;
    return finishSignIn(context, request, reply, { ...account, passwordVersion });
  });

  server.get(`${MOUNT}/interaction/:uid/set_up_codes/`, async (request, reply) => {
    const { uid, account } = await readSetUp(request, reply);
    if (account === undefined) return reply.redirect(`${MOUNT}/interaction/${uid}/`, 303);
    const secret = await secondFactors.beginOrContinue(account);
    return sendPage(reply, setUpCodesPage({ uid, ...secret, pageKey: createPageKey() }));
  });

  /**
   * Turns codes on, or finds that this sign-in has turned them on before.
   * @returns the page and its status; undefined when the step has ended
   */
  async function setUp(request: FastifyRequest, reply: FastifyReply) {
    const { uid, pending, account } = await readPending(context, request, reply);
    if (account === undefined) return undefined;
    const pageKey = readPageKey(request);
    const { codes, passkeys } = await secondFactors.state(account.subject);
    if (codes || passkeys) {
      if (pending.recoveryCodes === undefined) return undefined;
      const stored = decryptText(pending.recoveryCodes, toKey(pageKey));
      if (stored === undefined) return { status: 200, page: recoveryCodesShownPage({ uid }) };
      return { status: 200, page: recoveryCodesPage({ uid, recoveryCodes: stored.split(' ') }) };
    }
    let recoveryCodes: string[] = [];
    const refused = await check(request, async (code) => {
      recoveryCodes = await secondFactors.confirm(account, code);
    });
    if (refused !== null) {
      const secret = await secondFactors.beginOrContinue(account);
      return {
        status: refused.status,
        page: setUpCodesPage({ uid, ...secret, pageKey, error: refused.error }),
      };
    }
    await saveSecondFactor(context, request, reply, {
      ...pending,
      isDone: true,
      recoveryCodes: encryptText(recoveryCodes.join(' '), toKey(pageKey)),
    });
    return { status: 200, page: recoveryCodesPage({ uid, recoveryCodes }) };
  }

  server.post(`${MOUNT}/interaction/:uid/set_up_codes/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { account } = await readPending(context, request, reply);
    if (account === undefined) return sendEnded(context, request, reply);
    // A form that is sent twice waits for the first one.
    const result = await secondFactors.exclusively(account.subject, () => setUp(request, reply));
    if (result === undefined) return sendEnded(context, request, reply);
    return sendPage(reply.status(result.status), result.page);
  });

  server.post(`${MOUNT}/interaction/:uid/recovery_codes_saved/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { pending, account } = await readPending(context, request, reply);
    if (account === undefined || !pending.isDone) return sendEnded(context, request, reply);
    const { passwordVersion } = pending;
    return finishSignIn(context, request, reply, { ...account, passwordVersion });
  });
}
