import type { Me } from '#shared/users/responses.ts';
import { THEMES } from '#shared/kernel/themes.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { SegmentedControl } from '#src/ui/fields/SegmentedControl.tsx';
import { useChangeTheme } from '../mutations.ts';

const SEGMENTS = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Chooses the theme; saved at once (SHEL-043). */
export function ThemeSection({ me }: { me: Me }) {
  const changeTheme = useChangeTheme();
  const readOnly = useReadOnlyReason();
  if (readOnly !== undefined) return null;
  const current = me.theme === THEMES.light ? 'light' : me.theme === THEMES.dark ? 'dark' : 'system';
  return (
    <Card title="Theme">
      <SegmentedControl
        label="Theme"
        segments={SEGMENTS}
        value={current}
        onChange={(theme) => changeTheme.mutate(THEMES[theme])}
      />
    </Card>
  );
}
