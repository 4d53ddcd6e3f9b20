import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DayRanges } from './DayRanges.tsx';

it('the hours of a day are described by their error', () => {
  const error = 'The end must be after the start';
  const ranges = [{ start: 600, end: 540 }];
  render(
    <DayRanges day="Nov 27, 2026" ranges={ranges} error={error} empty="Unavailable" onChange={() => {}} />,
  );
  const id = screen.getByLabelText('Hours on Nov 27, 2026').getAttribute('aria-describedby');
  expect(document.getElementById(id ?? '')?.textContent).toBe(error);
});
