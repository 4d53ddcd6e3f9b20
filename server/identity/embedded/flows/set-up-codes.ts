import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireSameOrigin } from '../../../http/origin.ts';
import { recoveryCodesPage, recoveryCodesShownPage, setUpCodesPage } from '../pages/second-factor-pages.ts';
import { decryptText, encryptText } from '../secrets/encryption.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import {
  type PendingSecondFactor,
  readPendingSecondFactor,
  savePendingSecondFactor,
  sendEnded,
} from './interaction.ts';
import { createPageKey, readPageKey } from './page-key.ts';
import { sendPage } from './replies.ts';
import { checkCode } from './second-factor.ts';

const toKey = (pageKey: string) => Buffer.from(pageKey, 'base64url');

/**
 * Returns the page of the recovery codes for a form that was sent again, after this sign-in turned codes on. Only the page
 * that turned them on has the key, and shows them again.
 * @returns undefined when codes were turned on elsewhere
 */
function showAgain(uid: string, { recoveryCodes }: PendingSecondFactor, pageKey: string) {
  if (recoveryCodes === undefined) return undefined;
  const stored = decryptText(recoveryCodes, toKey(pageKey));
  if (stored === undefined) return { status: 200, page: recoveryCodesShownPage({ uid }) };
  return { status: 200, page: recoveryCodesPage({ uid, recoveryCodes: stored.split(' ') }) };
}

/**
 * Registers the step after the password for accounts that need a second factor and have none. They turn codes on at
 * /oidc/interaction/{uid}/set_up_codes/, save their recovery codes, and continue.
 */
export function registerCodesSetUp(context: FlowContext): void {
  const { server, config, secondFactors } = context;

  /** Like `readPendingSecondFactor`, but without an account that has a second factor: the password alone cannot replace it. */
  async function readSetUp(request: FastifyRequest, reply: FastifyReply) {
    const read = await readPendingSecondFactor(context, request, reply);
    if (read.account === undefined) return read;
    const { codes, passkeys } = await secondFactors.state(read.account.subject);
    return codes || passkeys ? { uid: read.uid, pending: undefined, account: undefined } : read;
  }

  /**
   * Turns codes on, or finds that this sign-in has turned them on before.
   * @returns the page and its status; undefined when the step has ended
   */
  async function turnOn(request: FastifyRequest, reply: FastifyReply) {
    const { uid, pending, account } = await readPendingSecondFactor(context, request, reply);
    if (account === undefined) return undefined;
    const pageKey = readPageKey(request);
    const { codes, passkeys } = await secondFactors.state(account.subject);
    if (codes || passkeys) return showAgain(uid, pending, pageKey);
    let recoveryCodes: string[] = [];
    const refused = await checkCode(request, async (code) => {
      recoveryCodes = await secondFactors.confirm(account, code);
    });
    if (refused !== null) {
      const secret = await secondFactors.beginOrContinue(account);
      return {
        status: refused.status,
        page: setUpCodesPage({ uid, ...secret, pageKey, error: refused.error }),
      };
    }
    await savePendingSecondFactor(context, request, reply, {
      ...pending,
      isDone: true,
      recoveryCodes: encryptText(recoveryCodes.join(' '), toKey(pageKey)),
    });
    return { status: 200, page: recoveryCodesPage({ uid, recoveryCodes }) };
  }

  server.get(`${MOUNT}/interaction/:uid/set_up_codes/`, async (request, reply) => {
    const { uid, account } = await readSetUp(request, reply);
    if (account === undefined) return reply.redirect(`${MOUNT}/interaction/${uid}/`, 303);
    const secret = await secondFactors.beginOrContinue(account);
    return sendPage(reply, setUpCodesPage({ uid, ...secret, pageKey: createPageKey() }));
  });

  server.post(`${MOUNT}/interaction/:uid/set_up_codes/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { account } = await readPendingSecondFactor(context, request, reply);
    if (account === undefined) return sendEnded(context, request, reply);
    // A form that is sent twice waits for the first one.
    const result = await secondFactors.exclusively(account.subject, () => turnOn(request, reply));
    if (result === undefined) return sendEnded(context, request, reply);
    return sendPage(reply.status(result.status), result.page);
  });

  server.post(`${MOUNT}/interaction/:uid/recovery_codes_saved/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { pending, account } = await readPendingSecondFactor(context, request, reply);
    if (account === undefined || !pending.isDone) return sendEnded(context, request, reply);
    const { passwordVersion } = pending;
    return finishSignIn(context, request, reply, { ...account, passwordVersion });
  });
}
