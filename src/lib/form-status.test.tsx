import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FORM_STATUS, useSubmission } from './form-status.ts';

// covers: FORM-001
test('the status values are default 0, success 1 and error 2', () => {
  expect(FORM_STATUS).toEqual({ default: 0, success: 1, error: 2 });
});

// covers: FORM-002 FORM-003
test('a form is submitting until the response; a failure ends that with status error', async () => {
  const gate = Promise.withResolvers<void>();
  const { result } = renderHook(() => useSubmission(() => gate.promise));
  expect(result.current).toMatchObject({ submitting: false, status: FORM_STATUS.default });
  let running!: Promise<void>;
  act(() => void (running = result.current.run()));
  expect(result.current).toMatchObject({ submitting: true, status: FORM_STATUS.default });
  await act(async () => {
    gate.reject(new Error('no network'));
    await expect(running).rejects.toThrow('no network');
  });
  expect(result.current).toMatchObject({ submitting: false, status: FORM_STATUS.error });
});

test('a second submit while one runs does nothing; success stays', async () => {
  let calls = 0;
  const { result } = renderHook(() => useSubmission(async () => void (calls += 1)));
  await act(() => Promise.all([result.current.run(), result.current.run()]));
  expect(calls).toBe(1);
  expect(result.current).toMatchObject({ submitting: false, status: FORM_STATUS.success });
});
