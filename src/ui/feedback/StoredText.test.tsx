import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Draft, draftStore } from '#src/lib/drafts/draft-store.ts';
import { DraftWriter } from '#src/lib/drafts/draft-writer.ts';
import { StoredText } from './StoredText.tsx';

const content = { subject: 'note:1', title: 'Note' };
let writer: DraftWriter<Draft>;

beforeEach(() => {
  writer = new DraftWriter('7');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await writer.drop();
});

const fail = () =>
  vi.spyOn(draftStore, 'put').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
const write = () => act(() => writer.write(content));

it('says that the text is stored, until a write fails and after the next one succeeds', async () => {
  const { container } = render(<StoredText> You can continue where you stopped.</StoredText>);
  const stored = 'What you wrote is saved on this device. You can continue where you stopped.';
  expect(container.textContent).toBe(stored);
  const put = fail();
  await write();
  expect(container.textContent).toBe('What you wrote is not saved on this device.');
  put.mockRestore();
  await write();
  expect(container.textContent).toBe(stored);
});

it('where the text can be copied, says so', async () => {
  render(<StoredText writing />);
  expect(screen.getByText('What you write is saved on this device.')).toBeDefined();
  fail();
  await write();
  expect(screen.getByText(/Copy it before you close this page\.$/)).toBeDefined();
});

it('a text that another writer stored does not hide the failure; a saved or discarded one is not missed', async () => {
  const { container } = render(<StoredText />);
  fail();
  await write();
  vi.restoreAllMocks();
  const other = new DraftWriter<Draft>('7');
  await act(() => other.write(content));
  expect(container.textContent).toMatch(/is not saved/);
  await act(() => writer.drop());
  expect(container.textContent).toBe('What you wrote is saved on this device.');
  await other.drop();
});
