import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { requireSameOrigin } from '../../../http/origin.ts';
import { secondFactorPage } from '../pages/second-factor-pages.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { type FlowContext, MOUNT } from './flow.ts';
import { readForm, toShownError } from './forms.ts';
import { readInteraction, readPendingSecondFactor, sendEnded } from './interaction.ts';
import { sendPasskeyPage, sendSignInPage } from './replies.ts';

/** Reads the browser's response from a form; undefined for text that is no JSON. */
function readResponse(request: FastifyRequest): unknown {
  try {
    return JSON.parse(readForm(request)['response'] ?? '');
  } catch {
    return undefined;
  }
}

/** Runs a check of a passkey. @returns its result, or the status and message of a refused one */
async function tryCheck<Result>(check: () => Promise<Result>) {
  try {
    return { result: await check() };
  } catch (error) {
    const { code, message } = toShownError(error, ['BAD_REQUEST', 'RATE_LIMITED']);
    return { status: code === 'RATE_LIMITED' ? 429 : 401, error: message };
  }
}

/** Returns who uses a challenge: this sign-in. */
const holderOf = (uid: string) => `interaction:${uid}`;

/**
 * Registers passkeys: instead of email and password at /oidc/interaction/{uid}/passkey/, and as the second factor at
 * /oidc/interaction/{uid}/code/passkey/. The pages' script gets the options from `options/` below them.
 */
export function registerPasskey(context: FlowContext): void {
  registerScripts(context);
  registerPasskeySignIn(context);
  registerPasskeyAsSecondFactor(context);
}

function registerScripts({ server }: FlowContext): void {
  const library = new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'));
  const scripts = {
    'passkey.js': readFileSync(new URL('../pages/passkey.js', import.meta.url)),
    'simplewebauthn.js': readFileSync(library),
  };
  for (const [name, script] of Object.entries(scripts)) {
    server.get(`${MOUNT}/${name}`, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(script),
    );
  }
}

function registerPasskeySignIn(context: FlowContext): void {
  const { server, accounts, config, passkeys } = context;

  server.post(`${MOUNT}/interaction/:uid/passkey/options/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid } = await readInteraction(context, request, reply);
    return passkeys.beginUsing(holderOf(uid));
  });

  server.post(`${MOUNT}/interaction/:uid/passkey/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid } = await readInteraction(context, request, reply);
    const { result: account, ...refused } = await tryCheck(() =>
      passkeys.signIn(holderOf(uid), request.ip, readResponse(request)),
    );
    const passwordVersion = account && (await accounts.passwordVersion(account.subject));
    if (account === undefined || passwordVersion === undefined) {
      return sendSignInPage(reply.status(refused.status ?? 401), { uid, error: refused.error });
    }
    const { subject, email } = account;
    return finishSignIn(context, request, reply, { subject, email, passwordVersion });
  });
}

function registerPasskeyAsSecondFactor(context: FlowContext): void {
  const { server, config, passkeys, secondFactors } = context;

  server.post(`${MOUNT}/interaction/:uid/code/passkey/options/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid, account } = await readPendingSecondFactor(context, request, reply);
    if (account === undefined) return sendEnded(context, request, reply);
    return passkeys.beginUsing(holderOf(uid), account.subject);
  });

  server.post(`${MOUNT}/interaction/:uid/code/passkey/`, async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { uid, pending, account } = await readPendingSecondFactor(context, request, reply);
    if (account === undefined) return sendEnded(context, request, reply);
    const { error, status } = await tryCheck(() =>
      passkeys.requirePasskey(holderOf(uid), account, readResponse(request)),
    );
    if (status !== undefined) {
      const state = await secondFactors.state(account.subject);
      return sendPasskeyPage(reply.status(status), secondFactorPage({ uid, ...state, passkeyError: error }));
    }
    const { subject, email } = account;
    return finishSignIn(context, request, reply, {
      subject,
      email,
      passwordVersion: pending.passwordVersion,
    });
  });
}
