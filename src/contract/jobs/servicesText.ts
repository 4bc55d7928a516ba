import { type Category, categories, type Service, services } from '../enums.ts';

/** The names of services; the label of "other" says what to do in the form of a job. */
export const serviceNames: Readonly<Record<Service, string>> = { ...services, OTHER: categories.OTHER };

type Entry = { category: Category; evServices: readonly Service[] };

/** One group: `Stamp: Electrical Review, Fault Study`; `Other` for nothing but that. */
export function serviceEntryText({ category, evServices }: Entry): string {
  const names = evServices.map((key) => serviceNames[key]).join(', ');
  return names === categories[category] ? names : `${categories[category]}: ${names}`;
}

/** All groups: `Stamp: Electrical Review; Re-stamp: Fault Study`. */
export function servicesText(entries: readonly Entry[]): string {
  return entries.map(serviceEntryText).join('; ');
}

/** The codes of the services where room is scarce, as many as fit: `EE, SE` or `FCCD +2`. */
export function servicesCodes(entries: readonly Entry[]): string {
  const codes = [...new Set(entries.flatMap((entry) => entry.evServices))].map(
    (code) => ({ OTHER: 'Other', PV_DESIGN: 'PV' })[code as string] ?? code,
  );
  const all = codes.join(', ');
  return all.length <= 8 ? all : `${codes[0]} +${codes.length - 1}`;
}

/** The first service, and `+2` where there are two more; a service of two groups counts once. */
export function firstService(entries: readonly Entry[]): [name: string, more: string] {
  const [first, ...rest] = new Set(entries.flatMap((entry) => entry.evServices));
  return [first ? serviceNames[first] : '', rest.length > 0 ? `+${rest.length}` : ''];
}
