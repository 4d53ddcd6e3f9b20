import type { FastifyReply } from 'fastify';
import { UNDER_AGE } from '#shared/session/schema.ts';
import type { Config } from '../../../config.ts';
import { messagePage } from '../pages/layout.ts';
import { signInPage } from '../pages/pages.ts';
import type { FlowContext } from './flow.ts';

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
    signUps,
    invitations,
    config,
  }: Pick<FlowContext, 'database' | 'signUps' | 'invitations' | 'config'>,
  reply: FastifyReply,
  email: string,
) {
  await database.transaction(async () => {
    await invitations.removeChild(email);
    await signUps.deleteTracesOf(email);
  });
  const link = { label: 'Open GoPath', href: `${config.publicUrl}/` };
  return sendPage(reply.status(403), messagePage({ ...UNDER_AGE, link }));
}
