/** Creates the part of `navigator.locks` that drafts and outboxes use: exclusive locks, granted in order. */
export function createFakeLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request(name: string, ...rest: unknown[]): Promise<unknown> {
      const run = rest.at(-1) as () => unknown;
      const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal };
      const previous = queues.get(name) ?? Promise.resolve();
      let isAborted = false;
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(signal.reason as Error);
        });
      });
      const granted = previous.then(() => (isAborted ? undefined : run()));
      queues.set(
        name,
        granted.catch(() => undefined),
      );
      return Promise.race([granted, aborted]);
    },
  };
}
