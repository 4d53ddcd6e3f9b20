import { email as emailSchema } from '#shared/session/schema.ts';
import { recordAccountEvent } from '../../../lib/security-log.ts';
import { requireSameOrigin } from '../../../http/origin.ts';
import { continueSignIn } from './finish-sign-in.ts';
import { DISABLED_PATH, type FlowContext, MOUNT } from './flow.ts';
import { isCheckable, readForm } from './forms.ts';
import { readInteraction } from './interaction.ts';
import { sendDisabled, sendSignInPage } from './replies.ts';

const HINT_LENGTH = 254;

function tooMany(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  const time = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return `Too many attempts. Wait ${time} and try again, or choose a new password.`;
}

/** Registers the page for email and password, /oidc/interaction/{uid}/, and the one for disabled people. */
export function registerSignIn(context: FlowContext): void {
  const { server, accounts, config, database, limits, devices } = context;

  server.get(DISABLED_PATH, (_request, reply) => sendDisabled(context, reply));

  server.get(`${MOUNT}/interaction/:uid/`, async (request, reply) => {
    const { uid, params } = await readInteraction(context, request, reply);
    const { screen_hint: screen, login_hint: hint } = params;
    if (screen === 'sign_up' || screen === 'invitation') {
      return reply.redirect(`${MOUNT}/interaction/${uid}/${screen}/`, 303);
    }
    return sendSignInPage(reply, { uid, email: typeof hint === 'string' ? hint.slice(0, HINT_LENGTH) : '' });
  });

  server.post(`${MOUNT}/interaction/:uid/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid } = await readInteraction(context, request, reply);
    const form = readForm(request);
    const email = (form['email'] ?? '').trim().slice(0, HINT_LENGTH);
    const password = form['password'] ?? '';
    const fail = (status: number, error: string) =>
      sendSignInPage(reply.status(status), { uid, email, error });

    const address = emailSchema.safeParse(email);
    // The database rejects some texts that a form can contain.
    const loggedAddress = address.success ? address.data : '';
    const attempt = { email, ip: request.ip, knownDevice: devices.idFor(request, email) };
    const seconds = await limits.begin(attempt);
    if (seconds > 0) {
      await recordAccountEvent(database, 'sign_in_refused', loggedAddress);
      return fail(429, tooMany(seconds));
    }
    const account =
      address.success && isCheckable(password) ? await accounts.checkPassword(address.data, password) : null;
    if (account === null) {
      await recordAccountEvent(database, 'sign_in_failed', loggedAddress);
      return fail(401, 'Wrong email or password.');
    }
    await limits.succeed(attempt);
    return continueSignIn(context, request, reply, account);
  });
}
