/**
 * A sign-in that is not finished. The provider calls it an interaction: it stores it under a uid, which is in the
 * addresses of its pages, and binds it to the browser with a cookie.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';
import type { FlowContext } from './flow.ts';
import { expiredPage, sendPage } from './replies.ts';

/** Lets the page's form redirect to the client, because browsers apply the policy to redirects too. */
function allowRedirect(reply: FastifyReply, redirectUri: unknown) {
  const origin = typeof redirectUri === 'string' ? new URL(redirectUri).origin : '';
  reply.header(
    'content-security-policy',
    `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; ` +
      `frame-ancestors 'none'; form-action 'self' ${origin}`,
  );
}

/**
 * Reads the sign-in that this browser started.
 * @throws SessionNotFound when there is none, AppError FORBIDDEN when it is another one
 */
export async function readInteraction(
  { provider }: Pick<FlowContext, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const interaction = await provider.interactionDetails(request.raw, reply.raw);
  if (interaction.uid !== (request.params as { uid: string }).uid) {
    throw new AppError('FORBIDDEN', 'This sign-in was started in another window.');
  }
  allowRedirect(reply, interaction.params['redirect_uri']);
  return interaction;
}

/**
 * Answers a form whose step has ended: if it was sent twice, such as by a double click without scripts, the browser
 * goes where the first one sent it.
 */
export async function sendEnded(
  context: Pick<FlowContext, 'provider' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { result, returnTo } = await readInteraction(context, request, reply);
  if (result?.login !== undefined) return reply.redirect(returnTo, 303);
  return sendPage(reply.status(400), expiredPage(context.config));
}

/** A sign-in with a correct password that still needs the second factor. */
export interface PendingSecondFactor {
  accountId: string;
  passwordVersion: string;
  /** Whether the code was right, or codes were just turned on. */
  isDone?: boolean;
  /** New recovery codes, encrypted with a key that only the page has, for a form that is sent twice. */
  recoveryCodes?: string;
}

/** Reads the account whose password was correct in this sign-in, if any. */
export async function readPendingSecondFactor(
  context: Pick<FlowContext, 'provider' | 'accounts'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { uid, result } = await readInteraction(context, request, reply);
  const pending = result?.['secondFactor'] as PendingSecondFactor | undefined;
  if (pending === undefined) return { uid, pending: undefined, account: undefined };
  return { uid, pending, account: await context.accounts.find(pending.accountId) };
}

/** Stores the state of a sign-in between its pages. */
export async function savePendingSecondFactor(
  context: Pick<FlowContext, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
  secondFactor: PendingSecondFactor,
): Promise<string> {
  const interaction = await readInteraction(context, request, reply);
  interaction.result = { secondFactor };
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  return interaction.uid;
}
