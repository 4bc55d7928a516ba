import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { call } from '../../api/client.ts';
import { DueRules } from '../../contract/due/dueRules.ts';

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

/** The query of the due dates that rules would lead to if they were saved now; null for rules that cannot be saved. */
export function duePreviewQuery(rules: DueRules) {
  return queryOptions({
    queryKey: ['previewDueRules', rules],
    queryFn: ({ signal }) =>
      v.is(DueRules, rules) ? call('previewDueRules', { body: { rules }, signal }) : null,
    placeholderData: keepPreviousData,
  });
}
