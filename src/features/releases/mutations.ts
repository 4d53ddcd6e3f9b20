import { useMutation } from '@tanstack/react-query';
import { releaseViewedResponse } from '#shared/users/responses.ts';
import { CURRENT_RELEASE } from '#shared/shell/current-release.ts';
import { requestRest } from '#src/transport/transport.ts';

/** Marks the current release as viewed (SHEL-038). A failure shows the notes again at the next visit. */
export function useViewRelease() {
  return useMutation({
    mutationFn: () =>
      requestRest(releaseViewedResponse, { endpoint: 'viewRelease', body: { tag_name: CURRENT_RELEASE } }),
  });
}
