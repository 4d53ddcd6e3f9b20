/** Unused code that only reads a property is removed: no module of ours has a getter with a side effect. */
export const TREESHAKE = { propertyReadSideEffects: false } as const;
