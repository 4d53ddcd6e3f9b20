import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Button } from './Button.tsx';

it('keeps the focus when it becomes disabled with a reason', () => {
  const view = render(<Button>Request review</Button>);
  const button = screen.getByRole('button');
  button.focus();
  view.rerender(<Button disabledReason="You have already requested a review">Request review</Button>);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
