import type { Actor } from '#shared/kernel/actor.ts';

interface Batch<Item> {
  pks: Set<number>;
  items: Promise<ReadonlyMap<number, Item>>;
}

/** Batches the loads of resolvers: items that one actor requests in the same tick are loaded with one query. */
export function batchByActor<Item>(
  load: (actor: Actor, pks: readonly number[]) => Promise<ReadonlyMap<number, Item>>,
): (actor: Actor, pk: number) => Promise<Item | undefined> {
  // Each request has its own actor, so batches never mix requests.
  const open = new WeakMap<Actor, Batch<Item>>();
  return async (actor, pk) => {
    let batch = open.get(actor);
    if (batch === undefined) {
      const pks = new Set<number>();
      const items = new Promise<void>((resolve) => {
        setImmediate(resolve);
      }).then(() => {
        open.delete(actor);
        return load(actor, [...pks]);
      });
      batch = { pks, items };
      open.set(actor, batch);
    }
    batch.pks.add(pk);
    return (await batch.items).get(pk);
  };
}
