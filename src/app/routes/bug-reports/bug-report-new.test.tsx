import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import type { OpenMenu } from '#src/ui/overlays/MenuPopup.tsx';
import { createQueryClient } from '#src/transport/query-client.ts';
import { UserMenuPopup } from '../../shell/frame/UserMenuPopup.tsx';
import { MeContext } from '../../shell/me.ts';
import { Component } from './bug-report-new.tsx';

vi.stubGlobal('__COMMIT_HASH__', 'test');
vi.mock('#src/transport/report-outbox.ts', () => ({ takeCapture: async () => null }));
vi.mock('#src/features/bug-reports/components/UnsentReports.tsx', () => ({ UnsentReports: () => null }));
/** A form with the address that it reports as its button's label. */
vi.mock('#src/features/bug-reports/components/ReportForm.tsx', () => ({
  ReportForm: ({ context, onDone }: { context: { page: string }; onDone: () => void }) => (
    <button onClick={onDone}>{context.page}</button>
  ),
}));
vi.mock('#src/ui/overlays/MenuPopup.tsx', () => ({
  MenuPopup: ({ actions }: { actions: { label: string; onSelect: () => void }[] }) =>
    actions.map(({ label, onSelect }) => (
      <button key={label} onClick={onSelect}>
        {label}
      </button>
    )),
}));

function Page() {
  const { pathname, search } = useLocation();
  return (
    <>
      <output>{pathname + search}</output>
      <UserMenuPopup {...({} as OpenMenu)} onSignOut={() => undefined} />
    </>
  );
}

it('returns to the page with its filters after a report was sent', () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/notes/?search=essay']}>
        <MeContext value={{ pk: 7, id: 'maya' } as Me}>
          <Routes>
            <Route path={paths.notes} element={<Page />} />
            <Route path={paths.home} element={<Page />} />
            <Route path={paths.newBugReport} element={<Component />} />
          </Routes>
        </MeContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByText('Report a bug'));
  fireEvent.click(screen.getByText(`${location.origin}/notes/`));
  expect(screen.getByRole('status').textContent).toBe('/notes/?search=essay');
});
