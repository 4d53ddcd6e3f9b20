import type { Location } from 'react-router';

/** Where a form leads back to when it is left, handed over with the navigation (NOTE-007). */
export interface BackState {
  back?: string;
}

/** The state that leads a form back to this place. */
export function here({ pathname, search }: Pick<Location, 'pathname' | 'search'>): BackState {
  return { back: pathname + search };
}

/** The place that a form was opened from; only places of this app. */
export function backOf(location: Location, fallback: string): string {
  const back = (location.state as BackState | null)?.back;
  return back !== undefined && /^\/(?![/\\])/.test(back) ? back : fallback;
}
