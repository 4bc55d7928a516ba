import { categories } from '../enums.ts';
import { formCategories, type Report, type Values } from '../fields.ts';

/** The fields of a job that have to agree. */
export const requestTypeFields: readonly string[] = ['category', 'jobEVService'];

/**
 * Reports a request type of which no service is chosen. The form of a new job checks it, and a change of one of `requestTypeFields`: §5
 * lets a job be reported whose fields disagree, and its other fields must stay editable (2026-11-24).
 */
export function checkRequestType({ category, jobEVService: entries }: Values, report: Report): void {
  const type = formCategories.find((one) => one === category);
  if (!type || !Array.isArray(entries) || entries.length === 0) return;
  if (entries.some((entry) => entry?.category === type && entry.evServices?.length > 0)) return;
  report(
    'category',
    `Select at least one service under “${categories[type]} services”, or change the request type.`,
  );
}
