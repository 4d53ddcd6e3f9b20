import '#src/ui/theme/styles.css';
import '#src/app/surfaces/app/before-code.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/App.tsx';
import { prepareApp } from '#src/app/surfaces/app/prepare.ts';
import { startSurface } from '#src/app/surfaces/app/start.ts';

const { client, router } = await prepareApp(await startSurface());
// In slices of a few milliseconds, with clicks handled in between.
startTransition(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(<App client={client} router={router} />);
});
