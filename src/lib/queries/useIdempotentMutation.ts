import { useRef } from 'react';

/**
 * Sends a create request with an idempotency key that stays the same until it succeeds, so a retry after a lost
 * response creates nothing twice. A different input gets a new key. Call it in a component that outlives the form.
 */
export function useIdempotentMutation<Input, Result>(
  create: (input: Input, idempotencyKey: string) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const pending = useRef({ input: '', idempotencyKey: '' });
  return async (input) => {
    const serialized = JSON.stringify(input);
    if (pending.current.input !== serialized) {
      pending.current = { input: serialized, idempotencyKey: crypto.randomUUID() };
    }
    const created = await create(input, pending.current.idempotencyKey);
    pending.current.input = '';
    return created;
  };
}
