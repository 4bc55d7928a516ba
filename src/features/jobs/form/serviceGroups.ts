import { type Service, services } from '../../../contract/enums.ts';
import type { ServiceEntry } from '../../../contract/fields.ts';
import type { FormCategory } from './jobFormValues.ts';

const order = Object.keys(services) as Service[];

/** The services chosen in one group. */
export function chosenIn(entries: readonly ServiceEntry[], category: FormCategory): Service[] {
  return entries.filter((entry) => entry.category === category).flatMap((entry) => entry.evServices);
}

/** The entries after a group was set to `chosen`: one entry a group, none for an empty one. */
export function withGroup(
  entries: readonly ServiceEntry[],
  category: FormCategory,
  chosen: readonly Service[],
): ServiceEntry[] {
  const others = entries.filter((entry) => entry.category !== category);
  if (chosen.length === 0) return others;
  return [...others, { category, evServices: order.filter((service) => chosen.includes(service)) }];
}
