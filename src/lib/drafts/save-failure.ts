import { AppError, isOffline, mayBeDone } from '#shared/kernel/errors.ts';

/** What a failed save means. */
export type SaveFailure =
  /** The server could not be reached: the save is repeated when it can. */
  | 'offline'
  /** The server failed: the text is saved at the next pause in typing. */
  | 'later'
  /** The stored text changed, was deleted or is not visible any more. */
  | 'conflict'
  /** Only the person can continue: the text was refused, or the sign-in ended. */
  | 'blocked';

/** Returns what the error of a save means. @param isCreate whether the save creates the text */
export function saveFailureOf(error: unknown, isCreate: boolean): SaveFailure {
  if (isOffline(error)) return 'offline';
  if (!(error instanceof AppError) || error.code === 'INTERNAL') return 'later';
  const isGone = !isCreate && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN');
  return isGone || error.code === 'CONFLICT' ? 'conflict' : 'blocked';
}

/** Returns what the person reads about a failed save. */
export function failureText(error: unknown): string {
  const isRefused = error instanceof AppError && !mayBeDone(error);
  return isRefused ? error.message : 'Not saved yet, kept on this device';
}
