import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { THEMES } from '#shared/kernel/themes.ts';
import { useChangeTheme } from '#src/features/users/mutations.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { useReturnFocus } from '#src/lib/timing/useReturnFocus.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SegmentedControl } from '#src/ui/fields/SegmentedControl.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { SignOutCard } from '../extension/SignOutCard.tsx';
import { useTheme } from '#src/features/users/useTheme.ts';
import { StillSignedIn } from '../../shell/StillSignedIn.tsx';

const THEME_SEGMENTS = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
type ThemeName = (typeof THEME_SEGMENTS)[number]['value'];

function themeName(theme: number): ThemeName {
  return THEME_SEGMENTS.find(({ value }) => THEMES[value] === theme)?.value ?? 'system';
}

/** As high as the loaded account, so that the settings below it do not move under the pointer. */
function LoadingAccount() {
  return (
    <div className="grid gap-4">
      <SkeletonText lines={2} />
      <Skeleton className="h-(--control-height) w-full" />
    </div>
  );
}

/** The signed-in person, their theme, and sign-out. */
export function Account() {
  const query = useQuery(userQueries.me());
  const { data: me, error, refetch, isFetching } = query;
  useTheme(query);
  const changeTheme = useChangeTheme();
  const [isLeaving, setLeaving] = useState(false);
  const signOutButton = useReturnFocus(isLeaving);

  return (
    <Card title="Account">
      {me === undefined ? (
        error === null ? (
          <LoadingAccount />
        ) : (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            <StillSignedIn />
          </ErrorState>
        )
      ) : (
        <div className="grid gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <Avatar name={me.full_name} picture={me.picture} size="large" />
            <div data-private className="min-w-0 flex-1">
              <p className="truncate font-medium">{me.full_name}</p>
              <p className="truncate text-muted">{me.email}</p>
            </div>
            <Button ref={signOutButton} aria-expanded={isLeaving} onClick={() => setLeaving(!isLeaving)}>
              Sign out
            </Button>
          </div>
          {isLeaving && <SignOutCard owner={me} onCancel={() => setLeaving(false)} />}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-medium" aria-hidden>
              Theme
            </span>
            <SegmentedControl
              label="Theme"
              segments={THEME_SEGMENTS}
              value={themeName(me.theme)}
              onChange={(name) => changeTheme.mutate(THEMES[name])}
            />
          </div>
        </div>
      )}
    </Card>
  );
}
