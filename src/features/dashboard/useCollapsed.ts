import { useState } from 'react';

const KEY = 'gopath-collapsed-sections';

/** Storage can be refused in private windows, or contain anything: then every section is open. */
function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
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
    try {
      localStorage.setItem(KEY, JSON.stringify(isCollapsed ? others : [...others, id]));
    } catch {
      // The section still toggles on this page.
    }
    setCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}
