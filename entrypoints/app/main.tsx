import '#src/app/zod-without-eval.ts';
import '#src/ui/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from '#src/app/App.tsx';
import { startSurface } from '#src/app/surface.ts';

createRoot(document.getElementById('root') as HTMLElement).render(<App kind={startSurface()} />);
