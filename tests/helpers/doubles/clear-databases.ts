/** Waits for an IndexedDB request. @throws DOMException if it fails */
function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as DOMException);
  });
}

/** Deletes the records of all databases, and not the databases: the modules under test keep their connections open. */
export async function clearDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settle(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const transaction = database.transaction(stores, 'readwrite');
      await Promise.all(stores.map((store) => settle(transaction.objectStore(store).clear())));
    }
    database.close();
  }
}
