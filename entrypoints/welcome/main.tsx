import '#src/ui/theme/styles.css';
import { startWelcome } from '#src/app/surfaces/welcome/start.tsx';

void startWelcome(document.getElementById('root') as HTMLElement);
