import type { DiscardedCreates } from './discarded-creates.ts';
import type {
  SaveAttempt,
  StoredText,
  TextSessionOptions,
  TextSessionState,
  TextValues,
} from './text-session-state.ts';

/**
 * Reverts the changes of a session on the server: restores the earlier text, or deletes a text that the session created.
 * @param attempt the save without a response
 * @throws when the server could not be changed
 * @returns false when the server may still have a text that the session created
 */
export async function revertOnServer<Values extends TextValues, Stored extends StoredText<Values>>(
  { stored, original, savedHere }: TextSessionState<Values, Stored>,
  attempt: SaveAttempt<Values> | null,
  options: Pick<TextSessionOptions<Values, Stored>, 'update' | 'load' | 'remove'>,
  discarded: DiscardedCreates<Values, Stored>,
): Promise<boolean> {
  // A create without a response may have created the text.
  if (stored === null) return attempt === null || discarded.discardNow(attempt);
  if (!savedHere) return true;
  if (original !== null) await options.update(stored, original.values);
  // A text that was continued elsewhere is not deleted.
  else if ((await options.load())?.version === stored.version) await options.remove(stored);
  return true;
}
