/** Returns the time zone of this device, as an IANA name: UTC, by which its clock goes then, where Chrome finds none. */
export function ownTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

/** Returns every time zone this browser knows, and those in use even if it does not know them. */
export function timeZones(...inUse: string[]): Record<string, string> {
  const names = new Set([...inUse, ...Intl.supportedValuesOf('timeZone')]);
  return Object.fromEntries([...names].map((name) => [name, name.replaceAll('_', ' ')]));
}
