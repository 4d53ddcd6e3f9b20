import '#src/ui/theme/styles.css';
import { startPanel } from '#src/app/surfaces/panel/start.tsx';

void startPanel(document.getElementById('root') as HTMLElement);
