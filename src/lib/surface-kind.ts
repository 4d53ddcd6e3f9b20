declare const __SURFACE__: 'web' | 'extension';

/** The surface of this build: a constant, so that each build contains only its own code. */
export const surface = __SURFACE__;
