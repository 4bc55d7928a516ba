import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import { DueRules } from '../../contract/due/dueRules.ts';

/** Reads the rules as they are now, past what this page has read. */
export async function readDueRules(): Promise<DueRules | null> {
  const { rules } = await call('dueRules', {});
  return v.parse(v.nullable(DueRules), rules);
}

/** The rules of due dates (admins), null while they are off, and the known countries. */
export function dueRulesQuery() {
  return queryOptions({
    queryKey: ['dueRules'],
    queryFn: async ({ signal }) => {
      const settings = await call('dueRules', { signal });
      return { ...settings, rules: v.parse(v.nullable(DueRules), settings.rules) };
    },
  });
}

/** The query of the due dates that rules would lead to if they were saved now. Of rules that cannot be saved, those before them are shown. */
export function duePreviewQuery(rules: DueRules) {
  return queryOptions({
    queryKey: ['previewDueRules', rules],
    queryFn: ({ signal }) => call('previewDueRules', { body: { rules }, signal }),
    enabled: v.is(DueRules, rules),
    placeholderData: keepPreviousData,
  });
}
