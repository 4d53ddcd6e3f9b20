import { createRoot } from 'react-dom/client';
import { readPublished } from '#src/messaging/published.ts';
import { followTheme } from '#src/ui/theme.ts';
import { Welcome } from './Welcome.tsx';

/** Shows the page that opens once, after the extension was installed. */
export async function startWelcome(root: HTMLElement) {
  followTheme();
  createRoot(root).render(<Welcome initial={await readPublished('signIn')} />);
}
