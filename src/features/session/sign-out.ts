import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { endSession } from '#src/transport/transport.ts';
import { showError } from '#src/ui/snackbar.ts';

/**
 * Signs out and leaves nothing of the person in memory (SHEL-025).
 * @param forget takes away what lies on this device; it runs once the session is over
 * @param leave where to go then; the sign-in page without it
 */
export function useSignOut(): (forget: () => Promise<void>, leave?: () => void) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (forget, leave) => {
    void endSession().then(
      async () => {
        await forget();
        if (leave !== undefined) return leave();
        await navigate(paths.signIn, { replace: true });
        client.clear();
        return undefined;
      },
      () => showError('You could not be signed out, because the server could not be reached. Try again.'),
    );
  };
}
