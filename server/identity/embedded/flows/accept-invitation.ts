import type { FastifyReply, FastifyRequest } from 'fastify';
import { INVALID_INVITATION } from '#shared/invitations/texts.ts';
import { acceptInput, birthday, isOldEnough } from '#shared/session/schema.ts';
import { invalid } from '#shared/kernel/errors.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import { requireSameOrigin } from '../../../http/origin.ts';
import type { SignedInAccount } from '../accounts/accounts.ts';
import { messagePage } from '../pages/layout.ts';
import { acceptInvitationPage } from '../pages/pages.ts';
import { continueSignIn } from './finish-sign-in.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import { errorProps, type Form, isCheckable, readForm, toShownError } from './forms.ts';
import { readInteraction } from './interaction.ts';
import { refuseUnderAge, sendPage, sendSignInPage, signInLink } from './replies.ts';

/** Registers the page where invited people choose a password (AUTH-014): /oidc/interaction/{uid}/invitation/ */
export function registerInvitation(context: FlowContext): void {
  const { server, accounts, config, limits, devices, invitations } = context;

  function invalidInvitation(reply: FastifyReply) {
    return sendPage(reply.status(404), messagePage({ ...INVALID_INVITATION, link: signInLink(config) }));
  }

  /**
   * Reads the invitation. Its token was sent at the start of the sign-in, which stores its hash: this page's address and
   * form do not contain it.
   */
  async function readInvitation(request: FastifyRequest, reply: FastifyReply) {
    const { uid, params } = await readInteraction(context, request, reply);
    const { invitation } = params;
    return { uid, tokenHash: typeof invitation === 'string' ? invitation : '' };
  }

  server.get(`${MOUNT}/interaction/:uid/invitation/`, async (request, reply) => {
    const { uid, tokenHash } = await readInvitation(request, reply);
    const invitation = await invitations.find(tokenHash, request.ip);
    if (invitation === null) return invalidInvitation(reply);
    if (invitation.signsIn) return sendSignInPage(reply, { uid, email: invitation.email });
    const values = { first_name: invitation.firstName, last_name: invitation.lastName };
    return sendPage(reply, acceptInvitationPage({ uid, invitation, values }));
  });

  server.post(`${MOUNT}/interaction/:uid/invitation/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid, tokenHash } = await readInvitation(request, reply);
    const form = readForm(request);
    const password = form['password'] ?? '';
    const invitation = await invitations.find(tokenHash, request.ip);
    let isAccepted = false;
    // Null for an accepted invitation too: the form can be sent twice.
    if (invitation !== null) {
      try {
        if (invitation.role === 'student' && !isOldEnough(readBirthday(form))) {
          return await refuseUnderAge(context, reply, invitation.email);
        }
        isAccepted = await invitations.accept(tokenHash, parseInput(acceptInput, form));
      } catch (error) {
        const shown = toShownError(error, ['INVALID_INPUT', 'CONFLICT']);
        const page = acceptInvitationPage({ uid, invitation, values: form, ...errorProps(shown) });
        return sendPage(reply.status(422), page);
      }
    }
    const account = await signInAccepted(tokenHash, password, request, isAccepted);
    if (account === null) return invalidInvitation(reply);
    return continueSignIn(context, request, reply, account);
  });

  /**
   * Signs in with the chosen password. If this form did not accept the invitation, an earlier one did: then it is an
   * attempt to sign in like any other, which the limits count.
   */
  async function signInAccepted(
    tokenHash: string,
    password: string,
    request: FastifyRequest,
    isAccepted: boolean,
  ): Promise<SignedInAccount | null> {
    const email = await invitations.acceptedEmail(tokenHash);
    if (email === null || !isCheckable(password)) return null;
    if (isAccepted) return accounts.checkPassword(email, password);
    const attempt = { email, ip: request.ip, knownDevice: devices.idFor(request, email) };
    if ((await limits.begin(attempt)) > 0) return null;
    const account = await accounts.checkPassword(email, password);
    if (account !== null) await limits.succeed(attempt);
    return account;
  }
}

/** Reads the date of birth of an invited student. @throws AppError INVALID_INPUT */
function readBirthday(form: Form): string {
  const parsed = birthday.safeParse(form['birthday']);
  if (!parsed.success) throw invalid('birthday', parsed.error.issues[0]?.message ?? '');
  return parsed.data;
}
