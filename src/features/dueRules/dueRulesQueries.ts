import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import { DueRules } from '../../contract/due/dueRules.ts';

/** Reads the rules as they are now, past what this page has read: null while they are off. */
export async function readDueRules(signal?: AbortSignal) {
  const settings = await call('dueRules', { signal });
  return { ...settings, rules: v.parse(v.nullable(DueRules), settings.rules) };
}

/** The rules of due dates (admins), and the known countries. */
export function dueRulesQuery() {
  return queryOptions({ queryKey: ['dueRules'], queryFn: ({ signal }) => readDueRules(signal) });
}

/**
 * The query of the due dates that rules would lead to if they were saved now. Of rules that cannot be saved, those before them are shown.
 */
export function duePreviewQuery(rules: DueRules) {
  return queryOptions({
    queryKey: ['previewDueRules', rules],
    queryFn: ({ signal }) => call('previewDueRules', { body: { rules }, signal }),
    enabled: v.is(DueRules, rules),
    placeholderData: keepPreviousData,
  });
}
