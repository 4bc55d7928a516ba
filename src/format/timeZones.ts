/** Returns the time zone of this device, as an IANA name. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns every time zone this browser knows, and those in use even if it does not know them. */
export function timeZones(...inUse: string[]): Record<string, string> {
  const names = new Set([...inUse, ...Intl.supportedValuesOf('timeZone')]);
  return Object.fromEntries([...names].map((name) => [name, name.replaceAll('_', ' ')]));
}
