import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { applyTheme } from '#src/ui/theme.ts';

/** The theme of who is signed in (SHEL-042). What popup and panel kept may be older than what this device uses. */
export function useTheme({ data: me, dataUpdatedAt }: UseQueryResult<Me>) {
  const theme = dataUpdatedAt > 0 ? me?.theme : undefined;
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme);
  }, [theme]);
}
