import { type Category, categories, type Service, services } from '../contract/enums.ts';

type Entry = { category: Category; evServices: readonly Service[] };

/** One group: `Stamp: Electrical Review, Fault Study`. */
export function serviceEntryText(entry: Entry): string {
  return `${categories[entry.category]}: ${entry.evServices.map((key) => services[key]).join(', ')}`;
}

/** All groups: `Stamp: Electrical Review; Re-stamp: Fault Study`. */
export function servicesText(entries: readonly Entry[]): string {
  return entries.map(serviceEntryText).join('; ');
}

/** The keys of all groups, each once: `EE, SE`. */
export function servicesShort(entries: readonly Entry[]): string {
  return [...new Set(entries.flatMap((entry) => entry.evServices))].join(', ');
}
