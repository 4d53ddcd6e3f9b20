import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

it('keeps the file of the codes until the browser has read it', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const saved = vi.spyOn(URL, 'createObjectURL');
  render(<RecoveryCodesDialog codes={['one', 'two']} onClose={() => undefined} />);
  fireEvent.click((await screen.findByText('Download')).closest('button') as Element);
  expect(await (saved.mock.lastCall?.[0] as Blob | undefined)?.text()).toBe('one\ntwo\n');
  expect(revoked).not.toHaveBeenCalled();
});
