import '#src/ui/styles.css';
import { startOptions } from '#src/app/options/start.tsx';

void startOptions(document.getElementById('root') as HTMLElement);
