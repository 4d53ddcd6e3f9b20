import '#src/lib/zod-without-eval.ts';
import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { privateAreas } from '#src/lib/private-fields.ts';
import { handlePrivateFields } from '#src/messaging/private-fields.ts';
import { readPublished } from '#src/messaging/published.ts';
import { extensionTransport } from '#src/transport/extension.ts';
import { createQueryClient } from '#src/transport/query-client.ts';
import { provideTransport } from '#src/transport/transport.ts';
import { followTheme } from '#src/ui/theme/theme.ts';
import { Providers } from '../../providers.tsx';
import { Options } from './Options.tsx';

/** Shows the extension's settings. */
export async function startOptions(root: HTMLElement) {
  followTheme();
  handlePrivateFields(privateAreas);
  provideTransport(extensionTransport);
  const [signIn, server, commands] = await Promise.all([
    readPublished('signIn'),
    readPublished('server'),
    browser.commands.getAll(),
  ]);
  createRoot(root).render(
    <Providers client={createQueryClient()}>
      <Options initialSignIn={signIn} initialServer={server} commands={commands} />
    </Providers>,
  );
}
