/** Returns the fields that a change sets; null leaves a field unchanged. */
export function changedFields<Change extends object>(change: Change): Partial<Change> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Change>;
}
