import type { StoredText, TextValues } from '#src/lib/drafts/text-session-state.ts';
import type { TextSession } from '#src/lib/drafts/text-session.ts';
import { showSuccess } from './snackbar.ts';

/** Returns what the buttons of TextConflictScreen do with an editor's session. */
export function conflictActions<Values extends TextValues, Stored extends StoredText<Values>>(
  session: TextSession<Values, Stored>,
) {
  return {
    onMerge: (values: Values) => session.merge(values),
    onResolve: (values: Values) => void session.resolve(values),
    onTakeTheirs: () => {
      const undo = session.discard();
      showSuccess('Your version was discarded', { label: 'Undo', onSelect: undo });
    },
    onPostpone: () => session.postpone(),
  };
}
