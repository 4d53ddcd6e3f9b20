import '#src/ui/theme/styles.css';
import { startPopup } from '#src/app/surfaces/popup/start.tsx';

void startPopup(document.getElementById('root') as HTMLElement);
