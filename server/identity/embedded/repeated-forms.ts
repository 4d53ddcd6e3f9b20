import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Config } from '../../config.ts';
import { secureCookieName } from '../../http/cookies.ts';
import { MOUNT } from './flows/flow.ts';

/** As long as forms.js ignores a second click. */
const SECONDS = 10;

/**
 * Lets a form that is sent twice, such as by a double click without scripts, end where the first one ended: the browser
 * remembers for a few seconds where a finished sign-in has sent it. The address contains the code, which works once.
 */
export function rememberRedirects(provider: Provider, config: Config) {
  const name = secureCookieName(config.publicUrl, 'gopath_end');

  provider.use(async (ctx, next) => {
    await next();
    const { AuthorizationCode: code, Interaction: interaction } = ctx.oidc?.entities ?? {};
    if (code === undefined || interaction === undefined) return;
    ctx.cookies.set(name, ctx.response.get('location'), {
      path: `${MOUNT}/interaction/${interaction.uid}/`,
      maxAge: SECONDS * 1000,
      httpOnly: true,
      sameSite: 'lax',
      signed: true,
    });
  });

  /** Returns where a sign-in of this browser ended a moment ago; undefined for requests that send no form. */
  return function lastRedirectOf(request: FastifyRequest, reply: FastifyReply): string | undefined {
    if (request.method !== 'POST') return undefined;
    return provider.createContext(request.raw, reply.raw).cookies.get(name, { signed: true });
  };
}
