/** The texts of connections, for the dashboard and the page of connections. */
import type { ConnectionName, ConnectionState } from './responses.ts';

const LABELS: Readonly<Record<ConnectionName, string>> = {
  simplybook: 'SimplyBook',
  payments: 'Payments',
  mail: 'Email',
  identity: 'Sign-in',
};

const STATES: Readonly<
  Record<ConnectionState, { label: string; tone: 'neutral' | 'success' | 'warning' | 'danger' }>
> = {
  off: { label: 'Off', tone: 'neutral' },
  ok: { label: 'OK', tone: 'success' },
  degraded: { label: 'Degraded', tone: 'warning' },
  failing: { label: 'Failing', tone: 'danger' },
};

/** Returns the name of a connection. */
export function connectionLabel(name: string): string {
  return LABELS[name as ConnectionName] ?? name;
}

/** Returns the state of a connection in a word. */
export function connectionStateLabel(state: string): string {
  return STATES[state as ConnectionState]?.label ?? state;
}

/** Returns the tone of a state. */
export function connectionTone(state: string): 'neutral' | 'success' | 'warning' | 'danger' {
  return STATES[state as ConnectionState]?.tone ?? 'neutral';
}
