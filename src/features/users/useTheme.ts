import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { applyTheme } from '#src/ui/theme/theme.ts';

/** Applies the theme of the signed-in person (SHEL-042). The copy that popup and panel stored may be outdated. */
export function useTheme({ data: me, dataUpdatedAt }: UseQueryResult<Me>) {
  const theme = dataUpdatedAt > 0 ? me?.theme : undefined;
  useEffect(() => {
    if (theme !== undefined) applyTheme(theme);
  }, [theme]);
}
