/** Removes unused code that only reads a property. The bundler keeps it otherwise, because a getter can do something. */
export const TREESHAKE = { propertyReadSideEffects: false } as const;
