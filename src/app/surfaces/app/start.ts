import { nextTask } from '#src/lib/timing/next-task.ts';
import { privateAreas } from '#src/lib/private-fields.ts';
import { webSession } from '#src/transport/session-web.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { createWebTransport } from '#src/transport/web.ts';
import { followTheme } from '#src/ui/theme/theme.ts';
import { surface } from '#src/lib/surface-kind.ts';

/**
 * Connects to the worker. Reloads when another surface ends the session or starts another person's, so that this page
 * shows nothing of the previous one.
 */
async function startInExtension() {
  const [{ extensionTransport }, { onPublished, readPublished }, { handlePrivateFields }] = await Promise.all(
    [
      import('#src/transport/extension.ts'),
      import('#src/messaging/published.ts'),
      import('#src/messaging/private-fields.ts'),
    ],
  );
  provideTransport(extensionTransport);
  handlePrivateFields(privateAreas);
  let current = await readPublished('signIn');
  onPublished('signIn', (next) => {
    const stays = current.status === 'out' || (next.status === 'in' && next.subject === current.subject);
    current = next;
    if (!stays) location.reload();
  });
}

/**
 * Connects this surface to the server: with fetch on the web, through the worker in the extension. The extension's code
 * is loaded only there, because it does not run on a web page.
 * @returns the kind of this build
 */
export async function startSurface(): Promise<'web' | 'extension'> {
  followTheme();
  if (surface === 'web') provideTransport(createWebTransport(webSession));
  else await startInExtension();
  // Evaluating the code was a long task on a slow phone: render in a separate one.
  await nextTask();
  return surface;
}
