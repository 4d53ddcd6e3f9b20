import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { TextConflictScreen } from './TextConflictScreen.tsx';

// The rich text is not part of these tests.
vi.mock('../rich-text/RichTextEditor.tsx', () => ({ RichTextEditor: () => null }));

const textOf = (title: string) => ({ title, body: emptyRichText });

function Screen({
  kind = 'changed',
  initial = null,
  onResolve,
}: {
  kind?: 'changed' | 'frozen';
  initial?: string | null;
  onResolve?: (title: string) => void;
}) {
  const [merged, setMerged] = useState(initial === null ? null : textOf(initial));
  return (
    <TextConflictScreen
      texts={{ noun: 'note', titleLabel: 'Name', bodyLabel: 'Body' }}
      conflict={{ kind, theirs: { values: textOf('Theirs') } }}
      mine={textOf('Mine')}
      merged={merged}
      onMerge={setMerged}
      onResolve={({ title }) => onResolve?.(title)}
      onTakeTheirs={() => undefined}
    />
  );
}

const edit = () => fireEvent.click(screen.getByRole('button', { name: 'Edit merged' }));
const name = () => screen.getByLabelText<HTMLInputElement>('Name');

it('starts the merged text with my version, and keeps it while it is hidden', () => {
  const onResolve = vi.fn<(title: string) => void>();
  render(<Screen onResolve={onResolve} />);
  edit();
  expect(name().value).toBe('Mine');
  fireEvent.change(name(), { target: { value: 'Both' } });
  edit();
  expect(screen.queryByLabelText('Name')).toBeNull();
  edit();
  expect(name().value).toBe('Both');
  fireEvent.click(screen.getByRole('button', { name: 'Save merged' }));
  expect(onResolve).toHaveBeenCalledWith('Both');
});

it('shows a merged text that was typed before', () => {
  render(<Screen initial="Both" />);
  expect(name().value).toBe('Both');
});

it('shows the merged text without fields when the stored text cannot be changed any more', () => {
  render(<Screen initial="Both" kind="frozen" />);
  expect(screen.getByRole('heading', { name: 'Both' })).toBeTruthy();
  expect(screen.queryByLabelText('Name')).toBeNull();
});
