import '#src/ui/styles.css';
import { startWelcome } from '#src/app/welcome/start.tsx';

void startWelcome(document.getElementById('root') as HTMLElement);
