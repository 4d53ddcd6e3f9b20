import { nextTask } from '#src/lib/timing/next-task.ts';
import { webSession } from '#src/transport/session-web.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { createWebTransport } from '#src/transport/web.ts';
import { followTheme } from '#src/ui/theme/theme.ts';
import { surface } from '#src/lib/surface-kind.ts';

/**
 * Connects this surface to the server: with fetch on the web, through the worker in the extension. The extension's code
 * is loaded only there, because it does not run on a web page.
 * @returns the kind of this build
 */
export async function startSurface(): Promise<'web' | 'extension'> {
  followTheme();
  if (surface === 'web') provideTransport(createWebTransport(webSession));
  else await (await import('./start-in-extension.ts')).startInExtension();
  // Evaluating the code was a long task on a slow phone: render in a separate one.
  await nextTask();
  return surface;
}
