import { categories, type Service, services } from '../../../contract/enums.ts';
import { formCategories, type Report, type ServiceEntry, type Values } from '../../../contract/fields.ts';
import type { FormCategory } from './jobFormValues.ts';

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

/**
 * Reports a request type of which no service is chosen. Only the form does: the backend takes what an earlier version has queued
 * (2026-11-24).
 */
export function checkRequestType({ category, jobEVService: entries }: Values, report: Report): void {
  const type = formCategories.find((one) => one === category);
  if (!type || !Array.isArray(entries) || entries.length === 0) return;
  if (chosenIn(entries, type).length > 0) return;
  report(
    'category',
    `Select at least one service under “${categories[type]} services”, or change the request type.`,
  );
}
