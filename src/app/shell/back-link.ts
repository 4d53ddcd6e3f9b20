import type { Location } from 'react-router';

/** The path that a form returns to, in the navigation state (NOTE-007). */
export interface BackState {
  back?: string;
}

/** Returns the navigation state that makes a form return to this location. */
export function backStateOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): BackState {
  return { back: pathname + search };
}

/** Returns the path a form was opened from; only paths within this app. */
export function backOf(location: Location, fallback: string): string {
  const back = (location.state as BackState | null)?.back;
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : fallback;
}
