import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import { ROOM_PAGES } from '#shared/kernel/paths.ts';
import type { Config } from '../config.ts';

/** Browser features that only meeting rooms use. */
const CALL_FEATURES = ['camera', 'display-capture', 'microphone'];
/** Browser features that no page uses. */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** Returns the Permissions-Policy. @param origins who may use camera, microphone and screen, such as 'self' */
function permissionsPolicy(origins: string): string {
  return [
    ...CALL_FEATURES.map((feature) => `${feature}=(${origins})`),
    ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
  ].join(', ');
}

/** Paths whose responses contain personal data and must not be cached. */
const PRIVATE_PATHS = /^\/(api|graphql)(\/|\?|$)/;

/** @param embedded the origins whose scripts and frames a page embeds */
function helmetFor(config: Config, embedded: string[]) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'connect-src': [
          "'self'",
          ...(config.identity.externalIssuer ? [config.identity.externalIssuer] : []),
        ],
        'font-src': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(embedded.length === 0 ? {} : { 'frame-src': ["'self'", ...embedded] }),
        'img-src': ["'self'", 'blob:', 'data:'],
        'object-src': ["'none'"],
        'script-src': ["'self'", ...embedded],
        'style-src': ["'self'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  });
}

/** Sets the security headers of every response, including errors. */
export function registerSecurityHeaders(server: FastifyInstance, config: Config) {
  const { jitsi } = config.video;
  const headers = {
    ...headersOf(helmetFor(config, [])),
    'permissions-policy': permissionsPolicy(''),
  };
  // Only a meeting room may use the camera, and load the configured Jitsi server.
  const roomHeaders = {
    ...headersOf(helmetFor(config, jitsi === undefined ? [] : [jitsi.origin])),
    'permissions-policy': permissionsPolicy(jitsi === undefined ? 'self' : `self "${jitsi.origin}"`),
  };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith(ROOM_PAGES) ? roomHeaders : headers);
    if (PRIVATE_PATHS.test(request.url)) reply.header('cache-control', 'no-store');
    done();
  });
}

/** Returns the headers that the middleware sets. They do not depend on the request, so it runs once. */
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  middleware({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error as Error;
  });
  return headers;
}
