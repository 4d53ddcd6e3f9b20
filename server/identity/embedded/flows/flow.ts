import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { AppError } from '#shared/kernel/errors.ts';
import { UNDER_AGE } from '#shared/session/schema.ts';
import type { Config } from '../../../config.ts';
import type { Database } from '../../../db/database.ts';
import { browserName } from '../../../lib/browser-name.ts';
import type { RateLimit } from '../../../lib/rate-limits.ts';
import { recordAccountEvent } from '../../../lib/security-log.ts';
import type { InvitationHandler } from '../../identity.ts';
import type { Accounts, SignedInAccount } from '../accounts/accounts.ts';
import type { EmailChanges } from '../accounts/email-changes.ts';
import type { SignInPlace } from '../devices.repository.ts';
import type { KnownDevices } from '../known-devices.ts';
import { messagePage, signInPage } from '../pages/pages.ts';
import type { Passkeys } from '../second-factors/passkeys.ts';
import type { SecondFactors } from '../second-factors/second-factors.ts';
import type { SignInLimits } from '../sign-in-limits.ts';

/** The mount path of the provider and its pages. */
export const MOUNT = '/oidc';

/** The page for people who are disabled while they sign in. */
export const DISABLED_PATH = `${MOUNT}/disabled/`;

/** Emails a reset link if the address has an account; the response is the same for known and unknown addresses. */
export type RequestReset = (email: string, ip: string) => Promise<void>;

/** The dependencies of a flow: each file in this folder registers the pages of one. */
export interface FlowContext {
  /** Scoped to the pages: parses forms, forbids caching and shows errors as pages. */
  server: FastifyInstance;
  provider: Provider;
  accounts: Accounts;
  emailChanges: EmailChanges;
  secondFactors: SecondFactors;
  passkeys: Passkeys;
  config: Config;
  database: Database;
  limits: SignInLimits;
  devices: KnownDevices;
  /** Limits the use of emailed links by IP address. */
  linkUses: RateLimit;
  requestReset: RequestReset;
  invitations: InvitationHandler;
}

/** The fields of a posted form. */
export interface Form {
  [name: string]: string | undefined;
}

/** Reads a posted form; repeated fields are dropped. */
export function readForm(request: FastifyRequest): Form {
  const body = (request.body ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
}

/** Reads the token of an emailed link from a query or a form; '' for an invalid one. */
export function tokenOf(source: unknown): string {
  const token = (source as Record<string, unknown> | null)?.['token'];
  return typeof token === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(token) ? token : '';
}

/** Returns whether a password is short enough to check; longer input would only cost time. */
export function isCheckable(password: string): boolean {
  return password.length <= 1000 && !password.includes('\0');
}

/** Sends an HTML page. */
export function sendPage(reply: FastifyReply, page: string) {
  return reply.type('text/html; charset=utf-8').send(page);
}

/** Sends a page with a passkey button, whose script gets a challenge from the server. */
export function sendPasskeyPage(reply: FastifyReply, page: string) {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', `${policy}; connect-src 'self'`);
  return sendPage(reply, page);
}

/** Sends the page for email and password, or a passkey. */
export function sendSignInPage(reply: FastifyReply, props: Parameters<typeof signInPage>[0]) {
  return sendPasskeyPage(reply, signInPage(props));
}

/** Returns the link to the web app's sign-in page. */
export function signInLink(config: Config, label = 'Sign in') {
  return { label, href: `${config.publicUrl}/sign_in/` };
}

/** Returns the page for a sign-in that has expired or was started in another browser. */
export function expiredPage(config: Config) {
  return messagePage({
    title: 'This page has expired',
    text: 'Signing in took too long or was finished in another tab. Start again.',
    link: signInLink(config),
  });
}

/** Sends the page for a disabled person whose password was right. */
export function sendDisabled({ config }: Pick<FlowContext, 'config'>, reply: FastifyReply) {
  return sendPage(
    reply.status(403),
    messagePage({
      title: 'This account is disabled',
      text: 'You cannot sign in until it is enabled again. Ask the people who run GoPath.',
      link: signInLink(config, 'Back to sign in'),
    }),
  );
}

/** Returns the page for an emailed link that was used or has expired. */
export function badLinkPage(advice: string, link: { label: string; href: string }) {
  return messagePage({
    title: 'This link no longer works',
    text: `It has expired or was used already. ${advice}`,
    link,
  });
}

/** Deletes what is stored about an invited or new student who is too young, and sends the page that says so. */
export async function refuseUnderAge(
  {
    database,
    accounts,
    invitations,
    config,
  }: Pick<FlowContext, 'database' | 'accounts' | 'invitations' | 'config'>,
  reply: FastifyReply,
  email: string,
) {
  await database.transaction(async () => {
    await invitations.removeChild(email);
    await accounts.deleteTracesOf(email);
  });
  const link = { label: 'Open GoPath', href: `${config.publicUrl}/` };
  return sendPage(reply.status(403), messagePage({ ...UNDER_AGE, link }));
}

/** Lets the page's form redirect to the client, because browsers apply the policy to redirects too. */
function allowReturn(reply: FastifyReply, redirectUri: unknown) {
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
  allowReturn(reply, interaction.params['redirect_uri']);
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
export async function readPending(
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
export async function saveSecondFactor(
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

/**
 * Finishes the sign-in after the password, and refuses disabled people. Asks for the second factor first if the account
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
  const uid = await saveSecondFactor(context, request, reply, { accountId, passwordVersion });
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
