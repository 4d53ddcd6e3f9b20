import { beforeEach, describe, expect, it } from 'vitest';
import { dismissSnackbar, showError, showSuccess, snackbarStore } from './snackbar.ts';
import { coversField } from './useAvoidField.ts';

const texts = () => snackbarStore.read().map(({ text }) => text);

describe('snackbars', () => {
  beforeEach(() => {
    for (const { id } of snackbarStore.read()) dismissSnackbar(id);
  });

  it('a repeated save replaces the earlier message and restarts its time', () => {
    showSuccess('Saved');
    const [first] = snackbarStore.read();
    showError('Failed');
    showSuccess('Saved');
    expect(texts()).toEqual(['Failed', 'Saved']);
    expect(snackbarStore.read().at(-1)?.id).not.toBe(first?.id);
  });

  it('messages with an action stay, because each action undoes something else', () => {
    const undo = () => undefined;
    showSuccess('Task deleted', { label: 'Undo', onSelect: undo });
    showSuccess('Task deleted', { label: 'Undo', onSelect: undo });
    expect(texts()).toEqual(['Task deleted', 'Task deleted']);
  });

  it('a success and an error with the same text are two messages', () => {
    showSuccess('Sent');
    showError('Sent');
    expect(texts()).toEqual(['Sent', 'Sent']);
  });
});

describe('the list of snackbars', () => {
  const list = { width: 360, height: 48 };
  const field = (left: number, top: number) => ({ left, right: left + 300, top, bottom: top + 36 });

  it('moves away from a field at the bottom left', () => {
    expect(coversField(field(20, 740), list, 800)).toBe(true);
  });

  it('stays for a field higher up or beside it', () => {
    expect(coversField(field(20, 300), list, 800)).toBe(false);
    expect(coversField(field(600, 740), list, 800)).toBe(false);
  });
});
