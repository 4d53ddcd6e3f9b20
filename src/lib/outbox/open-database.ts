/** Imported dynamically instead of `idb`, whose unused exports would then stay in the bundle. */
export { openDB } from 'idb';
