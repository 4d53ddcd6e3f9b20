/** Lists the time zones for a select, including the person's own if the browser does not know it. */
export function timeZoneOptions(current: string): { value: string; label: string }[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = new Set([current, here, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
