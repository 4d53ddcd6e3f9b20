import { describe, expect, it } from 'vitest';
import { acceptedState, initialState, type TextSessionState } from './text-session-state.ts';

interface Values {
  title: string;
}
interface Stored {
  version: number;
  values: Values;
}

const text = (version: number, title: string): Stored => ({ version, values: { title } });
const options = { initial: { title: '' }, isSame: (one: Values, other: Values) => one.title === other.title };

/** Returns the state of an editor in which a title was typed. */
function typed(title: string, stored: Stored | null): TextSessionState<Values, Stored> {
  return { ...initialState({ stored, initial: options.initial }), values: { title }, dirty: true };
}
const accept = (state: TextSessionState<Values, Stored>, response: Stored, sent: string) => ({
  ...state,
  ...acceptedState(state, response, { title: sent }, options),
});

describe('the response to an update', () => {
  it('is the new base of the text', () => {
    const state = accept(typed('Mine', text(1, 'First')), text(2, 'Mine'), 'Mine');
    expect(state).toMatchObject({ stored: text(2, 'Mine'), dirty: false, savedHere: true });
    expect(state.save.state).toBe('saved');
  });

  it('leaves text that was typed since unsaved', () => {
    const state = accept(typed('Mine, more', text(1, 'First')), text(2, 'Mine'), 'Mine');
    expect(state).toMatchObject({
      values: { title: 'Mine, more' },
      stored: text(2, 'Mine'),
      dirty: true,
      save: { state: 'saving' },
    });
  });
});

describe('the response to a repeated create whose text was continued elsewhere', () => {
  const continued = text(2, 'Mine, continued');

  it('is shown', () => {
    const state = accept(typed('Mine', null), continued, 'Mine');
    expect(state).toMatchObject({
      values: continued.values,
      stored: continued,
      revision: 1,
      dirty: false,
      savedHere: false,
    });
    expect(state.save.state).toBe('saved');
  });

  it('is a conflict with text that was typed since', () => {
    const state = accept(typed('Mine, more', null), continued, 'Mine');
    expect(state).toMatchObject({
      values: { title: 'Mine, more' },
      stored: text(1, 'Mine'),
      dirty: true,
      conflict: { kind: 'changed', theirs: continued },
    });
  });

  it('is a conflict that cannot be merged when the text cannot be changed any more', () => {
    const state = typed('Mine, more', null);
    const isFrozen = () => true;
    expect(acceptedState(state, continued, { title: 'Mine' }, { ...options, isFrozen })).toMatchObject({
      conflict: { kind: 'frozen', theirs: continued },
    });
  });
});

it('the response to a repeated create with the same text in a newer version is no conflict', () => {
  const state = accept(typed('Mine, more', null), text(3, 'Mine'), 'Mine');
  expect(state).toMatchObject({ stored: text(3, 'Mine'), dirty: true, conflict: null });
});
