import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from '#shared/kernel/paths.ts';
import { MembershipBanner } from './MembershipBanner.tsx';

it('parents see by when to update the failed payment of which child', () => {
  render(
    <MemoryRouter>
      <MembershipBanner
        membership={null}
        failedPayments={[{ pk: 5, full_name: 'Maya Chen', access_ends_at: '2028-02-14T12:00:00.000Z' }]}
        readOnlyReason={undefined}
        canPay
      />
    </MemoryRouter>,
  );
  screen.getByText(/^The last payment for Maya Chen failed\. Update the payment by Feb 14, 2028 to keep/);
  expect(screen.getByRole('link', { name: 'Update payment' }).getAttribute('href')).toBe(paths.settings);
});
