import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserName } from '../../../lib/browser-name.ts';
import { recordAccountEvent } from '../../../lib/security-log.ts';
import type { SignedInAccount } from '../accounts/accounts.ts';
import type { SignInPlace } from '../devices.repository.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import { savePendingSecondFactor } from './interaction.ts';
import { sendDisabled } from './replies.ts';

/**
 * Continues a sign-in after the password, and refuses disabled people. Asks for the second factor first if the account
 * has one, or turns one-time codes on first if it has to have one.
 */
export async function continueSignIn(
  context: Pick<FlowContext, 'provider' | 'accounts' | 'config' | 'database' | 'devices' | 'secondFactors'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: SignedInAccount,
) {
  const { accounts, database, secondFactors } = context;
  if ((await accounts.find(account.subject)) === undefined) {
    await recordAccountEvent(database, 'sign_in_refused', account.email);
    return sendDisabled(context, reply);
  }
  const { codes, passkeys } = await secondFactors.state(account.subject);
  const isOn = codes || passkeys;
  if (!isOn && !(await secondFactors.isRequiredFor(account.subject))) {
    return finishSignIn(context, request, reply, account);
  }
  const { subject: accountId, passwordVersion } = account;
  const uid = await savePendingSecondFactor(context, request, reply, { accountId, passwordVersion });
  return reply.redirect(`${MOUNT}/interaction/${uid}/${isOn ? 'code' : 'set_up_codes'}/`, 303);
}

/** Records the sign-in, remembers the device, and sends the browser back to the provider, which issues the code. */
export async function finishSignIn(
  { provider, database, devices }: Pick<FlowContext, 'provider' | 'database' | 'devices'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, email, passwordVersion }: SignedInAccount,
) {
  await recordAccountEvent(database, 'sign_in', email);
  if (devices.idFor(request, email) === undefined) await recordAccountEvent(database, 'new_device', email);
  devices.remember(request, reply, email);
  const login = {
    accountId: subject,
    remember: false,
    ts: Math.floor(Date.now() / 1000),
    passwordVersion,
    place: { browser: browserName(request.headers['user-agent']), ip: request.ip } satisfies SignInPlace,
  };
  const returnTo = await provider.interactionResult(
    request.raw,
    reply.raw,
    { login, consent: {} },
    { mergeWithLastSubmission: false },
  );
  return reply.redirect(returnTo, 303);
}
