import { createRoot } from 'react-dom/client';
import { privateAreas } from '#src/lib/private-fields.ts';
import { handlePrivateFields } from '#src/messaging/private-fields.ts';
import { readPublished } from '#src/messaging/published.ts';
import { followTheme } from '#src/ui/theme/theme.ts';
import { Welcome } from './Welcome.tsx';

/** Shows the page that opens once after the extension is installed. */
export async function startWelcome(root: HTMLElement) {
  followTheme();
  handlePrivateFields(privateAreas);
  createRoot(root).render(<Welcome initial={await readPublished('signIn')} />);
}
