import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import type { OpenMenu } from '#src/ui/overlays/MenuPopup.tsx';
import { createQueryClient } from '#src/transport/query-client.ts';
import type { Capture } from '#src/transport/report-outbox.ts';
import { UserMenuPopup } from '../../shell/frame/UserMenuPopup.tsx';
import { MeContext } from '../../shell/me.ts';
import { Component } from './bug-report-new.tsx';

vi.stubGlobal('__COMMIT_HASH__', 'test');
vi.stubGlobal('createImageBitmap', async () => ({}));
const takeCapture = vi.hoisted(() =>
  vi.fn<(id: string) => Promise<Capture>>(async () => ({
    page: 'https://bank.example/account',
    picture: new Blob(),
    masks: [],
  })),
);
vi.mock('#src/transport/report-outbox.ts', () => ({ takeCapture }));
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

beforeEach(() => takeCapture.mockClear());

function openAt(address: string) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
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
}

it('returns to the page with its filters after a report was sent', () => {
  openAt('/notes/?search=essay');
  fireEvent.click(screen.getByText('Report a bug'));
  fireEvent.click(screen.getByText(`${location.origin}/notes/`));
  expect(screen.getByRole('status').textContent).toBe('/notes/?search=essay');
});

it('starts with the screenshot in its address', async () => {
  openAt('/bug_reports/new/?capture=1');
  expect(await screen.findByRole('button', { name: 'https://bank.example/account' })).toBeDefined();
  expect(takeCapture).toHaveBeenCalledExactlyOnceWith('1');
});

it('starts without a screenshot that was captured for another report', () => {
  openAt('/bug_reports/new/');
  expect(screen.getByRole('button').textContent).toBe('');
  expect(takeCapture).not.toHaveBeenCalled();
});
