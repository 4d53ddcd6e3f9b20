import { useState } from 'react';
import { readStored, store } from '#src/lib/device-storage.ts';

const KEY = 'gopath-collapsed-sections';

/** Returns the collapsed sections; none when the stored value is unreadable. */
function read(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns whether a section of the dashboard is collapsed, which this device remembers, and toggles it. */
export function useCollapsed(id: string): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(() => read().includes(id));
  const toggle = () => {
    const others = read().filter((other) => other !== id);
    store(KEY, JSON.stringify(isCollapsed ? others : [...others, id]));
    setCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}
