import { privateAreas } from '#src/lib/private-fields.ts';
import { webSession } from '#src/transport/session-web.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { createWebTransport } from '#src/transport/web.ts';
import { followTheme } from '#src/ui/theme.ts';
import { surface } from '#src/lib/surface-kind.ts';

/** Another surface may end the session or begin another person's: then nothing of the former stays on this page. */
async function startInExtension() {
  const [{ extensionTransport }, { onPublished, readPublished }, { answerPrivateFields }] = await Promise.all(
    [
      import('#src/transport/extension.ts'),
      import('#src/messaging/published.ts'),
      import('#src/messaging/private-fields.ts'),
    ],
  );
  provideTransport(extensionTransport);
  answerPrivateFields(privateAreas);
  let current = await readPublished('signIn');
  onPublished('signIn', (next) => {
    const stays = current.status === 'out' || (next.status === 'in' && next.subject === current.subject);
    current = next;
    if (!stays) location.reload();
  });
}

/**
 * Connects this door to the server: by fetch on the web, by the worker in the extension, whose half is loaded there
 * only, because it does not run on a web page.
 * @returns which build this is
 */
export async function startSurface(): Promise<'web' | 'extension'> {
  followTheme();
  if (surface === 'web') provideTransport(createWebTransport(webSession));
  else await startInExtension();
  return surface;
}
