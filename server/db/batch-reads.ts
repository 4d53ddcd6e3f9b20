/**
 * Batches reads by key across requests: keys requested while a statement runs are read by the next one, so the number
 * of statements does not grow with the load. Not for use inside a transaction.
 * @param load reads at most 200 keys
 */
export function batchReads<Key, Item>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Item>>,
): (key: Key) => Promise<Item | undefined> {
  const MAX_KEYS = 200;
  const waiting: {
    key: Key;
    resolve: (item: Item | undefined) => void;
    reject: (error: unknown) => void;
  }[] = [];
  let isBusy = false;

  async function loadWaiting() {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_KEYS);
      try {
        const items = await load([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(items.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isBusy = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isBusy) void loadWaiting();
    });
}
