import { webSession } from '#src/transport/session-web.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { createWebTransport } from '#src/transport/web.ts';

declare const __SURFACE__: 'web' | 'extension';

/** Connects this door to the server: by fetch on the web. @returns which surface this build is */
export function startSurface(): 'web' | 'extension' {
  if (__SURFACE__ === 'web') provideTransport(createWebTransport(webSession));
  return __SURFACE__;
}
