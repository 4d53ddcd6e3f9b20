import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { ERROR_CODES } from '#shared/kernel/errors.ts';
import type { Config } from '../../config.ts';
import { handleRouteError, type ReportError, toAppError } from '../../http/errors.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { mountEndpoints, setPublicHost } from './endpoints.ts';
import { registerInvitation } from './flows/accept-invitation.ts';
import { registerEmailChange } from './flows/change-email.ts';
import { type FlowContext, MOUNT } from './flows/flow.ts';
import { registerPasskey } from './flows/passkey.ts';
import { expiredPage, sendPage, signInLink } from './flows/replies.ts';
import { registerPasswordReset } from './flows/reset-password.ts';
import { registerSecondFactor } from './flows/second-factor.ts';
import { registerCodesSetUp } from './flows/set-up-codes.ts';
import { registerSignIn } from './flows/sign-in.ts';
import { registerSignUp } from './flows/sign-up.ts';
import { messagePage } from './pages/layout.ts';
import { rememberRedirects } from './repeated-forms.ts';

type MountDependencies = Omit<FlowContext, 'server' | 'linkUses'>;

/** Returns the theme's colors, which follow the system's scheme without a script, and the pages' own styles. */
function readStylesheet(): string {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  return `${read('../../../shared/kernel/theme.css')}\n${read('./pages/identity.css')}`;
}

/** Registers the stylesheet, script and font of all pages. */
function registerFiles(server: FastifyInstance): void {
  const stylesheet = readStylesheet();
  const script = readFileSync(new URL('./pages/forms.js', import.meta.url));
  const font = readFileSync(
    fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  );

  server.get(`${MOUNT}/identity.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet),
  );
  server.get(`${MOUNT}/forms.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  );
  server.get(`${MOUNT}/inter.woff2`, (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=604800').send(font),
  );
}

/** Shows errors of the pages as pages. */
function showErrors(
  server: FastifyInstance,
  config: Config,
  {
    lastRedirectOf,
    reportError,
  }: { lastRedirectOf: ReturnType<typeof rememberRedirects>; reportError: ReportError },
): void {
  server.setErrorHandler((error, request, reply) => {
    const known = handleRouteError(error, request, reply, reportError);
    // The provider's error for a sign-in that ended or was started in another browser.
    if (error instanceof Error && error.name === 'SessionNotFound') {
      const redirect = lastRedirectOf(request, reply);
      if (redirect !== undefined) return reply.redirect(redirect, 303);
      return sendPage(reply.status(400), expiredPage(config));
    }
    return sendPage(
      reply.status(ERROR_CODES[known.code]),
      messagePage({
        title: 'Something went wrong',
        text: known.message,
        link: signInLink(config, 'Back to sign in'),
      }),
    );
  });

  server.get(`${MOUNT}/error/`, (_request, reply) =>
    sendPage(
      reply.status(400),
      messagePage({
        title: 'Could not sign in',
        text: 'The sign-in could not be started or has expired. Start again.',
        link: signInLink(config),
      }),
    ),
  );
}

/** Reports failures of the provider's endpoints: it sends their responses, so they do not reach the error handler. */
function reportProviderErrors(server: FastifyInstance, provider: Provider, reportError: ReportError): void {
  provider.on('server_error', (_context, error) => {
    if (toAppError(error).code !== 'INTERNAL') return;
    server.log.error({ err: error }, 'unexpected failure');
    reportError(error);
  });
}

/** Mounts the pages of all flows, which share an error handler and allow forms. */
async function mountPages(
  parent: FastifyInstance,
  dependencies: MountDependencies,
  reportError: ReportError,
): Promise<void> {
  const { provider, config, database } = dependencies;
  const publicUrl = new URL(config.publicUrl);
  const lastRedirectOf = rememberRedirects(provider, config);
  await parent.register(async (server) => {
    await server.register(formbody, { bodyLimit: 16 * 1024 });
    server.addHook('onRequest', async (request, reply) => {
      setPublicHost(request, publicUrl);
      reply.header('cache-control', 'no-store');
    });
    showErrors(server, config, { lastRedirectOf, reportError });
    reportProviderErrors(server, provider, reportError);
    registerFiles(server);

    const linkUses = createRateLimit(database, {
      name: 'identity-link',
      attempts: 100,
      seconds: 15 * 60,
    });
    const context: FlowContext = { ...dependencies, server, linkUses };
    registerSignIn(context);
    registerSignUp(context);
    registerInvitation(context);
    registerPasswordReset(context);
    registerEmailChange(context);
    registerSecondFactor(context);
    registerCodesSetUp(context);
    registerPasskey(context);
  });
}

/** Mounts the provider at /oidc: our pages, and its own endpoints. */
export async function mountProvider(
  parent: FastifyInstance,
  dependencies: MountDependencies,
  reportError: ReportError,
): Promise<void> {
  await mountPages(parent, dependencies, reportError);
  await mountEndpoints(parent, dependencies);
}
