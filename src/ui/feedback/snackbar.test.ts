import { beforeEach, describe, expect, it } from 'vitest';
import { dismissSnackbar, showError, showSuccess, snackbarStore } from './snackbar.ts';
import { placeList } from './useSnackbarPlace.ts';

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
  const box = (left: number, top: number, height = 36) => ({
    left,
    right: left + 300,
    top,
    bottom: top + height,
  });

  it('moves to the top for a field at the bottom left', () => {
    expect(placeList(list, 800, [], box(20, 740))).toBe('top');
  });

  it('stays for a field higher up or beside it', () => {
    expect(placeList(list, 800, [], box(20, 300))).toBe(16);
    expect(placeList(list, 800, [], box(600, 740))).toBe(16);
  });

  it('stays above buttons at the bottom, and below the others', () => {
    expect(placeList(list, 800, [box(20, 750, 50)], null)).toBe(58);
    expect(placeList(list, 800, [box(20, 300, 50)], null)).toBe(16);
    expect(placeList(list, 800, [box(600, 750, 50)], null)).toBe(16);
  });

  it('moves to the top for a field above those buttons', () => {
    expect(placeList(list, 800, [box(20, 750, 50)], box(20, 690))).toBe('top');
  });
});
