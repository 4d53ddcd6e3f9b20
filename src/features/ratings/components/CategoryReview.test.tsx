import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CategoryReview } from './CategoryReview.tsx';

it('the focus stays in the category when its levels are cleared', () => {
  render(
    <CategoryReview
      code="leadership"
      values={{ depth: 1, breadth: null, comments: '' }}
      last={null}
      error={undefined}
      commentsError={undefined}
      onChange={() => {}}
    />,
  );
  fireEvent.click(screen.getByText('Clear levels'));
  expect(document.activeElement).toBe(screen.getByLabelText('Leadership'));
});
