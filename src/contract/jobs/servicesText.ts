import { type Category, categories, type Service, services } from '../enums.ts';

type Entry = { category: Category; evServices: readonly Service[] };

/** One group: `Stamp: Electrical Review, Fault Study`. */
export function serviceEntryText(entry: Entry): string {
  return `${categories[entry.category]}: ${entry.evServices.map((key) => services[key]).join(', ')}`;
}

/** All groups: `Stamp: Electrical Review; Re-stamp: Fault Study`. */
export function servicesText(entries: readonly Entry[]): string {
  return entries.map(serviceEntryText).join('; ');
}

/** The first service, and `+2` where there are two more; a service of two groups counts once. */
export function firstService(entries: readonly Entry[]): [name: string, more: string] {
  const [first, ...rest] = new Set(entries.flatMap((entry) => entry.evServices));
  return [first ? services[first] : '', rest.length > 0 ? `+${rest.length}` : ''];
}
