import { expect, it } from 'vitest';
import { readListState, writeListState } from './list-state.ts';

it('reads the state that was written to the address, and ignores anything else', () => {
  const state = { q: 'maya', years: ['FR', 'SR'] as const, orderBy: '-attention' as const };
  expect(writeListState({ ...state, years: [...state.years] }).toString()).toBe(
    'q=maya&years=FR%2CSR&sort=-attention',
  );
  expect(readListState(new URLSearchParams('q=+maya+&years=SR,FR,XX&sort=-attention'))).toEqual(state);
  expect(readListState(new URLSearchParams('sort=email'))).toEqual({ q: '', years: [], orderBy: 'name' });
  expect(writeListState(readListState(new URLSearchParams())).toString()).toBe('');
});
