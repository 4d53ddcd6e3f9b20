import '#src/ui/theme/styles.css';
import '#src/app/surfaces/app/before-code.ts';
import { startSurface } from '#src/app/surfaces/app/start.ts';
import '#src/app/surfaces/app/after-transport.ts';
import { App } from '#src/app/App.tsx';
import { prepareApp } from '#src/app/surfaces/app/prepare.ts';
import '#src/app/surfaces/app/after-code.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';

const { client, router } = await prepareApp(await startSurface());
// Renders in slices of a few milliseconds, with clicks handled in between.
startTransition(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(<App client={client} router={router} />);
});
