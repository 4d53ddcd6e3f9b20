import type { FastifyReply } from 'fastify';
import { email as emailSchema, newPassword } from '#shared/session/schema.ts';
import { requireSameOrigin } from '../../../http/origin.ts';
import { messagePage } from '../pages/layout.ts';
import { forgotPasswordPage, resetPasswordPage } from '../pages/pages.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import { readForm, tokenOf, toShownError } from './forms.ts';
import { badLinkPage, sendPage, signInLink } from './replies.ts';
import { createPageKey, readPageKey } from './page-key.ts';

/** Registers the password reset: /oidc/forgot_password/ emails a link to /oidc/reset_password/. */
export function registerPasswordReset(context: FlowContext): void {
  const { server, passwordResets, config, linkUses, requestReset } = context;

  const sendBadLink = (reply: FastifyReply) => {
    const again = { label: 'Send a new link', href: `${MOUNT}/forgot_password/` };
    return sendPage(reply.status(400), badLinkPage('Ask for a new one.', again));
  };

  server.get(`${MOUNT}/forgot_password/`, (_request, reply) => sendPage(reply, forgotPasswordPage()));

  server.post(`${MOUNT}/forgot_password/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const given = readForm(request)['email'] ?? '';
    const parsed = emailSchema.safeParse(given);
    if (!parsed.success) {
      const error = parsed.error.issues[0]?.message ?? 'Enter an email address.';
      return sendPage(reply.status(422), forgotPasswordPage({ email: given.slice(0, 254), error }));
    }
    await requestReset(parsed.data, request.ip);
    return sendPage(
      reply,
      messagePage({
        title: 'Check your email',
        text: 'If this address has an account, we sent a link to choose a new password.',
        link: signInLink(config, 'Back to sign in'),
      }),
    );
  });

  server.get(`${MOUNT}/reset_password/`, async (request, reply) => {
    await linkUses.require(request.ip);
    const token = tokenOf(request.query);
    if (!(await passwordResets.isValidLink(token))) return sendBadLink(reply);
    await linkUses.refund(request.ip);
    return sendPage(reply, resetPasswordPage({ token, pageKey: createPageKey() }));
  });

  server.post(`${MOUNT}/reset_password/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    await linkUses.require(request.ip);
    const form = readForm(request);
    const token = tokenOf(form);
    const pageKey = readPageKey(request);
    const reject = (error: string) =>
      sendPage(reply.status(422), resetPasswordPage({ token, pageKey, error }));
    const password = newPassword.safeParse(form['password'] ?? '');
    if (!password.success) return reject(password.error.issues[0]?.message ?? '');
    try {
      if (!(await passwordResets.resetPassword({ token, password: password.data, pageKey })))
        return sendBadLink(reply);
    } catch (error) {
      return reject(toShownError(error, ['INVALID_INPUT']).fields?.['password'] ?? '');
    }
    await linkUses.refund(request.ip);
    return sendPage(
      reply,
      messagePage({
        title: 'Your password is saved',
        text: 'Sign in with your new password.',
        link: signInLink(config),
      }),
    );
  });
}
