/** Returns a value that this device keeps; null without one, and where the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value on this device, unless the browser refuses storage, as some private windows do. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page works without it.
  }
}
