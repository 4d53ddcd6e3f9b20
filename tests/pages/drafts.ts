/** Everything in the store of drafts, as text; runs in the page. */
export function readDrafts(): Promise<string> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('gopath-drafts');
    open.addEventListener('error', () => reject(open.error));
    open.addEventListener('success', () => {
      const all = open.result.transaction('drafts').objectStore('drafts').getAll();
      all.addEventListener('success', () => {
        open.result.close();
        resolve(JSON.stringify(all.result));
      });
    });
  });
}
