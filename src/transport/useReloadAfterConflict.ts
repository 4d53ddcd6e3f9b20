import { useQueryClient } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import { clearCache } from './query-client.ts';

/** Returns an error handler that reloads the screen's data after a conflict, because the screen shows old ones. */
export function useReloadAfterConflict() {
  const client = useQueryClient();
  return (error: Error) => {
    if (error instanceof AppError && error.code === 'CONFLICT') clearCache(client);
  };
}
