import { SaveState, type SaveStatus } from '#src/ui/SaveState.tsx';
import type { NoteSaveStatus } from '../drafts/note-session-state.ts';

function toSaveStatus(save: NoteSaveStatus): SaveStatus {
  if (save.state === 'unstored') return { state: 'failed', text: 'Not saved. Save before leaving' };
  return save;
}

/** Shows whether the text is on this device, being sent, or on the server. */
export function NoteSaveState({ save }: { save: NoteSaveStatus }) {
  return <SaveState status={toSaveStatus(save)} />;
}
