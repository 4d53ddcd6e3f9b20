import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useMe } from '../shell/me.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';

/** Returns a function that starts the guided tour for the person's role. Its code loads on first use. */
export function useStartTour(): () => void {
  const me = useMe();
  const navigate = useNavigate();
  const client = useQueryClient();
  return () => {
    Promise.all([import('./run-tour.ts'), import('./tour-steps.ts')])
      .then(async ([{ runTour }, { loadTourSteps }]) =>
        runTour(
          await loadTourSteps(client, me),
          (path) => void navigate(path, { state: { keepsFocus: true } }),
        ),
      )
      .catch(() => showError('Couldn’t load the tour. Check your connection and try again.'));
  };
}
