import { requireSameOrigin } from '../../../http/origin.ts';
import { messagePage } from '../pages/layout.ts';
import { confirmEmailPage } from '../pages/pages.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import { readForm, tokenOf } from './forms.ts';
import { badLinkPage, sendPage } from './replies.ts';
import { createPageKey, readPageKey } from './page-key.ts';

/** Registers the page of the link to a new email address: /oidc/confirm_email/. Only its button changes anything. */
export function registerEmailChange({ server, emailChanges, config, linkUses }: FlowContext): void {
  const settings = { label: 'Open settings', href: `${config.publicUrl}/me/settings/` };
  const badLink = () => badLinkPage('Change your address again to get a new one.', settings);

  server.get(`${MOUNT}/confirm_email/`, async (request, reply) => {
    await linkUses.require(request.ip);
    const token = tokenOf(request.query);
    const email = await emailChanges.find(token);
    if (email === undefined) return sendPage(reply.status(404), badLink());
    await linkUses.refund(request.ip);
    return sendPage(reply, confirmEmailPage({ token, email, pageKey: createPageKey() }));
  });

  server.post(`${MOUNT}/confirm_email/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    await linkUses.require(request.ip);
    if (!(await emailChanges.confirm(tokenOf(readForm(request)), readPageKey(request)))) {
      return sendPage(reply.status(404), badLink());
    }
    await linkUses.refund(request.ip);
    return sendPage(
      reply,
      messagePage({
        title: 'Your email address is changed',
        text: 'Sign in with the new address from now on.',
        link: settings,
      }),
    );
  });
}
