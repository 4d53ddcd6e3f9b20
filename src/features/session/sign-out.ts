import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { endSession } from '#src/transport/transport.ts';
import { showError } from '#src/ui/snackbar.ts';

/**
 * Signs out and leaves nothing of the person in memory (SHEL-025).
 * @param forget takes away what lies on this device; it runs once the session is over
 */
export function useSignOut(): (forget: () => Promise<void>) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (forget) => {
    void endSession().then(
      async () => {
        await forget();
        await navigate(paths.signIn, { replace: true });
        client.clear();
      },
      () => showError('You could not be signed out, because the server could not be reached. Try again.'),
    );
  };
}
