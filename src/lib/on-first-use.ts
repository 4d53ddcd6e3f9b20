/**
 * Returns a function that creates the value at its first call. The formatters of `Intl` need it: the browser's first
 * one takes a slow phone a tenth of a second, which would delay the start of the app's code.
 */
export function onFirstUse<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined;
  return () => (created ??= { value: create() }).value;
}
