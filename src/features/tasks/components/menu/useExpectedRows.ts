import { useEffect, useState } from 'react';
import { readStored, store } from '#src/lib/device-storage.ts';

const MAX_ROWS = 20;

function readRows(key: string): number {
  const rows = Number(readStored(key));
  return Number.isInteger(rows) ? Math.min(MAX_ROWS, Math.max(0, rows)) : 0;
}

/**
 * Returns how many rows a list of the menu had last time, so that the menu keeps its height while it loads.
 * @param name names the list in the storage of this device
 * @param rows the loaded number; undefined while loading
 */
export function useExpectedRows(name: string, rows: number | undefined): number {
  const key = `gopath-menu-rows:${name}`;
  const [expected] = useState(() => readRows(key));
  useEffect(() => {
    if (rows !== undefined) store(key, String(rows));
  }, [key, rows]);
  return expected;
}
