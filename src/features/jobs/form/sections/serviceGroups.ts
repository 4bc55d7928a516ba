import { type Service, services } from '../../../../contract/enums.ts';
import type { ServiceEntry } from '../../../../contract/jobs/jobFieldRules.ts';
import type { FormCategory } from '../jobFormValues.ts';

const order = Object.keys(services) as Service[];

/** Returns the services chosen in one group. */
export function chosenIn(entries: readonly ServiceEntry[], category: FormCategory): Service[] {
  return entries.filter((entry) => entry.category === category).flatMap((entry) => entry.evServices);
}

/** Sets a group's services: one entry per group, none for an empty group. */
export function withGroup(
  entries: readonly ServiceEntry[],
  category: FormCategory,
  chosen: readonly Service[],
): ServiceEntry[] {
  const others = entries.filter((entry) => entry.category !== category);
  if (chosen.length === 0) return others;
  return [...others, { category, evServices: order.filter((service) => chosen.includes(service)) }];
}
