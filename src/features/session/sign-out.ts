import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { endSession } from '#src/transport/transport.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';

/**
 * Signs out and clears the person's data from memory (SHEL-025).
 * @param deleteData deletes the person's data on this device; called after the session ended
 * @param leave navigates away; by default to the sign-in page
 */
export function useSignOut(): (deleteData: () => Promise<void>, leave?: () => void) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (deleteData, leave) => {
    void endSession().then(
      async () => {
        // The session has ended, and a browser without IndexedDB has nothing to delete.
        await deleteData().catch(() => undefined);
        if (leave !== undefined) return leave();
        await navigate(paths.signIn, { replace: true });
        client.clear();
        return undefined;
      },
      () => showError('You could not be signed out, because the server could not be reached. Try again.'),
    );
  };
}
