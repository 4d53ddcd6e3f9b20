import '#src/ui/theme/styles.css';
import { startOptions } from '#src/app/surfaces/options/start.tsx';

void startOptions(document.getElementById('root') as HTMLElement);
