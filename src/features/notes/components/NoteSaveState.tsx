import { SaveState, type SaveStatus } from '#src/ui/feedback/SaveState.tsx';
import type { TextSaveStatus } from '#src/lib/drafts/text-session-state.ts';

function toSaveStatus(save: TextSaveStatus): SaveStatus {
  if (save.state === 'unstored') return { state: 'failed', text: 'Not saved. Save before leaving' };
  return save;
}

/** Shows whether the text is on this device, being sent, or on the server. */
export function NoteSaveState({ save }: { save: TextSaveStatus }) {
  return <SaveState status={toSaveStatus(save)} />;
}
