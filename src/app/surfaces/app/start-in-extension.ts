import { privateAreas } from '#src/lib/private-fields.ts';
import { handlePrivateFields } from '#src/messaging/private-fields.ts';
import { onPublished, readPublished } from '#src/messaging/published.ts';
import { extensionTransport } from '#src/transport/extension.ts';
import { provideTransport } from '#src/transport/transport.ts';

/**
 * Connects to the worker. Reloads when another surface ends the session or starts another person's, so that this page
 * shows nothing of the previous one.
 */
export async function startInExtension(): Promise<void> {
  provideTransport(extensionTransport);
  handlePrivateFields(privateAreas);
  let current = await readPublished('signIn');
  onPublished('signIn', (next) => {
    const stays = current.status === 'out' || (next.status === 'in' && next.subject === current.subject);
    current = next;
    if (!stays) location.reload();
  });
}
