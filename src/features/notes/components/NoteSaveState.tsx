import { SaveState, type SaveStatus } from '#src/ui/SaveState.tsx';
import type { NoteSaveStatus } from '../drafts/note-session-state.ts';

function toSaveStatus(save: NoteSaveStatus): SaveStatus {
  if (save.state === 'unkept')
    return { state: 'failed', text: 'Not kept on this device: save before you leave' };
  return save;
}

/** Where the note's text is now: on this device, on its way, or on the server. */
export function NoteSaveState({ save }: { save: NoteSaveStatus }) {
  return <SaveState status={toSaveStatus(save)} />;
}
