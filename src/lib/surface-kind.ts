declare const __SURFACE__: 'web' | 'extension';

/** Which build this is: a constant, so that each contains only its own half. */
export const surface = __SURFACE__;
