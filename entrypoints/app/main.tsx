import '#src/ui/theme/styles.css';
import '#src/app/surfaces/app/before-code.ts';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/App.tsx';
import { startSurface } from '#src/app/surfaces/app/start.ts';

const kind = await startSurface();
createRoot(document.getElementById('root') as HTMLElement).render(<App kind={kind} />);
