import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { acceptInput } from '#shared/invitations/schema.ts';
import { DEAD_INVITATION } from '#shared/invitations/words.ts';
import { AppError, ERROR_CODES, notFound } from '#shared/kernel/errors.ts';
import { email as emailSchema, newPassword, signUpInput } from '#shared/session/schema.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { toAppError, toProblem } from '../../http/errors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { requireSameOrigin } from '../../http/origin.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { InvitationDoor } from '../identity.ts';
import type { Accounts } from './accounts.ts';
import {
  acceptInvitationPage,
  forgotPasswordPage,
  messagePage,
  resetPasswordPage,
  signInPage,
  signUpPage,
  verifyEmailPage,
} from './pages.ts';

const MOUNT = '/oidc';
const MINUTES_15 = 15 * 60;
const TOO_MANY = 'Too many attempts. Wait 15 minutes and try again, or choose a new password.';

/** Asks for a reset mail; what happens next is the same for known and unknown addresses. */
export type RequestReset = (email: string, ip: string) => Promise<void>;

function hintOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter.slice(0, 254) : '';
}

interface Form {
  [name: string]: string | undefined;
}

function readForm(request: FastifyRequest): Form {
  const body = (request.body ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
}

/** Our colours, which follow the system where no script says otherwise: these pages run none. */
function readStylesheet(): string {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  return `${read('../../../src/ui/tokens.css')}\n${read('./identity.css')}`;
}

/** Mounts the provider at /oidc, with its pages. */
export async function mountProvider(
  parent: FastifyInstance,
  {
    provider,
    accounts,
    config,
    database,
    requestReset,
    invited,
  }: {
    provider: Provider;
    accounts: Accounts;
    config: Config;
    database: Database;
    requestReset: RequestReset;
    invited: InvitationDoor;
  },
): Promise<void> {
  const stylesheet = readStylesheet();
  const font = readFileSync(
    fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  );
  const publicUrl = new URL(config.publicUrl);

  // One account from one address; the wider ones stop guessing spread over many of either.
  const perPair = createRateLimit(database, { name: 'sign-in', attempts: 10, seconds: MINUTES_15 });
  const perAccount = createRateLimit(database, {
    name: 'sign-in-account',
    attempts: 50,
    seconds: MINUTES_15,
  });
  const perAddress = createRateLimit(database, {
    name: 'sign-in-address',
    attempts: 100,
    seconds: MINUTES_15,
  });
  const mails = createRateLimit(database, { name: 'identity-mail', attempts: 5, seconds: MINUTES_15 });
  const mailsPerAddress = createRateLimit(database, {
    name: 'identity-mail-address',
    attempts: 30,
    seconds: MINUTES_15,
  });

  /** The provider believes what PUBLIC_URL says, whoever calls and however many proxies are between. */
  function adjust(request: FastifyRequest) {
    const { headers } = request.raw;
    headers.host = publicUrl.host;
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-for'];
    headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
  }

  const toSignIn = { label: 'Sign in', href: `${config.publicUrl}/sign_in/` };

  await parent.register(async (server) => {
    await server.register(formbody, { bodyLimit: 16 * 1024 });

    server.addHook('onRequest', async (request, reply) => {
      adjust(request);
      reply.header('cache-control', 'no-store');
    });

    server.setErrorHandler((error, request, reply) => {
      const known = toAppError(error);
      if (known.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected failure');
      // The provider's own word for a sign-in that is over, or not this browser's.
      if (error instanceof Error && error.name === 'SessionNotFound')
        return send(reply.status(400), expiredPage());
      return send(
        reply.status(ERROR_CODES[known.code]),
        messagePage({
          title: 'That did not work',
          text: known.message,
          link: { ...toSignIn, label: 'Back to sign in' },
        }),
      );
    });

    function send(reply: FastifyReply, page: string) {
      return reply.type('text/html; charset=utf-8').send(page);
    }

    /** A form's answer redirects to the client: its address must be allowed as the form's target. */
    function allowReturn(reply: FastifyReply, redirectUri: unknown) {
      const origin = typeof redirectUri === 'string' ? new URL(redirectUri).origin : '';
      reply.header(
        'content-security-policy',
        `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; ` +
          `frame-ancestors 'none'; form-action 'self' ${origin}`,
      );
    }

    function expiredPage() {
      return messagePage({
        title: 'This page has expired',
        text: 'Signing in took too long or was finished in another tab. Start again.',
        link: toSignIn,
      });
    }

    async function interactionOf(request: FastifyRequest, reply: FastifyReply) {
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      if (interaction.uid !== (request.params as { uid: string }).uid) {
        throw new AppError('FORBIDDEN', 'This sign-in was started in another window.');
      }
      allowReturn(reply, interaction.params['redirect_uri']);
      return interaction;
    }

    server.get(`${MOUNT}/identity.css`, (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet),
    );
    server.get(`${MOUNT}/inter.woff2`, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=604800').send(font),
    );

    server.get(`${MOUNT}/interaction/:uid/`, async (request, reply) => {
      const { uid, params } = await interactionOf(request, reply);
      if (params['screen_hint'] === 'sign_up')
        return reply.redirect(`${MOUNT}/interaction/${uid}/sign_up/`, 303);
      if (params['screen_hint'] === 'invitation')
        return reply.redirect(`${MOUNT}/interaction/${uid}/invitation/`, 303);
      return send(reply, signInPage({ uid, email: hintOf(params['login_hint']) }));
    });

    server.post(`${MOUNT}/interaction/:uid/`, async (request, reply) => {
      requireSameOrigin(request, config.publicUrl);
      const { uid } = await interactionOf(request, reply);
      const form = readForm(request);
      const email = (form['email'] ?? '').trim().slice(0, 254);
      const account = email.toLowerCase();
      const fail = (status: number, error: string) =>
        send(reply.status(status), signInPage({ uid, email, error }));

      const pair = `${account} ${request.ip}`;
      const isAllowed = await perPair.take(pair);
      if (!isAllowed || !(await perAccount.take(account)) || !(await perAddress.take(request.ip))) {
        return fail(429, TOO_MANY);
      }
      const parsed = emailSchema.safeParse(email);
      const password = form['password'] ?? '';
      const result =
        parsed.success && password.length <= 1000 && !password.includes('\0')
          ? await accounts.checkPassword(parsed.data, password)
          : ({ state: 'wrong' } as const);
      if (result.state === 'wrong') return fail(401, 'Email or password is not right.');
      await perPair.giveBack(pair);
      await perAccount.giveBack(account);
      await perAddress.giveBack(request.ip);
      if (result.state !== 'ok') {
        return fail(
          403,
          'Verify your email first: open the link that we sent you. Sign up again for a new one.',
        );
      }
      const returnTo = await provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId: result.subject, remember: false }, consent: {} },
        { mergeWithLastSubmission: false },
      );
      return reply.redirect(returnTo, 303);
    });

    server.get(`${MOUNT}/interaction/:uid/sign_up/`, async (request, reply) => {
      const { uid } = await interactionOf(request, reply);
      return send(reply, signUpPage({ uid }));
    });

    server.post(`${MOUNT}/interaction/:uid/sign_up/`, async (request, reply) => {
      requireSameOrigin(request, config.publicUrl);
      const { uid } = await interactionOf(request, reply);
      const form = readForm(request);
      const values = {
        first_name: form['first_name'] ?? '',
        last_name: form['last_name'] ?? '',
        email: form['email'] ?? '',
      };
      try {
        const input = parseInput(signUpInput, { ...values, password: form['password'] ?? '' });
        await mails.require(input.email.toLowerCase());
        await mailsPerAddress.require(request.ip);
        await accounts.signUp(input);
      } catch (error) {
        const known = toAppError(error);
        if (known.code !== 'INVALID_INPUT' && known.code !== 'RATE_LIMITED') throw error;
        const fields = known.fields ?? {};
        return send(
          reply.status(known.code === 'RATE_LIMITED' ? 429 : 422),
          signUpPage({
            uid,
            values,
            fields,
            ...(known.fields === undefined ? { error: known.message } : {}),
          }),
        );
      }
      return send(
        reply,
        messagePage({
          title: 'Check your email',
          text: 'We sent you a mail. Open the link in it to verify your email, then sign in.',
          link: { label: 'Sign in', href: `${MOUNT}/interaction/${uid}/` },
        }),
      );
    });

    function deadInvitation(reply: FastifyReply) {
      return send(reply.status(404), messagePage({ ...DEAD_INVITATION, link: toSignIn }));
    }

    /** The link came along when the sign-in was begun: neither this page's address nor its form holds it. */
    async function invitationOf(request: FastifyRequest, reply: FastifyReply) {
      const { uid, params } = await interactionOf(request, reply);
      const { invitation } = params;
      return { uid, token: typeof invitation === 'string' ? invitation : '' };
    }

    server.get(`${MOUNT}/interaction/:uid/invitation/`, async (request, reply) => {
      const { uid, token } = await invitationOf(request, reply);
      const invitation = await invited.find(token, request.ip);
      if (invitation === null) return deadInvitation(reply);
      if (invitation.isKnown) return send(reply, signInPage({ uid, email: invitation.email }));
      const values = { first_name: invitation.firstName, last_name: invitation.lastName };
      return send(reply, acceptInvitationPage({ uid, invitation, values }));
    });

    server.post(`${MOUNT}/interaction/:uid/invitation/`, async (request, reply) => {
      requireSameOrigin(request, config.publicUrl);
      const { uid, token } = await invitationOf(request, reply);
      const form = readForm(request);
      const password = form['password'] ?? '';
      const invitation = await invited.find(token, request.ip);
      let subject: string | null = null;
      if (invitation === null) {
        subject = await repeated(token, password, request.ip);
      } else {
        try {
          subject = await invited.accept(token, parseInput(acceptInput, form), request.ip);
        } catch (error) {
          const known = toAppError(error);
          if (known.code !== 'INVALID_INPUT' && known.code !== 'CONFLICT') throw error;
          const values = {
            first_name: form['first_name'] ?? '',
            last_name: form['last_name'] ?? '',
            is_of_age: form['is_of_age'] ?? '',
          };
          const problems = known.fields === undefined ? { error: known.message } : { fields: known.fields };
          return send(reply.status(422), acceptInvitationPage({ uid, invitation, values, ...problems }));
        }
        subject ??= await repeated(token, password, request.ip);
      }
      if (subject === null) return deadInvitation(reply);
      const returnTo = await provider.interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId: subject, remember: false }, consent: {} },
        { mergeWithLastSubmission: false },
      );
      return reply.redirect(returnTo, 303);
    });

    /** The button pressed twice: whoever knows the password that was just chosen is let in. */
    async function repeated(token: string, password: string, ip: string): Promise<string | null> {
      const email = await invited.acceptedEmail(token);
      if (email === null || password.length > 1000 || password.includes('\0')) return null;
      const account = email.toLowerCase();
      const pair = `${account} ${ip}`;
      if (!(await perPair.take(pair)) || !(await perAccount.take(account))) return null;
      const result = await accounts.checkPassword(email, password);
      if (result.state !== 'ok') return null;
      await perPair.giveBack(pair);
      await perAccount.giveBack(account);
      return result.subject;
    }

    server.get(`${MOUNT}/verify_email/`, (request, reply) =>
      send(reply, verifyEmailPage(tokenOf(request.query))),
    );

    server.post(`${MOUNT}/verify_email/`, async (request, reply) => {
      requireSameOrigin(request, config.publicUrl);
      await perAddress.require(request.ip);
      const isGood = await accounts.verifyEmail(tokenOf(readForm(request)));
      if (!isGood) return send(reply.status(400), badLinkPage('Sign up again to get a new one.', toSignIn));
      return send(
        reply,
        messagePage({
          title: 'Your email is verified',
          text: 'You can sign in now.',
          link: toSignIn,
        }),
      );
    });

    server.get(`${MOUNT}/forgot_password/`, (_request, reply) => send(reply, forgotPasswordPage()));

    server.post(`${MOUNT}/forgot_password/`, async (request, reply) => {
      requireSameOrigin(request, config.publicUrl);
      const given = readForm(request)['email'] ?? '';
      const parsed = emailSchema.safeParse(given);
      if (!parsed.success) {
        const error = parsed.error.issues[0]?.message ?? 'Enter an email address.';
        return send(reply.status(422), forgotPasswordPage({ email: given.slice(0, 254), error }));
      }
      await requestReset(parsed.data, request.ip);
      return send(
        reply,
        messagePage({
          title: 'Check your email',
          text: 'If there is an account with this address, we sent a link to choose a new password.',
          link: { ...toSignIn, label: 'Back to sign in' },
        }),
      );
    });

    server.get(`${MOUNT}/reset_password/`, (request, reply) =>
      send(reply, resetPasswordPage({ token: tokenOf(request.query) })),
    );

    server.post(`${MOUNT}/reset_password/`, async (request, reply) => {
      requireSameOrigin(request, config.publicUrl);
      await perAddress.require(request.ip);
      const form = readForm(request);
      const token = tokenOf(form);
      const password = newPassword.safeParse(form['password'] ?? '');
      if (!password.success) {
        return send(
          reply.status(422),
          resetPasswordPage({ token, error: password.error.issues[0]?.message ?? '' }),
        );
      }
      const isGood = await accounts.resetPassword(token, password.data);
      if (!isGood)
        return send(
          reply.status(400),
          badLinkPage('Ask for a new one.', { label: 'Send a new link', href: `${MOUNT}/forgot_password/` }),
        );
      return send(
        reply,
        messagePage({
          title: 'Your password is saved',
          text: 'Sign in with your new password.',
          link: toSignIn,
        }),
      );
    });

    server.get(`${MOUNT}/error/`, (_request, reply) =>
      send(
        reply.status(400),
        messagePage({
          title: 'Signing in did not work',
          text: 'The sign-in could not be started or has expired. Start again.',
          link: toSignIn,
        }),
      ),
    );

    function badLinkPage(advice: string, link: { label: string; href: string }) {
      return messagePage({
        title: 'This link does not work any more',
        text: `It has run out or was used already. ${advice}`,
        link,
      });
    }

    function tokenOf(source: unknown): string {
      const token = (source as Record<string, unknown> | null)?.['token'];
      return typeof token === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(token) ? token : '';
    }
  });

  // What the provider does not know either: a page with a way back for people, the usual problem for programs.
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status !== 404 || Boolean(ctx.body)) return;
    ctx.set('cache-control', 'no-store');
    const missing = notFound();
    if (ctx.accepts('json', 'html') === 'html') {
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = messagePage({
        title: 'Not Found',
        text: missing.message,
        link: { label: 'Open GoPath', href: `${config.publicUrl}/` },
      });
    } else {
      ctx.body = toProblem(missing);
    }
    ctx.status = 404;
  });

  // Everything else under /oidc is the provider's own: it reads the body itself.
  await parent.register(async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const handle = provider.callback();
    server.route({
      method: ['GET', 'POST', 'HEAD', 'OPTIONS'],
      url: `${MOUNT}/*`,
      handler: (request, reply) => {
        adjust(request);
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        reply.hijack();
        const raw = request.raw as typeof request.raw & { originalUrl?: string };
        raw.originalUrl = raw.url ?? '';
        raw.url = raw.originalUrl.slice(MOUNT.length);
        void handle(raw, reply.raw);
      },
    });
  });
}
