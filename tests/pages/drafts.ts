/** Returns the whole drafts store as text; runs in the page. */
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

/** Keeps the drafts store busy with a write, so that reads wait for `releaseDrafts`; runs in the page. */
export function holdDrafts(): void {
  let isHeld = true;
  Object.assign(globalThis, { releaseDrafts: () => (isHeld = false) });
  const open = indexedDB.open('gopath-drafts');
  open.addEventListener('success', () => {
    const drafts = open.result.transaction('drafts', 'readwrite').objectStore('drafts');
    // A transaction ends without pending requests.
    const keepBusy = () => {
      if (isHeld) drafts.count().addEventListener('success', keepBusy);
      else open.result.close();
    };
    keepBusy();
  });
}
