import { render } from '@testing-library/react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toneClass } from '#src/ui/display/Badge.tsx';
import { LastInteractionChip } from './LastInteractionChip.tsx';

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-05-20T12:00:00Z') }));
afterAll(() => void vi.useRealTimers());

// covers: INT-023 INT-024
it.each([
  [null, 'No interaction yet', 'neutral'],
  ['2026-05-20T11:00:00Z', 'Last interaction today', 'neutral'],
  ['2026-05-15T12:00:00Z', 'Last interaction 5 days ago', 'neutral'],
  ['2026-05-14T12:00:00Z', 'Last interaction 6 days ago', 'warning'],
  ['2026-05-10T12:00:00Z', 'Last interaction 10 days ago', 'warning'],
  ['2026-05-09T12:00:00Z', 'Last interaction 11 days ago', 'danger'],
] as const)('the chip of an interaction at %s says "%s" in the tone %s', (at, text, tone) => {
  const { container } = render(<LastInteractionChip at={at} />);
  expect(container.textContent).toBe(text);
  expect(container.firstElementChild?.className).toContain(toneClass[tone]);
});
