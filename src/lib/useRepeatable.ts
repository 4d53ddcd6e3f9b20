import { useRef } from 'react';

/**
 * Creates with the same idempotency key as long as the same is asked for again: a retry after a lost answer makes no
 * second thing. Call it where the component outlives the form that asks.
 */
export function useRepeatable<Input, Result>(
  work: (input: Input, idempotencyKey: string) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const asked = useRef({ what: '', idempotencyKey: '' });
  return async (input) => {
    const what = JSON.stringify(input);
    if (asked.current.what !== what) asked.current = { what, idempotencyKey: crypto.randomUUID() };
    const created = await work(input, asked.current.idempotencyKey);
    asked.current.what = '';
    return created;
  };
}
