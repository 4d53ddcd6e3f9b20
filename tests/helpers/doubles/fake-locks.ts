interface LockOptions {
  signal?: AbortSignal;
  ifAvailable?: boolean;
}

/** Creates the part of `navigator.locks` that drafts and outboxes use: exclusive locks, granted in order. */
export function createFakeLocks() {
  const queues = new Map<string, Promise<unknown>>();
  const held = new Set<string>();
  return {
    request(name: string, ...rest: unknown[]): Promise<unknown> {
      const run = rest.at(-1) as (lock: { name: string } | null) => unknown;
      const { signal, ifAvailable } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
      if (ifAvailable === true && held.has(name)) return Promise.resolve(run(null));
      const previous = queues.get(name) ?? Promise.resolve();
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      let isAborted = false;
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(signal.reason as Error);
        });
      });
      const granted = previous.then(async () => {
        if (isAborted) return undefined;
        held.add(name);
        try {
          return await run({ name });
        } finally {
          held.delete(name);
        }
      });
      queues.set(
        name,
        granted.catch(() => undefined),
      );
      return Promise.race([granted, aborted]);
    },

    query(): Promise<{ held: { name: string }[] }> {
      return Promise.resolve({ held: [...held].map((name) => ({ name })) });
    },
  };
}
