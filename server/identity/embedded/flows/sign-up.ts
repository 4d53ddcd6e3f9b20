import { parseInput } from '../../../lib/parse-input.ts';
import { requireSameOrigin } from '../../../http/origin.ts';
import { createRateLimit } from '../../../lib/rate-limits.ts';
import { completeSignUpInput, isOldEnough, signUpInput } from '#shared/session/schema.ts';
import { paths } from '#shared/kernel/paths.ts';
import { messagePage } from '../pages/layout.ts';
import { completeSignUpPage, signUpPage } from '../pages/pages.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import { errorProps, type Form, readForm, tokenOf, toShownError } from './forms.ts';
import { readInteraction } from './interaction.ts';
import { badLinkPage, refuseUnderAge, sendPage, signInLink } from './replies.ts';

const QUARTER_HOUR = 15 * 60;

/**
 * Registers the sign-up (AUTH-001): /oidc/interaction/{uid}/sign_up/ asks for name and email address and emails a link.
 * Only the page of the link, /oidc/verify_email/, asks for date of birth and password, because opening it proves the
 * ownership of the address. The web app then continues with the rest of the form.
 */
export function registerSignUp(context: FlowContext): void {
  registerFirstPage(context);
  registerLinkPage(context);
}

function registerFirstPage(context: FlowContext): void {
  const { server, signUps, config, database } = context;
  const mailsToAddress = createRateLimit(database, {
    name: 'identity-mail',
    attempts: 5,
    seconds: QUARTER_HOUR,
  });
  const mailsFromIp = createRateLimit(database, {
    name: 'identity-mail-address',
    attempts: 30,
    seconds: QUARTER_HOUR,
  });

  server.get(`${MOUNT}/interaction/:uid/sign_up/`, async (request, reply) => {
    const { uid } = await readInteraction(context, request, reply);
    return sendPage(reply, signUpPage({ uid }));
  });

  server.post(`${MOUNT}/interaction/:uid/sign_up/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid } = await readInteraction(context, request, reply);
    const form = readForm(request);
    let email: string;
    try {
      const input = parseInput(signUpInput, pick(form, ['first_name', 'last_name', 'email']));
      ({ email } = input);
      await mailsToAddress.require(email.toLowerCase());
      await mailsFromIp.require(request.ip);
      await signUps.start(input);
    } catch (error) {
      const shown = toShownError(error, ['INVALID_INPUT', 'RATE_LIMITED']);
      const page = signUpPage({ uid, values: form, ...errorProps(shown) });
      return sendPage(reply.status(shown.code === 'RATE_LIMITED' ? 429 : 422), page);
    }
    return sendPage(
      reply,
      messagePage({
        title: 'Check your email',
        text: `We sent a link to ${email}. Open it to choose a password.`,
        link: { label: 'Back to sign in', href: `${MOUNT}/interaction/${uid}/` },
      }),
    );
  });
}

function registerLinkPage(context: FlowContext): void {
  const { server, signUps, config, linkUses } = context;

  function badLink() {
    const advice = 'If you chose a password with it, sign in. Otherwise, sign up again to get a new one.';
    return badLinkPage(advice, signInLink(config));
  }

  server.get(`${MOUNT}/verify_email/`, async (request, reply) => {
    await linkUses.require(request.ip);
    const token = tokenOf(request.query);
    const pending = await signUps.find(token);
    if (pending === undefined) return sendPage(reply.status(404), badLink());
    await linkUses.refund(request.ip);
    const values = { first_name: pending.firstName, last_name: pending.lastName };
    return sendPage(reply, completeSignUpPage({ token, email: pending.email, values }));
  });

  server.post(`${MOUNT}/verify_email/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    await linkUses.require(request.ip);
    const form = readForm(request);
    const token = tokenOf(form);
    const pending = await signUps.find(token);
    if (pending === undefined) return sendPage(reply.status(404), badLink());
    await linkUses.refund(request.ip);
    try {
      const input = parseInput(completeSignUpInput, form);
      if (!isOldEnough(input.birthday)) return refuseUnderAge(context, reply, pending.email);
      const continued = await signUps.complete(token, input);
      if (continued === undefined) return sendPage(reply.status(404), badLink());
      return reply.redirect(config.publicUrl + paths.signUpContinued(continued), 303);
    } catch (error) {
      const shown = toShownError(error, ['INVALID_INPUT', 'CONFLICT']);
      // The same form was sent twice, and the other one has just used the link.
      if ((await signUps.find(token)) === undefined) return sendPage(reply.status(404), badLink());
      const page = completeSignUpPage({ token, email: pending.email, values: form, ...errorProps(shown) });
      return sendPage(reply.status(422), page);
    }
  });
}

/** Returns these fields of a form; '' for missing ones. */
function pick(form: Form, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, form[name] ?? '']));
}
